#include "dynamics/orbits/orbit_tracer.hpp"

#include "base/dense_eigen.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "continuation/corrector.hpp"
#include "continuation/pieces.hpp"
#include "continuation/state.hpp"
#include "continuation/switch_branch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

constexpr double sizes_per_range = 5, of_parameter = 2;
constexpr double least_of_range = 1e-2;   // so that a parameter gets to 0
constexpr double smallest_history = 1e-3; // of the largest size of late
// Change of a stability test from point to point: two zeros of a test between points would leave
// its sign alone.
constexpr double test_change = 0.2;
// Noise of the test by products of multipliers: without damping, round-off determines its sign.
constexpr double no_growth = 1e-10;
constexpr double large = 1e300; // monitors are finite
// Relative difference of states of the same motion. Branch points that different equations locate
// differ by up to 1e-8.
constexpr double same_motion = 1e-6;
// First steps from a point where a branch is left, scaled, in the order in which they are tried:
// longer ones may fall back onto it or find nothing, shorter ones are lost in round-off.
constexpr double departures[] = {5e-4, 1.5e-3, 1.5e-4, 4.5e-3, 5e-5, 1.5e-5, 5e-6, 1.5e-6};

// Relative value of a monitor at a zero that other equations located; branch points differ by up to
// 1e-8.
constexpr double known_zero = 1e-7;

// Models of a mesh repeat from value to value of a key to what the round-off of its entries makes
// of its modes. Newton's method ends above that, or does not.
constexpr double above_roughness = 2;

// Share of the tolerance of Newton's method with which a branch that failed continues, and the
// least tolerance: round-off of a motion.
constexpr double finer_tolerance = 1e-2, least_tolerance = 1e-14;
constexpr Index points_again = 40; // of the branch that are followed again

// Number of events of a motion from which Newton's method makes only full steps, and this number of
// them: each evaluation takes a tenth of a second, and the map is linear only within the inverse of
// that number.
constexpr std::size_t many_events = 10000;
constexpr int few_iterations = 10;

using MultipliersAt = std::function<const ComplexVector&(const Vector& x, double p)>;

void add_monitors(Problem& problem, OrbitEquations& equations, const MultipliersAt& all)
{
    const auto add = [&](std::string name, bool zeros, double max_change, auto get) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = std::move(name);
        monitor.zeros = zeros;
        monitor.max_change = max_change;
        monitor.value = [&equations, get](const Solution& solution) -> double {
            return get(equations.at(solution.x, solution.p));
        };
    };
    constexpr double any = std::numeric_limits<double>::infinity();
    using At = OrbitEquations::At;
    const double power = equations.form().half ? 2 : 1;
    add("growth", false, any, [power, all](const At& point) -> double {
        const ComplexVector& multipliers = all(point.x, point.p);
        return multipliers.size() > 0 ? std::pow(std::abs(multipliers(0)), power) : large;
    });
    add("stable", false, any, [all](const At& trace_point) -> double {
        return 1 - continuation::count_outside(all(trace_point.x, trace_point.p));
    });
    add("flip", true, test_change,
        [](const At& other_point) -> double { return other_point.stability.flip_test; });
    add("neimark-sacker", true, test_change,
        [](const At& this_point) -> double { return this_point.stability.neimark_sacker_test; });
    problem.monitors.back().noise = no_growth;
    add("grazing", true, any,
        [](const At& current_point) -> double { return current_point.grazing; });
    add("beyond", false, any, [](const At& inner_point) -> double { return inner_point.contacts; });
    for (std::size_t i = 0; i < equations.n_outputs(); ++i)
        for (const bool most : {false, true})
            add((most ? "largest " : "least ") + std::to_string(i), false, any,
                [&equations, i, most](const At& at) -> double {
                    const MotionRange range = equations.range(at, i);
                    return most ? range.most : range.least;
                });
}

