#include "dynamics/orbits/steady_state.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/closed_form_starts.hpp"
#include "dynamics/orbits/refusals.hpp"
#include "dynamics/orbits/simulated_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;
// The search. A Newton step leaves less than this part of the residual, or a shorter one is tried;
// from 0.09 to 0.99 the same motions are found, in as many cycles or 1.4 times as many.
constexpr double enough = 0.9;
// Part that a shorter step leaves, of what may decay by itself as slowly. With 0.5 a motion that
// decays slowly (3e-5 beside an absorber) is not found; 0.9999 finds one more, in 890 cycles.
constexpr double better = 0.999;
// Least damping of Newton steps, and its change from step to step. From 1e-7 on the same motions
// are found; at 0.1 the slow one is not. Factors of change of 2 and of 80 give equal results.
constexpr double least_slowness = 1e-4;
constexpr double change = 8;
// Maps simulated between two Newton steps; with 1 a failing search takes 15 times the steps.
constexpr long long longest_wait = 256;

// Largest residual of a steady state, relative to the motion. At 1e-12 one motion of the tests is
// not found.
constexpr double good_return = 1e-9;
// Largest residual after another whole period. At 1e-10 14 motions are not found; at 1e-4 no other
// motion is accepted than at 1e-7.
constexpr double good_period = 1e-7;
// The largest last step where the residual is round-off, as in directions that never change, and
// the size of that. From 1e-9 to 1e-3 nothing moves; with residuals of 1e-10 a motion is wrong by
// 2e-7.
constexpr double good_step = 1e-6;
constexpr double returns_exactly = 1e-13;
// Change of a motion at rest, relative to the effect of the drive on free modes in 1 rad. At 1e-16
// a motion at rest has a residual of 1.
constexpr double at_rest = 1e-13;
// A stick that begins within this fraction of a period after its start continues an earlier one.
// From 1e-9 to 1e-3 no test changes.
constexpr double same_instant = 1e-6;

class SteadyStateSearch {
public:
    SteadyStateSearch(const DrySystem& system, const SteadyStateOptions& options,
                      const Progress& progress)
        : o_(options), progress_(progress), map_(system)
    {
    }
    Orbit find();

private:
    using Point = PeriodMap::Point;

    [[nodiscard]] Progress asking() const;
    [[nodiscard]] Point evaluate(const Vector& z);
    [[nodiscard]] Vector step_of(const Point& point, double slowness) const;
    [[nodiscard]] bool settled(const Point& point, double error) const;
    [[nodiscard]] std::optional<Point> nearer(const Point& point, const Vector& step,
                                              double& slowness);
    [[nodiscard]] Point simulated_on(const Point& point, long long wait);
    MotionRecord period_from(Vector& z);
    Orbit search();
    Orbit simulate();
    Orbit finish(OrbitMethod method, Vector z, double error);

    const SteadyStateOptions& o_;
    const Progress& progress_;
    PeriodMap map_;
    Vector last_; // image of the last point that was taken
    Orbit result_;
};

// Checks for interruptions once there is a motion to keep. Runs then throw Interrupted.
Progress SteadyStateSearch::asking() const
{
    if (last_.size() == 0)
        return {};
    const double done = std::min(1.0, result_.cycles / static_cast<double>(o_.cycles));
    return [this, done](double) -> bool { return !progress_ || progress_(done); };
}

SteadyStateSearch::Point SteadyStateSearch::evaluate(const Vector& z)
{
    Point point = map_.evaluate(z, asking());
    result_.cycles += map_.half() ? 0.5 : 1;
    return point;
}

// (I - J + slowness) step = image - z: Newton's step, or one of the implicit Euler method on the
// flow dz/ds = image(z) - z, which contracts like the map, over 1/slowness maps. In coordinates of
// the energy norm; the smallest step where something does not change at all.
Vector SteadyStateSearch::step_of(const Point& point, double slowness) const
{
    const Index m = map_.m();
    Vector w(2 * m);
    w << map_.weight(), Vector::Ones(m);
    const Matrix A = w.asDiagonal() * ((1 + slowness) * Matrix::Identity(2 * m, 2 * m) - point.J) *
                     w.cwiseInverse().asDiagonal();
    const Vector r = w.cwiseProduct(point.image - point.z);
    return w.cwiseInverse().cwiseProduct(least_squares(A, r).x.col(0));
}

// One period. A contact that sticks across t = 0 has no sliding velocity there: what the search
// left of it would begin one more stop.
MotionRecord SteadyStateSearch::period_from(Vector& z)
{
    const DrySystem& s = map_.system();
    EventDrivenOptions options = map_.from(z, map_.maps_per_period());
    options.tangent = !result_.interrupted; // for the multipliers of a steady state
    MotionRecord run = event_driven(map_.table(), options);
    bool again = false;
    for (Index k = 0; k < s.n_contacts(); ++k) {
        const auto first =
            std::find_if(run.history.events.begin(), run.history.events.end(),
                         [k](const ContactEvent& event) { return event.contact == k; });
        if (first == run.history.events.end() || first->kind != Transition::stick ||
            first->time > same_instant * map_.T() || run.state[static_cast<std::size_t>(k)] != 0)
            continue;
        const double v = s.B.row(k).dot(z.tail(map_.m())) - s.Omega * s.r(k).imag();
        z.tail(map_.m()) -= v / map_.table().G()(k, k) * s.B.row(k).transpose();
        again = true;
    }
    if (!again)
        return run;
    options.v = z.tail(map_.m());
    return event_driven(map_.table(), options);
}

