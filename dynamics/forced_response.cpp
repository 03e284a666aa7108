#include "dynamics/forced_response.hpp"

#include "base/text.hpp"
#include "continuation/corrector.hpp"
#include "continuation/switch_branch.hpp"
#include "dynamics/harmonic_stability.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace slideway::dynamics {

namespace {

using continuation::Branch;
using continuation::Equations;
using continuation::Problem;
using continuation::Solution;

constexpr double two_pi = 2 * std::numbers::pi;
constexpr double amplitudes_per_range = 5; // scale of x in amplitudes, that of p is the range
constexpr double smallest_share = 0.2;     // of the largest amplitude: rows count at least so much
constexpr double smallest_history = 1e-3;  // of the largest amplitude of late
constexpr double forgets = 0.25;           // of that, from one look at the scales to the next
constexpr double zero_test = 1e-9;         // of stability, where it is round-off
constexpr double unseen = 1e-12;           // share of a mode in a row that is round-off
constexpr int stretch = 5;                 // points between two looks at the scales
constexpr double stale = 1.4;              // change of a scale that counts
constexpr double other_model = 1e-6;       // of the amplitude: no motion of this model
constexpr double same = 1e-6;              // scaled distance of branch points that are one
constexpr double per_frequency = 2;        // the scale of p is at most so many times p
constexpr double log_change = 0.25;        // of the monitor's rms from point to point

// Scales of x from amplitudes.
class AmplitudeScales {
public:
    explicit AmplitudeScales(const HarmonicBalance& model) : model_(model) {}

    Vector operator()(const VectorIn& x)
    {
        const contact::Harmonics& h = model_.harmonics();
        const Index size = h.size(), means = h.means ? 1 : 0, n_r = model_.n_rows();
        Vector amplitude(n_r);
        for (Index a = 0; a < n_r; ++a)
            amplitude(a) = x.segment(model_.first(a) + means, size - means).norm();
        const double now = amplitude.maxCoeff();
        most_ = std::max(forgets * most_, now);
        const double least = std::max({smallest_share * now, smallest_history * most_, 1e-100});
        Vector scale(model_.n());
        for (Index a = 0; a < n_r; ++a)
            scale.segment(model_.first(a), size)
                .setConstant(amplitudes_per_range * std::max(amplitude(a), least));
        return scale;
    }

private:
    const HarmonicBalance& model_;
    double most_ = 0;
};

// Unit tangents in the scales of x and p of the ends of a branch, and its steps in them.
void rescale(Branch& branch, const continuation::Scales& to)
{
    const Index n = branch.x.rows(), last = branch.n_points() - 1;
    auto length = [&](Index k) -> double {
        const double x = branch.tangent.col(k).head(n).cwiseQuotient(to.x).squaredNorm(),
                     p = branch.tangent(n, k) / to.p;
        return std::sqrt(x + p * p);
    };
    const double front = length(0), back = length(last);
    branch.front.step *= front;
    branch.back.step *= back;
    branch.tangent.col(0) /= front;
    if (last > 0)
        branch.tangent.col(last) /= back;
}

// The same points in the other order.
Branch reversed(Branch branch)
{
    branch.x = branch.x.rowwise().reverse().eval();
    branch.p = branch.p.reverse().eval();
    branch.s = -branch.s.reverse().eval();
    branch.tangent = -branch.tangent.rowwise().reverse().eval();
    branch.monitors = branch.monitors.rowwise().reverse().eval();
    for (std::vector<int>* list :
         {&branch.orientation, &branch.kind, &branch.monitor, &branch.iterations})
        std::reverse(list->begin(), list->end());
    for (int& sign : branch.orientation)
        sign = -sign;
    std::swap(branch.front, branch.back);
    return branch;
}

// What is followed in stretches, each with the scales of its beginning: that of p is the range, but
// no more than `of_p` times p.
struct Stretches {
    const Problem& problem;
    continuation::Options options; // its scales are those of the last stretch
    AmplitudeScales amplitudes;
    double of_p;
    const Progress& progress;

