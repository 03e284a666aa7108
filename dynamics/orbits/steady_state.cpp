#include "dynamics/orbits/steady_state.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"

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
constexpr double still = 1e-9;          // as EventDrivenOptions::still, of an exact orbit
constexpr double same_instant = 1e-6;   // of a period
constexpr long long longest_wait = 256; // maps simulated between two Newton steps

void check(const CoulombSystem& s, const SteadyStateOptions& options)
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

// The static displacement of the elastic modes, which constant forces give them alone.
Vector static_displacement(const CoulombSystem& s)
{
    Vector q = Vector::Zero(s.n_modes());
    for (Index i = 0; i < s.n_modes(); ++i)
        if (const double omega = s.modes.omega(i); omega != 0)
            q(i) = s.p0(i) / (omega * omega);
    return q;
}

// The same system about its static equilibrium: constant forces are left on rigid modes.
CoulombSystem about_static(CoulombSystem s)
{
    s.p0 = (s.modes.omega.array() == 0).select(s.p0, 0);
    return s;
}

// Where a constant force takes a slow mode: a displacement, or without stiffness a velocity.
struct Displaced {
    double y = 0, rate = 0;
};
Displaced displaced(const SlowMode& mode, double h)
{
    return mode.k > 0 ? Displaced{h / mode.k, 0} : Displaced{0, h / mode.c};
}

class Search {
public:
    Search(const CoulombSystem& system, const SteadyStateOptions& options,
           const Progress& progress);
    SteadyState find();

private:
    // A point of the map and where it leads.
    struct Point {
        Vector z, image;     // 2 m
        Matrix J;            // d image / d z
        double residual = 0; // |image - z|: of its own size, a motion far away would seem at rest
    };

    [[nodiscard]] Index m() const { return s_.n_modes(); }
    [[nodiscard]] double norm(const Vector& z) const
    {
        return std::sqrt(z.head(m()).cwiseProduct(weight_).squaredNorm() +
                         z.tail(m()).squaredNorm());
    }
    [[nodiscard]] EventDrivenOptions from(const Vector& z, double maps) const;
    [[nodiscard]] Vector end_of(const EventDrivenResult& run, long long maps) const;
    [[nodiscard]] EventDrivenResult run(const EventDrivenOptions& options);
    [[nodiscard]] Point evaluate(const Vector& z);
    [[nodiscard]] Vector step_of(const Point& at, double slowness) const;
    [[nodiscard]] Vector forced(const LockedModes& modes, const Vector& h, Complex drive) const;
    [[nodiscard]] std::optional<Vector> locked(bool& holds);
    [[nodiscard]] std::optional<Vector> continuous();
    EventDrivenResult period_from(Vector& z);
    SteadyState search();
    SteadyState simulate();
    SteadyState finish(SteadyStateMethod method, Vector z, double error);

    CoulombSystem s_; // about the static equilibrium of its elastic modes
    const SteadyStateOptions& o_;
    const Progress& progress_;
    LockedModesTable table_;
    Vector static_, weight_;
    double T_;
    bool half_;   // the map is that of half a period, with opposite sign
    Vector last_; // image of the last point that was taken
    SteadyState result_;
};

Search::Search(const CoulombSystem& system, const SteadyStateOptions& options,
               const Progress& progress)
    : s_(about_static(system)), o_(options), progress_(progress), table_(s_),
      static_(static_displacement(system)), T_(2 * pi / system.Omega), half_(s_.p0.isZero(0))
{
    weight_ = (s_.modes.omega.array() == 0).select(s_.Omega, s_.modes.omega);
}

// `maps` maps from z at t = 0.
EventDrivenOptions Search::from(const Vector& z, double maps) const
{
    EventDrivenOptions options;
    options.t_end = maps * (half_ ? T_ / 2 : T_);
    options.q = z.head(m());
    options.v = z.tail(m());
    options.energies = false;
    options.still = still;
    return options;
}

Vector Search::end_of(const EventDrivenResult& run, long long maps) const
{
    Vector z(2 * m());
    z << run.q, run.v;
    return half_ && maps % 2 != 0 ? Vector(-z) : z;
}

// Once there is a motion to keep it asks for progress. Throws Interrupted.
EventDrivenResult Search::run(const EventDrivenOptions& options)
{
    if (last_.size() == 0)
        return event_driven(table_, options);
    const double done = std::min(1.0, result_.cycles / static_cast<double>(o_.cycles));
    EventDrivenResult result = event_driven(
        table_, options, [&](double) -> bool { return !progress_ || progress_(done); });
    if (result.interrupted)
        throw Interrupted();
    return result;
}

