#pragma once

#include "app/model/built_model.hpp"
#include "app/results/earlier_results.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/orbits/orbit_branches.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {
struct JointedSystem;
}

namespace slideway::app {

/// Which motions a case takes from the branches of earlier results.
struct BranchMotionsEntry {
    std::vector<std::string> monitors; ///< monitors of the case
    std::optional<int> branch;         ///< from 1; none: all, of a point the first
    std::string at;                    ///< a point by its name; "": where the parameter is its own
};

/// A motion of a branch at the parameter of the case.
struct BranchMotion {
    std::size_t branch = 0; ///< from 0
    dynamics::PeriodicMotion motion;
};

/// The motions that branches of earlier periodic-orbits have at the frequency, level or other key
/// that they go over, as the case gives it: between their points, each taken to the motion by
/// Newton's method; branch by branch, and along each.
/// @param system  of the case
/// @throws InputError  of the results: of another kind; of another model, frequency, level or
///                     number of a joint; a point where the parameter is another one; none there
[[nodiscard]] std::vector<BranchMotion>
branch_motions(const EarlierResults& results, const BranchMotionsEntry& e, const Case& c,
               const BuiltModel& built, const std::shared_ptr<const dynamics::ModalModel>& modal,
               const dynamics::JointedSystem& system);

} // namespace slideway::app
