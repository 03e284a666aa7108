#include "dynamics/events/event_driven.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "dynamics/events/contact_record.hpp"
#include "dynamics/events/contact_states.hpp"
#include "dynamics/events/event_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// A sliding velocity at the start below this fraction of its terms is round-off. From 1e-14 to 1e-6
// no test changes. At 1e-15 contacts that stick begin to slide, and two motions differ by 0.14 of
// their distance.
constexpr double standing = 1e-12;
// Acceleration at which a velocity grazes zero, relative to the largest that a force could cause.
// The tangent is unbounded there. From 0 to 1e-4 no test changes.
constexpr double grazing = 1e-10;

// Gauss-Legendre, 8 points on (-1, 1). `panel`: rad of the fastest mode in one. At 3 what the
// energies leave open is round-off too, at 4.5 1e-8, at 6 1e-7, at 10 4e-4.
constexpr std::array<double, 4> gauss_x = {0.1834346424956498, 0.5255324099163290,
                                           0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> gauss_w = {0.3626837833783620, 0.3137066458778873,
                                           0.2223810344533745, 0.1012285362903763};
constexpr double panel = 1.5;
constexpr Index between_reports = 256; // modes times segments or samples from one to the next

// Moves differences of motions, columns (dq, dq') that keep to the locks, forward by tau [s].
void propagate_tangent(const DrySystem& system, const LockedModes& modes, double tau,
                       Matrix& columns)
{
    const Index m = system.n_modes(), n = modes.Psi.cols(), n_z = modes.s.size();
    const Matrix c = system.B(modes.stick, Eigen::all) * columns.topRows(m);
    Matrix y(2 * n, columns.cols());
    y.topRows(n).noalias() = modes.constant_force * columns.topRows(m);
    y.bottomRows(n).noalias() = modes.constant_force * columns.bottomRows(m);
    const Matrix h = -modes.offset_force * c;
    const ComplexMatrix force = modes.to_z.rightCols(n) * h;
    ComplexMatrix z = modes.to_z * y;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i), grown = std::exp(s * tau);
        const Complex pushed = s == 0.0 ? Complex(tau) : (grown - 1.0) / s;
        z.row(i) = z.row(i) * grown + force.row(i) * pushed;
    }
    Matrix end = (modes.from_z * z).real();
    for (const Index position : modes.rigid) {
        end.row(position) =
            y.row(position) + tau * (y.row(n + position) + 0.5 * tau * h.row(position));
        end.row(n + position) = y.row(n + position) + tau * h.row(position);
    }
    for (const SlowMode& slow : modes.slow)
        for (Index i = 0; i < columns.cols(); ++i) {
            end(slow.at, i) = y(slow.at, i);
            end(n + slow.at, i) = y(n + slow.at, i);
            slow.advance(tau, h(slow.at, i), end(slow.at, i), end(n + slow.at, i));
        }
    columns.topRows(m).noalias() = modes.Psi * end.topRows(n);
    columns.topRows(m).noalias() += modes.A * c;
    columns.bottomRows(m).noalias() = modes.Psi * end.bottomRows(n);
}

class EventDrivenRun {
public:
    EventDrivenRun(LockedModesTable& table, const EventDrivenOptions& options,
                   const Progress& progress);
    MotionRecord take();

private:
    [[nodiscard]] Index k() const { return s_.n_contacts(); }
    [[nodiscard]] Complex drive(double t) const { return std::polar(1.0, s_.Omega * t); }
    void set_friction();
    void begin();
    void keep();
    void follow();
    void resolve(bool first);
    void begin_tangent();
    [[nodiscard]] Vector contact_forces();
    void pass_event(const std::vector<int>& before, const Vector& old_friction,
                    const Vector& new_friction);
    void integrate_powers(double from, double to);
    void account(double tau, const MotionState& state);
    void sample(double t, double tau);

