#include "dynamics/event_driven.hpp"

#include "base/text.hpp"
#include "dynamics/contact_record.hpp"
#include "dynamics/contact_states.hpp"
#include "dynamics/event_driven_modes.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double touching = 4e-15;        // of the bound of a function: it is zero
constexpr double together = 1e-12;        // likewise: contacts that take part in one event
constexpr double no_acceleration = 1e-10; // of the largest force on a contact: rates decide
constexpr double shortest = 1e-9;         // of a period: no event is sought within, no stop counted

// Gauss-Legendre, 8 points on (-1, 1): exact to round-off over 1.5 rad of the fastest mode.
constexpr std::array<double, 4> gauss_x = {0.1834346424956498, 0.5255324099163290,
                                           0.7966664774136267, 0.9602898564975363};
constexpr std::array<double, 4> gauss_w = {0.3626837833783620, 0.3137066458778873,
                                           0.2223810344533745, 0.1012285362903763};
constexpr double panel = 1.5;

// Farthest step in which f stays positive, from f >= 0, f' and |f''| <= L2.
double safe_step(double f, double d1, double L2)
{
    if (L2 == 0)
        return d1 < 0 ? -f / d1 : infinity;
    const double root = std::sqrt(d1 * d1 + 2 * L2 * f);
    return d1 < 0 ? 2 * f / (root - d1) : (d1 + root) / L2;
}

// From f = 0: the larger one of the bounds by second and third derivatives.
double release_step(double d1, double d2, double L2, double L3)
{
    double h = safe_step(0, std::max(d1, 0.0), L2);
    if (L3 == 0)
        return d2 > 0 ? infinity : h;
    const double square = d2 * d2 / 4 + 2 * L3 * d1 / 3;
    if (square >= 0)
        h = std::max(h, 3 * (d2 / 2 + std::sqrt(square)) / L3);
    return h;
}

// Sets f and a where the pattern says: 0 free, +1 at high, -1 at low.
void solve_pattern(const MatrixIn& G, const VectorIn& b, const VectorIn& low, const VectorIn& high,
                   const std::vector<int>& at, BoundedForces& x)
{
    std::vector<Index> free;
    for (Index i = 0; i < b.size(); ++i) {
        const int side = at[static_cast<std::size_t>(i)];
        x.f(i) = side > 0 ? high(i) : side < 0 ? low(i) : 0.0;
        if (side == 0)
            free.push_back(i);
    }
    if (!free.empty()) {
        const Vector rest = b - G * x.f;
        const Vector held = Matrix(G(free, free)).llt().solve(Vector(rest(free)));
        x.f(free) = held;
    }
    x.a = b - G * x.f;
    x.a(free).setZero();
}

class Run {
public:
    Run(LockedModesTable& table, const EventDrivenOptions& options, const Progress& progress);
    EventDrivenResult take();

private:
    using Value = LockedMotion::Value;

    [[nodiscard]] Index k() const { return s_.n_contacts(); }
    [[nodiscard]] Complex drive(double t) const { return std::polar(1.0, s_.Omega * t); }
    void displacement(const Vector& q, Complex e, Vector& x) const;
    void sliding(const Vector& v, Complex e, Vector& rate) const;
    void without_friction(const Vector& q, const Vector& v, Complex e, Vector& a) const;
    void set_forces();
    double next_event(double horizon, bool fresh, std::vector<bool>& hit);
    double step_of(const LockedMotion::Function& f, Value value, double limit, double tau,
                   double horizon, bool fresh);
    void resolve(const std::vector<bool>& hit, bool first);
    [[nodiscard]] Vector jerk(const std::vector<Index>& slow, const Vector& friction) const;
    void begin_tangent();
    [[nodiscard]] Vector contact_forces();
    void pass_event(const std::vector<bool>& hit, const std::vector<int>& before,
                    const Vector& old_friction, const Vector& new_friction);
    void integrate_powers(double from, double to);
    void account(double tau, const Vector& q, const Vector& v, const Vector& x);
    void sample(double t, double tau);
    void finish();

