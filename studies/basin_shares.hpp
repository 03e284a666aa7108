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
    BasinOptions basins; ///< options at each value
    /// Options of the branches that give motions their names; their range contains all values.
    dynamics::OrbitBranchOptions branches;
    /// Change of a share between successive values, > 0, that is reported if the motion is
    /// stable at both.
    double jump = 0.2;
};
/// Verifies options. @throws InputError  out of range
void check(const ShareOptions& options);

/// Starts whose shares are computed.
struct ShareStarts {
    /// Starts at the current value of the family, in its state coordinates: 2 m x n, (q, q')
    /// at phase 0.
    std::function<Matrix(const dynamics::OrbitFamily&)> at;
    /// Axes on which the states of motions are reported, and whether the axis is the velocity.
    /// Empty: states are not reported.
    std::vector<dynamics::ModalOutput> axes = {};
    std::vector<bool> velocity = {};
    /// Starts in the plane of two axes, 2 x n. Empty: no integrity is reported.
    Matrix plane = {};
    Vector scale = {}; ///< 2: factors from states on the axes to `plane`
};

/// A motion with a name from the case.
struct NamedMotion {
    std::string name;
    dynamics::PeriodicMotion motion;
    double p = 0; ///< value of the parameter of this motion
};

/// Change of the share of a motion between two values at which it is stable.
struct ShareCrisis {
    enum class Kind {
        vanishes, ///< starts lead to it at the first value only
        appears,  ///< starts lead to it at the second value only
        jumps,    ///< the share changes by at least `jump`
    };
    Kind kind = Kind::vanishes;
    double from = 0, to = 0;      ///< adjacent values, ascending
    double before = 0, after = 0; ///< shares at these values
};
constexpr auto choices(ShareCrisis::Kind /*one of*/)
{
    using enum ShareCrisis::Kind;
    return std::to_array<Choice<ShareCrisis::Kind>>(
        {{vanishes, "vanishes"}, {appears, "appears"}, {jumps, "jumps"}});
}

/// A motion with its name, over all values.
struct SharedOrbit {
    std::string name;
    int periods = 1;
    dynamics::OrbitPiece piece;        ///< part of its branch
    std::string low_meets, high_meets; ///< names of the motions that it meets at symmetric ends
    // One entry per value:
    std::vector<dynamics::NamedState::Kind> state;
    std::vector<int> starts;    ///< number of starts that lead to it
    std::vector<double> growth; ///< magnitude of its largest multiplier; 0: absent
    std::vector<Matrix> at;     ///< axes x periods: its states; empty if absent or without axes
    std::vector<std::optional<Integrity>> integrity; ///< only for stable motions
    std::vector<ShareCrisis> crises;
};

/// Outcome of the starts at one value.
struct ValueOutcome {
    std::vector<int> label; ///< per start: index into the known orbits, then into the found ones;
                            ///< or a label of Outcomes
    std::vector<dynamics::KnownOrbit> found;
    int sample = 0, wrong = 0, uncertain = 0; ///< see Basins
    double periods = 0;                       ///< mean number of periods of the motions
    std::vector<std::string> failures;        ///< reasons of failed motions, each once
};

struct [[nodiscard]] BasinShares {
    std::vector<double> p;               ///< completed values
    int n = 0;                           ///< starts at each value
    std::vector<SharedOrbit> orbits;     ///< named ones with mirrors, "other 1", "P2 of ...", ...
    std::vector<std::vector<int>> label; ///< per value and start: index of the orbit, or a
                                         ///< label of Outcomes
    std::vector<int> sample, wrong, uncertain; ///< per value, see Basins
    std::vector<double> periods;               ///< mean number of periods of the motions
    std::vector<std::string> failures;         ///< reasons of failed motions, each once
    bool interrupted = false;
    std::string_view kernel;           ///< see Basins
    std::vector<ValueOutcome> outcome; ///< data to continue an interrupted computation; may include
                                       ///< values that are not completed

    [[nodiscard]] int count(std::size_t value, int label) const;
    [[nodiscard]] double share(std::size_t value, int label) const
    {
        return static_cast<double>(count(value, label)) / n;
    }
    /// Standard error of a share for randomly drawn starts: sqrt(share (1 - share) / n).
    [[nodiscard]] double standard_error(std::size_t value, int label) const;
};

/// Computes the basins of the same starts at each value of the parameter of the family. Motions
/// keep their names, because each is followed over the range of the parameter. A motion that is
/// found on the way is followed from there, and starts that had not settled at other values run
/// again. Ranks other than 0 help with the starts of a value and throw Interrupted at the end.
/// Values are computed in their order; an interrupted one is omitted.
/// @param values   ascending, within the range of the branches
/// @param earlier  outcomes of the first values of an interrupted computation with the same input;
///                 it continues there and gives exactly the result without interruption
/// @throws InputError  see check; two named motions are the same
[[nodiscard]] BasinShares basin_shares(const dynamics::OrbitFamily& family,
                                       const std::vector<double>& values, const ShareStarts& starts,
                                       const std::vector<NamedMotion>& named,
                                       const ShareOptions& options, const Progress& progress = {},
                                       std::vector<ValueOutcome> earlier = {});

} // namespace slideway::studies
