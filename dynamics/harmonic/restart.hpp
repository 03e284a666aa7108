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

/// Point of a curve of an earlier run from which the same model is continued.
struct Restart {
    enum class Direction { forward, backward, both }; ///< along the branch
    continuation::Branch branch;                      ///< branch, as in ForcedResponse
    double level = 1;                                 ///< level of that branch
    Index point = 0;                                  ///< point of that branch
    Direction direction = Direction::forward;
    /// Other curves of that level. An extension keeps them, continues those that have not ended,
    /// and adds missing ones.
    std::optional<continuation::Branch> other_end;
    std::vector<continuation::Branch> crossing;
    /// Index of the curve of `point` and `direction` in the list of `branch`, other_end (if any)
    /// and crossing.
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

/// Returns the curve to which `point` and `direction` belong.
/// @throws InputError  there is no such curve
[[nodiscard]] const continuation::Branch& curve_of(const Restart& restart);

/// Returns the curves that an extension keeps and continues.
[[nodiscard]] ForcedResponse kept_curves(const Restart& restart);

/// True if the restart extends the whole old curve.
[[nodiscard]] bool extends(const Restart& restart, const ForcedResponseOptions& options);

/// Continues a curve of an earlier run. Range, steps and tolerance are those of `options`;
/// Omega_from and Omega_to bound the curve in either order.
///
/// From the last point forward, or from the first point backward, the curve is extended. The result
/// holds the old points, at most max_points new ones at each end, and the other curves of the
/// level. If all curves have `ended`, it holds only the old ones. From any other point, or in both
/// directions, a separate curve begins.
///
/// At another level, the motion of the point is first continued to that level at its frequency,
/// along a separate branch. Forward is then the side of higher or lower frequency to which the old
/// curve went.
///
/// @throws InputError  see forced_response and check_restart
[[nodiscard]] ForcedResponse forced_response_from(const HarmonicBalance& model,
                                                  const ForcedResponseOptions& options,
                                                  const Restart& restart,
                                                  const Progress& progress = {});

/// Checks a restart.
/// @throws InputError  the point does not exist, has another number of unknowns, is outside the
///                     range, or does not solve the equations of the model at its level; or an
///                     extension has other monitors
void check_restart(const HarmonicBalance& model, const ForcedResponseOptions& options,
                   const Restart& restart);

/// Returns the reason why an extension adds no points, or an empty text. It adds none if the curve
/// is closed or leaves the range at that end, and the other curves of the level are complete.
[[nodiscard]] std::string ended(const HarmonicBalance& model, const ForcedResponseOptions& options,
                                const Restart& restart);

} // namespace slideway::dynamics
