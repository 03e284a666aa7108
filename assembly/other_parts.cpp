#include "assembly/other_parts.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"

#include <algorithm>

namespace slideway::assembly {

namespace {

bool unsymmetric(const fem::Substructure& body)
{
    return body.C_skew.nonZeros() + body.K_skew.nonZeros() > 0;
}

bool structural(const fem::Substructure& body)
{
    return body.H.nonZeros() > 0;
}

} // namespace

bool is_unsymmetric(const CoupledModel& model)
{
    return std::any_of(model.bodies.begin(), model.bodies.end(), unsymmetric);
}

bool has_structural_damping(const CoupledModel& model)
{
    return std::any_of(model.bodies.begin(), model.bodies.end(), structural);
}

void refuse_without_mass(const CoupledModel& model)
{
    for (const fem::Substructure& body : model.bodies)
        if (body.without_mass)
            throw InputError("body " + body.name +
                             " has stiffness alone, no mass matrix; analysis.type = \"static\" "
                             "takes it");
}

void refuse_unsymmetric(const CoupledModel& model)
{
    for (const fem::Substructure& body : model.bodies)
        if (unsymmetric(body))
            throw InputError("body " + body.name + ": its " +
                             (body.K_skew.nonZeros() > 0 ? "stiffness" : "damping") +
                             " matrix is not symmetric; analysis.type = \"complex-modes\", "
                             "\"frf\" or \"static\" takes it");
}

void refuse_other_parts(const CoupledModel& model)
{
    refuse_without_mass(model);
    refuse_unsymmetric(model);
    for (const fem::Substructure& body : model.bodies)
        if (structural(body))
            throw InputError("body " + body.name +
                             " has structural damping, an imaginary part of its stiffness, which "
                             "analysis.type = \"frf\" and \"complex-modes\" take; damping = { "
                             "viscous_at_hz = 300 } makes it viscous, equal at 300 Hz");
}

} // namespace slideway::assembly
