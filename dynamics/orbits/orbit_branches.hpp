#pragma once

#include "base/progress.hpp"
#include "continuation/network.hpp"
#include "dynamics/orbits/orbit_equations.hpp"
#include "dynamics/orbits/orbit_label.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Rows of Branch::monitors of branches of periodic motions. Behind them: the least and the largest
/// value of each output.
enum OrbitMonitor {
    orbit_growth = 0,         ///< largest modulus of a multiplier of n periods
    orbit_stable = 1,         ///< 1 less the number of multipliers outside the unit circle
    orbit_flip = 2,           ///< zero: branch point (H_n) or period doubling (P_n)
    orbit_neimark_sacker = 3, ///< zero: a complex pair on the unit circle
    orbit_grazing = 4,        ///< zero: an extremum at a stop
    orbit_beyond = 5,         ///< extrema beyond stops, of n or n/2 periods
    orbit_outputs = 6,
};

struct OrbitBranchOptions {
    double from = 0, to = 0;       ///< range of the parameter, in either order
    double tolerance = 1e-11;      ///< tolerance of Newton's method, relative to the size of states
    double step_tolerance = 1e-13; ///< tolerance of Taylor steps
    /// Longest step > 0, as a share of the range, or of twice the parameter if that is less. States
    /// change by five times this share at most.
    double max_step = 0.01;
    int max_points = 5000; ///< >= 2
    /// Also the branches that cross at branch points and those of twice the period, and theirs.
    bool branches = false;
    int max_periods = 16; ///< largest number of periods of these
};

/// The periodic motions over a parameter: a curve that may turn back in it, or close.
struct OrbitBranch {
    OrbitForm form;
    /// p: the parameter; x: states (q, q') at the nodes; monitors: those of OrbitMonitor.
    continuation::Branch branch;
    std::vector<OrbitLabel> labels; ///< label of each point
    /// Additional note for users at each point, for example "fold" at a grazing where the branch
    /// turns back.
    std::vector<std::string> notes;
    /// Number of multipliers, of complex pairs, or of extrema at stops, that a label has at once:
    /// more than 1 where equal parts of a structure do the same. 0: no label.
    std::vector<int> multiplicity;
    /// Places where the number of multipliers outside the circle changes without a label, in words.
    std::vector<std::string> unlocated;
    /// Where it was found: at a point of an earlier branch; -1: at the start.
    Index parent = -1, parent_point = -1;
};

struct [[nodiscard]] OrbitBranches {
    std::vector<OrbitBranch> branches;     ///< the first from the start; at most `most`
    std::vector<std::string> not_followed; ///< why a label was left out
    bool interrupted = false;
    long long n_evaluations = 0;
    /// Tolerance of Newton's method. It exceeds that of the options if models over a key do not
    /// repeat to it.
    double tolerance = 0;

    static constexpr std::size_t most = 32;
};

/// A periodic motion: where branches begin.
struct PeriodicMotion {
    bool found = false;
    std::string message; ///< why not
    OrbitForm form;
    Vector z;            ///< 2 m: (q, q') at phase 0
    double residual = 0; ///< |F| over |z|, in the energy norm
};

/// @throws InputError  half of an unsymmetric system, or of an even number of periods
void check_half_period(const OrbitFamily& family, int periods, std::optional<bool> half);

/// The periodic motion next to a state at phase 0, by Newton's method on the map of `periods`
/// periods; then n is the smallest number of periods that closes, and motions that are their own
/// mirror are sought as such.
/// @param half      true if the half-period map is requested; empty: where the motion is symmetric
/// @param progress  share of the motions that Newton's method may take
/// @throws InputError  as check_half_period
/// @throws Interrupted
[[nodiscard]] PeriodicMotion periodic_motion(const OrbitFamily& family, const Vector& z, double p,
                                             int periods, std::optional<bool> half = {},
                                             const OrbitBranchOptions& options = {},
                                             const Progress& progress = {});

/// @throws InputError  options out of range
void check(const OrbitBranchOptions& options);

/// Follows a periodic motion both ways, or until the branch closes, modulo the phase of the drive
/// and the mirror. It ends where it meets motions of more symmetry, their own mirror or of half the
/// periods: beyond is its own image. With `branches` those that leave it are followed too, nothing
/// twice.
/// @throws InputError  as check
[[nodiscard]] OrbitBranches orbit_branches(const OrbitFamily& family, const PeriodicMotion& start,
                                           double p, const std::vector<ModalOutput>& outputs,
                                           const OrbitBranchOptions& options,
                                           const Progress& progress = {});

/// Whether another branch begins at a point, within the range.
[[nodiscard]] bool leads_off(const OrbitBranch& branch, Index point,
                             const OrbitBranchOptions& options);
/// Where other branches begin that are not known.
[[nodiscard]] std::vector<continuation::Place> missing_branches(const OrbitFamily& family,
                                                                const OrbitBranches& known,
                                                                const OrbitBranchOptions& options);
/// Adds to branches that are known the one that begins at a point, if it is given, and with
/// `branches` those that leave them, as orbit_branches.
/// @throws InputError  as check
[[nodiscard]] OrbitBranches add_branches(const OrbitFamily& family, OrbitBranches known,
                                         const std::optional<continuation::Place>& place,
                                         const std::vector<ModalOutput>& outputs,
                                         const OrbitBranchOptions& options,
                                         const Progress& progress = {});

/// The whole of one motion, at point k of a branch, in even steps.
struct SampledOrbit {
    Vector phase; ///< [rad] of the drive, 0 to 2 pi n
    Matrix z;     ///< 2 m x samples
};
[[nodiscard]] SampledOrbit sampled(const OrbitFamily& family, const OrbitForm& form,
                                   const Vector& z, double p, int samples_per_period);

} // namespace slideway::dynamics
