#include "dynamics/orbits/long_motion.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/orbits/grazing.hpp"
#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/step_crossings.hpp"
#include "dynamics/orbits/whole_orbit.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

// Number of remembered states: how far back a capture is found once its orbit is known.
constexpr std::size_t remembered = 2000;
// Periods to the next guess after one that led to no stable orbit, twice as many after each: a
// motion that stays irregular spends little on Newton's method.
constexpr int first_wait = 16, longest_wait = 1024;
constexpr int asks_every = 8; // periods

// Displacements over the steps of a motion, and where they turn.
class Watch {
public:
    explicit Watch(std::vector<ModalOutput> outputs)
        : of_(std::move(outputs)), motion_(of_.size()), turns_(of_.size())
    {
    }

    [[nodiscard]] std::size_t size() const { return of_.size(); }
    void take(const TaylorScheme& scheme, double taken);
    [[nodiscard]] const StepMotion& motion(std::size_t w) const { return motion_[w]; }
    /// Extrema in the last step; `rising` is true at a minimum, where the velocity rises.
    const std::vector<Crossings::At>& turns(std::size_t w);
    /// Displacement and velocity [m, m/s], at x of a step that took so long.
    [[nodiscard]] double displacement(std::size_t w, double x) const
    {
        return value_of(motion_[w].displacement, x);
    }
    [[nodiscard]] double velocity(std::size_t w, double x, double taken) const
    {
        return value_of(rate_of(motion_[w].displacement), x) / taken;
    }

private:
    std::vector<ModalOutput> of_;
    std::vector<StepMotion> motion_;
    std::vector<Crossings> turns_;
};

void Watch::take(const TaylorScheme& scheme, double taken)
{
    for (std::size_t w = 0; w < of_.size(); ++w)
        motion_of(scheme, of_[w], taken, motion_[w]);
}

const std::vector<Crossings::At>& Watch::turns(std::size_t w)
{
    return turns_[w].over(rate_of(motion_[w].displacement), motion_[w].size);
}

// Record of a motion: sections, extrema, penetration.
class Account {
public:
    Account(const JointedSystem& system, const LongMotionOptions& options, LongMotion& out);
    /// A step that began at t of the motion, tau of its period.
    void look(const TaylorScheme& scheme, double t, double tau, double taken);

private:
    void look_at_turns(std::size_t w);
    void look_at_level(std::size_t s, double t, double taken);
    void take_point(std::size_t s, double t, double x, double taken);

    const LongMotionOptions& o_;
    double Omega_;
    std::vector<DisplacementStop> stops_;
    Watch watch_; // what the options watch, then what the stops do
    std::vector<Crossings> levels_;
    LongMotion& out_;
};

