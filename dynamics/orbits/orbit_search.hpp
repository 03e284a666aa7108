#pragma once

#include "dynamics/orbits/orbit_branches.hpp"

#include <vector>

namespace slideway::dynamics {

/// Where periodic motions are looked for.
struct OrbitSearch {
    std::vector<double> p; ///< values of the parameter, within the range of the branches
    std::vector<std::vector<Vector>> z; ///< starts per value, 2 m each, at phase 0
    int settle = 200;                   ///< periods of the drive before recurrences are looked for
    int longest = 40;                   ///< periods of a recurrence
};

/// Outcome of a start.
struct SearchedStart {
    enum class Outcome {
        found,         ///< a motion of `branch`
        no_recurrence, ///< within `longest` periods: chaotic, or not settled yet
        no_motion,     ///< Newton's method found none near the recurrence
        broke_off,     ///< the motion grew without bound
    };
    Outcome outcome = Outcome::no_recurrence;
    std::size_t p = 0, z = 0; ///< indices of the start, z[p][z]
    int periods = 0;          ///< periods of the recurrence, then of the motion
    Index branch = -1;
};
constexpr auto choices(SearchedStart::Outcome /*one of*/)
{
    using enum SearchedStart::Outcome;
    return std::to_array<Choice<SearchedStart::Outcome>>({{found, "found"},
                                                          {no_recurrence, "no recurrence"},
                                                          {no_motion, "no motion"},
                                                          {broke_off, "broke off"}});
}

struct [[nodiscard]] FoundOrbits {
    std::vector<OrbitBranch> branches; ///< none twice
    std::vector<SearchedStart> starts; ///< value by value
    bool interrupted = false;
    long long n_evaluations = 0;
    double tolerance = 0; ///< tolerance as in OrbitBranches
};

/// The branches that motions from many starts settle on. A recurrence is a guess: the first n with
/// a state n periods later within a tenth of its size; Newton's method from there decides whether
/// there is a motion, and its period. Motions that lie on a branch that is known, at any phase or
/// in the mirror, are that branch; of others the branch is followed.
/// @throws InputError  as orbit_branches; values outside the range; no starts; starts of not as
///                     many values
[[nodiscard]] FoundOrbits search_orbits(const OrbitFamily& family, const OrbitSearch& search,
                                        const std::vector<ModalOutput>& outputs,
                                        const OrbitBranchOptions& options,
                                        const Progress& progress = {});

} // namespace slideway::dynamics
