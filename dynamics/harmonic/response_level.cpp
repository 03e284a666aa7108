#include "dynamics/harmonic/response_level.hpp"

#include "base/dense_solve.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/corrector.hpp"
#include "dynamics/harmonic/resting_output.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::Problem;
using continuation::Solution;

namespace {

constexpr double zero_test = 1e-9;  // of stability, where it is round-off
constexpr double log_change = 0.25; // of the monitor's rms from point to point

void add_stability(Problem& problem, StabilityMonitor& stability)
{
    const std::vector<std::string> names = monitor_names(true);
    auto add = [&](bool zeros, auto get) {
        continuation::Monitor& monitor = problem.monitors.emplace_back();
        monitor.name = names[problem.monitors.size() - 1];
        monitor.zeros = zeros;
        monitor.value = [&stability, get](const Solution& solution) -> double {
            return get(stability.at(solution.x, solution.p));
        };
    };
    add(true, [](const Stability& s) -> double { return s.flip_test; });
    add(true, [](const Stability& s) -> double { return s.neimark_sacker_test; });
    add(false, [](const Stability& s) -> double {
        const double out_of_range = 1e300; // monitors are finite; see Stability::multipliers
        return s.multipliers.size() > 0 ? std::abs(s.multipliers(0)) : out_of_range;
    });
    add(false, [](const Stability& s) -> double { return s.stable ? 1 : 0; });
}

// Zeros of the test where nothing happens lose their label: at neutral saddles, and where motions
// without damping keep the test at zero except for round-off.
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
             stability.neutral_saddle(branch.x.col(k), branch.p(k)))) {
            branch.kind[i] = static_cast<int>(continuation::PointKind::regular);
            branch.monitor[i] = -1;
        }
    }
}

} // namespace

std::vector<std::string> monitor_names(bool stability)
{
    std::vector<std::string> names = {"rms", "log rms"};
    if (stability)
        names.insert(names.end(), {"flip", "neimark-sacker", "growth", "stable"});
    return names;
}

double RmsMonitor::value(const Solution& solution)
{
    update(solution.x, solution.p);
    model_.output(at_, 0, Y_);
    last_ = rms(model_.harmonics(), Y_);
    return last_;
}

double RmsMonitor::slope(const Solution& solution)
{
    const double amplitude = value(solution);
    model_.output_derivatives(at_, 0, Y_R_, Y_Omega_);
    const Index n = model_.n(), size = Y_.size(), means = model_.harmonics().means ? 1 : 0;
    dY_.noalias() = Y_R_ * solution.tangent.head(n);
    dY_ += solution.tangent(n) * Y_Omega_;
    const double product = Y_.tail(size - means).dot(dY_.tail(size - means));
    return amplitude > 0 ? 0.5 * product / amplitude : 0;
}

void RmsMonitor::update(const Vector& x, double Omega)
{
    if (!at_.holds(x, Omega, level_))
        model_.evaluate(x, Omega, level_, at_);
}

const Stability& StabilityMonitor::at(const Vector& x, double Omega)
{
    if (Omega == Omega_ && x_ == x)
        return last_;
    if (!stability_)
        throw Interrupted();
    if (large_) {
        const auto owned = std::exchange(stability_, nullptr);
        last_ = interruptible([owned, x, Omega] { return (*owned)(x, Omega); }, go_on_);
        stability_ = owned;
    } else {
        last_ = (*stability_)(x, Omega);
    }
    x_ = x;
    Omega_ = Omega;
    if (last_.neutral_saddle)
        neutral_saddles_.emplace_back(Omega, x);
    return last_;
}

bool StabilityMonitor::neutral_saddle(const Vector& x, double Omega)
{
    if (stability_)
        return at(x, Omega).neutral_saddle;
    return std::any_of(neutral_saddles_.begin(), neutral_saddles_.end(), [&](const auto& known) {
        return known.first == Omega && known.second == x;
    });
}

ResponseLevel::ResponseLevel(const HarmonicBalance& model, const ForcedResponseOptions& o,
                             const Progress& progress)
    : model_(model), at_(model), amplitude_(model, o.level, at_), level_(o.level),
      progress_([this, progress](double fraction) -> bool {
          done_ = std::max(done_, fraction); // of all curves
          return !progress || progress(done_);
      })
{
    const Vector linear = stuck_motion(o.Omega_from);
    model.evaluate(linear, o.Omega_from, o.level, at_);
    Vector Y;
    model.output(at_, 0, Y);
    least_ = std::max({smallest_history * rms(model.harmonics(), Y),
                       resting_share * bound_of_rms(model, at_, 0), 1e-100});
    problem_.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
        ++n_evaluations_;
        const bool defined = model_.evaluate(x, p, level_, at_);
        std::swap(out, at_.equations); // only the outputs of at_ are requested
        return defined;
    };
    problem_.n_like_unknowns = model.n();
    problem_.monitors.resize(2);
    continuation::Monitor& peak = problem_.monitors[0];
    peak.name = monitor_names(false)[0];
    const bool coarse = o.coarseness > 1;
    peak.maxima = !coarse;
    peak.value = [this](const Solution& solution) -> double { return amplitude_.value(solution); };
    peak.derivative = [this](const Solution& level_solution) -> double {
        return amplitude_.slope(level_solution);
    };
    continuation::Monitor& change = problem_.monitors[1];
    change.name = monitor_names(false)[1];
    change.max_change = o.coarseness * log_change;
    change.value = [this](const Solution&) -> double {
        return std::log(std::hypot(amplitude_.last(), least_)); // `rms` was requested before
    };
    if (o.stability)
        add_stability(problem_,
                      stability_.emplace(model, [this]() -> bool { return progress_(0); }));
    options_.p_min = std::min(o.Omega_from, o.Omega_to);
    options_.p_max = std::max(o.Omega_from, o.Omega_to);
    options_.newton.residual_tol = o.tolerance;
    options_.max_step = o.max_step;
    options_.first_step = std::min(0.01, o.max_step);
    options_.min_step = std::min(1e-7, o.max_step);
    options_.max_points = o.max_points;
    options_.target_angle *= o.coarseness;
    options_.target_iterations += coarse ? 1 : 0;
    options_.curved = coarse;
}