std::vector<ModalOutput> joined(std::vector<ModalOutput> a, const std::vector<ModalOutput>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Account::Account(const JointedSystem& system, const LongMotionOptions& options, LongMotion& out)
    : o_(options), Omega_(system.Omega), stops_(stops_of(system.joints)),
      watch_(joined(options.watched, watched_by(stops_, system.joints))),
      levels_(options.sections.size()), out_(out)
{
    out_.turns.resize(o_.watched.size());
    out_.sections.resize(o_.sections.size());
}

void Account::look(const TaylorScheme& scheme, double t, double tau, double taken)
{
    watch_.take(scheme, taken);
    for (std::size_t w = 0; w < watch_.size(); ++w)
        look_at_turns(w);
    for (std::size_t s = 0; s < o_.sections.size(); ++s) {
        if (!o_.sections[s].phase)
            look_at_level(s, t, taken);
        else if (const double value = *o_.sections[s].phase / Omega_ - tau;
                 value >= 0 && value < taken)
            take_point(s, t, value / taken, taken);
    }
}

void Account::look_at_turns(std::size_t w)
{
    for (const Crossings::At& point : watch_.turns(w)) {
        const double value = watch_.displacement(w, point.x);
        if (w < o_.watched.size()) {
            Turns& turns = out_.turns[w];
            const bool first = turns.maxima + turns.minima == 0;
            turns.least = first ? value : std::min(turns.least, value);
            turns.most = first ? value : std::max(turns.most, value);
            ++(point.rising ? turns.minima : turns.maxima);
            continue;
        }
        for (const DisplacementStop& stop : stops_)
            if (stop.of == w - o_.watched.size())
                out_.penetration = std::max(out_.penetration, stop.beyond(value));
    }
}

void Account::look_at_level(std::size_t s, double t, double taken)
{
    const Section& section = o_.sections[s];
    const StepMotion& motion = watch_.motion(section.of);
    StepPolynomial p = section.velocity ? rate_of(motion.displacement) : motion.displacement;
    p[0] -= section.level * (section.velocity ? taken : 1);
    for (const Crossings::At& point : levels_[s].over(p, motion.size))
        if (section.direction == SectionDirection::both ||
            point.rising == (section.direction == SectionDirection::rising))
            take_point(s, t, point.x, taken);
}

void Account::take_point(std::size_t s, double t, double x, double taken)
{
    SectionPoints& points = out_.sections[s];
    points.time.push_back(t + x * taken);
    for (std::size_t w = 0; w < o_.watched.size(); ++w) {
        points.motion.push_back(watch_.displacement(w, x));
        points.motion.push_back(watch_.velocity(w, x, taken));
    }
}

// Looks at states at phase 0, one after the other, for an orbit that they have come to.
class Settling {
public:
    Settling(const OrbitFamily& family, const LongMotionOptions& options)
        : family_(family), o_(options), weight_(family.energy_weights()),
          capture_(weight_, options.capture)
    {
    }
    /// Processes state number k. @throws Interrupted
    [[nodiscard]] std::optional<Capture::Settled> next(int k, const Vector& z,
                                                       const Progress& go_on);
    [[nodiscard]] const KnownOrbit& orbit(std::size_t i) const { return known_[i]; }
    /// The state that many periods before the last, or the earliest that is remembered.
    [[nodiscard]] const Vector& before(int periods) const;

private:
    [[nodiscard]] int guessed();
    [[nodiscard]] bool find(int periods, const Progress& go_on);

    const OrbitFamily& family_;
    const LongMotionOptions& o_;
    Vector weight_;
    Capture capture_;
    std::vector<KnownOrbit> known_;
    std::deque<Vector> states_; // the last of them
    std::vector<int> recurred_; // n - 1: so many states in a row were beside those n before
    int next_guess_ = 0, wait_ = first_wait;
};

const Vector& Settling::before(int periods) const
{
    const auto last = static_cast<std::ptrdiff_t>(states_.size()) - 1;
    return states_[static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, last - periods))];
}

// The smallest number of periods after which the last states have recurred; 0: none.
int Settling::guessed()
{
    recurred_.resize(static_cast<std::size_t>(o_.longest));
    const Vector& z = states_.back();
    const double near = o_.capture.radius * energy_size(weight_, z);
    int guess = 0;
    for (int n = 1; n <= o_.longest && n < static_cast<int>(states_.size()); ++n) {
        int& times = recurred_[static_cast<std::size_t>(n - 1)];
        times = energy_size(weight_, z - before(n)) <= near ? times + 1 : 0;
        if (guess == 0 && times > o_.capture.stay)
            guess = n;
    }
    return guess;
}

// Whether there is a stable orbit next to the last state that was not known.
bool Settling::find(int periods, const Progress& go_on)
{
    const double p = family_.system().Omega;
    const PeriodicMotion motion =
        periodic_motion(family_, states_.back(), p, periods, {}, {}, go_on);
    if (!motion.found)
        return false;
    KnownOrbit orbit = known_orbit(family_, motion, p, OrbitBranchOptions().step_tolerance);
    if (!orbit.stable ||
        std::any_of(known_.begin(), known_.end(), [&](const KnownOrbit& given_orbit) {
            return same_orbit(weight_, given_orbit, orbit);
        }))
        return false;
    known_.push_back(std::move(orbit));
    return true;
}