    [[nodiscard]] continuation::Scales scales_at(const VectorIn& x, double p)
    {
        return {amplitudes(x), std::min(options.p_max - options.p_min, of_p * p)};
    }
    [[nodiscard]] Branch begin(const continuation::Start& start);
    void go_on(Branch& branch, Index most);
    void take_up(Branch& branch);
};

// A branch from its first point.
Branch Stretches::begin(const continuation::Start& start)
{
    options.scales = scales_at(start.x, start.p);
    continuation::Options first = options;
    first.max_points = 1;
    Branch branch = continuation::trace(problem, start, first);
    if (branch.back.stop == continuation::Stop::max_points)
        go_on(branch, options.max_points);
    return branch;
}

// Adds points at the back until there are `most`.
void Stretches::go_on(Branch& branch, Index most)
{
    const Index before = branch.n_points();
    const double from = branch.p(before - 1), to = branch.tangent(branch.x.rows(), before - 1) > 0
                                                       ? options.p_max
                                                       : options.p_min;
    double done = 0;
    const Progress part = [&](double) -> bool { return !progress || progress(done); };
    continuation::Options now = options;
    for (;;) {
        const Index n = branch.n_points();
        now.max_points =
            static_cast<int>(std::min<Index>(n == 1 ? stretch - 1 : stretch, most - n));
        branch =
            continuation::extend(problem, std::move(branch), continuation::End::back, now, part);
        const Index last = branch.n_points() - 1;
        if (branch.back.stop != continuation::Stop::max_points || last + 1 >= most)
            break;
        const double p = branch.p(last);
        done = std::max({done, from == to ? 0 : (p - from) / (to - from),
                         static_cast<double>(last - before) / static_cast<double>(most - before)});
        const continuation::Scales next = scales_at(branch.x.col(last), p);
        const Vector ratio = next.x.cwiseQuotient(now.scales.x);
        const double ratio_p = next.p / now.scales.p;
        if (std::max(ratio.maxCoeff(), ratio_p) > stale ||
            std::min(ratio.minCoeff(), ratio_p) < 1 / stale) {
            now.scales = next;
            rescale(branch, now.scales);
        }
    }
    if (branch.back.stop == continuation::Stop::max_points)
        branch.back.message = std::to_string(options.max_points) + " points, as asked for";
}

// Goes on at the back of a branch of another run.
void Stretches::take_up(Branch& branch)
{
    const Index last = branch.n_points() - 1;
    for (Index k = 0; k < last; k += stretch)
        (void)amplitudes(branch.x.col(k));
    options.scales = scales_at(branch.x.col(last), branch.p(last));
    rescale(branch, options.scales);
    // What was an end is none.
    int& kind = branch.kind[static_cast<std::size_t>(last)];
    if (kind == static_cast<int>(continuation::PointKind::bound))
        kind = static_cast<int>(continuation::PointKind::regular);
    go_on(branch, branch.n_points() + options.max_points);
}

// rms of output 0 with its derivative along the branch.
class RmsMonitor {
public:
    RmsMonitor(HarmonicBalance& model, double level) : model_(model), level_(level) {}

    double value(const Solution& at)
    {
        update(at.x, at.p);
        model_.output(0, Y_);
        last_ = rms(model_.harmonics(), Y_);
        return last_;
    }
    double slope(const Solution& at)
    {
        const double amplitude = value(at);
        model_.output_derivatives(0, Y_R_, Y_Omega_);
        const Index n = model_.n(), size = Y_.size(), means = model_.harmonics().means ? 1 : 0;
        dY_.noalias() = Y_R_ * at.tangent.head(n);
        dY_ += at.tangent(n) * Y_Omega_;
        const double product = Y_.tail(size - means).dot(dY_.tail(size - means));
        return amplitude > 0 ? 0.5 * product / amplitude : 0;
    }
    [[nodiscard]] double last() const { return last_; }

private:
    void update(const Vector& x, double Omega)
    {
        if (!model_.holds(x, Omega, level_))
            model_.evaluate(x, Omega, level_, work_);
    }

    HarmonicBalance& model_;
    double level_;
    Equations work_;
    Vector Y_, dY_, Y_Omega_;
    Matrix Y_R_;
    double last_ = 0;
};

// Stability of the points, computed once for all monitors.
class StabilityMonitor {
public:
    explicit StabilityMonitor(const HarmonicBalance& model)
        : stability_(model.system(), model.harmonics())
    {
    }

    const Stability& at(const Vector& x, double Omega)
    {
        if (Omega != Omega_ || x_ != x) {
            last_ = stability_(x, Omega);
            x_ = x;
            Omega_ = Omega;
        }
        return last_;
    }

private:
    HarmonicStability stability_;
    Stability last_;
    Vector x_ = Vector(0);
    double Omega_ = -1;
};

// In the order of ResponseMonitor.
std::vector<std::string> monitor_names(bool stability)
{
    std::vector<std::string> names = {"rms", "log rms"};
    if (stability)
        names.insert(names.end(), {"flip", "neimark-sacker", "growth", "stable"});
    return names;
}

void add_stability(Problem& problem, StabilityMonitor& stability)
{
    const std::vector<std::string> names = monitor_names(true);
    auto add = [&](bool zeros, auto get) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = names[problem.monitors.size() - 1];
        monitor.zeros = zeros;
        monitor.value = [&stability, get](const Solution& at) -> double {
            return get(stability.at(at.x, at.p));
        };
    };
    add(true, [](const Stability& s) -> double { return s.flip_test; });
    add(true, [](const Stability& s) -> double { return s.neimark_sacker_test; });
    add(false, [](const Stability& s) -> double {
        return s.multipliers.size() > 0 ? std::abs(s.multipliers(0)) : 1e300;
    });
    add(false, [](const Stability& s) -> double { return s.stable ? 1 : 0; });
}

