#include "dynamics/orbits/steady_state.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/closed_form_starts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double same_frequency = 1e-9; // relative: an undamped mode is in resonance
constexpr double enough = 0.9;          // a Newton step leaves less than this part of the residual
constexpr double better = 0.999;        // a shorter one, of what may decay by itself as slowly
constexpr double least_slowness = 1e-4; // of steps shorter than Newton's
constexpr double change = 8;            // of the slowness from step to step
constexpr double good_return = 1e-9;    // relative residual of a steady state
constexpr double good_period = 1e-7;    // the same of a whole period, run once more
constexpr double good_step = 1e-6;      // largest last step where the residual is round-off ...
constexpr double round_off = 1e-13;     // ... of this size
constexpr double same_instant = 1e-6;   // of a period
constexpr long long longest_wait = 256; // maps simulated between two Newton steps

void check(const DrySystem& s, const SteadyStateOptions& options)
{
    if (s.n_contacts() == 0)
        throw InputError("a steady state of contacts needs a joint with law = \"coulomb\"");
    if (!(options.tolerance > 0) || !(options.cycles > 0))
        throw InputError("tolerance and cycles must be > 0");
}

double damping_of(const StackedModes& modes, Index i)
{
    return modes.classical() ? modes.c(i) : modes.D.col(i).cwiseAbs().sum();
}

class Search {
public:
    Search(const DrySystem& system, const SteadyStateOptions& options, const Progress& progress)
        : o_(options), progress_(progress), map_(system)
    {
    }
    SteadyState find();

private:
    using Point = PeriodMap::Point;

    [[nodiscard]] Progress asking() const;
    [[nodiscard]] Point evaluate(const Vector& z);
    [[nodiscard]] Vector step_of(const Point& at, double slowness) const;
    [[nodiscard]] bool settled(const Point& at, double error) const;
    [[nodiscard]] std::optional<Point> nearer(const Point& at, const Vector& step,
                                              double& slowness);
    [[nodiscard]] Point simulated_on(const Point& at, long long wait);
    EventDrivenResult period_from(Vector& z);
    SteadyState search();
    SteadyState simulate();
    SteadyState finish(SteadyStateMethod method, Vector z, double error);

    const SteadyStateOptions& o_;
    const Progress& progress_;
    PeriodMap map_;
    Vector last_; // image of the last point that was taken
    SteadyState result_;
};

// Once there is a motion to keep it asks for progress. Runs then throw Interrupted.
Progress Search::asking() const
{
    if (last_.size() == 0)
        return {};
    const double done = std::min(1.0, result_.cycles / static_cast<double>(o_.cycles));
    return [this, done](double) -> bool { return !progress_ || progress_(done); };
}

Search::Point Search::evaluate(const Vector& z)
{
    Point at = map_.evaluate(z, asking());
    result_.cycles += map_.half() ? 0.5 : 1;
    return at;
}

// (I - J + slowness) step = image - z: Newton's step, or one of the implicit Euler method on the
// flow dz/ds = image(z) - z, which contracts like the map, over 1/slowness maps. In coordinates of
// the energy norm; the smallest step where something does not change at all.
Vector Search::step_of(const Point& at, double slowness) const
{
    const Index m = map_.m();
    Vector w(2 * m);
    w << map_.weight(), Vector::Ones(m);
    const Matrix A = w.asDiagonal() * ((1 + slowness) * Matrix::Identity(2 * m, 2 * m) - at.J) *
                     w.cwiseInverse().asDiagonal();
    const Vector r = w.cwiseProduct(at.image - at.z);
    return w.cwiseInverse().cwiseProduct(least_squares(A, r).x.col(0));
}

