#include "continuation/options.hpp"

#include "base/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

namespace slideway::continuation {

namespace {

void require(bool holds, const std::string& message)
{
    if (!holds)
        throw std::invalid_argument("continuation: " + message);
}

} // namespace

void check(const Options& o)
{
    require(o.p_min < o.p_max, "p_min = " + number_text(o.p_min) +
                                   "; expected less than p_max = " + number_text(o.p_max));
    require(o.min_step > 0 && std::isfinite(o.max_step) && o.min_step <= o.max_step,
            "min_step = " + number_text(o.min_step) + ", max_step = " + number_text(o.max_step) +
                "; expected 0 < min_step <= max_step");
    require(o.first_step >= o.min_step && o.first_step <= o.max_step,
            "first_step = " + number_text(o.first_step) + "; expected min_step to max_step");
    require(o.target_iterations >= 1, "target_iterations must be >= 1");
    require(o.target_angle > 0 && o.target_angle <= o.max_angle && o.max_angle < 1.5,
            "expected 0 < target_angle <= max_angle < 1.5");
    require(o.corner_step > 0, "corner_step must be > 0");
    require(o.max_points >= 1, "max_points must be >= 1");
    require(o.location_tol > 0, "location_tol must be > 0");
}

void check(const Problem& problem)
{
    require(static_cast<bool>(problem.evaluate), "a problem without equations");
    for (const Monitor& monitor : problem.monitors)
        require(static_cast<bool>(monitor.value), "monitor " + monitor.name + " without a value");
}

} // namespace slideway::continuation