// Zeros of the test where nothing happens lose their label: at neutral saddles, and where motions
// without damping keep the test at zero but for round-off.
void forget_false_zeros(Branch& branch, StabilityMonitor& stability)
{
    const Index last = branch.n_points() - 1;
    auto test = [&](Index k) -> double {
        return std::abs(branch.monitors(monitor_neimark_sacker, std::clamp<Index>(k, 0, last)));
    };
    for (const Index k : continuation::points_of(branch, continuation::PointKind::monitor_zero)) {
        const auto i = static_cast<std::size_t>(k);
        if (branch.monitor[i] == monitor_neimark_sacker &&
            (std::max(test(k - 1), test(k + 1)) < zero_test ||
             stability.at(branch.x.col(k), branch.p(k)).neutral_saddle)) {
            branch.kind[i] = static_cast<int>(continuation::PointKind::regular);
            branch.monitor[i] = -1;
        }
    }
}

// Whether two points of the branches are one, in scaled length.
bool same_point(const VectorIn& x, double p, const VectorIn& y, double q,
                const continuation::Scales& scales)
{
    return std::abs(p - q) <= same * scales.p &&
           (x - y).cwiseQuotient(scales.x).cwiseAbs().maxCoeff() <= same;
}

continuation::Start start_of(const Vector& x, double p, int direction)
{
    continuation::Start start;
    start.x = x;
    start.p = p;
    start.direction = direction;
    return start;
}

// The equations of one level with what is recorded and located along its curves.
class Level {
public:
    Level(HarmonicBalance& model, const ForcedResponseOptions& o, const Progress& progress)
        : model_(model), amplitude_(model, o.level), level_(o.level),
          progress_([this, progress](double fraction) -> bool {
              done_ = std::max(done_, fraction); // of all curves
              return !progress || progress(done_);
          })
    {
        Equations at_rest;
        const Vector linear = stuck_motion(o.Omega_from);
        model.evaluate(linear, o.Omega_from, o.level, at_rest);
        Vector Y;
        model.output(0, Y);
        least_ = std::max(smallest_history * rms(model.harmonics(), Y), 1e-100);
        problem_.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
            ++n_evaluations_;
            return model_.evaluate(x, p, level_, out);
        };
        problem_.monitors.resize(2);
        continuation::Monitor& peak = problem_.monitors[0];
        peak.name = monitor_names(false)[0];
        peak.maxima = true;
        peak.value = [this](const Solution& at) -> double { return amplitude_.value(at); };
        peak.derivative = [this](const Solution& at) -> double { return amplitude_.slope(at); };
        continuation::Monitor& change = problem_.monitors[1];
        change.name = monitor_names(false)[1];
        change.max_change = log_change;
        change.value = [this](const Solution&) -> double {
            return std::log(std::hypot(amplitude_.last(), least_)); // `rms` was asked for before
        };
        if (o.stability)
            add_stability(problem_, stability_.emplace(model));
        options_.p_min = std::min(o.Omega_from, o.Omega_to);
        options_.p_max = std::max(o.Omega_from, o.Omega_to);
        options_.newton.residual_tol = o.tolerance;
        options_.max_step = o.max_step;
        options_.first_step = std::min(0.01, o.max_step);
        options_.min_step = std::min(1e-7, o.max_step);
        options_.max_points = o.max_points;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] const continuation::Options& options() const { return options_; }
    [[nodiscard]] long long n_evaluations() const { return n_evaluations_; }
    [[nodiscard]] Stretches stretches() const
    {
        return {problem_, options_, AmplitudeScales(model_), per_frequency, progress_};
    }

    // The linear motion with stuck contacts.
    [[nodiscard]] Vector stuck_motion(double Omega)
    {
        Equations at_rest;
        model_.evaluate(Vector::Zero(model_.n()), Omega, level_, at_rest);
        return at_rest.F_x.partialPivLu().solve(-at_rest.F);
    }

    // Newton's method at one frequency, from x; whether it converges.
    [[nodiscard]] bool correct(Vector& x, double Omega) const
    {
        const continuation::Scales scales = stretches().scales_at(x, Omega);
        continuation::Corrector corrector(problem_, x.size(), scales, options_.newton);
        double p = Omega;
        return corrector.correct(x, p, Vector::Unit(x.size() + 1, x.size())) ==
               continuation::NewtonStatus::converged;
    }

    // Leads a motion at one frequency from a share of the level to the whole of it.
    [[nodiscard]] Branch raise(double Omega, const Vector& x, double share) const;

    // The motion at one frequency; without one, why in `end`.
    [[nodiscard]] std::optional<Vector> motion_at(double Omega, continuation::BranchEnd& end);

    void tidy(Branch& branch)
    {
        if (stability_)
            forget_false_zeros(branch, *stability_);
    }

