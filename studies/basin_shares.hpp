#pragma once

#include "dynamics/orbits/named_orbits.hpp"
#include "studies/basins.hpp"
#include "studies/integrity.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::studies {

struct ShareOptions {
    BasinOptions basins; ///< at each value
    /// Of the branches that carry names; their range holds all values.
    dynamics::OrbitBranchOptions branches;
    /// Change of a share from one value to the next, > 0, that is told where the motion is stable
    /// at both.
    double jump = 0.2;
};
/// @throws InputError  out of range
void check(const ShareOptions& options);

/// What shares are of.
struct ShareStarts {
    /// 2 m x n at the value that the family has, on its coordinates of states: (q, q') at phase 0.
    std::function<Matrix(const dynamics::OrbitFamily&)> at;
    /// Axes of their space on which the states of motions are told, and of which of them it is the
    /// velocity. None: the states are not told.
    std::vector<dynamics::ModalOutput> axes = {};
    std::vector<bool> velocity = {};
    /// 2 x n: the starts in the plane of two axes. Empty: no integrity is told.
    Matrix plane = {};
    Vector scale = {}; ///< 2: of states on the axes, that of `plane`
};

/// A motion that the case names.
struct NamedMotion {
    std::string name;
    dynamics::PeriodicMotion motion;
    double p = 0; ///< where it is
};

/// What became of the share of a motion between two values where it is stable.
struct ShareCrisis {
    enum class Kind {
        vanishes, ///< from one value to the next no start leads to it any more, ...
        appears,  ///< ... or the other way, ...
        jumps,    ///< ... or the share changes by `jump`
    };
    Kind kind = Kind::vanishes;
    double from = 0, to = 0;      ///< neighbouring values, ascending
    double before = 0, after = 0; ///< the shares there
};
constexpr auto choices(ShareCrisis::Kind /*one of*/)
{
    using enum ShareCrisis::Kind;
    return std::to_array<Choice<ShareCrisis::Kind>>(
        {{vanishes, "vanishes"}, {appears, "appears"}, {jumps, "jumps"}});
}

/// A motion under its name over all values.
struct SharedOrbit {
    std::string name;
    int periods = 1;
    dynamics::OrbitStretch stretch;    ///< of its branch
    std::string low_meets, high_meets; ///< names of what it meets where its ends are a symmetry
    // Of each value.
    std::vector<dynamics::NamedState::Kind> state;
    std::vector<int> starts;    ///< that lead to it
    std::vector<double> growth; ///< magnitude of its largest multiplier; 0: absent
    std::vector<Matrix> at;     ///< axes x periods: its states; empty: absent, or without axes
    std::vector<std::optional<Integrity>> integrity; ///< of stable ones
    std::vector<ShareCrisis> crises;
};

/// What the starts led to at one value.
struct ValueOutcome {
    std::vector<int> label; ///< of each start: of the orbits known there, then those found; or as
                            ///< of Outcomes
    std::vector<dynamics::KnownOrbit> found;
    int sample = 0, wrong = 0, uncertain = 0; ///< as of Basins
    double periods = 0;                       ///< mean that motions ran
    std::vector<std::string> failures;        ///< why motions broke off, none twice
};

struct [[nodiscard]] BasinShares {
    std::vector<double> p;           ///< the values that are done
    int n = 0;                       ///< starts at each
    std::vector<SharedOrbit> orbits; ///< those named with mirrors, then "other 1", "P2 of ...", ...
    std::vector<std::vector<int>> label; ///< of each value and start: number of the orbit, or as of
                                         ///< Outcomes
    std::vector<int> sample, wrong, uncertain; ///< of each value: as of Basins
    std::vector<double> periods;               ///< mean that motions ran
    std::vector<std::string> failures;         ///< why motions broke off, none twice
    bool interrupted = false;
    std::string_view kernel;           ///< as of Basins
    std::vector<ValueOutcome> outcome; ///< from which what is interrupted goes on; of values that
                                       ///< are not done too, if it went on itself

    [[nodiscard]] int count(std::size_t value, int label) const;
    [[nodiscard]] double share(std::size_t value, int label) const
    {
        return static_cast<double>(count(value, label)) / n;
    }
    /// Of a share, had the starts been drawn anew by chance: sqrt(share (1 - share) / n).
    [[nodiscard]] double standard_error(std::size_t value, int label) const;
};

/// At each value of the parameter of the family the basins of the same starts. Motions keep their
/// names because each is followed over the range of the parameter, and so is each that is found on
/// the way, from where it was found; starts that had not settled at other values then run again.
/// Ranks but 0 help with the starts of a value, and throw Interrupted when all is over.
/// Values are computed in their order; one that is interrupted is left out.
/// @param values   ascending, within the range of the branches
/// @param earlier  outcomes of the first values of an interrupted computation of the same: it goes
///                 on from there, and gives what one without interruption gives, to the bit
/// @throws InputError  as check; motions that are the same one
[[nodiscard]] BasinShares basin_shares(const dynamics::OrbitFamily& family,
                                       const std::vector<double>& values, const ShareStarts& starts,
                                       const std::vector<NamedMotion>& named,
                                       const ShareOptions& options, const Progress& progress = {},
                                       std::vector<ValueOutcome> earlier = {});

} // namespace slideway::studies