std::optional<Capture::Settled> Settling::next(int k, const Vector& z, const Progress& go_on)
{
    states_.push_back(z);
    if (states_.size() > remembered)
        states_.pop_front();
    if (const auto settled = capture_.next(known_, k, z))
        return settled;
    const int guess = guessed();
    if (guess == 0 || k < next_guess_)
        return std::nullopt;
    if (!find(guess, go_on)) {
        next_guess_ = k + wait_;
        wait_ = std::min(2 * wait_, longest_wait);
        return std::nullopt;
    }
    // It may have been beside this orbit for long.
    capture_ = Capture(weight_, o_.capture);
    std::optional<Capture::Settled> settled;
    const long long first = k + 1 - static_cast<long long>(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i)
        settled = capture_.next(known_, first + static_cast<long long>(i), states_[i]);
    return settled;
}

class LongMotionRun {
public:
    LongMotionRun(const OrbitFamily& family, const Vector& z, const LongMotionOptions& options)
        : system_(family.system()), o_(options), T_(two_pi / system_.Omega), z_(z),
          weight_(family.energy_weights()), settling_(family, options),
          account_(system_, options, out_),
          steps_(system_, T_, options.tolerance, {.direction = options.indicators})
    {
        // None that a symmetry of the model could hold for itself; the same in any units.
        const Index m = weight_.size();
        Vector direction = Vector::LinSpaced(2 * m, 1, 2);
        direction.head(m) = direction.head(m).cwiseQuotient(weight_);
        direction_ = direction / energy_size(weight_, direction);
    }
    LongMotion take(const Progress& progress);

private:
    [[nodiscard]] bool over_period(const Progress& go_on);
    void look_at_state(const Progress& go_on);
    void over_periods(const Progress& progress);
    void sample_last(const Progress& go_on);

    const JointedSystem& system_;
    const LongMotionOptions& o_;
    double T_;
    Vector z_, weight_;
    Matrix direction_; // 2 m x 1, of energy norm 1
    LongMotion out_;
    Settling settling_;
    Account account_;
    MotionSteps steps_;
    std::vector<JointEvent> events_;
    std::deque<Vector> recent_; // the last periods begin and end there
};

// False: the motion breaks off.
bool LongMotionRun::over_period(const Progress& go_on)
{
    const bool reported = out_.taken >= o_.discard;
    const double t = out_.taken * T_;
    if (reported && !o_.watched.empty())
        out_.states.push_back(o_.watched.front().row.dot(z_.head(system_.n_modes())) +
                              o_.watched.front().follow.real());
    if (o_.indicators)
        steps_.scheme().set_columns(direction_);
    events_.clear();
    out_.failure = steps_.take(
        z_,
        [&](double tau, double taken) {
            if (reported)
                account_.look(steps_.scheme(), t + tau, tau, taken);
        },
        events_, go_on);
    if (!out_.failure.empty())
        return false;
    if (reported && !events_.empty()) {
        std::vector<contact::JointPhases> phases = phases_of(system_.joints, system_.Omega, z_);
        for (const JointEvent& event : events_)
            if (pass_event(system_.joints[event.joint], event, phases[event.joint]) ==
                OrbitEventKind::closing)
                ++out_.impacts;
    }
    z_ = steps_.end();
    if (o_.indicators) {
        direction_ = steps_.scheme().columns();
        const double size = energy_size(weight_, direction_.col(0));
        direction_ /= size;
        if (reported)
            out_.growth.push_back(std::log(size));
    }
    ++out_.taken;
    out_.recorded_periods += reported ? 1 : 0;
    return true;
}

void LongMotionRun::look_at_state(const Progress& go_on)
{
    if (out_.settled)
        return;
    if (const auto settled = settling_.next(out_.taken, z_, go_on))
        out_.settled = {settling_.orbit(settled->orbit), static_cast<int>(settled->since)};
}