    LockedModesTable& table_;
    const DrySystem& s_;
    const Matrix& G_;
    const ContactKinematics& contacts_;
    const EventDrivenOptions& o_;
    const Progress& progress_;
    double period_, t_, window_; // window: start of the last period
    MotionState now_;            // at t_
    std::vector<int> side_;      // k: 0 sticks
    LockedMotion motion_;
    EventSearch search_;
    ContactRecord record_;
    MotionRecord result_;
    std::vector<Index> slow_; // work of the loop
    Vector rows_, x_, a_, f_, scale_, scale0_;
    NextStates next_;
    std::vector<bool> at_limit_; // k
    Matrix tangent_;             // 2 m x 2 m, up to t_
    Vector q_start_;
    double stored0_ = 0, integrated_ = 0; // powers of the segment are integrated so far
    long long n_samples_ = 0, next_sample_ = 0;
};

long long samples_of(const DrySystem& s, const EventDrivenOptions& o)
{
    const Index k = s.n_contacts();
    check_phases(o, k, {});
    return check_run(o, s.n_modes(), 4 * static_cast<double>(k), k, s.Omega);
}

Vector start_displacement(const DrySystem& s, const EventDrivenOptions& o)
{
    const Vector x = (s.r * std::polar(1.0, s.Omega * o.t_start)).real();
    return o.q.size() > 0 ? Vector(x + s.B * o.q) : x;
}

EventDrivenRun::EventDrivenRun(LockedModesTable& table, const EventDrivenOptions& options,
                               const Progress& progress)
    : table_(table), s_(table.system()), G_(table.G()), contacts_(table.contacts()), o_(options),
      progress_(progress), period_(2 * std::numbers::pi / s_.Omega), t_(options.t_start),
      window_(std::max(options.t_start, options.t_end - period_)),
      now_(s_.n_modes(), s_.n_contacts()), side_(static_cast<std::size_t>(s_.n_contacts()), 0),
      search_(s_.limit, period_), record_(Vector::Zero(0), window_)
{
    n_samples_ = samples_of(s_, o_);
    if (o_.q.size() > 0)
        now_.q() = o_.q;
    if (o_.v.size() > 0)
        now_.v() = o_.v;
    q_start_ = now_.q();
    now_.set_drive(drive(t_));
    record_ = ContactRecord(start_displacement(s_, o_), window_);
    scale0_ = G_.cwiseAbs() * s_.limit;
    rows_.resize(4 * k());
    at_limit_.resize(side_.size());
    result_.history = history_of(s_, o_.outputs);
    stored0_ = 0.5 * (now_.v().squaredNorm() + now_.q().cwiseProduct(s_.modes.omega).squaredNorm());
}

void EventDrivenRun::set_friction()
{
    for (Index i = 0; i < k(); ++i)
        now_.friction()(i) = side_[static_cast<std::size_t>(i)] * s_.limit(i);
}

// New sides of the contacts without sliding velocity: those that stuck and those hit.
void EventDrivenRun::resolve(bool first)
{
    const bool tangent = o_.tangent && !first;
    const std::vector<int> before = tangent ? side_ : std::vector<int>();
    const Vector old_friction = tangent ? contact_forces() : Vector();
    multiply(contacts_.rows, now_.u.data(), rows_.data());
    slow_.clear();
    for (Index i = 0; i < k(); ++i)
        if (side_[static_cast<std::size_t>(i)] == 0 || search_.hit()[static_cast<std::size_t>(i)])
            slow_.push_back(i);
    // The event is exact: what velocity is left is round-off.
    const auto sliding = rows_.segment(k(), k());
    if (slow_.size() == 1 && !first) {
        const Index i = slow_[0];
        now_.v() -= sliding(i) / G_(i, i) * s_.B.row(i).transpose();
    } else if (!slow_.empty() && !first) {
        const Matrix B = s_.B(slow_, Eigen::all);
        now_.v() -= B.transpose() * Cholesky(G_(slow_, slow_)).solve(sliding(slow_));
    }
    for (std::size_t i = 0; i < side_.size(); ++i)
        at_limit_[i] = !first && side_[i] == 0 && search_.hit()[i];
    set_friction();
    for (const Index i : slow_)
        now_.friction()(i) = 0;
    a_ = rows_.segment(2 * k(), k());
    scale_ = a_.cwiseAbs() + scale0_;
    if (slow_.size() < side_.size())
        a_.noalias() -= G_ * now_.friction();
    auto jerk = [this](const Vector& friction, Vector& rates) -> void {
        f_ = now_.friction();
        for (std::size_t i = 0; i < slow_.size(); ++i)
            f_(slow_[i]) = friction(static_cast<Index>(i));
        rates = rows_.tail(k()) + contacts_.damping.lazyProduct(f_);
    };
    next_states({s_.limit, G_, slow_, a_, scale_, s_.Omega, at_limit_, jerk}, next_);
    for (std::size_t i = 0; i < slow_.size(); ++i) {
        int& side = side_[static_cast<std::size_t>(slow_[i])];
        if (!first)
            record_.change(t_, slow_[i], side, next_.state[i]);
        side = next_.state[i];
    }
    set_friction();
    if (!tangent)
        return;
    Vector new_friction = now_.friction();
    for (std::size_t i = 0; i < slow_.size(); ++i)
        if (next_.state[i] == 0)
            new_friction(slow_[i]) = next_.friction(static_cast<Index>(i));
    pass_event(before, old_friction, new_friction);
}