    LockedModesTable& table_;
    const CoulombSystem& s_;
    const Matrix& G_;
    const EventDrivenOptions& o_;
    const Progress& progress_;
    double period_, t_, window_; // window: start of the last period
    Vector scale0_;              // accelerations that friction at its limits can cause
    Vector q_, v_, friction_;
    Vector q_tau_, v_tau_;
    std::vector<int> state_;
    Vector driven_, v_rel_, b_, scale_, x_now_; // work of the loop
    Matrix tangent_;                            // 2 m x 2 m, up to t_
    const LockedModes* current_ = nullptr;
    LockedMotion motion_;
    EventDrivenResult result_;
    double stored0_ = 0, integrated_ = 0; // powers of the segment are integrated so far
    Vector q_start_;
    long long n_samples_ = 0, next_sample_ = 0;
    std::optional<ContactRecord> record_;
};

Run::Run(LockedModesTable& table, const EventDrivenOptions& options, const Progress& progress)
    : table_(table), s_(table.system()), G_(table.G()), o_(options), progress_(progress),
      period_(2 * std::numbers::pi / s_.Omega), t_(options.t_start),
      window_(std::max(options.t_start, options.t_end - period_))
{
    const Index m = s_.n_modes();
    n_samples_ = check_run(o_, m, 4 * static_cast<double>(k()));

    q_ = o_.q.size() > 0 ? o_.q : Vector(Vector::Zero(m));
    v_ = o_.v.size() > 0 ? o_.v : Vector(Vector::Zero(m));
    q_start_ = q_;
    scale0_ = G_.cwiseAbs() * s_.limit;
    friction_ = Vector::Zero(k());
    state_.assign(static_cast<std::size_t>(k()), 0);
    displacement(q_, drive(t_), x_now_);
    record_.emplace(x_now_, window_);
    result_.contacts.resize(static_cast<std::size_t>(k()));
    result_.u.resize(o_.outputs.size());
    result_.output_v.resize(o_.outputs.size());
    result_.output_a.resize(o_.outputs.size());
    stored0_ = 0.5 * (v_.squaredNorm() + q_.cwiseProduct(s_.modes.omega).squaredNorm());
}

void Run::displacement(const Vector& q, Complex e, Vector& x) const
{
    x = (s_.r * e).real();
    x.noalias() += s_.B * q;
}

void Run::sliding(const Vector& v, Complex e, Vector& rate) const
{
    rate = (s_.r * (Complex(0, s_.Omega) * e)).real();
    rate.noalias() += s_.B * v;
}

void Run::without_friction(const Vector& q, const Vector& v, Complex e, Vector& a) const
{
    a = s_.p0 + (s_.p * e).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(q);
    if (s_.modes.classical())
        a -= s_.modes.c.cwiseProduct(v);
    else
        a.noalias() -= s_.modes.D * v;
}

void Run::set_forces()
{
    for (Index i = 0; i < k(); ++i)
        friction_(i) = state_[static_cast<std::size_t>(i)] * s_.limit(i);
}

double Run::step_of(const LockedMotion::Function& f, Value value, double limit, double tau,
                    double horizon, bool fresh)
{
    const double scale = f.scale + std::abs(f.F1) * horizon + limit;
    if (tau == 0 && fresh && value.f <= together * scale) {
        const double h = release_step(value.d1, value.d2, f.L2, f.L3);
        return std::max(h, shortest * period_);
    }
    if (value.f <= touching * scale)
        return 0;
    const double h = safe_step(value.f, value.d1, f.L2);
    return h > 1e-16 * period_ ? h : 0;
}

