#include "dynamics/events/runge_kutta_run.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/events/guard_search.hpp"
#include "dynamics/events/patch_collocation.hpp"
#include "dynamics/events/patch_stop.hpp"
#include "dynamics/events/patch_turn.hpp"
#include "dynamics/events/switched_run.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// The estimate is blind to y' = f(t), which only the length of steps bounds. The energies of a free
// mass stay open by 1e-9 with 16 steps, by 5e-7 with 8, by 2e-4 with 4.
constexpr double steps_a_period = 16;
// A tolerance below it requires even shorter steps. Without, the energies of a free mass stay open
// ten times wider at 1e-12.
constexpr double exact_drive = 1e-11;
// Steps below this fraction of the time of the run end it. From 0 to 1e-5 no test changes.
constexpr double vanished = 1e-14;
// First step relative to the time of the fastest mode in 1 rad. Error control corrects it. From
// 1e-8 to 1 the motion changes within the error of steps.
constexpr double first_step = 0.01;
// First step of starting patches, and longest step of collocation, relative to that time. Other
// motion takes Runge-Kutta steps then; undamped motions grow from 2.3 on.
constexpr double first_start = 0.1, longest_collocation = 2;
// Step relative to the fastest decay by friction, which decays to 0.06 in a step; 5 is unstable.
constexpr double decay_a_step = 3;
// Steps so short that cost as much as one by collocation.
constexpr double steps_a_collocation = 60;
// Distance between rests of patches that count as one, in parts of the way of a stop. That way is
// 1e-9 of a slide; the velocity left at a later rest would hardly have a direction.
constexpr double same_stop = 1e-3;
// Allowed error of a step at any tolerance, relative to all forces, if they balance.
constexpr double round_off = 1e-14;
// Factor on the step that would meet the tolerance. At 0.18 there are five times as many steps.
// At 1.08 half of them are repeated, and amplitudes miss 1e-8.
constexpr double cautious = 0.9;
// Bounds of the next step, and of a repeated step, relative to the current one.
constexpr double least_change = 0.2, most_change = 5, least_cut = 0.1, most_cut = 0.9;

class RungeKuttaScheme : public SwitchedScheme {
public:
    RungeKuttaScheme(SwitchedSystem& system, const RunTimes& times, double tolerance);

    void take_phases() override { search_.take_phases(); }
    std::optional<Step> step(const Vector& y, double t, double longest) override;
    void at(double tau, Vector& y) override
    {
        system_.forces().step(y_, rate_, t_, tau, y, error_tau_);
    }
    [[nodiscard]] const Vector& end() const override { return y_end_; }
    [[nodiscard]] const std::vector<Guard>& guards() const override
    {
        return stops_ ? stop_ : search_.guards();
    }
    [[nodiscard]] const std::vector<bool>& hit() const override
    {
        return stops_ ? stop_hit_ : search_.hit();
    }
    [[nodiscard]] double next_length() const override { return h_; }
    [[nodiscard]] long long n_evaluations() const override
    {
        return system_.forces().n_evaluations();
    }
    [[nodiscard]] long long n_rejected() const override { return n_rejected_; }

private:
    [[nodiscard]] double error_norm(double h);
    [[nodiscard]] std::optional<Step> collocate(double longest, double shortest);
    [[nodiscard]] std::optional<Step> slow_patches(double longest, double worth);
    [[nodiscard]] std::optional<Step> stop_patch(double longest);
    [[nodiscard]] std::optional<Step> rest_patch();

    SwitchedSystem& system_;
    GuardSearch search_;
    PatchCollocation collocation_;
    PatchStop stop_patches_;
    PatchTurn turn_;
    std::vector<Guard> stop_; // of patches, which end a step
    std::vector<bool> stop_hit_;
    bool stops_ = false;
    double longest_, tolerance_, vanishing_, h_max_, h_;
    double t_ = 0;
    long long n_rejected_ = 0;
    Vector y_, rate_, y_end_, error_, error_tau_;
};