private:
    HarmonicBalance& model_;
    RmsMonitor amplitude_;
    std::optional<StabilityMonitor> stability_;
    double level_, least_ = 0, done_ = 0;
    Progress progress_;
    long long n_evaluations_ = 0;
    Problem problem_;
    continuation::Options options_;
};

Branch Level::raise(double Omega, const Vector& x, double share) const
{
    Problem problem;
    const Index means = model_.harmonics().means ? 1 : 0;
    problem.evaluate = [&](const Vector& at, double p, Equations& out) -> bool {
        const bool defined = model_.evaluate(at, Omega, p * level_, out);
        out.F_p.setZero();
        for (Index a = 0; a < model_.n_rows(); ++a) {
            const Index row = model_.first(a) + means;
            out.F_p(row) = -level_ * model_.drive(a).real();
            out.F_p(row + 1) = level_ * model_.drive(a).imag();
        }
        return defined;
    };
    constexpr double whole = std::numeric_limits<double>::infinity();
    // That a start must be found first is no progress yet.
    const Progress waiting = [this](double) -> bool { return progress_(0); };
    Stretches along{problem, options_, AmplitudeScales(model_), whole, waiting};
    along.options.p_min = share > 1 ? 1 : 0;
    along.options.p_max = std::max(1.0, share);
    along.options.first_step = along.options.max_step = 0.02;
    along.options.max_points = 5000;
    (void)along.amplitudes(x / share);
    return along.begin(start_of(x, share, share > 1 ? -1 : 1));
}

bool arrived(const Branch& raised)
{
    const Index last = raised.n_points() - 1;
    return last >= 0 && raised.back.stop == continuation::Stop::bound && raised.p(last) == 1;
}

std::optional<Vector> Level::motion_at(double Omega, continuation::BranchEnd& end)
{
    const Vector linear = stuck_motion(Omega);
    Vector x = linear;
    if (correct(x, Omega))
        return x;
    constexpr double nothing = 1e-3;
    const Branch raised = raise(Omega, nothing * linear, nothing);
    const Index last = raised.n_points() - 1;
    if (arrived(raised))
        return Vector(raised.x.col(last));
    end = raised.back;
    if (end.stop != continuation::Stop::interrupted) {
        end.stop = continuation::Stop::failed;
        end.message = "no motion found at " + number_text(Omega / two_pi, 8) +
                      " Hz: Newton's method from the linear motion with stuck contacts does not "
                      "get there, and raising the drive from zero ends at " +
                      number_text(last >= 0 ? raised.p(last) : 0, 3) + " of the level (" +
                      raised.back.message + "); begin at another frequency";
    }
    return std::nullopt;
}

bool interrupted(const Branch& branch)
{
    return branch.back.stop == continuation::Stop::interrupted;
}

// Curves that cross the branch at its branch points, and those that cross them, until interrupted.
void follow_crossing(const Level& level, ForcedResponse& result)
{
    const std::size_t first = result.other_end ? 2 : 1;
    auto curve = [&](std::size_t b) -> const Branch& {
        return b >= first ? result.crossing[b - first] : b == 0 ? result.branch : *result.other_end;
    };
    auto n_curves = [&]() -> std::size_t { return first + result.crossing.size(); };
    for (std::size_t b = 0; b < n_curves(); ++b) {
        const Branch branch = curve(b);
        for (const Index k :
             continuation::points_of(branch, continuation::PointKind::branch_point)) {
            continuation::Options options = level.options();
            options.scales = {level.stretches().amplitudes(branch.x.col(k)), branch.p(k)};
            // Whether another curve through this point is known.
            bool known = false;
            for (std::size_t other = 0; other < n_curves(); ++other)
                for (const Index i :
                     continuation::points_of(curve(other), continuation::PointKind::branch_point))
                    known = known || (other != b && same_point(branch.x.col(k), branch.p(k),
                                                               curve(other).x.col(i),
                                                               curve(other).p(i), options.scales));
            if (known)
                continue;
            const std::string at =
                "branch point at " + number_text(branch.p(k) / two_pi, 8) + " Hz";
            const continuation::Switch other =
                continuation::switch_branch(level.problem(), branch, k, options);
            if (other.starts.empty()) {
                result.not_followed.push_back(at + ": " + other.message);
                continue;
            }
            for (continuation::Start start : other.starts)
                for (const int direction : {1, -1}) {
                    if (result.crossing.size() >= ForcedResponse::most_crossing) {
                        result.not_followed.push_back(at + ": there are " +
                                                      std::to_string(result.crossing.size()) +
                                                      " crossing curves already");
                        break;
                    }
                    start.direction = direction;
                    Branch found = level.stretches().begin(start);
                    const bool stops = interrupted(found),
                               closed = found.back.stop == continuation::Stop::closed;
                    if (found.n_points() > (stops ? 0 : 1))
                        result.crossing.push_back(std::move(found));
                    if (stops) {
                        result.not_followed.push_back(at + ": interrupted");
                        return;
                    }
                    if (closed)
                        break;
                }
        }
    }
}