// Time from t_ to the next event, at most the horizon; which contacts take part in it. `fresh`:
// the states have just been found, contacts at zero are leaving it.
double Run::next_event(double horizon, bool fresh, std::vector<bool>& hit)
{
    double tau = 0;
    hit.assign(state_.size(), false);
    for (;;) {
        motion_.at(tau);
        ++result_.n_evaluations;
        double h = horizon - tau;
        bool event = false;
        Index n = 0;
        auto consider = [&](const LockedMotion::Function& f, Value value, double limit) -> void {
            const double step = step_of(f, value, limit, tau, horizon, fresh);
            event = event || step == 0;
            h = std::min(h, step);
        };
        for (Index i = 0; i < k(); ++i) {
            const int side = state_[static_cast<std::size_t>(i)];
            if (side != 0) {
                const LockedMotion::Function& f = motion_.velocity(i);
                const Value v = motion_.value(f);
                consider(f, {side * v.f, side * v.d1, side * v.d2}, 0);
            } else {
                const LockedMotion::Function& f = motion_.reaction(n++);
                const Value r = motion_.value(f);
                consider(f, {s_.limit(i) - r.f, -r.d1, -r.d2}, s_.limit(i));
                consider(f, {s_.limit(i) + r.f, r.d1, r.d2}, s_.limit(i));
            }
        }
        if (event)
            break;
        if (tau >= horizon)
            return horizon;
        const double next = tau + h;
        tau = next >= horizon * (1 - 1e-15) ? horizon : next;
    }
    Index n = 0;
    for (Index i = 0; i < k(); ++i) {
        const int side = state_[static_cast<std::size_t>(i)];
        const LockedMotion::Function& f = side != 0 ? motion_.velocity(i) : motion_.reaction(n++);
        const double value = motion_.value(f).f;
        const double limit = side != 0 ? 0 : s_.limit(i);
        const double left = side != 0 ? side * value : limit - std::abs(value);
        hit[static_cast<std::size_t>(i)] =
            left <= together * (f.scale + std::abs(f.F1) * horizon + limit);
    }
    return tau;
}

// Rates of the accelerations of the contacts, with constant friction on `slow` beside that of the
// others.
Vector Run::jerk(const std::vector<Index>& slow, const Vector& friction) const
{
    Vector a = driven_ - s_.B.transpose() * friction_;
    for (std::size_t i = 0; i < slow.size(); ++i)
        a -= friction(static_cast<Index>(i)) * s_.B.row(slow[i]).transpose();
    const Complex e = drive(t_);
    Vector rate =
        (s_.p * (Complex(0, s_.Omega) * e)).real() - s_.modes.omega.cwiseAbs2().cwiseProduct(v_);
    if (s_.modes.classical())
        rate -= s_.modes.c.cwiseProduct(a);
    else
        rate -= s_.modes.D * a;
    return s_.B * rate + (s_.r * (Complex(0, -std::pow(s_.Omega, 3)) * e)).real();
}

// New states of the contacts without sliding velocity: those that stuck and those hit.
void Run::resolve(const std::vector<bool>& hit, bool first)
{
    const Complex e = drive(t_);
    const bool tangent = o_.tangent && !first;
    const std::vector<int> before = tangent ? state_ : std::vector<int>();
    const Vector old_friction = tangent ? contact_forces() : Vector();
    sliding(v_, e, v_rel_);
    std::vector<Index> slow;
    for (Index i = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] == 0 || hit[static_cast<std::size_t>(i)])
            slow.push_back(i);
    // The event is exact: what velocity is left is round-off.
    if (slow.size() == 1 && !first) {
        v_ -= v_rel_(slow[0]) / G_(slow[0], slow[0]) * s_.B.row(slow[0]).transpose();
    } else if (!slow.empty() && !first) {
        const Matrix B = s_.B(slow, Eigen::all);
        v_ -= B.transpose() * Matrix(G_(slow, slow)).llt().solve(Vector(v_rel_(slow)));
    }
    set_forces();
    for (const Index i : slow)
        friction_(i) = 0;

    without_friction(q_, v_, e, driven_);
    b_ = -s_.Omega * s_.Omega * (s_.r * e).real();
    b_.noalias() += s_.B * driven_;
    scale_ = b_.cwiseAbs() + scale0_;
    b_.noalias() -= G_ * friction_;
    const NextStates next =
        next_states({s_, G_, slow, b_, scale_, s_.Omega,
                     [&](const Vector& friction) -> Vector { return jerk(slow, friction); }});
    for (std::size_t i = 0; i < slow.size(); ++i) {
        friction_(slow[i]) = next.friction(static_cast<Index>(i));
        int& now = state_[static_cast<std::size_t>(slow[i])];
        if (!first)
            record_->change(t_, slow[i], now, next.state[i]);
        now = next.state[i];
    }
    const Vector held = friction_;
    set_forces();
    if (tangent) {
        Vector new_friction = friction_;
        for (const Index i : slow)
            if (state_[static_cast<std::size_t>(i)] == 0)
                new_friction(i) = held(i);
        pass_event(hit, before, old_friction, new_friction);
    }
}

