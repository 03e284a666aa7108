#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where branches of an earlier run are taken up again.
struct OrbitRestart {
    enum class From {
        ends,   ///< ends of all branches that can be continued
        front,  ///< front end of one branch
        back,   ///< back end of one branch
        label,  ///< the other branch there
        motion, ///< one through it, of this family whatever the earlier one was
    };
    From from = From::ends;
    std::vector<OrbitBranch> branches; ///< branches of the earlier run
    continuation::Place
        at;       ///< start of the restart, unless `ends`; only the branch for front and back
    double p = 0; ///< for a motion: parameter of this family at its start
    /// For a motion: true if the branch has the same parameter. If the motion also belongs to this
    /// family, its tangent is known.
    bool on_branch = false;

    /// Whether the branches stay, and others or more of them are added.
    [[nodiscard]] bool keeps() const { return from != From::motion; }
};

/// A restart whose branches are those of a family.
struct CheckedRestart : OrbitRestart {
    /// For a motion: its form in the family, and the residual of the equations.
    struct Beginning {
        OrbitForm form;
        Vector x;       ///< states at the nodes; empty: it breaks off
        double off = 0; ///< |F| over |x|, in the energy norm
    };
    std::optional<Beginning> beginning; ///< set for a motion

    /// Residual of the equations, if it exceeds round-off; Newton's method must then correct the
    /// motion.
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