// The curve from one end of the range towards the other; empty without a motion there.
Branch from_end(Level& level, double from, double to)
{
    Branch branch;
    if (const std::optional<Vector> x = level.motion_at(from, branch.back)) {
        branch = level.stretches().begin(start_of(*x, from, to > from ? 1 : -1));
        level.tidy(branch);
    }
    return branch;
}

// Whether a curve that began at Omega_from left the range there.
bool turned_back(const Branch& branch, const ForcedResponseOptions& o)
{
    if (branch.n_points() == 0 || branch.back.stop != continuation::Stop::bound)
        return false;
    const double last = branch.p(branch.n_points() - 1);
    return std::abs(last - o.Omega_to) > std::abs(last - o.Omega_from);
}

void add_crossing(Level& level, ForcedResponse& result)
{
    follow_crossing(level, result);
    for (Branch& branch : result.crossing)
        level.tidy(branch);
}

// The rest of the range where the curve turned back, and what crosses it.
void complete(Level& level, const ForcedResponseOptions& o, bool from_an_end,
              ForcedResponse& result)
{
    if (from_an_end && turned_back(result.branch, o))
        result.other_end = from_end(level, o.Omega_to, o.Omega_from);
    const bool stopped =
        interrupted(result.branch) || (result.other_end && interrupted(*result.other_end));
    if (o.branches && !stopped)
        add_crossing(level, result);
    result.n_evaluations = level.n_evaluations();
}

// Largest residual as a share of the amplitude that would change it as much.
double relative_residual(HarmonicBalance& model, const Vector& x, double Omega, double level)
{
    Equations at;
    if (!model.evaluate(x, Omega, level, at))
        return std::numeric_limits<double>::infinity();
    const Vector amplitude = AmplitudeScales(model)(x) / amplitudes_per_range;
    const Vector rows = at.F_x.cwiseAbs() * amplitude;
    double largest = 0;
    for (Index i = 0; i < rows.size(); ++i)
        if (rows(i) > 0)
            largest = std::max(largest, std::abs(at.F(i)) / rows(i));
    return largest;
}

// Both ways from a point as one curve.
void go_both_ways(Level& level, Branch& branch)
{
    if (branch.n_points() == 0 || interrupted(branch) || branch.closed())
        return;
    branch = reversed(std::move(branch));
    level.stretches().take_up(branch);
    branch = reversed(std::move(branch));
}

} // namespace

void check_forced_response(const HarmonicBalance& model, const ForcedResponseOptions& o)
{
    if (!(o.level > 0) || !std::isfinite(o.level))
        throw InputError("level = " + number_text(o.level) + "; expected a number > 0");
    for (const double Omega : {o.Omega_from, o.Omega_to})
        if (!(Omega > 0) || !std::isfinite(Omega))
            throw InputError("frequency = " + number_text(Omega) + " rad/s; expected numbers > 0");
    if (o.Omega_from == o.Omega_to)
        throw InputError("the frequency range is empty");
    if (!(o.tolerance > 0 && o.tolerance <= 1e-3))
        throw InputError("tolerance = " + number_text(o.tolerance) +
                         "; expected a number > 0 and <= 0.001");
    if (!(o.max_step > 0 && o.max_step <= 0.2))
        throw InputError("max_step = " + number_text(o.max_step) +
                         "; expected a number > 0 and <= 0.2");
    if (o.max_points < 2)
        throw InputError("max_points = " + std::to_string(o.max_points) + "; expected at least 2");
    if (model.n_outputs() == 0)
        throw InputError("no displacement to monitor");
    const CoulombSystem& linear = model.system().dry;
    const double low = std::min(o.Omega_from, o.Omega_to),
                 high = std::max(o.Omega_from, o.Omega_to);
    for (Index i = 0; i < linear.n_modes(); ++i) {
        const bool damped =
            linear.modes.classical() ? linear.modes.c(i) != 0 : !linear.modes.D.col(i).isZero(0);
        bool joined = false;
        for (const ModalLaw& joint : model.system().joints) {
            // With k_n = 0 the normal row carries no alternating force.
            const auto* contact = std::get_if<contact::ElasticCoulomb>(&joint.law);
            const Index rows = contact && contact->k_n == 0 ? 1 : joint.on.rows.rows();
            for (Index a = 0; a < rows; ++a)
                joined =
                    joined || std::abs(joint.on.rows(a, i)) > unseen * joint.on.rows.row(a).norm();
        }
        for (Index k = 1; k <= model.harmonics().n_h && !damped; ++k) {
            const double Omega = linear.modes.omega(i) / static_cast<double>(k);
            const bool driven = k == 1 && linear.p_at(Omega)(i) != Complex(0);
            if (Omega >= low && Omega <= high && (joined || driven))
                throw InputError("the mode at " + number_text(linear.modes.omega(i) / two_pi, 7) +
                                 " Hz of the bodies without their nonlinear joints has no damping "
                                 "and resonates with harmonic " +
                                 std::to_string(k) +
                                 " in the range; give damping to its body, or leave that "
                                 "frequency out");
        }
    }
}

