#pragma once

#include "contact/laws/elastic_coulomb.hpp"
#include "contact/periodic/harmonics.hpp"

namespace slideway::contact {

/// Derivatives by the numbers of an elastic-coulomb joint, in the order of its parameters.
using ByParameter = Eigen::Vector4d;

/// Makes work.x and work.normal the displacements of the motion R, which the next two read.
void assign_displacements(const VectorIn& R, HarmonicWorkspace& work);

/// Of the bound u_side at a phase that stays.
[[nodiscard]] ByParameter bound_by_parameters(const ElasticCoulomb& law,
                                              const HarmonicWorkspace& work, int side,
                                              double theta);

/// Of the constant c of a stick that begins.
[[nodiscard]] ByParameter constant_by_parameters(const ElasticCoulomb& law,
                                                 const HarmonicWorkspace& work,
                                                 const HarmonicWorkspace::Change& begin);

} // namespace slideway::contact