Search::Point Search::evaluate(const Vector& z)
{
    EventDrivenOptions options = from(z, 1);
    options.tangent = true;
    const EventDrivenResult map = run(options);
    result_.cycles += half_ ? 0.5 : 1;
    Point at{z, end_of(map, 1), half_ ? Matrix(-map.tangent) : map.tangent, 0};
    at.residual = norm(at.image - z);
    return at;
}

// (I - J + slowness) step = image - z: Newton's step, or one of the implicit Euler method on the
// flow dz/ds = image(z) - z, which contracts like the map, over 1/slowness maps. In coordinates of
// the energy norm; the smallest step where something does not change at all.
Vector Search::step_of(const Point& at, double slowness) const
{
    Vector w(2 * m());
    w << weight_, Vector::Ones(m());
    const Matrix A = w.asDiagonal() * ((1 + slowness) * Matrix::Identity(2 * m(), 2 * m()) - at.J) *
                     w.cwiseInverse().asDiagonal();
    const Vector r = w.cwiseProduct(at.image - at.z);
    return w.cwiseInverse().cwiseProduct(least_squares(A, r).x.col(0));
}

// The periodic motion under the harmonic drive and the constant forces h on the modes y [2 m].
Vector Search::forced(const LockedModes& modes, const Vector& h, Complex drive) const
{
    const Index n = modes.Psi.cols();
    ComplexVector z = modes.plus * drive + modes.minus * std::conj(drive);
    const ComplexVector force = modes.to_z.rightCols(n) * h;
    for (Index i = 0; i < z.size(); ++i)
        if (modes.s(i) != 0.0)
            z(i) -= force(i) / modes.s(i);
    Vector y = (modes.from_z * z).real();
    for (const Index at : modes.rigid) {
        const Complex moved = -modes.g(at) / (s_.Omega * s_.Omega) * drive;
        y(at) = moved.real();
        y(n + at) = (Complex(0, s_.Omega) * moved).real();
    }
    for (const SlowMode& mode : modes.slow) {
        const Complex moved = mode.forced * drive;
        const Displaced mean = displaced(mode, h(mode.at));
        y(mode.at) = moved.real() + mean.y;
        y(n + mode.at) = (Complex(0, s_.Omega) * moved).real() + mean.rate;
    }
    Vector z_of(2 * m());
    z_of << modes.Psi * y.head(n), modes.Psi * y.tail(n);
    for (std::size_t i = 0; i < modes.stick.size(); ++i) {
        const Complex moved = s_.r(modes.stick[i]) * drive;
        const Vector A = modes.A.col(static_cast<Index>(i));
        z_of.head(m()) -= moved.real() * A;
        z_of.tail(m()) -= (Complex(0, s_.Omega) * moved).real() * A;
    }
    return z_of;
}

// At t = 0, all contacts held; `holds` if their reactions stay within their limits.
std::optional<Vector> Search::locked(bool& holds)
{
    holds = false;
    const LockedModes& modes =
        table_.of(std::vector<int>(static_cast<std::size_t>(s_.n_contacts()), 0));
    const ComplexVector moved = modes.A.cast<Complex>() * s_.r;
    const double load =
        s_.p.norm() + s_.modes.omega.cwiseAbs2().cast<Complex>().cwiseProduct(moved).norm();
    std::vector<Index> free; // undamped, at Omega, and not driven: of any amplitude
    for (std::size_t i = 0; i < modes.resonant.size(); ++i) {
        const Index at = modes.resonant[i];
        if (std::abs(modes.resonant_force(static_cast<Index>(i))) > 1e-12 * load)
            return std::nullopt;
        if (std::abs(Complex(0, s_.Omega) - modes.s(at)) <= same_frequency * s_.Omega)
            free.push_back(at);
    }
    const Vector h = modes.constant_force * s_.p0;
    for (const Index at : modes.rigid)
        if (std::abs(h(at)) > 1e-12 * s_.p0.norm())
            return std::nullopt;
    const ComplexVector force = modes.to_z.rightCols(h.size()) * h;
    Vector constant = modes.A.transpose() * s_.p0;
    for (Index i = 0; i < modes.s.size(); ++i)
        if (modes.s(i) != 0.0)
            constant -= (modes.reaction.col(i) * (force(i) / modes.s(i))).real();
    for (std::size_t i = 0; i < modes.slow.size(); ++i) {
        const Displaced mean = displaced(modes.slow[i], h(modes.slow[i].at));
        const auto column = static_cast<Index>(i);
        constant +=
            modes.slow_reaction.col(column) * mean.y + modes.slow_drag.col(column) * mean.rate;
    }
    auto within = [&](const ComplexVector& reaction) -> bool {
        return (constant.cwiseAbs() + reaction.cwiseAbs() - s_.limit).maxCoeff() <= 0;
    };
    holds = within(modes.forced_reaction);
    Vector z = forced(modes, h, 1);
    if (holds || free.empty())
        return z;
    // Their free vibration takes part of the load: the least reactions, in parts of the limits.
    const Vector weight = s_.limit.cwiseMax(1e-12 * s_.limit.maxCoeff()).cwiseInverse();
    const ComplexMatrix R = modes.reaction(Eigen::all, free);
    if (!weight.allFinite())
        return z;
    const ComplexVector amplitude =
        least_squares(ComplexMatrix(weight.asDiagonal() * R),
                      -weight.cast<Complex>().cwiseProduct(modes.forced_reaction))
            .x;
    holds = within(modes.forced_reaction + R * amplitude);
    if (!holds)
        return z;
    const Vector y = (modes.from_z(Eigen::all, free) * amplitude).real();
    z.head(m()) += modes.Psi * y.head(modes.Psi.cols());
    z.tail(m()) += modes.Psi * y.tail(modes.Psi.cols());
    return z;
}