// One period. A contact that sticks across t = 0 has no sliding velocity there: what the search
// left of it would begin one more stop.
EventDrivenResult Search::period_from(Vector& z)
{
    const DrySystem& s = map_.system();
    EventDrivenOptions options = map_.from(z, map_.maps_per_period());
    options.tangent = !result_.interrupted; // for the multipliers of a steady state
    EventDrivenResult run = event_driven(map_.table(), options);
    bool again = false;
    for (Index k = 0; k < s.n_contacts(); ++k) {
        const auto first =
            std::find_if(run.events.begin(), run.events.end(),
                         [k](const ContactEvent& event) { return event.contact == k; });
        if (first == run.events.end() || first->kind != Transition::stick ||
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

SteadyState Search::finish(SteadyStateMethod method, Vector z, double error)
{
    EventDrivenResult run = period_from(z);
    Vector end(2 * map_.m());
    end << run.q, run.v;
    const double size = std::max(map_.norm(z), map_.norm(end));
    result_.method = method;
    result_.q = z.head(map_.m()) + map_.static_displacement();
    result_.v = z.tail(map_.m());
    // At rest all that changes is round-off, next to what the drive would do to free modes.
    const double difference = map_.norm(end - z);
    result_.residual = difference > round_off * map_.system().p.norm() / map_.system().Omega
                           ? difference / size
                           : 0;
    result_.error = error;
    result_.period = std::move(run.last_period);
    result_.events = std::move(run.events);
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

// What the search has found is no steady state: a motion from rest is at least one that occurs.
SteadyState Search::simulate()
{
    EventDrivenOptions options = map_.from(Vector::Zero(2 * map_.m()), 1);
    options.t_end = static_cast<double>(o_.cycles) * map_.T();
    const EventDrivenResult run = event_driven(map_.table(), options, progress_);
    result_.interrupted = run.interrupted;
    // The phase of the drive is that of t = 0 after whole periods alone.
    const double periods = std::ceil(run.t_stop / map_.T() - same_instant);
    Vector z(2 * map_.m());
    z << run.q, run.v;
    if (run.interrupted && run.t_stop < periods * map_.T()) {
        options.q = run.q;
        options.v = run.v;
        options.t_start = run.t_stop;
        options.t_end = periods * map_.T();
        const EventDrivenResult rest = event_driven(map_.table(), options);
        z << rest.q, rest.v;
    }
    result_.cycles = periods;
    return finish(SteadyStateMethod::simulation, z, 1);
}

SteadyState Search::find()
{
    try {
        return search();
    } catch (const Interrupted&) {
        result_.interrupted = true;
        return finish(SteadyStateMethod::simulation, last_, 1);
    }
}

// A direction that does not change at all has no step: the residual tells it.
bool Search::settled(const Point& at, double error) const
{
    const double size = std::max(map_.norm(at.z), map_.norm(at.image));
    return (error <= o_.tolerance && at.residual <= good_return * size) ||
           (error <= good_step && at.residual <= round_off * size);
}

// Newton's step if it brings the fixed point nearer, else a shorter one: from a corner of the map,
// or where it hardly contracts, a whole step may lead astray. None if no step does.
std::optional<Search::Point> Search::nearer(const Point& at, const Vector& step, double& slowness)
{
    for (;;) {
        Point next = evaluate(at.z + (slowness == 0 ? step : step_of(at, slowness)));
        if (next.residual < (slowness == 0 ? enough : better) * at.residual) {
            slowness = slowness > least_slowness ? slowness / change : 0;
            return next;
        }
        slowness = std::max(change * slowness, least_slowness);
        if (slowness > 1)
            return std::nullopt;
    }
}

// The point after `wait` maps.
Search::Point Search::simulated_on(const Point& at, long long wait)
{
    Vector z = at.image;
    if (wait > 1) {
        const EventDrivenOptions options = map_.from(z, static_cast<double>(wait - 1));
        z = map_.end_of(map_.run(options, asking()), wait - 1);
        result_.cycles += static_cast<double>(wait - 1) / map_.maps_per_period();
    }
    return evaluate(z);
}

SteadyState Search::search()
{
    const LockedStart held = locked_start(map_);
    if (held.holds)
        return finish(SteadyStateMethod::locked, *held.z, 0);
    const std::optional<Vector> sliding = continuous_start(map_);
    Point at = evaluate(held.z.value_or(Vector::Zero(2 * map_.m())));
    last_ = at.image;
    if (sliding)
        if (Point other = evaluate(*sliding); other.residual < at.residual)
            at = std::move(other);
    long long wait = 1;
    double slowness = 0;
    for (;;) {
        const Vector step = step_of(at, 0);
        const double size = std::max(map_.norm(at.z), map_.norm(at.image));
        const double error = size > 0 ? map_.norm(step) / size : 0;
        if (settled(at, error)) {
            SteadyState found = finish(SteadyStateMethod::newton, at.z, error);
            return found.residual <= good_period ? found : simulate();
        }
        if (static_cast<double>(o_.cycles) <= result_.cycles)
            return simulate();
        std::optional<Point> next = nearer(at, step, slowness);
        ++result_.newton_steps;
        if (progress_ &&
            !progress_(std::min(1.0, result_.cycles / static_cast<double>(o_.cycles)))) {
            last_ = next ? next->image : at.image;
            throw Interrupted();
        }
        if (next) {
            at = std::move(*next);
        } else {
            slowness = 0;
            at = simulated_on(at, wait);
            wait = std::min(2 * wait, longest_wait);
        }
        last_ = at.image;
    }
}

} // namespace

std::string steady_state_method_name(SteadyStateMethod method)
{
    switch (method) {
    case SteadyStateMethod::locked:
        return "locked";
    case SteadyStateMethod::newton:
        return "newton";
    case SteadyStateMethod::simulation:
        return "simulation";
    }
    return "";
}

// What the drive feeds into undamped modes of its own frequency only friction can take, whose first
// harmonics are at most 4 / pi limit: p_E = B_E^T f. It cannot if |a^H p_E| exceeds what they make
// of some motion a of these modes (modes of one frequency are known up to a rotation only).
bool grows_without_bound(const DrySystem& s)
{
    std::vector<Index> at;
    for (Index i = 0; i < s.n_modes(); ++i)
        if (damping_of(s.modes, i) == 0 &&
            std::abs(s.modes.omega(i) - s.Omega) <= same_frequency * s.Omega)
            at.push_back(i);
    const ComplexVector p = s.p(at);
    if (!(p.norm() > 1e-12 * s.p.norm()))
        return false;
    const Matrix A = s.limit.asDiagonal() * s.B(Eigen::all, at);
    const Matrix inverse = least_squares(A, Matrix::Identity(A.rows(), A.rows())).x;
    const ComplexVector f = inverse.transpose() * p; // the least, in parts of the limits
    if ((p - A.transpose() * f).norm() > 1e-9 * p.norm())
        return true; // along what is left no contact moves
    const Matrix P = A * inverse;
    auto exceeds = [&](const ComplexVector& direction) -> bool {
        const ComplexVector d = P * direction;
        return std::abs(d.dot(f)) > 4 / pi * (1 + 1e-12) * d.cwiseAbs().sum();
    };
    bool found = exceeds(f);
    for (Index k = 0; k < f.size() && !found; ++k)
        found = exceeds(ComplexVector::Unit(f.size(), k));
    return found;
}

void refuse_no_steady_state(const DrySystem& s)
{
    if (grows_without_bound(s))
        throw std::runtime_error("no steady state: Omega = " + number_text(s.Omega, 10) +
                                 " rad/s is an undamped resonance, and the friction is too "
                                 "small to bound the response; raise the limit, add damping or "
                                 "change Omega");
    for (Index i = 0; i < s.n_modes(); ++i)
        if (s.modes.omega(i) == 0 && damping_of(s.modes, i) == 0 &&
            std::abs(s.p0(i)) > s.B.col(i).cwiseAbs().dot(s.limit) * (1 + 1e-12))
            throw std::runtime_error("no steady state: a constant load accelerates a body that "
                                     "can move freely; friction is too small to hold it");
}

SteadyState steady_state(const DrySystem& system, const SteadyStateOptions& options,
                         const Progress& progress)
{
    check(system, options);
    refuse_no_steady_state(system);
    return Search(system, options, progress).find();
}

} // namespace slideway::dynamics