void add_surfaces(Problem& problem, OrbitEquations& equations, const MultipliersAt& all)
{
    const auto value_at = [&equations](const Solution& s) -> const OrbitEquations::At& {
        return equations.at(s.x, s.p);
    };
    problem.surfaces = {
        .monitor = orbit_grazing,
        .beyond = [value_at](const Solution& s) -> int { return value_at(s).beyond; },
        .on = [value_at](const Solution& s) -> int { return value_at(s).touching; },
        .room = [value_at](const Solution& s) -> double { return value_at(s).room; }};
    problem.multipliers = {
        .of = [all](const Solution& s) -> ComplexVector { return all(s.x, s.p); },
        .own = [value_at](const Solution& s) -> ComplexVector {
            return value_at(s).stability.multipliers;
        },
        .flip = orbit_flip,
        .pair = orbit_neimark_sacker};
}

} // namespace

Vector direction_at(const Matrix& map, double place)
{
    const GeneralEigen general_eigen = eigen(map);
    Index nearest = 0;
    for (Index i = 1; i < general_eigen.values.size(); ++i)
        if (std::abs(general_eigen.values(i) - place) <
            std::abs(general_eigen.values(nearest) - place))
            nearest = i;
    return general_eigen.vectors.col(nearest).real();
}

continuation::Scales OrbitScales::operator()(const VectorIn& x, double p)
{
    const Index m = weight.size();
    const double size = energy_size(weight, x);
    most = std::max(smallest_history * most, size);
    const double value = sizes_per_range * std::max(size, smallest_history * most);
    continuation::Scales scales;
    scales.x.resize(2 * m * nodes);
    for (Index k = 0; k < nodes; ++k) {
        scales.x.segment(2 * m * k, m) = value * weight.cwiseInverse();
        scales.x.segment(2 * m * k + m, m).setConstant(value);
    }
    scales.p = p != 0
                   ? std::min(range, std::max(of_parameter * std::abs(p), least_of_range * range))
                   : range;
    return scales;
}

Problem problem_of(OrbitEquations& equations)
{
    Problem problem;
    problem.evaluate = [&equations](const Vector& x, double p,
                                    continuation::Equations& out) -> bool {
        return equations.evaluate(x, p, out);
    };
    problem.fixed_point = true;
    problem.images = [&equations](const Vector& x, double p,
                                  const Vector& tangent) -> std::vector<continuation::Image> {
        return equations.images(x, p, tangent);
    };
    return problem;
}

std::string corrected(OrbitEquations& equations, Vector& x, double p, double tolerance,
                      const Progress& progress)
{
    continuation::NewtonOptions newton;
    newton.max_iterations = 30;
    newton.residual_tol = tolerance;
    continuation::Problem problem = problem_of(equations);
    // Far from any motion each step is halved: a motion is taken as often as that.
    const int most = 1 + newton.max_iterations * (1 + newton.max_halvings);
    problem.evaluate = [&, evaluate = problem.evaluate,
                        n = 0](const Vector& values, double at_p,
                               continuation::Equations& out) mutable -> bool {
        ask(progress, std::min(1.0, static_cast<double>(n++) / most));
        return evaluate(values, at_p, out);
    };
    OrbitScales scales{equations.family().energy_weights(), equations.form().nodes};
    // From rest, by the size of where it leads.
    continuation::Equations tracer_equations;
    tracer_equations.F.setZero(equations.n());
    tracer_equations.F_x.setZero(equations.n(), equations.n());
    tracer_equations.F_p.setZero(equations.n());
    if (!problem.evaluate(x, p, tracer_equations))
        return "the motion breaks off";
    const Vector& weight = scales.weight;
    const Vector largest =
        energy_size(weight, tracer_equations.F) > energy_size(weight, x) ? tracer_equations.F : x;
    if (!(energy_size(weight, largest) > 0))
        return "it has no drive and stays at rest";
    const std::size_t n_events = equations.at(x, p).events.size();
    if (n_events > many_events) {
        newton.max_iterations = few_iterations;
        newton.max_halvings = 0;
    }
    continuation::Corrector corrector(problem, x.size(), scales(largest, p), newton);
    const Vector at_p = Vector::Unit(x.size() + 1, x.size());
    const continuation::NewtonStatus status = corrector.correct(x, p, at_p);
    if (status != continuation::NewtonStatus::converged)
        return "Newton's method " + std::string(continuation::text(status)) +
               (n_events > many_events ? "; contacts begin and end " + std::to_string(n_events) +
                                             " times in this motion"
                                       : "");
    corrector.polish(x, p, at_p);
    return "";
}