// Once more, from a state that is kept.
void LongMotionRun::sample_last(const Progress& go_on)
{
    const auto periods = static_cast<int>(recent_.size()) - 1;
    const auto W = static_cast<Index>(o_.watched.size());
    const Index n = static_cast<Index>(periods) * o_.samples + 1;
    const double start = (out_.taken - periods) * T_;
    SampledMotion& last = out_.last;
    last.time = Vector::LinSpaced(n, start, out_.taken * T_);
    last.displacement.resize(W, n);
    last.velocity.resize(W, n);
    MotionSteps steps(system_, T_, o_.tolerance);
    Watch watch(o_.watched);
    Vector z = recent_.front();
    Index next = 0;
    for (int k = 0; k < periods; ++k) {
        const double t = start + k * T_;
        const Index end = next + o_.samples;
        const auto on_step = [&](double tau, double taken) {
            watch.take(steps.scheme(), taken);
            for (std::size_t w = 0; w < watch.size(); ++w)
                for (const Crossings::At& point : watch.turns(w))
                    last.extrema.push_back({w,
                                            t + tau + point.x * taken,
                                            watch.displacement(w, point.x),
                                            !point.rising,
                                            {}});
            for (; next < end && last.time(next) - t < tau + taken; ++next)
                for (Index w = 0; w < W; ++w) {
                    const double x = std::max(0.0, (last.time(next) - t - tau) / taken);
                    const auto index = static_cast<std::size_t>(w);
                    last.displacement(w, next) = watch.displacement(index, x);
                    last.velocity(w, next) = watch.velocity(index, x, taken);
                }
        };
        if (!steps.take(z, on_step, events_, go_on).empty())
            throw std::logic_error("long_motion: a period that broke off the second time");
        z = steps.end();
    }
    for (Index w = 0; w < W; ++w) {
        const ModalOutput& output = o_.watched[static_cast<std::size_t>(w)];
        const Index m = system_.n_modes();
        last.displacement(w, n - 1) = output.row.dot(z.head(m)) + output.follow.real();
        last.velocity(w, n - 1) =
            output.row.dot(z.tail(m)) + (Complex(0, system_.Omega) * output.follow).real();
    }
}

// @throws Interrupted
void LongMotionRun::over_periods(const Progress& progress)
{
    const int all = o_.discard + o_.periods;
    const auto kept = static_cast<std::size_t>(o_.last) + 1;
    const auto share = [&] { return static_cast<double>(out_.taken) / all; };
    const Progress go_on = [&](double /*of Newton's method*/) -> bool {
        return !progress || progress(share());
    };
    recent_.push_back(z_);
    look_at_state(go_on);
    while (out_.taken < all && !(o_.stop_when_settled && out_.settled)) {
        if (out_.taken % asks_every == 0)
            ask(progress, share());
        if (!over_period(go_on))
            break;
        recent_.push_back(z_);
        if (recent_.size() > kept)
            recent_.pop_front();
        look_at_state(go_on);
    }
}

LongMotion LongMotionRun::take(const Progress& progress)
{
    try {
        over_periods(progress);
    } catch (const Interrupted&) {
        out_.interrupted = true;
    }
    out_.end = z_;
    if (o_.last > 0) {
        try {
            sample_last([&](double) -> bool { return !progress || progress(1); });
        } catch (const Interrupted&) { // periods of very many steps: their end alone
            out_.interrupted = true;
            recent_ = {z_};
            out_.last.extrema.clear();
            sample_last({});
        }
    }
    return std::move(out_);
}

} // namespace

void check(const LongMotionOptions& o)
{
    const auto at_least = [](const char* key, int value, int least) {
        if (value < least)
            throw InputError(key, std::to_string(value),
                             "expected at least " + std::to_string(least));
    };
    at_least("discard", o.discard, 0);
    at_least("periods", o.periods, 1);
    at_least("longest", o.longest, 1);
    at_least("last", o.last, 0);
    at_least("samples", o.samples, 1);
    if (!(o.tolerance >= 1e-16 && o.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(o.tolerance), "allowed: 1e-16 to 0.001");
    check(o.capture);
    for (const Section& section : o.sections)
        if (section.phase ? !(*section.phase >= 0 && *section.phase < two_pi)
                          : section.of >= o.watched.size())
            throw std::invalid_argument("long_motion: no such section");
}

LongMotion long_motion(const OrbitFamily& family, const Vector& z, const LongMotionOptions& options,
                       const Progress& progress)
{
    check(options);
    if (family.keyed())
        throw std::invalid_argument("long_motion: a family over a key of its model");
    return LongMotionRun(family, z, options).take(progress);
}

} // namespace slideway::dynamics
