#pragma once

#include "app/analyses/bifurcation_diagram/systems.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A branch of periodic motions of an earlier run.
struct EarlierBranch {
    std::string results;       ///< that hold it
    std::size_t number = 0;    ///< in them, from 1
    dynamics::OrbitBranch of;  ///< on the modes of the case itself
    std::vector<Index> points; ///< within the range of the diagram
};

/// The files that analysis.branches names. @throws InputError  one that is not there
[[nodiscard]] std::vector<std::filesystem::path> branch_files(const BifurcationDiagram& e,
                                                              const Case& c);

/// Reads them.
/// @throws InputError  results of another kind, key, model or excitation: other modes, joints,
///                     numbers, or motions that are none of this case; none within the range
[[nodiscard]] std::vector<EarlierBranch> earlier_branches(const BifurcationDiagram& e,
                                                          const Case& c, SystemsOver& systems);

/// The motion at a point of a branch over its whole period, with the quantities that the diagram
/// records.
[[nodiscard]] dynamics::LongMotion motion_at_point(const EarlierBranch& branch, Index point,
                                                   double tolerance, SystemsOver& systems);

} // namespace slideway::app