// Friction forces and reactions where the motion stands.
Vector Run::contact_forces()
{
    Vector f = friction_;
    for (Index i = 0, n = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] == 0)
            f(i) = motion_.value(motion_.reaction(n++)).f;
    return f;
}

// The contacts that stick at the start take no difference of sliding velocity.
void Run::begin_tangent()
{
    const Index m = s_.n_modes();
    tangent_ = Matrix::Identity(2 * m, 2 * m);
    std::vector<Index> stick;
    for (Index i = 0; i < k(); ++i)
        if (state_[static_cast<std::size_t>(i)] == 0)
            stick.push_back(i);
    if (stick.empty())
        return;
    const Matrix B = s_.B(stick, Eigen::all);
    tangent_.bottomRightCorner(m, m) -= B.transpose() * Matrix(G_(stick, stick)).llt().solve(B);
}

// A neighbour reaches the event dt = -dv / a later, with the old forces until then, and its
// velocity differs by B^T (new - old) dt more (saltation; di Bernardo et al., Piecewise-smooth
// Dynamical Systems, 2008, sect. 2.5). At a release the forces do not jump. Contacts that come to
// zero together are taken as if each changed its own force only.
void Run::pass_event(const std::vector<bool>& hit, const std::vector<int>& before,
                     const Vector& old_friction, const Vector& new_friction)
{
    const Index m = s_.n_modes();
    const Complex e = drive(t_);
    Vector a;
    without_friction(q_, v_, e, a);
    const Vector sliding_a =
        s_.B * (a - s_.B.transpose() * old_friction) - s_.Omega * s_.Omega * (s_.r * e).real();
    std::vector<Index> stopped;
    for (Index i = 0; i < k(); ++i)
        if (hit[static_cast<std::size_t>(i)] && before[static_cast<std::size_t>(i)] != 0)
            stopped.push_back(i);
    const Vector jump = new_friction - old_friction;
    const Matrix dv = s_.B * tangent_.bottomRows(m);
    for (const Index i : stopped) {
        const double rate = sliding_a(i);
        if (std::abs(rate) <= no_acceleration * scale_(i))
            continue; // it grazes zero
        const Vector change = stopped.size() == 1 ? Vector(s_.B.transpose() * jump)
                                                  : Vector(s_.B.row(i).transpose() * jump(i));
        tangent_.bottomRows(m).noalias() -= change * (dv.row(i) / rate);
    }
}