ForcedResponse forced_response(HarmonicBalance& model, const ForcedResponseOptions& o,
                               const Progress& progress)
{
    check_forced_response(model, o);
    Level level(model, o, progress);
    ForcedResponse result;
    result.level = o.level;
    result.branch = from_end(level, o.Omega_from, o.Omega_to);
    complete(level, o, true, result);
    return result;
}

std::optional<std::array<double, 2>> unreached(const ForcedResponse& response,
                                               const ForcedResponseOptions& o)
{
    if (!turned_back(response.branch, o))
        return std::nullopt;
    const bool up = o.Omega_to > o.Omega_from;
    const double first = up ? response.branch.p.maxCoeff() : response.branch.p.minCoeff();
    double second = o.Omega_to;
    if (response.other_end && response.other_end->n_points() > 0)
        second = up ? response.other_end->p.minCoeff() : response.other_end->p.maxCoeff();
    if (up ? second <= first : second >= first)
        return std::nullopt;
    return std::array<double, 2>{first, second};
}

bool extends(const Restart& restart, const ForcedResponseOptions& o)
{
    const Index last = restart.branch.n_points() - 1;
    return restart.level == o.level &&
           ((restart.point == last && restart.direction == Restart::Direction::forward) ||
            (restart.point == 0 && restart.direction == Restart::Direction::backward));
}

void check_restart(HarmonicBalance& model, const ForcedResponseOptions& o, const Restart& r)
{
    const Branch& branch = r.branch;
    const Index last = branch.n_points() - 1, n = branch.x.rows();
    if (r.point < 0 || r.point > last)
        throw InputError("the curve has no point " + std::to_string(r.point) + ", but 0 to " +
                         std::to_string(last));
    if (n != model.n())
        throw InputError("the curve has " + std::to_string(n) + " unknowns, this case has " +
                         std::to_string(model.n()));
    const double Omega = branch.p(r.point);
    const bool kept = extends(r, o); // all of it, so that all of it must be of this model
    for (Index k = kept ? 0 : r.point; k <= (kept ? last : r.point); ++k) {
        const double off = relative_residual(model, branch.x.col(k), branch.p(k), r.level);
        if (!(off <= std::max(other_model, 100 * o.tolerance)))
            throw InputError((k == r.point ? "the motion there"
                                           : "the motion of the curve at " +
                                                 number_text(branch.p(k) / two_pi, 8) + " Hz") +
                             std::string(" does not solve the equations of this case at level ") +
                             number_text(r.level, 6) + ": off by " + number_text(off, 2) +
                             " of its amplitude; expected results of the same model with the same "
                             "joints, loads and forces");
    }
    if (Omega < std::min(o.Omega_from, o.Omega_to) || Omega > std::max(o.Omega_from, o.Omega_to))
        throw InputError("lies at " + number_text(Omega / two_pi, 8) + " Hz (" +
                         number_text(Omega, 8) +
                         " rad/s), outside the range of frequencies of this case");
    if (!kept)
        return;
    const std::vector<std::string> names = monitor_names(o.stability);
    if (branch.monitor_names != names)
        throw InputError(std::string("the curve was recorded ") +
                         (o.stability ? "without stability; give stability = false"
                                      : "with stability; leave stability = false out") +
                         " to go on with it");
}

std::string ended(const ForcedResponseOptions& o, const Restart& r)
{
    if (!extends(r, o))
        return "";
    if (r.branch.closed())
        return "the curve is closed and has no end";
    const bool back = r.direction == Restart::Direction::backward;
    const double Omega = r.branch.p(r.point),
                 t_p = (back ? -1 : 1) * r.branch.tangent(r.branch.x.rows(), r.point);
    const double low = std::min(o.Omega_from, o.Omega_to),
                 high = std::max(o.Omega_from, o.Omega_to);
    if ((Omega <= low && t_p < 0) || (Omega >= high && t_p > 0))
        return "the curve ends there at " + number_text(Omega / two_pi, 8) +
               " Hz and leads out of the range of frequencies; widen the range";
    return "";
}