double tolerance_over_keys(const OrbitFamily& family, const Problem& problem, const Vector& x,
                           double p, const Vector& direction, const continuation::Options& options)
{
    const double asked = options.newton.residual_tol;
    if (!family.keyed() || x.size() == 0)
        return asked;
    continuation::Corrector corrector(problem, x.size(), options.scales, options.newton);
    return std::max(asked, above_roughness * corrector.roughness(x, p, direction));
}

OrbitTracer::OrbitTracer(const OrbitFamily& family, const OrbitForm& form,
                         const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                         const Progress& progress)
    : form_(form), equations_(family, form, outputs, o.step_tolerance), reports_halves_(form.half),
      family_(family), outputs_(outputs), given_(o), problem_(problem_of(equations_)),
      progress_(progress)
{
    add_problem();
}

void OrbitTracer::add_problem()
{
    const MultipliersAt all = [this](const Vector& x, double p) -> const ComplexVector& {
        return multipliers_at(x, p);
    };
    add_monitors(problem_, equations_, all);
    add_surfaces(problem_, equations_, all);
    const OrbitBranchOptions& o = given_;
    options_.p_min = std::min(o.from, o.to);
    options_.p_max = std::max(o.from, o.to);
    options_.newton.residual_tol = o.tolerance;
    options_.max_step = o.max_step;
    options_.first_step = o.max_step / 2;
    options_.min_step = std::min(1e-9, o.max_step / 2);
    options_.max_points = o.max_points;
}

const ComplexVector& OrbitTracer::multipliers_at(const Vector& x, double p)
{
    return (whole_ ? whole_->at(motions_->on_whole(x), p) : equations_.at(x, p))
        .stability.multipliers;
}

continuation::RescaledTrace OrbitTracer::rescaled_trace(const Vector& x, double p)
{
    checks_ = {};
    continuation::RescaledTrace out{problem_, options_,
                                    OrbitScales{equations_.family().energy_weights(), form_.nodes,
                                                options_.p_max - options_.p_min},
                                    progress_,
                                    [this](Branch& branch) { return check_or_interrupt(branch); }};
    out.options.scales = out.scales_at(x, p);
    if (!tolerance_ && x.size() > 0)
        tolerance_ = tolerance_over_keys(equations_.family(), problem_, x, p,
                                         Vector::Unit(x.size() + 1, x.size()), out.options);
    out.options.newton.residual_tol = tolerance();
    return out;
}

std::string OrbitTracer::correct(Vector& x, double p)
{
    return corrected(equations_, x, p, options_.newton.residual_tol);
}

OrbitBranch OrbitTracer::both_ways(const Vector& z, double p)
{
    return both_ways(continuation::start_of(equations_.nodes_of(z, p), p, -1));
}

OrbitBranch OrbitTracer::both_ways(const continuation::Start& start)
{
    if (Inner* inner = inner_of(start.x, start.p, start.tangent))
        return reported(*inner, tracer_of(*inner).both_ways(inside(*inner, start)));
    // Motions that are their own mirror are followed as such if the whole period is requested.
    symmetric_ = start.tangent.size() == 0 && start.x.size() > 0 && may_meet_symmetry() &&
                 has_more_symmetry(start.x, start.p);
    continuation::RescaledTrace along = rescaled_trace(start.x, start.p);
    return both_ways(along, start);
}

OrbitBranch OrbitTracer::both_ways(continuation::RescaledTrace& along,
                                   const continuation::Start& start)
{
    Branch branch = along.begin(start);
    go_on_more_accurately(along, branch, options_.max_points);
    if (!branch.closed() && !continuation::interrupted(branch) && branch.n_points() > 0) {
        branch = continuation::reversed(std::move(branch));
        checks_.continue_from(branch.n_points());
        const Index most = branch.n_points() + options_.max_points;
        along.take_up(branch);
        go_on_more_accurately(along, branch, most);
    }
    return finished(std::move(branch));
}