// Adds the work of the drive and of the dampers between two times of the segment.
void Run::integrate_powers(double from, double to)
{
    if (!(to > from))
        return;
    double fastest = s_.Omega;
    for (Index i = 0; i < current_->s.size(); ++i)
        fastest = std::max(fastest, std::abs(current_->s(i)));
    const auto panels = static_cast<int>(std::ceil((to - from) * fastest / panel));
    const double half = (to - from) / (2.0 * std::max(panels, 1));
    for (int p = 0; p < std::max(panels, 1); ++p)
        for (std::size_t g = 0; g < 2 * gauss_x.size(); ++g) {
            const double x = g < gauss_x.size() ? -gauss_x[g] : gauss_x[g - gauss_x.size()];
            motion_.at(from + half * (2 * p + 1 + x));
            motion_.state(q_tau_, v_tau_);
            const Complex e = motion_.drive();
            double drive = v_tau_.dot((s_.p * e).real());
            for (Index i = 0, n = 0; i < k(); ++i) {
                const bool sticks = state_[static_cast<std::size_t>(i)] == 0;
                const double f = sticks ? motion_.value(motion_.reaction(n++)).f : friction_(i);
                drive += f * (s_.r(i) * (Complex(0, s_.Omega) * e)).real();
            }
            const double damping = s_.modes.classical() ? v_tau_.cwiseAbs2().dot(s_.modes.c)
                                                        : v_tau_.dot(s_.modes.D * v_tau_);
            const double w = half * gauss_w[g % gauss_w.size()];
            result_.energy.drive += w * drive;
            result_.energy.damping += w * damping;
        }
}

// The energies at t_ + tau of the segment that started with x_.
void Run::account(double tau, const Vector& q, const Vector& v, const Vector& x)
{
    CoulombEnergy& e = result_.energy;
    e.friction = record_->dissipation(s_.limit, x, state_);
    if (!o_.energies)
        return;
    integrate_powers(integrated_, tau);
    integrated_ = tau;
    e.stored = 0.5 * (v.squaredNorm() + q.cwiseProduct(s_.modes.omega).squaredNorm()) - stored0_;
    e.loads = s_.p0.dot(q - q_start_);
}

void Run::sample(double t, double tau)
{
    motion_.at(tau);
    Vector q(s_.n_modes()), v(s_.n_modes());
    motion_.state(q, v);
    const Complex e = motion_.drive();
    Vector x, rate, a;
    displacement(q, e, x);
    sliding(v, e, rate);
    const Vector f = contact_forces();
    for (Index i = 0; i < k(); ++i) {
        const int side = state_[static_cast<std::size_t>(i)];
        CoulombHistory& history = result_.contacts[static_cast<std::size_t>(i)];
        history.displacement.push_back(x(i));
        history.velocity.push_back(side == 0 ? 0 : rate(i));
        history.force.push_back(f(i));
        history.state.push_back(side);
    }
    result_.time.push_back(t);
    without_friction(q, v, e, a);
    a -= s_.B.transpose() * f;
    for (std::size_t i = 0; i < o_.outputs.size(); ++i) {
        const ModalOutput& output = o_.outputs[i];
        const Complex follow = output.follow * e, step(0, s_.Omega);
        result_.u[i].push_back(output.row.dot(q) + follow.real());
        result_.output_v[i].push_back(output.row.dot(v) + (step * follow).real());
        result_.output_a[i].push_back(output.row.dot(a) + (step * step * follow).real());
    }
    if (o_.energies) {
        account(tau, q, v, x);
        result_.energies.push_back(result_.energy);
    }
}

