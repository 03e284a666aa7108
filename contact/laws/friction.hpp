#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

namespace slideway::contact {

/// Coulomb's coefficient, whatever the sliding velocity.
struct ConstantFriction {
    double mu = 0; ///< >= 0
};

/// Coefficient over the sliding speed, linear between the points, constant beyond the last.
struct FrictionTable {
    std::vector<double> speed; ///< [m/s], ascending, from 0
    std::vector<double> mu;    ///< >= 0, as many
    double error =
        0; ///< largest distance from the function that the table samples; 0 if there is none
};

/// mu = dynamic + (static - dynamic) exp(-|v| / speed).
struct FrictionDecay {
    double mu_static = 0, mu_dynamic = 0; ///< >= 0
    double speed = 0;                     ///< [m/s], > 0: where 63 % of the difference is gone
};

/// mu at every speed but zero, and another one while it sticks.
struct FrictionJump {
    double mu_static = 0, mu_dynamic = 0; ///< >= 0, the first not below the second
};

/// Every friction law there is; a new one is a struct, its name here and `coefficient` below, and
/// `text`, `zero` and `slope_of` in friction.cpp.
using Friction = std::variant<ConstantFriction, FrictionTable, FrictionDecay, FrictionJump>;

/// Friction coefficient at a sliding speed |v| [m/s]; at 0 the limit of slow sliding.
inline double coefficient(const ConstantFriction& law, double)
{
    return law.mu;
}
inline double coefficient(const FrictionDecay& law, double speed)
{
    return law.mu_dynamic + (law.mu_static - law.mu_dynamic) * std::exp(-speed / law.speed);
}
inline double coefficient(const FrictionJump& law, double)
{
    return law.mu_dynamic;
}
inline double coefficient(const FrictionTable& law, double speed)
{
    const auto above = std::upper_bound(law.speed.begin(), law.speed.end(), speed);
    if (above == law.speed.end())
        return law.mu.back();
    if (above == law.speed.begin())
        return law.mu.front();
    const auto k = static_cast<std::size_t>(above - law.speed.begin());
    const double along = (speed - law.speed[k - 1]) / (law.speed[k] - law.speed[k - 1]);
    return law.mu[k - 1] + along * (law.mu[k] - law.mu[k - 1]);
}
inline double coefficient(const Friction& law, double speed)
{
    if (const auto* constant = std::get_if<ConstantFriction>(&law)) // the hot loops' usual case
        return constant->mu;
    return std::visit([speed](const auto& l) -> double { return coefficient(l, speed); }, law);
}

/// The largest coefficient without sliding.
inline double coefficient_at_rest(const Friction& law)
{
    const auto* jump = std::get_if<FrictionJump>(&law);
    return jump ? jump->mu_static : coefficient(law, 0.0);
}

/// d mu / d|v| [s/m] at a sliding speed; of a table that of the piece to the right.
[[nodiscard]] double slope(const Friction& law, double speed);

/// Whether there is no friction at any speed.
[[nodiscard]] bool frictionless(const Friction& law);

/// "0.3", "0.4 falling to 0.2 over 0.05 m/s", ...
[[nodiscard]] std::string describe(const Friction& law);

} // namespace slideway::contact
