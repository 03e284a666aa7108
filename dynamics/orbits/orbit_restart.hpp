#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where branches of an earlier run are taken up again.
struct OrbitRestart {
    enum class From {
        ends,   ///< of all branches, where they lead on
        front,  ///< of one
        back,   ///< of one
        label,  ///< the other branch there
        motion, ///< one through it, of this family whatever the earlier one was
    };
    From from = From::ends;
    std::vector<OrbitBranch> branches; ///< of that run
    continuation::Place at;            ///< but for `ends`; of front and back the branch alone
    double p = 0; ///< of a motion: the parameter of this family with which it begins
    /// Of a motion: the branch goes over the same parameter. Where the motion is one of this family
    /// too, its tangent is known.
    bool on_branch = false;

    /// Whether the branches stay, and others or more of them are added.
    [[nodiscard]] bool keeps() const { return from != From::motion; }
};

/// Takes branches of an earlier run up again. From an end, or all of them, the result holds the old
/// points and the new ones, at most max_points of these at each end; branches that a wider range
/// unites are one, and with `branches` those that are missing are added. From a label, where
/// another branch begins, that one is added to the old ones. From a motion a branch of its own
/// begins, both ways: one that solves the equations of the family at p is taken as it is, another
/// one is a guess for Newton's method at p.
///
/// @return  no branch: `not_followed` says why a motion is none of the family
/// @throws InputError  as orbit_branches and check_restart
[[nodiscard]] OrbitBranches orbit_branches_from(const OrbitFamily& family,
                                                const OrbitRestart& restart,
                                                const std::vector<ModalOutput>& outputs,
                                                const OrbitBranchOptions& options,
                                                const Progress& progress = {});

/// @throws InputError  a branch or point that is none; branches of other unknowns or outputs; old
///                     points that do not solve the equations of the family; a label where no
///                     branch begins, or one that is known; a motion outside the range
void check_restart(const OrbitFamily& family, const OrbitRestart& restart,
                   const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& options);

/// What the equations of the family leave at the motion from which a branch begins, share of its
/// size, where that is more than round-off: Newton's method must correct it.
[[nodiscard]] std::optional<double> correction(const OrbitFamily& family,
                                               const OrbitRestart& restart,
                                               const OrbitBranchOptions& options);

/// Why there is nothing to add at ends; "": there is, or the restart is another one.
[[nodiscard]] std::string ended(const OrbitFamily& family, const OrbitRestart& restart,
                                const std::vector<ModalOutput>& outputs,
                                const OrbitBranchOptions& options);

} // namespace slideway::dynamics
