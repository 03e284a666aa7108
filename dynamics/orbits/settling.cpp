#include "dynamics/orbits/settling.hpp"

#include "base/interruptible.hpp"
#include "dynamics/orbits/orbit_equations.hpp"

#include <numbers>

namespace slideway::dynamics {

namespace {

constexpr double recurs = 0.1; // share of the size of a state

Passage one_period(const OrbitFamily& family, const Vector& z, double tolerance)
{
    PassageOptions options;
    options.tolerance = tolerance;
    return family.passage(z, 0, 2 * std::numbers::pi / family.system().Omega, options);
}

} // namespace

Settled settled(const OrbitFamily& given, const Vector& z, double p, int periods, double tolerance,
                const Progress& progress)
{
    OrbitFamily family = given;
    family.move_to(p);
    Settled out{z, false, ""};
    try {
        for (int k = 0; k < periods; ++k) {
            ask(progress, static_cast<double>(k) / periods);
            Passage period = one_period(family, out.z, tolerance);
            if (out.failure = period.failure; !out.failure.empty())
                return out;
            out.z = std::move(period.end);
        }
    } catch (const Interrupted&) {
        out.interrupted = true;
    }
    return out;
}

int recurrence(const OrbitFamily& given, const Vector& z, double p, int most, double tolerance,
               const Progress& progress)
{
    OrbitFamily family = given;
    family.move_to(p);
    const Vector weight = family.energy_weights();
    const double size = energy_size(weight, z);
    Vector values = z;
    for (int n = 1; n <= most; ++n) {
        ask(progress, static_cast<double>(n - 1) / most);
        Passage period = one_period(family, values, tolerance);
        if (!period.failure.empty())
            return 0;
        values = std::move(period.end);
        if (energy_size(weight, values - z) < recurs * size)
            return n;
    }
    return 0;
}

} // namespace slideway::dynamics