Vector equilibrium(const HarmonicBalance& model, double Omega)
{
    Vector R = Vector::Zero(model.n());
    if (!model.harmonics().means)
        return R;
    std::vector<Index> means;
    for (Index a = 0; a < model.n_rows(); ++a)
        means.push_back(model.first(a));
    HarmonicBalance::Evaluation evaluation(model);
    Problem problem;
    problem.evaluate = [&](const Vector& x, double, Equations& out) -> bool {
        R(means) = x;
        const bool defined = model.evaluate(R, Omega, 0, evaluation);
        out.F = evaluation.equations.F(means);
        out.F_x = evaluation.equations.F_x(means, means);
        out.F_p.setZero(x.size());
        return defined;
    };
    Equations at_zero;
    problem.evaluate(Vector::Zero(model.n_rows()), 0, at_zero);
    const Vector linear = Lu(at_zero.F_x).solve(-at_zero.F);
    const double size = linear.cwiseAbs().maxCoeff();
    R.setZero();
    if (!(size > 0) || !std::isfinite(size))
        return R;
    continuation::NewtonOptions newton;
    newton.max_iterations = 100; // it only begins a curve
    continuation::Corrector corrector(problem, linear.size(),
                                      {Vector::Constant(linear.size(), size), 1}, newton);
    Vector x = linear;
    double p = 0;
    const bool found = corrector.correct(x, p, Vector::Unit(x.size() + 1, x.size())) ==
                       continuation::NewtonStatus::converged;
    R(means) = found ? x : linear;
    return R;
}

Vector ResponseLevel::stuck_motion(double Omega, double share)
{
    const Vector rest = equilibrium(model_, Omega);
    model_.evaluate(rest, Omega, level_, at_);
    return rest - share * Lu(at_.equations.F_x).solve(at_.equations.F);
}

bool ResponseLevel::correct(Vector& x, double Omega) const
{
    const continuation::Scales scales = rescaled_trace().scales_at(x, Omega);
    continuation::Corrector corrector(problem_, x.size(), scales, options_.newton);
    double p = Omega;
    return corrector.correct(x, p, Vector::Unit(x.size() + 1, x.size())) ==
           continuation::NewtonStatus::converged;
}

Branch ResponseLevel::raise(double Omega, const Vector& x, double share) const
{
    Problem problem;
    const Index means = model_.harmonics().means ? 1 : 0;
    HarmonicBalance::Evaluation evaluation(model_);
    problem.n_like_unknowns = model_.n();
    problem.evaluate = [&](const Vector& R, double p, Equations& out) -> bool {
        const bool defined = model_.evaluate(R, Omega, p * level_, evaluation);
        out.F = evaluation.equations.F;
        out.F_x = evaluation.equations.F_x;
        out.F_p.setZero(R.size());
        for (Index a = 0; a < model_.n_rows(); ++a) {
            const Index row = model_.first(a) + means;
            out.F_p(row) = -level_ * evaluation.drive(a).real();
            out.F_p(row + 1) = level_ * evaluation.drive(a).imag();
        }
        return defined;
    };
    constexpr double whole = std::numeric_limits<double>::infinity();
    // That a start must be found first is no progress yet.
    const Progress waiting = [this](double) -> bool { return progress_(0); };
    continuation::Options options = options_;
    options.p_min = share > 1 ? 1 : 0;
    options.p_max = std::max(1.0, share);
    options.first_step = options.max_step = 0.02;
    options.max_points = 5000;
    continuation::RescaledTrace along{
        problem, options,
        ResponseScales{AmplitudeScales(model_), options.p_max - options.p_min, whole}, waiting};
    (void)along.scales(x / share, share);
    return along.begin(continuation::start_of(x, share, share > 1 ? -1 : 1));
}

bool arrived(const Branch& raised)
{
    const Index last = raised.n_points() - 1;
    return last >= 0 && raised.back.stop == continuation::Stop::bound && raised.p(last) == 1;
}

std::optional<Vector> ResponseLevel::motion_at(double Omega, continuation::BranchEnd& end)
{
    Vector x = stuck_motion(Omega);
    if (correct(x, Omega))
        return x;
    constexpr double nothing = 1e-3;
    const Branch raised = raise(Omega, stuck_motion(Omega, nothing), nothing);
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
                      raised.back.message + "; p: share of the level); begin at another frequency";
    }
    return std::nullopt;
}

void ResponseLevel::tidy(Branch& branch)
{
    if (stability_)
        forget_false_zeros(branch, *stability_);
    for (const Index k : continuation::points_of(branch, continuation::PointKind::monitor_maximum))
        if (model_.evaluate(branch.x.col(k), branch.p(k), level_, at_) &&
            rests(model_, at_, 0, branch.monitors(monitor_rms, k))) {
            branch.kind[static_cast<std::size_t>(k)] =
                static_cast<int>(continuation::PointKind::regular);
            branch.monitor[static_cast<std::size_t>(k)] = -1;
        }
}

} // namespace slideway::dynamics
