#include "dynamics/orbits/regime_boundaries.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/refusals.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

bool has_damping(const StackedModes& modes)
{
    return modes.classical() ? (modes.c.array() != 0).any() : (modes.D.array() != 0).any();
}

void refuse(const DrySystem& system)
{
    if (system.n_contacts() > 1)
        throw InputError("analytic boundaries take one contact; the case has " +
                         std::to_string(system.n_contacts()) + " (" + join(system.names) + ")");
    refuse_no_closed_form(system);
}

std::variant<UndampedLimits, DampedLimits> limits_of(const DrySystem& system, Progress progress)
{
    refuse(system);
    if (has_damping(system.modes))
        return DampedLimits(system, std::move(progress));
    return UndampedLimits(system, std::move(progress));
}

} // namespace

Regime RegimeLimits::regime(double limit) const
{
    if (absorber || (no_motion && limit >= *no_motion * (1 - RegimeTolerances::same_limit)))
        return Regime::no_motion;
    const bool stop_free =
        limit < continuous ||
        std::any_of(more.ranges.begin(), more.ranges.end(), [limit](const StopFreeRange& range) {
            return range.from < limit && limit < range.to;
        });
    return stop_free ? Regime::continuous : Regime::stick_slip;
}

RegimeBoundaries::RegimeBoundaries(const DrySystem& system, Progress progress)
    : limits_(limits_of(system, progress)), measure_(measure_at(system.measures, 0)),
      progress_(std::move(progress))
{
}

RegimeLimits RegimeBoundaries::at(double Omega) const
{
    if (!(Omega > 0))
        throw std::invalid_argument("RegimeBoundaries: Omega must be positive");
    RegimeLimits boundary_limits =
        std::visit([&](const auto& limits) -> RegimeLimits { return limits.at(Omega); }, limits_);
    boundary_limits.measure = measure_;
    return boundary_limits;
}

RegimeLimits RegimeBoundaries::with_more_reversals(double Omega) const
{
    RegimeLimits limits = at(Omega);
    if (!limits.S)
        return limits;
    const std::optional<SlidingResponse> response = std::visit(
        [&](const auto& item) -> std::optional<SlidingResponse> { return item.response(Omega); },
        limits_);
    if (response)
        limits.more = more_reversals(*response, limits, progress_);
    else
        limits.more.not_searched = "Omega is a free resonance without damping";
    return limits;
}

RegimePeaks RegimeBoundaries::peaks(double low, double high) const
{
    if (!(low > 0) || !(high >= low))
        throw std::invalid_argument("RegimeBoundaries: expected 0 < low <= high");
    if (const auto* undamped = std::get_if<UndampedLimits>(&limits_))
        return undamped->peaks(low, high);
    RegimePeaks none;
    none.damped = true;
    return none;
}

} // namespace slideway::dynamics