RungeKuttaScheme::RungeKuttaScheme(SwitchedSystem& system, const RunTimes& times, double tolerance)
    : system_(system), search_(system, 1 / times.fastest, tolerance),
      collocation_(system, tolerance, first_start / times.fastest),
      stop_patches_(system, tolerance, 1 / times.fastest), turn_(system, tolerance),
      longest_(longest_collocation / times.fastest), tolerance_(tolerance),
      vanishing_(vanished * times.span), y_(Vector::Zero(system.model().n_state())), rate_(y_),
      y_end_(y_), error_tau_(y_)
{
    // y' = cos(Omega t), which the estimate does not see, to half the tolerance over 20 periods.
    const double finer =
        std::pow(std::max(1.0, exact_drive / tolerance_), 1.0 / RungeKutta78::error_order);
    h_max_ = std::min(times.period / finer, times.span) / steps_a_period;
    h_ = std::min(h_max_, times.first > 0 ? times.first : first_step / times.fastest);
}

double RungeKuttaScheme::error_norm(double h)
{
    const Index m = system_.model().n_modes();
    const auto size = [m](const Vector& y) -> std::pair<double, double> {
        return {y.head(m).norm(), y.segment(m, m).norm()};
    };
    const auto [q0, v0] = size(y_);
    const auto [q1, v1] = size(y_end_);
    const auto [dq, dv] = size(error_);
    const double force = system_.forces().moving_force_size(y_end_, round_off / tolerance_);
    const double v = std::max(v0, v1), q = std::max(q0, q1);
    const double v_size = v + h * force, q_size = q + h * v + h * h * force;
    if (const double turn = system_.forces().unseen_error(h); turn > dv)
        return std::max(turn / (tolerance_ * v_size), dq > 0 ? dq / (tolerance_ * q_size) : dq);
    return std::max(dv > 0 ? dv / (tolerance_ * v_size) : dv,
                    dq > 0 ? dq / (tolerance_ * q_size) : dq);
}

std::optional<SwitchedScheme::Step> RungeKuttaScheme::step(const Vector& y, double t,
                                                           double longest)
{
    y_ = y;
    t_ = t;
    stops_ = false;
    system_.let_slide();
    system_.forces().right_hand_side(y_, t_, rate_);
    if (system_.phases().departs())
        return collocate(longest, std::min(vanishing_, longest / 2));
    if (auto stop = stop_patch(longest))
        return stop;
    if (auto rest = rest_patch())
        return rest;
    double allowed = std::min({h_max_, longest, stop_patches_.reach(y_, rate_, t_)});
    const double turn = turn_.reach(y_, rate_, t_);
    if (const double rate = system_.forces().friction_rate(); rate > 0) {
        if (auto slow = slow_patches(allowed, steps_a_collocation * decay_a_step / rate))
            return slow;
        allowed = std::min(allowed, decay_a_step / rate);
    }
    allowed = std::min(allowed, turn);
    if (allowed < longest && t_ + allowed == t_) // below round-off of the time
        return std::nullopt;
    const double most = search_.reach(y_, t_, h_, allowed);
    if (most < allowed && !(most > vanishing_))
        return std::nullopt;
    double h = std::min(h_, most);
    for (;;) {
        const bool cut = h == most;
        system_.forces().step(y_, rate_, t_, h, y_end_, error_);
        const double error = error_norm(h);
        const bool good = error <= 1 && y_end_.allFinite();
        const double factor = cautious * std::pow(error, -1.0 / RungeKutta78::error_order);
        if (good) {
            const double next = h * std::clamp(factor, least_change, most_change);
            h_ = cut ? std::max(next, h_) : next;
            break;
        }
        ++n_rejected_;
        h *= std::isfinite(factor) ? std::clamp(factor, least_cut, most_cut) : least_cut;
        h_ = h;
        if (!(h > vanishing_))
            return std::nullopt;
    }
    const GuardSearch::Found found = search_.next({y_, rate_, y_end_, t_, h});
    if (found.event || found.taken < h)
        y_end_ = search_.y();
    return Step{found.taken, found.event};
}