Orbit SteadyStateSearch::finish(OrbitMethod method, Vector z, double error)
{
    MotionRecord run = period_from(z);
    Vector end(2 * map_.m());
    end << run.q, run.v;
    const double size = std::max(map_.norm(z), map_.norm(end));
    result_.method = method;
    result_.q = z.head(map_.m()) + map_.static_displacement();
    result_.v = z.tail(map_.m());
    // At rest all that changes is round-off, next to what the drive would do to free modes.
    const double difference = map_.norm(end - z);
    result_.residual =
        difference > at_rest * map_.system().p.norm() / map_.system().Omega ? difference / size : 0;
    result_.error = error;
    result_.period = std::move(run.last_period);
    result_.events = std::move(run.history.events);
    if (result_.interrupted)
        return std::move(result_);
    const ComplexVector values = eigenvalues(run.tangent);
    std::vector<Complex> multipliers(values.begin(), values.end());
    std::sort(multipliers.begin(), multipliers.end(), [](const Complex& a, const Complex& b) {
        return std::abs(a) > std::abs(b) || (std::abs(a) == std::abs(b) && a.imag() > b.imag());
    });
    result_.multipliers =
        Eigen::Map<const ComplexVector>(multipliers.data(), static_cast<Index>(multipliers.size()));
    return std::move(result_);
}

// Fallback if the search found no steady state: simulates a motion from rest, which at least
// occurs.
Orbit SteadyStateSearch::simulate()
{
    const WholePeriods run =
        whole_periods(map_.table(), map_.from(Vector::Zero(2 * map_.m()), 1), o_.cycles, progress_);
    result_.interrupted = run.interrupted;
    result_.cycles = run.periods;
    Vector z(2 * map_.m());
    z << run.q, run.v;
    return finish(OrbitMethod::simulation, z, 1);
}

Orbit SteadyStateSearch::find()
{
    try {
        return search();
    } catch (const Interrupted&) {
        result_.interrupted = true;
        return finish(OrbitMethod::simulation, last_, 1);
    }
}

// A direction that does not change at all has no step; the residual decides.
bool SteadyStateSearch::settled(const Point& point, double error) const
{
    const double size = std::max(map_.norm(point.z), map_.norm(point.image));
    return (error <= o_.tolerance && point.residual <= good_return * size) ||
           (error <= good_step && point.residual <= returns_exactly * size);
}

// Newton's step if it brings the fixed point nearer, else a shorter one: from a corner of the map,
// or where it hardly contracts, a whole step may lead astray. None if no step does.
std::optional<SteadyStateSearch::Point>
SteadyStateSearch::nearer(const Point& point, const Vector& step, double& slowness)
{
    for (;;) {
        Point next = evaluate(point.z + (slowness == 0 ? step : step_of(point, slowness)));
        if (next.residual < (slowness == 0 ? enough : better) * point.residual) {
            slowness = slowness > least_slowness ? slowness / change : 0;
            return next;
        }
        slowness = std::max(change * slowness, least_slowness);
        if (slowness > 1)
            return std::nullopt;
    }
}

// The point after `wait` maps.
SteadyStateSearch::Point SteadyStateSearch::simulated_on(const Point& point, long long wait)
{
    Vector z = point.image;
    if (wait > 1) {
        const EventDrivenOptions options = map_.from(z, static_cast<double>(wait - 1));
        z = map_.end_of(map_.run(options, asking()), wait - 1);
        result_.cycles += static_cast<double>(wait - 1) / map_.maps_per_period();
    }
    return evaluate(z);
}

Orbit SteadyStateSearch::search()
{
    const LockedStart held = locked_start(map_);
    if (held.holds)
        return finish(OrbitMethod::locked, *held.z, 0);
    const std::optional<Vector> sliding = continuous_start(map_);
    Point point = evaluate(held.z.value_or(Vector::Zero(2 * map_.m())));
    last_ = point.image;
    if (sliding)
        if (Point other = evaluate(*sliding); other.residual < point.residual)
            point = std::move(other);
    long long wait = 1;
    double slowness = 0;
    for (;;) {
        const Vector step = step_of(point, 0);
        const double size = std::max(map_.norm(point.z), map_.norm(point.image));
        const double error = size > 0 ? map_.norm(step) / size : 0;
        if (settled(point, error)) {
            Orbit found = finish(OrbitMethod::newton, point.z, error);
            return found.residual <= good_period ? found : simulate();
        }
        if (static_cast<double>(o_.cycles) <= result_.cycles)
            return simulate();
        std::optional<Point> next = nearer(point, step, slowness);
        ++result_.newton_steps;
        if (progress_ &&
            !progress_(std::min(1.0, result_.cycles / static_cast<double>(o_.cycles)))) {
            last_ = next ? next->image : point.image;
            throw Interrupted();
        }
        if (next) {
            point = std::move(*next);
        } else {
            slowness = 0;
            point = simulated_on(point, wait);
            wait = std::min(2 * wait, longest_wait);
        }
        last_ = point.image;
    }
}

} // namespace

void check_steady_state(const DrySystem& system, const SteadyStateOptions& options)
{
    refuse_no_contact(system);
    if (!(options.tolerance > 0) || !(options.cycles > 0))
        throw InputError("tolerance and cycles must be > 0");
    refuse_no_steady_state(system);
    refuse_dependent_contacts(system);
}

Orbit steady_state(const DrySystem& system, const SteadyStateOptions& options,
                   const Progress& progress)
{
    check_steady_state(system, options);
    return SteadyStateSearch(system, options, progress).find();
}

} // namespace slideway::dynamics
