#include "dynamics/orbits/orbit_branch.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "continuation/corrector.hpp"
#include "continuation/stretches.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

// Scales of states in their size, and of the parameter at most so many times its value.
constexpr double sizes_per_range = 5, of_parameter = 2;
constexpr double smallest_history = 1e-3; // of the largest size of late
// Of stability tests and extrema beyond stops, from point to point: two zeros of a test between
// points would leave its sign alone.
constexpr double test_change = 0.2, beyond_change = 1.5;
constexpr double closes = 1e-10;   // a motion repeats itself, share of its size
constexpr double symmetric = 1e-8; // a motion is its own mirror, share of its size
constexpr double large = 1e300;    // monitors are finite

// Scales of the states of a branch.
struct OrbitScales {
    Vector weight;
    Index nodes = 1;
    double range = 1;
    double most = 0;

    continuation::Scales operator()(const VectorIn& x, double p)
    {
        const Index m = weight.size();
        const double size = energy_size(weight, x);
        most = std::max(smallest_history * most, size);
        const double now = sizes_per_range * std::max(size, smallest_history * most);
        continuation::Scales scales;
        scales.x.resize(2 * m * nodes);
        for (Index k = 0; k < nodes; ++k) {
            scales.x.segment(2 * m * k, m) = now * weight.cwiseInverse();
            scales.x.segment(2 * m * k + m, m).setConstant(now);
        }
        scales.p = p != 0 ? std::min(range, of_parameter * std::abs(p)) : range;
        return scales;
    }
};

void add_monitors(Problem& problem, OrbitEquations& equations)
{
    const auto add = [&](std::string name, bool zeros, double max_change, auto get) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = std::move(name);
        monitor.zeros = zeros;
        monitor.max_change = max_change;
        monitor.value = [&equations, get](const Solution& at) -> double {
            return get(equations.at(at.x, at.p));
        };
    };
    constexpr double any = std::numeric_limits<double>::infinity();
    using At = OrbitEquations::At;
    const double power = equations.form().half ? 2 : 1;
    add("growth", false, any, [power](const At& at) -> double {
        return at.stability.multipliers.size() > 0
                   ? std::pow(std::abs(at.stability.multipliers(0)), power)
                   : large;
    });
    add("stable", false, any, [](const At& at) -> double { return at.stability.stable ? 1 : 0; });
    add("flip", true, test_change, [](const At& at) -> double { return at.stability.flip_test; });
    add("neimark-sacker", true, test_change,
        [](const At& at) -> double { return at.stability.neimark_sacker_test; });
    add("grazing", true, any, [](const At& at) -> double { return at.grazing; });
    problem.monitors.back().corner = true;
    add("beyond", false, beyond_change, [](const At& at) -> double { return at.beyond; });
    for (std::size_t i = 0; i < equations.n_outputs(); ++i)
        for (const bool most : {false, true})
            add((most ? "largest " : "least ") + std::to_string(i), false, any,
                [&equations, i, most](const At& at) -> double {
                    const OrbitEquations::Range range = equations.range(at, i);
                    return most ? range.most : range.least;
                });
}

OrbitLabel label_of(const Branch& branch, Index k, bool half)
{
    switch (branch.kind_of(k)) {
    case PointKind::start:
        return OrbitLabel::start;
    case PointKind::fold:
        return OrbitLabel::fold;
    case PointKind::branch_point:
        return OrbitLabel::branch_point;
    case PointKind::bound:
        return OrbitLabel::bound;
    case PointKind::monitor_zero:
        switch (branch.monitor[static_cast<std::size_t>(k)]) {
        case orbit_flip:
            return half ? OrbitLabel::branch_point : OrbitLabel::period_doubling;
        case orbit_neimark_sacker:
            return OrbitLabel::neimark_sacker;
        case orbit_grazing:
            return OrbitLabel::grazing;
        default:
            return OrbitLabel::none;
        }
    case PointKind::regular:
    case PointKind::monitor_maximum:
        break;
    }
    return OrbitLabel::none;
}

Problem problem_of(OrbitEquations& equations)
{
    Problem problem;
    problem.evaluate = [&equations](const Vector& x, double p,
                                    continuation::Equations& out) -> bool {
        return equations.evaluate(x, p, out);
    };
    problem.images = [&equations](const Vector& x, double p,
                                  const Vector& tangent) -> std::vector<continuation::Image> {
        return equations.images(x, p, tangent);
    };
    return problem;
}

// Newton's method at p from x; says why not.
std::string correct(OrbitEquations& equations, Vector& x, double p, double tolerance)
{
    const Problem problem = problem_of(equations);
    OrbitScales scales{energy_weights(equations.family().system()), equations.form().nodes};
    // From rest, by the size of where it leads.
    continuation::Equations at;
    at.F.setZero(equations.n());
    at.F_x.setZero(equations.n(), equations.n());
    at.F_p.setZero(equations.n());
    if (!equations.evaluate(x, p, at))
        return "the motion breaks off";
    const Vector& weight = scales.weight;
    const Vector largest = energy_size(weight, at.F) > energy_size(weight, x) ? at.F : x;
    if (!(energy_size(weight, largest) > 0))
        return "nothing drives it: it stays at rest";
    continuation::NewtonOptions newton;
    newton.max_iterations = 30;
    newton.residual_tol = tolerance;
    continuation::Corrector corrector(problem, x.size(), scales(largest, p), newton);
    const Vector at_p = Vector::Unit(x.size() + 1, x.size());
    const continuation::NewtonStatus status = corrector.correct(x, p, at_p);
    if (status != continuation::NewtonStatus::converged)
        return "Newton's method " + std::string(continuation::text(status));
    corrector.polish(x, p, at_p);
    return "";
}

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