// At t = 0, of one contact that slides from reversal to reversal: with friction -limit over half a
// period, z' = s z + h repeats with opposite sign from z = -h / s tanh(s T / 4).
std::optional<Vector> Search::continuous()
{
    if (s_.n_contacts() != 1 || !half_)
        return std::nullopt;
    const LockedModes& modes = table_.of({1});
    if (!modes.resonant.empty())
        return std::nullopt;
    const Index n = modes.Psi.cols();
    const Vector h = modes.constant_force * (s_.limit(0) * s_.B.row(0).transpose());
    ComplexVector z = modes.to_z.rightCols(n) * h;
    for (Index i = 0; i < z.size(); ++i) {
        const Complex s = modes.s(i);
        z(i) *= s == 0.0 ? Complex(-T_ / 4) : -std::tanh(s * (T_ / 4)) / s;
    }
    Vector y = (modes.from_z * z).real();
    for (const Index at : modes.rigid)
        y(n + at) = -h(at) * T_ / 4;
    for (const SlowMode& mode : modes.slow) {
        Eigen::Matrix2d A; // (y, y') over half a period
        Eigen::Vector2d pushed(0, 0);
        for (int column = 0; column < 2; ++column) {
            A.col(column) = Eigen::Vector2d::Unit(column);
            mode.advance(T_ / 2, 0, A(0, column), A(1, column));
        }
        mode.advance(T_ / 2, h(mode.at), pushed(0), pushed(1));
        const Eigen::Vector2d start = -Lu<double>(Eigen::Matrix2d::Identity() + A).solve(pushed);
        y(mode.at) = start(0);
        y(n + mode.at) = start(1);
    }
    Vector reversal(2 * m());
    reversal << modes.Psi * y.head(n), modes.Psi * y.tail(n);
    const double v = s_.B.row(0).dot(reversal.tail(m()));
    const Complex P = modes.forced_velocity(0);
    if (!(std::abs(v) < std::abs(P)) || !reversal.allFinite())
        return std::nullopt;
    // |P| cos(Omega t + arg P) + v = 0, then negative.
    double phase = std::acos(-v / std::abs(P)) - std::arg(P);
    phase -= 2 * pi * std::floor(phase / (2 * pi));
    reversal += forced(modes, Vector::Zero(n), std::polar(1.0, phase));
    EventDrivenOptions options = from(reversal, 1);
    options.t_start = phase / s_.Omega;
    options.t_end = T_;
    if (!(options.t_end > options.t_start))
        return reversal;
    const EventDrivenResult run = event_driven(table_, options);
    return end_of(run, 2);
}

// One period. A contact that sticks across t = 0 has no sliding velocity there: what the search
// left of it would begin one more stop.
EventDrivenResult Search::period_from(Vector& z)
{
    EventDrivenOptions options = from(z, half_ ? 2 : 1);
    options.tangent = !result_.interrupted; // for the multipliers of a steady state
    EventDrivenResult run = event_driven(table_, options);
    bool again = false;
    for (Index k = 0; k < s_.n_contacts(); ++k) {
        const auto first =
            std::find_if(run.events.begin(), run.events.end(),
                         [k](const ContactEvent& event) { return event.contact == k; });
        if (first == run.events.end() || first->kind != Transition::stick ||
            first->time > same_instant * T_ || run.state[static_cast<std::size_t>(k)] != 0)
            continue;
        const double v = s_.B.row(k).dot(z.tail(m())) - s_.Omega * s_.r(k).imag();
        z.tail(m()) -= v / table_.G()(k, k) * s_.B.row(k).transpose();
        again = true;
    }
    if (!again)
        return run;
    options.v = z.tail(m());
    return event_driven(table_, options);
}