// Collocation step of patches that depart or are slow.
std::optional<SwitchedScheme::Step> RungeKuttaScheme::collocate(double longest, double shortest)
{
    const auto taken = collocation_.take(y_, t_, std::min({h_max_, longest_, longest}), shortest);
    if (!taken)
        return std::nullopt;
    system_.forces().right_hand_side(y_, t_, rate_); // of the imposed motion
    y_end_ = collocation_.end();
    const GuardSearch::Found found = search_.next({y_, rate_, y_end_, t_, *taken});
    if (found.event || found.taken < *taken)
        y_end_ = search_.y();
    return Step{found.taken, found.event};
}

// Where a step of collocation is longer than those of Runge and Kutta that cost as much, `worth`,
// and where these see errors alone.
std::optional<SwitchedScheme::Step> RungeKuttaScheme::slow_patches(double longest, double worth)
{
    const bool lost = stop_patches_.any_is_lost(y_, t_);
    if (lost || std::min({longest, longest_, collocation_.length()}) > worth) {
        if (auto step = collocate(longest, lost ? vanishing_ : worth / 2))
            return step;
        system_.let_slide();
        system_.forces().right_hand_side(y_, t_, rate_);
    }
    collocation_.pass_step();
    return std::nullopt;
}

// Patches whose rests are one, within same_stop of the way to it, come to rest together.
std::optional<SwitchedScheme::Step> RungeKuttaScheme::stop_patch(double longest)
{
    const std::vector<PatchStop::Stop> stops = stop_patches_.next(y_, rate_, t_);
    if (stops.empty() || stops.front().duration > longest_)
        return std::nullopt;
    std::vector<std::size_t> patches;
    std::vector<ImposedMotion> motions;
    for (const PatchStop::Stop& stop : stops) {
        patches.push_back(stop.patch);
        motions.push_back(stop.motion);
    }
    system_.impose(patches, motions);
    system_.forces().right_hand_side(y_, t_, rate_);
    std::vector<Vector3> loads;
    for (const std::size_t p : patches)
        loads.push_back(system_.forces().patch_force(p));
    const double duration = stops.front().duration, taken = std::min(duration, longest);
    system_.forces().step(y_, rate_, t_, taken, y_end_, error_);
    system_.forces().right_hand_side(y_end_, t_ + taken, error_tau_);
    for (std::size_t i = 0; i < stops.size(); ++i)
        if (!stop_patches_.is_short(stops[i],
                                    system_.forces().patch_force(patches[i]) - loads[i])) {
            system_.let_slide();
            system_.forces().right_hand_side(y_, t_, rate_);
            return std::nullopt;
        }
    stop_.clear();
    for (const PatchStop::Stop& stop : stops)
        if (stop.duration <= (1 + same_stop) * duration) {
            system_.come_to_rest(stop.patch, stop.direction);
            stop_.push_back(Guard{.index = stop.patch, .patch = true});
        }
    stop_hit_.assign(stop_.size(), true);
    stops_ = taken == duration;
    return Step{taken, stops_};
}

// At once, of what falls and is less than errors of steps.
std::optional<SwitchedScheme::Step> RungeKuttaScheme::rest_patch()
{
    const auto stop = stop_patches_.at_once(y_, rate_, t_);
    if (!stop)
        return std::nullopt;
    system_.impose({stop->patch}, {stop->motion});
    system_.come_to_rest(stop->patch, stop->direction);
    y_end_ = y_;
    stops_ = true;
    stop_ = {Guard{.index = stop->patch, .patch = true}};
    stop_hit_ = {true};
    return Step{0, true};
}

} // namespace

void check_runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options)
{
    if (!(options.tolerance >= 1e-13) || !(options.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(options.tolerance), "allowed: 1e-13 to 0.001");
    if (options.run.tangent)
        throw std::invalid_argument("runge_kutta: there is no tangent of a run by steps");
    check_switched_run(system, options.run, true);
}

MotionRecord runge_kutta(const JointedSystem& system, const RungeKuttaOptions& options,
                         const Progress& progress)
{
    check_runge_kutta(system, options);
    const auto make = [&](SwitchedSystem& switched,
                          const RunTimes& times) -> std::unique_ptr<SwitchedScheme> {
        return std::make_unique<RungeKuttaScheme>(switched, times, options.tolerance);
    };
    return switched_run(system, options.run, make, progress);
}

} // namespace slideway::dynamics
