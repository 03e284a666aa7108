#pragma once

#include "base/choice.hpp"
#include "base/progress.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "dynamics/harmonic/response.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Where the curve of an earlier run of the same model is taken up again.
struct Restart {
    enum class Direction { forward, backward, both }; ///< along the branch
    continuation::Branch branch;                      ///< branch, as in ForcedResponse
    double level = 1;                                 ///< level of that branch
    Index point = 0;                                  ///< point of that branch
    Direction direction = Direction::forward;
    /// The other curves of that level; an extension keeps them, goes on with those that have not
    /// ended, and adds what is missing of them.
    std::optional<continuation::Branch> other_end;
    std::vector<continuation::Branch> crossing;
    /// Which of them point and direction are of: `branch`, other_end if there is one, crossing.
    std::size_t curve = 0;
    /// Range of the earlier run (Omega_from, Omega_to), for an extension forward. Curves that begin
    /// at its ends are also continued from their beginning, if the new range is wider.
    std::optional<std::array<double, 2>> old_range;
};

constexpr auto choices(Restart::Direction /*one of*/)
{
    using enum Restart::Direction;
    return std::to_array<Choice<Restart::Direction>>(
        {{forward, "forward"}, {backward, "backward"}, {both, "both"}});
}

/// The curve that point and direction are of.
/// @throws InputError  there is none
[[nodiscard]] const continuation::Branch& curve_of(const Restart& restart);

/// The curves that an extension keeps and goes on with.
[[nodiscard]] ForcedResponse kept_curves(const Restart& restart);

/// Whether the restart goes on with the whole old curve.
[[nodiscard]] bool extends(const Restart& restart, const ForcedResponseOptions& options);

/// Takes a curve up again. From its last point forward, or its first backward, it is extended: the
/// result holds the old points and the new ones, at most max_points of these at each end, and the
/// other curves of the level; where all have `ended`, the old ones alone. From any other point, or
/// both ways, a curve of its own begins there. At another level the motion of the point is first
/// led there at its frequency, along a branch of its own; forward is then towards the side of
/// higher or lower frequency to which the old curve went. Range, steps and tolerance are those of
/// `options`; Omega_from and Omega_to bound the curve in either order.
///
/// @throws InputError  as forced_response and check_restart
[[nodiscard]] ForcedResponse forced_response_from(const HarmonicBalance& model,
                                                  const ForcedResponseOptions& options,
                                                  const Restart& restart,
                                                  const Progress& progress = {});

/// @throws InputError  a point that is none, of another number of unknowns, outside the range, or
///                     that does not solve the equations of the model at its level; an extension
///                     with other monitors
void check_restart(const HarmonicBalance& model, const ForcedResponseOptions& options,
                   const Restart& restart);

/// Why an extension adds nothing: a closed curve, or one that leaves the range there, and nothing
/// is missing of the other curves of the level. "" otherwise.
[[nodiscard]] std::string ended(const HarmonicBalance& model, const ForcedResponseOptions& options,
                                const Restart& restart);

} // namespace slideway::dynamics