// Continues a branch that failed with a smaller tolerance of Newton's method. Beyond a grazing of a
// hard stop, folds may follow each other within what the usual tolerance leaves of a parameter.
void OrbitTracer::go_on_more_accurately(continuation::RescaledTrace& along, Branch& branch,
                                        Index most)
{
    const double usual = along.options.newton.residual_tol;
    const double finer = std::max(finer_tolerance * usual, least_tolerance);
    if (branch.back.stop != continuation::Stop::failed ||
        checks_.symmetric_steps >= most_repeated || branch.n_points() < 2 ||
        branch.n_points() >= most || !(finer < usual) || equations_.family().keyed())
        return;
    // The last points are too inaccurate to predict the next one.
    const Index kept = std::max<Index>(2, branch.n_points() - points_again);
    continuation::truncate(branch, kept);
    checks_.last_point = std::min(checks_.last_point, kept - 1);
    along.options.newton.residual_tol = finer;
    branch.back.stop = continuation::Stop::max_points;
    branch.back.step = branch.s(kept - 1) - branch.s(kept - 2);
    along.go_on(branch, most);
    along.options.newton.residual_tol = usual;
}

OrbitBranch OrbitTracer::both_ways(const Vector& x, double p, int monitor)
{
    continuation::Start start = continuation::start_of(x, p, -1);
    if (Inner* inner = inner_of(x, p, {}))
        return reported(*inner, tracer_of(*inner).both_ways(inside(*inner, start).x, p, monitor));
    continuation::Options alone = rescaled_trace(x, p).options;
    alone.max_points = 1;
    const Branch first = continuation::trace(problem_, start, alone, progress_);
    if (first.n_points() > 0 && std::abs(first.monitors(monitor, 0)) <= known_zero) {
        start = continuation::start_at(first, 0); // in the direction of that
        start.kind = PointKind::monitor_zero;
        start.monitor = monitor;
    }
    return both_ways(start);
}

OrbitBranch OrbitTracer::leaving(const Vector& z, double p, const Vector& direction)
{
    const Vector x = equations_.nodes_of(z, p);
    continuation::Start start;
    start.x = x;
    start.p = p;
    start.tangent.resize(x.size() + 1);
    start.tangent << equations_.directions_of(z, direction, p), 0;
    start.kind = PointKind::branch_point;
    if (Inner* inner = inner_of(x, p, start.tangent, true))
        return reported(*inner, tracer_of(*inner).leaving(inside(*inner, start)));
    return leaving(start);
}

OrbitBranch OrbitTracer::leaving(const continuation::Start& start)
{
    const Vector& x = start.x;
    const double p = start.p;
    const Vector weight = equations_.family().energy_weights();
    const double of_direction = energy_size(
        weight, start.tangent.head(form_.periods % 2 == 0 ? equations_.n() : 2 * equations_.m()));
    symmetric_ = false;
    OrbitBranch out;
    out.form = form_;
    for (const double h : departures) {
        continuation::RescaledTrace along = rescaled_trace(x, p);
        const double per_length =
            1 / start.tangent.head(x.size()).cwiseQuotient(along.options.scales.x).norm();
        along.options.first_step = h;
        along.options.max_step = std::max(h, options_.max_step);
        // Half of the departure along the tangent.
        checks_.least_departure = per_length * of_direction;
        Branch branch = along.begin(start);
        if (!checks_.departure_failed())
            go_on_more_accurately(along, branch, options_.max_points);
        if (continuation::interrupted(branch) ||
            (branch.n_points() > 1 && !checks_.departure_failed()))
            return finished(std::move(branch));
        out.branch.back = branch.back;
    }
    out.branch.back.message =
        checks_.fell_back ? "steps from there fall back onto the branch it leaves"
        : checks_.jumped  ? "steps from there lead to other motions"
                          : "no step from there succeeds: " + out.branch.back.message;
    return out;
}

OrbitBranch OrbitTracer::crossing(const Branch& branch, Index k)
{
    const Vector x = branch.x.col(k);
    symmetric_ = false;
    continuation::RescaledTrace along = rescaled_trace(x, branch.p(k));
    const continuation::Switch other =
        continuation::switch_branch(problem_, branch, k, along.options);
    OrbitBranch out;
    out.form = form_;
    out.branch.back.message = other.message;
    if (other.starts.empty())
        return out;
    return both_ways(other.starts.front());
}