ForcedResponse forced_response_from(HarmonicBalance& model, const ForcedResponseOptions& o,
                                    const Restart& r, const Progress& progress)
{
    check_forced_response(model, o);
    check_restart(model, o, r);
    Level level(model, o, progress);
    ForcedResponse result;
    result.level = o.level;
    const bool back = r.direction == Restart::Direction::backward;
    Stretches along = level.stretches();
    if (!ended(o, r).empty()) {
        result.branch = r.branch;
    } else if (extends(r, o)) {
        result.branch = back ? reversed(r.branch) : r.branch;
        along.take_up(result.branch);
        if (back)
            result.branch = reversed(std::move(result.branch));
    } else {
        continuation::Start start = continuation::start_at(r.branch, r.point, back ? -1 : 1);
        if (r.level != o.level) {
            const double t_p = start.tangent(start.x.size());
            const Branch led = level.raise(start.p, start.x, r.level / o.level);
            const Index last = led.n_points() - 1;
            if (!arrived(led)) {
                result.branch.back = led.back;
                if (!interrupted(led)) {
                    result.branch.back.stop = continuation::Stop::failed;
                    result.branch.back.message =
                        "the motion at " + number_text(start.p / two_pi, 8) +
                        " Hz cannot be led from level " + number_text(r.level, 6) + " to " +
                        number_text(o.level, 6) + ": it turns back or ends at " +
                        number_text((last >= 0 ? led.p(last) : 0) * o.level, 6) + " (" +
                        led.back.message + "); begin at another point";
                }
                return result;
            }
            start = start_of(led.x.col(last), start.p, (t_p < 0 ? -1 : 1) * (back ? -1 : 1));
        }
        result.branch = along.begin(start);
        if (r.direction == Restart::Direction::both)
            go_both_ways(level, result.branch);
    }
    level.tidy(result.branch);
    complete(level, o, extends(r, o), result);
    return result;
}

Vector stuck_frequencies(const HarmonicBalance& model)
{
    const CoulombSystem& linear = model.system().dry;
    const Index m = linear.n_modes();
    Matrix K = linear.modes.omega.array().square().matrix().asDiagonal();
    for (const ModalLaw& joint : model.system().joints) {
        const auto* contact = std::get_if<contact::ElasticCoulomb>(&joint.law);
        if (!contact || !(contact->preload > 0))
            continue;
        const Matrix& B = joint.on.rows;
        if (contact->friction > 0)
            K += contact->k_t * B.row(0).transpose() * B.row(0);
        K += contact->k_n * B.row(1).transpose() * B.row(1);
    }
    if (m == 0)
        return {};
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(K, Eigen::EigenvaluesOnly);
    return solver.eigenvalues().cwiseMax(0).cwiseSqrt();
}

namespace {

// Largest |y - mean| over the cycle: the largest sample, then Newton's method for y' = 0.
double peak_of(const contact::Harmonics& h, const VectorIn& Y)
{
    const Index means = h.means ? 1 : 0;
    contact::TrigonometricSum sum;
    for (Index k = 0; k < h.n_h; ++k) {
        sum.c.push_back(Y(means + 2 * k));
        sum.s.push_back(Y(means + 2 * k + 1));
    }
    const auto n = static_cast<int>(16 * (h.n_h + 1));
    double best = 0, theta = 0;
    for (int i = 0; i < n; ++i) {
        const double at = two_pi * i / n, y = std::abs(contact::value(sum, at).d[0]);
        if (y > best) {
            best = y;
            theta = at;
        }
    }
    for (int i = 0; i < 8; ++i) {
        const contact::TrigonometricValue v = contact::value(sum, theta);
        best = std::max(best, std::abs(v.d[0]));
        if (v.d[2] == 0)
            break;
        theta -= std::clamp(v.d[1] / v.d[2], -two_pi / n, two_pi / n);
    }
    return best;
}

int state_index(contact::FrictionState state)
{
    switch (state) {
    case contact::FrictionState::stick:
        return 0;
    case contact::FrictionState::slip_forward:
    case contact::FrictionState::slip_back:
        return 1;
    case contact::FrictionState::separation:
        return 2;
    }
    return 0;
}

void add_states(const contact::HarmonicForce& force, Index point, ResponsePoints::Joint& joint)
{
    const std::size_t n = force.events.size();
    for (std::size_t i = 0; i < n; ++i) {
        const contact::FrictionEvent& event = force.events[i];
        joint.event_point.push_back(static_cast<int>(point));
        joint.event_phase.push_back(event.phase);
        joint.event_before.push_back(static_cast<int>(event.before));
        joint.event_after.push_back(static_cast<int>(event.after));
        const double end = i + 1 < n ? force.events[i + 1].phase : force.events[0].phase + two_pi;
        joint.share(state_index(event.after), point) += (end - event.phase) / two_pi;
    }
    if (n == 0 && !force.states.empty())
        joint.share(state_index(force.states.front()), point) = 1;
    const char* const names[] = {"stick", "slip", "separation"};
    std::vector<std::string> met;
    for (Index i = 0; i < 3; ++i)
        if (joint.share(i, point) > 0)
            met.emplace_back(names[i]);
    joint.states.push_back(join(met, "/"));
}

// One cycle of a joint in time, after two that settle its memory.
void sample_cycle(const contact::JointLaw& law, const contact::Harmonics& h, const VectorIn& R,
                  double Omega, Eigen::Ref<Matrix> displacement, Eigen::Ref<Matrix> force)
{
    const Index n = ResponsePoints::cycle_samples, rows = displacement.rows(), size = h.size(),
                means = h.means ? 1 : 0;
    contact::JointMemory memory;
    contact::ForceAndTangent f;
    contact::JointVector r(rows), v(rows);
    for (Index i = -2 * n; i <= n; ++i) {
        const double theta = two_pi * static_cast<double>(i) / static_cast<double>(n);
        for (Index a = 0; a < rows; ++a) {
            r(a) = h.means ? R(a * size) : 0;
            v(a) = 0;
            for (Index k = 1; k <= h.n_h; ++k) {
                const auto times = static_cast<double>(k);
                const double c = R(a * size + means + 2 * (k - 1)),
                             s = R(a * size + means + 2 * (k - 1) + 1);
                r(a) += c * std::cos(times * theta) + s * std::sin(times * theta);
                v(a) += times * Omega * (s * std::cos(times * theta) - c * std::sin(times * theta));
            }
        }
        contact::force(law, memory, r, v, f);
        if (i < 0)
            continue;
        displacement.col(i) = r;
        force.col(i) = f.f;
    }
}

} // namespace

