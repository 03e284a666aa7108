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

/// A restart whose branches are those of a family.
struct CheckedRestart : OrbitRestart {
    /// Of a motion: in the form that it can have in the family, and what the equations leave.
    struct Beginning {
        OrbitForm form;
        Vector x;       ///< states at the nodes; empty: it breaks off
        double off = 0; ///< |F| over |x|, in the energy norm
    };
    std::optional<Beginning> beginning; ///< of a motion

    /// What the equations leave, where that is more than round-off: Newton's method must correct
    /// the motion.
    [[nodiscard]] std::optional<double> correction() const;
};

/// @throws InputError  a branch or point that is none; branches of other unknowns or outputs; old
///                     points that do not solve the equations of the family; a label where no
///                     branch begins, or one that is known; a motion outside the range; options
[[nodiscard]] CheckedRestart checked(const OrbitFamily& family, OrbitRestart restart,
                                     const std::vector<ModalOutput>& outputs,
                                     const OrbitBranchOptions& options);

/// Takes branches of an earlier run up again. From an end, or all of them, the result holds the old
/// points and the new ones, at most max_points of these at each end; branches that a wider range
/// unites are one, and with `branches` those that are missing are added. From a label, where
/// another branch begins, that one is added to the old ones. From a motion a branch of its own
/// begins, both ways: one that solves the equations of the family at p is taken as it is, another
/// one is a guess for Newton's method at p.
///
/// @param restart  as checked with the same family, outputs and options
/// @return  no branch: `not_followed` says why a motion is none of the family
[[nodiscard]] OrbitBranches orbit_branches_from(const OrbitFamily& family,
                                                const CheckedRestart& restart,
                                                const std::vector<ModalOutput>& outputs,
                                                const OrbitBranchOptions& options,
                                                const Progress& progress = {});

/// Why there is nothing to add at ends; "": there is, or the restart is another one.
[[nodiscard]] std::string ended(const OrbitFamily& family, const OrbitRestart& restart,
                                const std::vector<ModalOutput>& outputs,
                                const OrbitBranchOptions& options);

} // namespace slideway::dynamics
