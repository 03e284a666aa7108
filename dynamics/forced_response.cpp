#include "dynamics/forced_response.hpp"

#include "base/text.hpp"
#include "continuation/switch_branch.hpp"
#include "dynamics/harmonic_stability.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
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

// Unit tangents in the scales of x and p of the ends of a branch, and its step in them.
void rescale(Branch& branch, const continuation::Scales& to)
{
    const Index n = branch.x.rows(), last = branch.n_points() - 1;
    for (const Index k : {Index(0), last}) {
        const double x = branch.tangent.col(k).head(n).cwiseQuotient(to.x).squaredNorm(),
                     p = branch.tangent(n, k) / to.p;
        const double length = std::sqrt(x + p * p);
        branch.tangent.col(k) /= length;
        if (k == last)
            branch.back.step *= length;
        if (last == 0)
            break;
    }
}

// A branch in stretches, each with the scales of its beginning: that of p is the range, but no more
// than `of_p` times p.
Branch follow(const Problem& problem, const continuation::Start& start,
              continuation::Options options, AmplitudeScales& scales, double of_p,
              const Progress& progress)
{
    const double range = options.p_max - options.p_min;
    const int most = options.max_points;
    const double from = start.p, to = start.direction > 0 ? options.p_max : options.p_min;
    double done = 0;
    const Progress part = [&](double) -> bool { return !progress || progress(done); };
    options.scales = {scales(start.x), std::min(range, of_p * start.p)};
    options.max_points = std::min(most, stretch);
    Branch branch = continuation::trace(problem, start, options, part);
    while (branch.back.stop == continuation::Stop::max_points && branch.n_points() < most) {
        const Index last = branch.n_points() - 1;
        done = std::max(
            {done, (branch.p(last) - from) / (to - from), static_cast<double>(last) / most});
        const continuation::Scales now{scales(branch.x.col(last)),
                                       std::min(range, of_p * branch.p(last))};
        const Vector ratio = now.x.cwiseQuotient(options.scales.x);
        const double ratio_p = now.p / options.scales.p;
        if (std::max(ratio.maxCoeff(), ratio_p) > stale ||
            std::min(ratio.minCoeff(), ratio_p) < 1 / stale) {
            options.scales = now;
            rescale(branch, options.scales);
        }
        options.max_points = std::min<int>(stretch, most - static_cast<int>(branch.n_points()));
        branch = continuation::extend(problem, std::move(branch), continuation::End::back, options,
                                      part);
    }
    if (branch.back.stop == continuation::Stop::max_points)
        branch.back.message = std::to_string(most) + " points, as asked for";
    return branch;
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

void add_stability(Problem& problem, StabilityMonitor& stability)
{
    auto add = [&](const std::string& name, bool zeros, auto get) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = name;
        monitor.zeros = zeros;
        monitor.value = [&stability, get](const Solution& at) -> double {
            return get(stability.at(at.x, at.p));
        };
    };
    add("flip", true, [](const Stability& s) -> double { return s.flip_test; });
    add("neimark-sacker", true, [](const Stability& s) -> double { return s.neimark_sacker_test; });
    add("growth", false, [](const Stability& s) -> double {
        return s.multipliers.size() > 0 ? std::abs(s.multipliers(0)) : 1e300;
    });
    add("stable", false, [](const Stability& s) -> double { return s.stable ? 1 : 0; });
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

// Curves that cross the branch at its branch points, and those that cross them.
void follow_crossing(const Problem& problem, continuation::Options options,
                     const AmplitudeScales& scales, ForcedResponse& result,
                     const Progress& progress)
{
    auto curve = [&](std::size_t b) -> const Branch& {
        return b == 0 ? result.branch : result.crossing[b - 1];
    };
    // Whether another curve through this point of curve b is known.
    auto known = [&](std::size_t b, const VectorIn& x, double Omega) -> bool {
        for (std::size_t other = 0; other <= result.crossing.size(); ++other)
            for (const Index k :
                 continuation::points_of(curve(other), continuation::PointKind::branch_point))
                if (other != b &&
                    same_point(x, Omega, curve(other).x.col(k), curve(other).p(k), options.scales))
                    return true;
        return false;
    };
    for (std::size_t b = 0; b <= result.crossing.size(); ++b) {
        const Branch branch = curve(b);
        for (const Index k :
             continuation::points_of(branch, continuation::PointKind::branch_point)) {
            AmplitudeScales own = scales;
            options.scales = {own(branch.x.col(k)), branch.p(k)};
            if (known(b, branch.x.col(k), branch.p(k)))
                continue;
            const std::string at =
                "branch point at " + number_text(branch.p(k) / two_pi, 8) + " Hz";
            const continuation::Switch other =
                continuation::switch_branch(problem, branch, k, options);
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
                    AmplitudeScales along = scales;
                    Branch found = follow(problem, start, options, along, per_frequency, progress);
                    const continuation::Stop stop = found.back.stop;
                    if (found.n_points() > 1)
                        result.crossing.push_back(std::move(found));
                    if (stop == continuation::Stop::closed ||
                        stop == continuation::Stop::interrupted)
                        break;
                }
        }
    }
}

