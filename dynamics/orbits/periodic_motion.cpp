#include "dynamics/orbits/orbit_branches.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/isolation.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double closes = 1e-10;   // a motion repeats itself, share of its size
constexpr double symmetric = 1e-8; // a motion is its own mirror, share of its size

} // namespace

void check(const OrbitBranchOptions& o)
{
    for (const double p : {o.from, o.to})
        if (!std::isfinite(p))
            throw InputError("range", number_text(p), "expected numbers");
    if (o.from == o.to)
        throw InputError("the range of the parameter is empty");
    if (!(o.tolerance > 0 && o.tolerance <= 1e-6))
        throw InputError("tolerance", number_text(o.tolerance),
                         "expected a number > 0 and <= 1e-6");
    if (!(o.max_step > 0 && o.max_step <= 0.2))
        throw InputError("max_step", number_text(o.max_step), "expected a number > 0 and <= 0.2");
    if (o.max_points < 2)
        throw InputError("max_points", std::to_string(o.max_points), "expected at least 2");
}

void check_half_period(const OrbitFamily& family, int periods, std::optional<bool> half)
{
    if (!half.value_or(false))
        return;
    if (const std::string asymmetry = family.asymmetry(); !asymmetry.empty())
        throw InputError("half_period", "true", "the system is not its own mirror: " + asymmetry);
    if (periods % 2 == 0)
        throw InputError("half_period", "true",
                         "motions of an even number of periods are not their own mirror");
}

PeriodicMotion periodic_motion(const OrbitFamily& given, const Vector& z, double p, int periods,
                               std::optional<bool> half, const OrbitBranchOptions& o,
                               const Progress& progress)
{
    OrbitFamily family = given;
    check_half_period(family, periods, half);
    PeriodicMotion out;
    out.form = {periods, half.value_or(false), periods};
    OrbitEquations equations(family, out.form, {}, o.step_tolerance);
    Vector x = equations.nodes_of(z, p);
    if (x.size() == 0) {
        out.message = "the motion from the start breaks off";
        return out;
    }
    if (out.message = corrected(equations, x, p, o.tolerance, progress); !out.message.empty())
        return out;
    out.z = x.head(z.size());
    const Vector weight = equations.family().energy_weights();
    const double size = energy_size(weight, x);
    // The smallest number of periods that closes: nodes are one period apart, or half of one.
    for (int n = 1; n < periods; ++n) {
        if (periods % n != 0)
            continue;
        const Vector later = x.segment(z.size() * n, z.size());
        if (energy_size(weight, later - out.z) <= closes * size) {
            out.form.periods = out.form.nodes = n;
            break;
        }
    }
    if (!half && family.asymmetry().empty() && out.form.periods % 2 == 1) {
        OrbitForm mirror = out.form;
        mirror.half = true;
        OrbitEquations halves(family, mirror, {}, o.step_tolerance);
        Vector y = halves.nodes_of(out.z, p);
        const Vector start = y;
        // A symmetric motion also solves these equations.
        if (y.size() > 0 && corrected(halves, y, p, o.tolerance, progress).empty() &&
            energy_size(weight, y - start) <= symmetric * size) {
            out.form = mirror;
            out.z = y.head(z.size());
        }
    }
    OrbitEquations last(family, out.form, {}, o.step_tolerance);
    x = last.nodes_of(out.z, p);
    out.residual = last.residual(x, p);
    out.found = is_isolated(last, x, p, o.tolerance, o.step_tolerance);
    if (!out.found)
        out.message = not_isolated(o.tolerance);
    return out;
}

} // namespace slideway::dynamics