// Friction forces and reactions where the motion stands.
Vector EventDrivenRun::contact_forces()
{
    Vector f = now_.friction();
    for (Index i = 0; i < k(); ++i)
        if (side_[static_cast<std::size_t>(i)] == 0)
            f(i) = motion_.derivatives(i)[0];
    return f;
}

// The contacts that stick at the start take no difference of sliding velocity.
void EventDrivenRun::begin_tangent()
{
    const Index m = s_.n_modes();
    tangent_ = Matrix::Identity(2 * m, 2 * m);
    std::vector<Index> stick;
    for (Index i = 0; i < k(); ++i)
        if (side_[static_cast<std::size_t>(i)] == 0)
            stick.push_back(i);
    if (stick.empty())
        return;
    const Matrix B = s_.B(stick, Eigen::all);
    const Matrix G = G_(stick, stick);
    tangent_.bottomRightCorner(m, m) -= B.transpose() * Cholesky(G).solve(B);
}

// A neighbour reaches the event dt = -dv / a later, with the old forces until then, and its
// velocity differs by B^T (new - old) dt more (saltation; di Bernardo et al., Piecewise-smooth
// Dynamical Systems, 2008, sect. 2.5). At a release the forces do not jump. Contacts that come to
// zero together are taken as if each changed its own force only.
void EventDrivenRun::pass_event(const std::vector<int>& before, const Vector& old_friction,
                                const Vector& new_friction)
{
    const Index m = s_.n_modes();
    const Vector a = rows_.segment(2 * k(), k()) - G_ * old_friction;
    std::vector<Index> stopped;
    for (Index i = 0; i < k(); ++i)
        if (search_.hit()[static_cast<std::size_t>(i)] && before[static_cast<std::size_t>(i)] != 0)
            stopped.push_back(i);
    const Vector jump = new_friction - old_friction;
    const Matrix dv = s_.B * tangent_.bottomRows(m);
    for (const Index i : stopped) {
        if (std::abs(a(i)) <= grazing * scale_(i))
            continue; // it grazes zero
        const Vector change = stopped.size() == 1 ? Vector(s_.B.transpose() * jump)
                                                  : Vector(s_.B.row(i).transpose() * jump(i));
        tangent_.bottomRows(m).noalias() -= change * (dv.row(i) / a(i));
    }
}