PeriodicMotion periodic_motion(const OrbitFamily& given, const Vector& z, double p, int periods,
                               std::optional<bool> half, const OrbitBranchOptions& o)
{
    OrbitFamily family = given;
    const std::string asymmetry = family.asymmetry();
    if (half.value_or(false) && !asymmetry.empty())
        throw InputError("half_period", "true", "the system is not its own mirror: " + asymmetry);
    if (half.value_or(false) && periods % 2 == 0)
        throw InputError("half_period", "true",
                         "motions of an even number of periods are not "
                         "their own mirror");
    PeriodicMotion out;
    out.form = {periods, half.value_or(false), periods};
    OrbitEquations equations(family, out.form, {}, o.step_tolerance);
    Vector x = equations.nodes_of(z, p);
    if (x.size() == 0) {
        out.message = "the motion from the start breaks off";
        return out;
    }
    if (out.message = correct(equations, x, p, o.tolerance); !out.message.empty())
        return out;
    out.z = x.head(z.size());
    const Vector weight = energy_weights(equations.family().system());
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
    if (!half && asymmetry.empty() && out.form.periods % 2 == 1) {
        OrbitForm mirror = out.form;
        mirror.half = true;
        OrbitEquations halves(family, mirror, {}, o.step_tolerance);
        Vector y = halves.nodes_of(out.z, p);
        const Vector start = y;
        // As its own mirror the same motion solves these equations.
        if (y.size() > 0 && correct(halves, y, p, o.tolerance).empty() &&
            energy_size(weight, y - start) <= symmetric * size) {
            out.form = mirror;
            out.z = y.head(z.size());
        }
    }
    OrbitEquations last(family, out.form, {}, o.step_tolerance);
    const Vector nodes = last.nodes_of(out.z, p);
    continuation::Equations at;
    at.F.setZero(last.n());
    at.F_x.setZero(last.n(), last.n());
    at.F_p.setZero(last.n());
    if (last.evaluate(nodes, p, at))
        out.residual = size > 0 ? energy_size(weight, at.F) / size : 0;
    out.found = true;
    return out;
}

OrbitBranch orbit_branch(const OrbitFamily& family, const PeriodicMotion& start, double p,
                         const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                         const Progress& progress)
{
    check(o);
    OrbitBranch out;
    out.form = start.form;
    OrbitEquations equations(family, start.form, outputs, o.step_tolerance);
    Problem problem = problem_of(equations);
    add_monitors(problem, equations);
    continuation::Options options;
    options.p_min = std::min(o.from, o.to);
    options.p_max = std::max(o.from, o.to);
    options.newton.residual_tol = o.tolerance;
    options.max_step = o.max_step;
    options.first_step = o.max_step / 2;
    options.min_step = std::min(1e-9, o.max_step / 2);
    options.max_points = o.max_points;
    options.branch_points = !start.form.half; // there it is the flip of H_n, which is regular
    OrbitScales scales{energy_weights(equations.family().system()), start.form.nodes,
                       options.p_max - options.p_min};
    continuation::Stretches stretches{problem, options, scales, progress};
    const Vector x = equations.nodes_of(start.z, p);
    out.branch = stretches.begin(continuation::start_of(x, p, -1));
    if (!out.branch.closed() && !continuation::interrupted(out.branch) &&
        out.branch.n_points() > 0) {
        out.branch = continuation::reversed(std::move(out.branch));
        stretches.take_up(out.branch);
    }
    for (Index k = 0; k < out.branch.n_points(); ++k) {
        const auto i = static_cast<std::size_t>(k);
        if (out.branch.kind_of(k) == PointKind::monitor_zero &&
            out.branch.monitor[i] == orbit_neimark_sacker &&
            equations.at(out.branch.x.col(k), out.branch.p(k)).stability.neutral_saddle) {
            out.branch.kind[i] = static_cast<int>(PointKind::regular);
            out.branch.monitor[i] = -1;
        }
        out.labels.push_back(label_of(out.branch, k, out.form.half));
        out.notes.emplace_back();
    }
    return out;
}

SampledOrbit sampled(const OrbitFamily& given, const OrbitForm& form, const Vector& z, double p,
                     int samples_per_period)
{
    OrbitFamily family = given;
    family.move_to(p);
    constexpr double two_pi = 2 * std::numbers::pi;
    const Index n = static_cast<Index>(form.periods) * samples_per_period;
    SampledOrbit out{Vector::LinSpaced(n + 1, 0, two_pi * form.periods), Matrix(z.size(), n + 1)};
    out.z.col(0) = z;
    PassageOptions options;
    for (Index k = 0; k < n; ++k) {
        const Passage to = passage(turned(family.system(), out.phase(k)), out.z.col(k),
                                   two_pi / samples_per_period / family.system().Omega, options);
        out.z.col(k + 1) = to.end;
    }
    return out;
}

} // namespace slideway::dynamics