bool OrbitTracer::leads_on(const Branch& branch, continuation::End end)
{
    if (branch.n_points() == 0 || branch.closed())
        return false;
    const bool back = end == continuation::End::back;
    const Index k = back ? branch.n_points() - 1 : 0;
    const double p = branch.p(k), t_p = (back ? 1 : -1) * branch.tangent(branch.x.rows(), k);
    if (p < options_.p_min || p > options_.p_max || (p == options_.p_min && t_p < 0) ||
        (p == options_.p_max && t_p > 0))
        return false;
    const continuation::Stop stop = (back ? branch.back : branch.front).stop;
    // It began there, one way where it left motions of more symmetry.
    if (stop == continuation::Stop::start) {
        const Index inside = branch.n_points() / 2;
        return !may_meet_symmetry() || !has_more_symmetry(branch.x.col(k), p) ||
               (inside != k && has_more_symmetry(branch.x.col(inside), branch.p(inside)));
    }
    return stop != continuation::Stop::monitor;
}

void OrbitTracer::go_on(OrbitBranch& orbit_branch, continuation::End end)
{
    const bool front = end == continuation::End::front;
    Branch branch = front ? continuation::reversed(std::move(orbit_branch.branch))
                          : std::move(orbit_branch.branch);
    const Index last = branch.n_points() - 1;
    OrbitBranch longer;
    if (Inner* inner = inner_of(branch.x.col(last / 2), branch.p(last / 2), {})) {
        longer = go_on_inside(*inner, branch);
        if (front) {
            longer.branch = continuation::reversed(std::move(longer.branch));
            std::reverse(longer.labels.begin(), longer.labels.end());
            std::reverse(longer.notes.begin(), longer.notes.end());
            std::reverse(longer.multiplicity.begin(), longer.multiplicity.end());
        }
    } else {
        symmetric_ =
            may_meet_symmetry() && has_more_symmetry(branch.x.col(last / 2), branch.p(last / 2));
        continuation::RescaledTrace along = rescaled_trace(branch.x.col(last), branch.p(last));
        checks_.last_point = last + 1;
        along.take_up(branch);
        longer = finished(front ? continuation::reversed(std::move(branch)) : std::move(branch));
    }
    longer.parent = orbit_branch.parent;
    longer.parent_point = orbit_branch.parent_point;
    orbit_branch = std::move(longer);
}

OrbitTracer& OrbitTracers::of(const OrbitForm& form)
{
    for (const auto& [known, tracer] : tracers_)
        if (known == form)
            return *tracer;
    tracers_.emplace_back(form,
                          std::make_unique<OrbitTracer>(family_, form, outputs_, o_, progress_));
    return *tracers_.back().second;
}

std::vector<Vector> OrbitTracers::states_of(const OrbitForm& form, const VectorIn& z, double p)
{
    OrbitEquations& equations = of(form).equations();
    const Index size = 2 * family_.m();
    const Vector x = z.size() == equations.n() ? Vector(z) : equations.nodes_of(z, p);
    std::vector<Vector> states = {z.head(size)};
    for (const continuation::Image& image : equations.images(x, p, Vector::Zero(x.size() + 1)))
        states.emplace_back(image.x.head(size));
    return states;
}

bool OrbitTracers::passes(const OrbitBranch& branch, const std::vector<Vector>& states, double p)
{
    OrbitTracer& tracer = of(branch.form);
    const Vector weight = family_.energy_weights();
    const continuation::Branch& points = branch.branch;
    for (const continuation::Crossing& crossing : continuation::crossings(points.p, p)) {
        Vector x = (1 - crossing.share) * points.x.col(crossing.k);
        if (crossing.share > 0)
            x += crossing.share * points.x.col(crossing.k + 1);
        if (!tracer.correct(x, p).empty())
            continue;
        const double close = same_motion * energy_size(weight, x);
        for (const Vector& z : states)
            if (energy_size(weight, x.head(z.size()) - z) <= close)
                return true;
    }
    return false;
}

double OrbitTracers::tolerance() const
{
    double most = o_.tolerance;
    for (const auto& [form, tracer] : tracers_)
        most = std::max(most, tracer->tolerance());
    return most;
}

long long OrbitTracers::n_evaluations() const
{
    long long n = 0;
    for (const auto& [form, tracer] : tracers_)
        n += tracer->n_evaluations();
    return n;
}

} // namespace slideway::dynamics