// Adds the work of the drive and of the dampers between two times of the segment.
void EventDrivenRun::integrate_powers(double from, double to)
{
    if (!(to > from))
        return;
    double fastest = s_.Omega;
    for (const Complex s : table_.of(side_).s)
        fastest = std::max(fastest, std::abs(s));
    const auto panels = static_cast<int>(std::ceil((to - from) * fastest / panel));
    const double half = (to - from) / (2.0 * std::max(panels, 1));
    MotionState state(s_.n_modes(), k());
    for (int p = 0; p < std::max(panels, 1); ++p)
        for (std::size_t g = 0; g < 2 * gauss_x.size(); ++g) {
            const double x = g < gauss_x.size() ? -gauss_x[g] : gauss_x[g - gauss_x.size()];
            motion_.at(from + half * (2 * p + 1 + x));
            motion_.state(state);
            const Vector v = state.v();
            result_.history.exchange.include(state.q(), v, s_.modes.omega);
            const Complex e = state.drive();
            const double drive = v.dot((s_.p * e).real()) +
                                 contact_forces().dot((s_.r * (Complex(0, s_.Omega) * e)).real());
            const double damping =
                s_.modes.classical() ? v.cwiseAbs2().dot(s_.modes.c) : v.dot(s_.modes.D * v);
            const double w = half * gauss_w[g % gauss_w.size()];
            result_.energy.drive += w * drive;
            result_.energy.damping += w * damping;
        }
    motion_.at(to);
}

// The energies at tau of the segment.
void EventDrivenRun::account(double tau, const MotionState& state)
{
    Energy& e = result_.energy;
    e.friction = record_.dissipation(s_.limit, x_, side_);
    if (!o_.energies)
        return;
    integrate_powers(integrated_, tau);
    integrated_ = tau;
    result_.history.exchange.include(state.q(), state.v(), s_.modes.omega);
    e.stored =
        0.5 * (state.v().squaredNorm() + state.q().cwiseProduct(s_.modes.omega).squaredNorm()) -
        stored0_;
    e.loads = s_.p0.dot(state.q() - q_start_);
}

void EventDrivenRun::sample(double t, double tau)
{
    motion_.at(tau);
    MotionState state(s_.n_modes(), k());
    motion_.state(state);
    multiply(contacts_.rows, state.u.data(), rows_.data());
    x_ = rows_.head(k());
    const Vector f = contact_forces();
    History& history = result_.history;
    record(history, x_, rows_.segment(k(), k()), f, side_);
    history.time.push_back(t);
    const Vector q = state.q(), v = state.v();
    const Complex e = state.drive();
    Vector a = s_.p0 + (s_.p * e).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(q) -
               s_.B.transpose() * f;
    if (s_.modes.classical())
        a -= s_.modes.c.cwiseProduct(v);
    else
        a.noalias() -= s_.modes.D * v;
    for (std::size_t i = 0; i < o_.outputs.size(); ++i) {
        const ModalOutput& output = o_.outputs[i];
        const Complex follow = output.follow * e, step(0, s_.Omega);
        history.points[i].u.push_back(output.row.dot(q) + follow.real());
        history.points[i].v.push_back(output.row.dot(v) + (step * follow).real());
        history.points[i].a.push_back(output.row.dot(a) + (step * step * follow).real());
    }
    if (o_.energies) {
        account(tau, state);
        result_.energy.time = t;
        history.energy.push_back(result_.energy);
    }
}

// The sides of the contacts at the start: round-off decides nothing.
void EventDrivenRun::begin()
{
    multiply(contacts_.rows, now_.u.data(), rows_.data());
    const Vector size = s_.B.cwiseAbs() * now_.v().cwiseAbs() + s_.Omega * s_.r.cwiseAbs();
    for (Index i = 0; i < k(); ++i) {
        const auto index = static_cast<std::size_t>(i);
        if (std::abs(rows_(k() + i)) > standing * size(i))
            side_[index] = rows_(k() + i) > 0 ? 1 : -1;
        else if (o_.phases)
            side_[index] =
                o_.phases->contacts[index]; // it has just been released, or is about to stop
    }
    resolve(true);
    if (o_.tangent)
        begin_tangent();
}

void EventDrivenRun::keep()
{
    const Vector q = now_.q(), v = now_.v();
    Vector held = (s_.r * now_.drive()).real();
    held.noalias() += s_.B * q;
    result_.kept.push_back({t_, q, v, {side_, held, {}, 0}});
}