// Raises the drive from nothing to its level at one frequency.
continuation::Branch raise_level(HarmonicBalance& model, double Omega, double level,
                                 continuation::Options options, const Vector& linear,
                                 const Progress& progress)
{
    Problem problem;
    const Index means = model.harmonics().means ? 1 : 0;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        const bool defined = model.evaluate(x, Omega, p * level, out);
        out.F_p.setZero();
        for (Index a = 0; a < model.n_rows(); ++a) {
            const Index at = model.first(a) + means;
            out.F_p(at) = -level * model.drive(a).real();
            out.F_p(at + 1) = level * model.drive(a).imag();
        }
        return defined;
    };
    options.p_min = 0;
    options.p_max = 1;
    options.first_step = options.max_step = 0.02;
    options.max_points = 5000;
    AmplitudeScales scales(model);
    (void)scales(linear);
    continuation::Start start;
    start.p = 1e-3;
    start.x = start.p * linear;
    constexpr double whole = std::numeric_limits<double>::infinity();
    return follow(problem, start, options, scales, whole, progress);
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
    ForcedResponse result;
    result.level = o.level;
    // The linear motion with stuck contacts.
    Equations at_rest;
    model.evaluate(Vector::Zero(model.n()), o.Omega_from, o.level, at_rest);
    continuation::Start start;
    start.x = at_rest.F_x.partialPivLu().solve(-at_rest.F);
    start.p = o.Omega_from;
    Vector Y;
    model.evaluate(start.x, o.Omega_from, o.level, at_rest);
    model.output(0, Y);
    const double least = std::max(smallest_history * rms(model.harmonics(), Y), 1e-100);
    RmsMonitor amplitude(model, o.level);
    Problem problem;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        ++result.n_evaluations;
        return model.evaluate(x, p, o.level, out);
    };
    problem.monitors.resize(2);
    continuation::Monitor& peak = problem.monitors[0];
    peak.name = "rms";
    peak.maxima = true;
    peak.value = [&](const Solution& at) -> double { return amplitude.value(at); };
    peak.derivative = [&](const Solution& at) -> double { return amplitude.slope(at); };
    continuation::Monitor& change = problem.monitors[1];
    change.name = "log rms";
    change.max_change = log_change;
    change.value = [&](const Solution&) -> double {
        return std::log(std::hypot(amplitude.last(), least)); // `rms` was asked for just before
    };

    std::optional<StabilityMonitor> stability;
    if (o.stability)
        add_stability(problem, stability.emplace(model));

    continuation::Options options;
    options.p_min = std::min(o.Omega_from, o.Omega_to);
    options.p_max = std::max(o.Omega_from, o.Omega_to);
    options.newton.residual_tol = o.tolerance;
    options.max_step = o.max_step;
    options.first_step = std::min(0.01, o.max_step);
    options.min_step = std::min(1e-7, o.max_step);
    options.max_points = o.max_points;

    start.direction = o.Omega_to > o.Omega_from ? 1 : -1;
    auto trace = [&] {
        AmplitudeScales scales(model);
        result.branch = follow(problem, start, options, scales, per_frequency, progress);
        if (stability)
            forget_false_zeros(result.branch, *stability);
    };
    // A start that Newton's method moves to another frequency is none.
    auto begun = [&]() -> bool {
        return result.branch.n_points() > 0 && result.branch.p(0) == o.Omega_from;
    };
    trace();
    if (!begun()) {
        const Branch raised = raise_level(model, o.Omega_from, o.level, options, start.x, progress);
        const Index last = raised.n_points() - 1;
        if (last >= 0 && raised.back.stop == continuation::Stop::bound && raised.p(last) == 1) {
            start.x = raised.x.col(last);
            trace();
        }
        if (!begun()) {
            result.branch = {};
            result.branch.back = raised.back;
            if (raised.back.stop != continuation::Stop::interrupted) {
                result.branch.back.stop = continuation::Stop::failed;
                result.branch.back.message =
                    "no motion found at " + number_text(o.Omega_from / two_pi, 8) +
                    " Hz: Newton's method from the linear motion with stuck contacts does not get "
                    "there, and raising the drive from zero ends at " +
                    number_text(last >= 0 ? raised.p(last) : 0, 3) + " of the level (" +
                    raised.back.message + "); begin at another frequency";
            }
            return result;
        }
    }
    if (o.branches && result.branch.back.stop != continuation::Stop::interrupted)
        follow_crossing(problem, options, AmplitudeScales(model), result, progress);
    for (Branch& branch : result.crossing)
        if (stability)
            forget_false_zeros(branch, *stability);
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