ResponsePoints response_points(HarmonicBalance& model, const ForcedResponse& response)
{
    const Branch& branch = response.branch;
    const Index N = branch.n_points(), size = model.harmonics().size(),
                means = model.harmonics().means ? 1 : 0;
    const std::vector<ModalLaw>& joints = model.system().joints;
    ResponsePoints points;
    points.outputs.resize(model.n_outputs());
    for (ResponsePoints::Output& output : points.outputs) {
        output.coefficients.resize(size, N);
        for (Vector* list : {&output.rms, &output.peak, &output.phase_lag})
            list->resize(N);
    }
    points.joints.resize(joints.size());
    Index row = 0;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        points.joints[k].force.resize(joints[k].on.rows.rows() * size, N);
        points.first.push_back(row);
        row += joints[k].on.rows.rows() * size;
        if (!model.has_states())
            continue;
        points.joints[k].dissipated.resize(N);
        if (std::holds_alternative<contact::ElasticCoulomb>(joints[k].law))
            points.joints[k].share.setZero(3, N);
    }
    const std::vector<Index> maxima =
        continuation::points_of(branch, continuation::PointKind::monitor_maximum);
    points.loops.assign(maxima.begin(), maxima.end());
    if (maxima.empty() && N > 0) {
        Index most = 0;
        branch.monitors.row(monitor_rms).maxCoeff(&most);
        points.loops = {static_cast<int>(most)};
    }
    const auto n_loops = static_cast<Index>(points.loops.size());
    for (std::size_t k = 0; k < joints.size(); ++k) {
        const Index rows = joints[k].on.rows.rows();
        Matrix& r = points.joints[k].loop_displacement;
        Matrix& f = points.joints[k].loop_force;
        r.resize(n_loops * rows, ResponsePoints::cycle_samples + 1);
        f.resizeLike(r);
        for (Index i = 0; i < n_loops; ++i) {
            const Index at = points.loops[static_cast<std::size_t>(i)];
            sample_cycle(joints[k].law, model.harmonics(),
                         branch.x.col(at).segment(points.first[k], rows * size), branch.p(at),
                         r.middleRows(i * rows, rows), f.middleRows(i * rows, rows));
        }
    }
    Equations work;
    Vector Y;
    for (Index i = 0; i < N; ++i) {
        model.evaluate(branch.x.col(i), branch.p(i), response.level, work);
        for (std::size_t k = 0; k < points.outputs.size(); ++k) {
            ResponsePoints::Output& output = points.outputs[k];
            model.output(k, Y);
            output.coefficients.col(i) = Y;
            output.rms(i) = rms(model.harmonics(), Y);
            output.peak(i) = peak_of(model.harmonics(), Y);
            output.phase_lag(i) = std::atan2(Y(means + 1), Y(means));
        }
        for (std::size_t k = 0; k < points.joints.size(); ++k) {
            const contact::HarmonicForce& force = model.forces()[k];
            points.joints[k].force.col(i) = force.F;
            if (model.has_states())
                points.joints[k].dissipated(i) = force.dissipated;
            if (points.joints[k].share.cols() > 0)
                add_states(force, i, points.joints[k]);
        }
    }
    return points;
}

} // namespace slideway::dynamics