// To the end, an interruption, or what cannot be computed on: the motion stands at t_.
void EventDrivenRun::follow()
{
    bool fresh = true;
    long long instants = 0;
    Index work = 0; // since progress was asked
    const Index share = std::max<Index>(4, s_.n_modes());
    auto stopped = [&](double t) -> bool {
        work = 0;
        return progress_ && !progress_((t - o_.t_start) / (o_.t_end - o_.t_start));
    };
    if (t_ >= window_)
        record_.open_window();
    while (t_ < o_.t_end) {
        const LockedMaps& maps = table_.maps_of(side_);
        const std::size_t next_kept = result_.kept.size();
        double stop = record_.in_window() ? o_.t_end : window_;
        if (next_kept < o_.keep_at.size())
            stop = std::min(stop, o_.keep_at[next_kept]);
        const double horizon = std::min(period_, stop - t_);
        motion_.start(s_, maps, now_);
        integrated_ = 0;
        double tau = search_.next(motion_, side_, horizon, fresh);
        bool event = search_.any_hit(), ends = false;
        double next = tau == stop - t_ ? stop : t_ + tau;

        while (next_sample_ < n_samples_) {
            const double t = o_.t_start + static_cast<double>(next_sample_) / o_.history_rate_hz;
            if (t > next && !(next == o_.t_end))
                break;
            sample(std::min(t, o_.t_end), std::min(t - t_, tau));
            ++next_sample_;
            work += share;
            ends = work >= between_reports && t < next && stopped(t);
            if (ends) { // with this sample
                tau = t - t_;
                next = t;
                event = false;
                break;
            }
        }
        motion_.at(tau);
        motion_.state(now_);
        x_ = (s_.r * now_.drive()).real();
        x_.noalias() += s_.B * now_.q();
        account(tau, now_);
        record_.move(x_, side_);
        t_ = next;
        if (o_.tangent)
            propagate_tangent(s_, table_.of(side_), tau, tangent_);
        now_.set_drive(drive(t_));
        fresh = event;
        if (event)
            resolve(false);
        if (next_kept < o_.keep_at.size() && t_ >= o_.keep_at[next_kept])
            keep();
        if (!record_.in_window() && t_ >= window_)
            record_.open_window();
        instants = tau > 2 * EventSearch::shortest * period_ ? 0 : instants + 1;
        if (instants > 1000)
            throw std::runtime_error("events follow each other without end");
        work += share;
        if (ends || ((tau == horizon || work >= between_reports) && stopped(t_))) {
            result_.interrupted = t_ < o_.t_end;
            break;
        }
    }
}

MotionRecord EventDrivenRun::take()
{
    begin();
    if (o_.energies)
        result_.history.exchange.include(q_start_, now_.v(), s_.modes.omega);
    try {
        follow();
    } catch (const std::runtime_error& error) {
        if (t_ == o_.t_start)
            throw; // there is nothing to keep
        result_.failure = "at t = " + number_text(t_, 9) + " s: " + error.what();
    }
    keep();
    result_.t_stop = result_.energy.time = t_;
    result_.q = now_.q();
    result_.v = now_.v();
    result_.state = side_;
    result_.tangent = tangent_;
    result_.history.events = record_.events();
    result_.n_evaluations = search_.n_evaluations();
    result_.last_period =
        record_.last_period(s_, t_, side_, o_.still, EventSearch::shortest * period_);
    return std::move(result_);
}

} // namespace

void check_event_driven(const DrySystem& system, const EventDrivenOptions& options)
{
    refuse_dependent_contacts(system);
    (void)samples_of(system, options);
}

MotionRecord event_driven(const DrySystem& system, const EventDrivenOptions& options,
                          const Progress& progress)
{
    LockedModesTable table(system);
    return EventDrivenRun(table, options, progress).take();
}

MotionRecord event_driven(LockedModesTable& table, const EventDrivenOptions& options,
                          const Progress& progress)
{
    MotionRecord result = EventDrivenRun(table, options, progress).take();
    if (!result.failure.empty())
        throw std::runtime_error(result.failure);
    return result;
}

} // namespace slideway::dynamics