EventDrivenResult Run::take()
{
    std::vector<bool> hit(state_.size(), false);
    {
        // Round-off of the start decides nothing.
        sliding(v_, drive(t_), v_rel_);
        const Vector size = s_.B.cwiseAbs() * v_.cwiseAbs() + s_.Omega * s_.r.cwiseAbs();
        for (Index i = 0; i < k(); ++i)
            if (std::abs(v_rel_(i)) > together * size(i))
                state_[static_cast<std::size_t>(i)] = v_rel_(i) > 0 ? 1 : -1;
    }
    resolve(hit, true);
    if (o_.tangent)
        begin_tangent();
    bool fresh = true;
    long long instants = 0;
    if (t_ >= window_)
        record_->open_window();
    while (t_ < o_.t_end) {
        current_ = &table_.of(state_);
        const double stop = record_->in_window() ? o_.t_end : window_;
        const double horizon = std::min(period_, stop - t_);
        motion_.start(s_, *current_, t_, q_, v_, friction_, horizon);
        integrated_ = 0;
        const double tau = next_event(horizon, fresh, hit);
        const bool event = std::find(hit.begin(), hit.end(), true) != hit.end();
        const double next = tau == stop - t_ ? stop : t_ + tau;

        while (next_sample_ < n_samples_) {
            const double t = o_.t_start + static_cast<double>(next_sample_) / o_.history_rate_hz;
            if (t > next && !(next == o_.t_end))
                break;
            sample(std::min(t, o_.t_end), std::min(t - t_, tau));
            ++next_sample_;
        }
        motion_.at(tau);
        motion_.state(q_, v_);
        displacement(q_, motion_.drive(), x_now_);
        account(tau, q_, v_, x_now_);
        record_->move(x_now_, state_);
        t_ = next;
        if (o_.tangent)
            propagate_tangent(s_, *current_, tau, tangent_);
        fresh = event;
        if (event)
            resolve(hit, false);
        if (!record_->in_window() && t_ >= window_)
            record_->open_window();
        instants = tau > 2 * shortest * period_ ? 0 : instants + 1;
        if (instants > 1000)
            throw std::runtime_error(
                "events follow each other without end at t = " + number_text(t_, 9) + " s");
        if (progress_ && tau == horizon &&
            !progress_((t_ - o_.t_start) / (o_.t_end - o_.t_start))) {
            result_.interrupted = t_ < o_.t_end;
            break;
        }
    }
    finish();
    return std::move(result_);
}

void Run::finish()
{
    result_.t_stop = t_;
    result_.q = q_;
    result_.v = v_;
    result_.state = state_;
    result_.tangent = tangent_;
    result_.events = record_->events();
    result_.last_period = record_->last_period(s_, t_, state_, o_.still, shortest * period_);
}

} // namespace

std::string transition_name(Transition kind)
{
    switch (kind) {
    case Transition::stick:
        return "stick";
    case Transition::slip:
        return "slip";
    case Transition::reversal:
        return "reversal";
    }
    return "";
}

EventDrivenResult event_driven(const CoulombSystem& system, const EventDrivenOptions& options,
                               const Progress& progress)
{
    LockedModesTable table(system);
    return event_driven(table, options, progress);
}

EventDrivenResult event_driven(LockedModesTable& table, const EventDrivenOptions& options,
                               const Progress& progress)
{
    return Run(table, options, progress).take();
}

// Murty's least-index principal pivoting, which ends for every positive definite G.
BoundedForces bounded_forces(const MatrixIn& G, const VectorIn& b, const VectorIn& low,
                             const VectorIn& high)
{
    const Index n = b.size();
    BoundedForces x{Vector::Zero(n), Vector::Zero(n)};
    if (n == 1) {
        x.f(0) = std::clamp(b(0) / G(0, 0), low(0), high(0));
        x.a(0) = x.f(0) == b(0) / G(0, 0) ? 0 : b(0) - G(0, 0) * x.f(0);
        return x;
    }
    std::vector<int> at(static_cast<std::size_t>(n), 0);
    const long long most = 1000 + 100LL * n * n;
    for (long long pivot = 0; pivot < most; ++pivot) {
        solve_pattern(G, b, low, high, at, x);
        Index wrong = -1;
        for (Index i = 0; i < n && wrong < 0; ++i) {
            int& side = at[static_cast<std::size_t>(i)];
            const double slack = 1e-14 * (std::abs(b(i)) + G.row(i).cwiseAbs().dot(x.f.cwiseAbs()));
            if (side == 0 && x.f(i) > high(i) + slack / G(i, i))
                side = 1;
            else if (side == 0 && x.f(i) < low(i) - slack / G(i, i))
                side = -1;
            else if (side != 0 && side * x.a(i) < -slack)
                side = 0;
            else
                continue;
            wrong = i;
        }
        if (wrong < 0)
            return x;
    }
    throw std::runtime_error("the accelerations of the contacts were not found");
}

} // namespace slideway::dynamics