SteadyState Search::finish(SteadyStateMethod method, Vector z, double error)
{
    EventDrivenResult run = period_from(z);
    Vector end(2 * m());
    end << run.q, run.v;
    const double size = std::max(norm(z), norm(end));
    result_.method = method;
    result_.q = z.head(m()) + static_;
    result_.v = z.tail(m());
    // At rest all that changes is round-off, next to what the drive would do to free modes.
    const double difference = norm(end - z);
    result_.residual = difference > round_off * s_.p.norm() / s_.Omega ? difference / size : 0;
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
    EventDrivenOptions options = from(Vector::Zero(2 * m()), 1);
    options.t_end = static_cast<double>(o_.cycles) * T_;
    const EventDrivenResult run = event_driven(table_, options, progress_);
    result_.interrupted = run.interrupted;
    // The phase of the drive is that of t = 0 after whole periods alone.
    const double periods = std::ceil(run.t_stop / T_ - same_instant);
    Vector z(2 * m());
    z << run.q, run.v;
    if (run.interrupted && run.t_stop < periods * T_) {
        options.q = run.q;
        options.v = run.v;
        options.t_start = run.t_stop;
        options.t_end = periods * T_;
        const EventDrivenResult rest = event_driven(table_, options);
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

SteadyState Search::search()
{
    bool holds = false;
    const std::optional<Vector> held = locked(holds);
    if (holds)
        return finish(SteadyStateMethod::locked, *held, 0);
    const std::optional<Vector> sliding = continuous();
    Point at = evaluate(held.value_or(Vector::Zero(2 * m())));
    last_ = at.image;
    if (sliding)
        if (Point other = evaluate(*sliding); other.residual < at.residual)
            at = std::move(other);
    const double maps_per_cycle = half_ ? 2 : 1;
    long long wait = 1;
    double slowness = 0;
    for (;;) {
        const Vector step = step_of(at, 0);
        const double size = std::max(norm(at.z), norm(at.image));
        const double error = size > 0 ? norm(step) / size : 0;
        // A direction that does not change at all has no step: the residual tells it.
        if ((error <= o_.tolerance && at.residual <= good_return * size) ||
            (error <= good_step && at.residual <= round_off * size)) {
            SteadyState found = finish(SteadyStateMethod::newton, at.z, error);
            return found.residual <= good_period ? found : simulate();
        }
        if (static_cast<double>(o_.cycles) <= result_.cycles)
            return simulate();
        // From a corner of the map, or where it hardly contracts, a whole step may lead astray.
        std::optional<Point> next;
        for (;;) {
            next = evaluate(at.z + (slowness == 0 ? step : step_of(at, slowness)));
            if (next->residual < (slowness == 0 ? enough : better) * at.residual) {
                slowness = slowness > least_slowness ? slowness / change : 0;
                break;
            }
            next.reset();
            slowness = std::max(change * slowness, least_slowness);
            if (slowness > 1)
                break;
        }
        ++result_.newton_steps;
        if (progress_ &&
            !progress_(std::min(1.0, result_.cycles / static_cast<double>(o_.cycles)))) {
            last_ = next ? next->image : at.image;
            throw Interrupted();
        }
        if (next) {
            at = std::move(*next);
            last_ = at.image;
            continue;
        }
        slowness = 0;
        Vector z = at.image;
        if (wait > 1) {
            z = end_of(run(from(z, static_cast<double>(wait - 1))), wait - 1);
            result_.cycles += static_cast<double>(wait - 1) / maps_per_cycle;
        }
        wait = std::min(2 * wait, longest_wait);
        at = evaluate(z);
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
bool grows_without_bound(const CoulombSystem& s)
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

void refuse_no_steady_state(const CoulombSystem& s)
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

SteadyState steady_state(const CoulombSystem& system, const SteadyStateOptions& options,
                         const Progress& progress)
{
    check(system, options);
    refuse_no_steady_state(system);
    return Search(system, options, progress).find();
}

} // namespace slideway::dynamics
