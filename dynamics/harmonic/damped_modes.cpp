#include "dynamics/harmonic/damped_modes.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/pieces.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/alike_balance.hpp"
#include "dynamics/harmonic/response_level.hpp"
#include "dynamics/modal/equal_frequencies.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::Equations;
using continuation::Problem;
using continuation::Solution;

namespace {

constexpr double unseen = 1e-12; // share of a mode in a row or a load that is round-off

Equations sized(Index n)
{
    return {Vector(n), Matrix(n, n), Vector(n)};
}

// Whether contacts may slip, so that motions are linear up to the first slip.
bool has_friction(const DrivenJoints& system)
{
    return std::any_of(
        system.joints.begin(), system.joints.end(),
        [](const ModalLaw& joint) -> bool { return joint.law->has_friction_states(); });
}

// A branch with the points of another one behind its own.
continuation::Branch joined(continuation::Branch a, const continuation::Branch& b)
{
    if (b.n_points() == 0) {
        a.back = b.back;
        return a;
    }
    const Index n = a.n_points(), m = b.n_points();
    const auto append = [&](Matrix& to, const Matrix& more) {
        to.conservativeResize(Eigen::NoChange, n + m);
        to.rightCols(m) = more;
    };
    append(a.x, b.x);
    append(a.tangent, b.tangent);
    append(a.monitors, b.monitors);
    const double gap = std::abs(b.p(0) - a.p(n - 1)), s = a.s(n - 1) + gap;
    a.p.conservativeResize(n + m);
    a.p.tail(m) = b.p;
    a.s.conservativeResize(n + m);
    a.s.tail(m) = b.s.array() + s;
    const auto add = [](std::vector<int>& to, const std::vector<int>& more) {
        to.insert(to.end(), more.begin(), more.end());
    };
    add(a.kind, b.kind);
    add(a.monitor, b.monitor);
    add(a.iterations, b.iterations);
    add(a.orientation, b.orientation);
    a.kind[static_cast<std::size_t>(n)] = static_cast<int>(continuation::PointKind::regular);
    a.back = b.back;
    return a;
}

class Tracer {
public:
    Tracer(const HarmonicBalance& model, const DampedModeOptions& options, const Progress& progress)
        : model_(model), o_(options), progress_(progress), n_(model.n()), equations_(model)
    {
        problem_.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
            return equations_(x, p, out);
        };
        add_backbone_monitors(problem_, n_, o_.Omega_low, o_.Omega_high,
                              [this](const Solution& solution) -> double {
                                  equations_.evaluate(solution.x);
                                  return log_rms();
                              });
        continuation::Monitor& ratio = problem_.monitors.emplace_back();
        ratio.name = "damping ratio";
        ratio.maxima = true;
        ratio.value = [this](const Solution& mode_solution) -> double {
            return ratio_of(mode_solution.x);
        };
        ratio.derivative = [this](const Solution& other_solution) -> double {
            constexpr double flat = 1e-9; // a rise that is round-off, in stick
            return 0.5 *
                       (other_solution.tangent(n_ + 1) -
                        2 * ratio_of(other_solution.x) * other_solution.tangent(n_)) /
                       other_solution.x(n_) -
                   flat;
        };
        continuation::Monitor& level = problem_.monitors.emplace_back();
        level.name = "level";
        level.stop = true;
        level.value = [this](const Solution& this_solution) -> double {
            equations_.evaluate(this_solution.x);
            return equations_.level() / o_.level_to - 1;
        };
    }

    DampedMode trace();

private:
    const HarmonicBalance& model_;
    const DampedModeOptions& o_;
    const Progress& progress_;
    Index n_;
    DampedEquations equations_;
    Problem problem_;
    DampedMode result_;
    /// m: shape of the linear mode as q^1. It is complex where the drive excites a combination of
    /// modes of equal frequency with different phases.
    ComplexVector shape_;
    bool one_of_several_ = false; ///< the frequency belongs to several modes
    Vector first_;                ///< first motion of the straight part of such a combination ...
    double first_amplitude_ = 0;  ///< ... and its amplitude
    Index n_straight_ = 0;        ///< number of points of this part
    Vector Y_;

    [[nodiscard]] double ratio_of(const Vector& x) const { return 0.5 * x(n_ + 1) / x(n_); }
    [[nodiscard]] double log_rms()
    {
        model_.output(equations_.at(), o_.output, Y_);
        return std::log(rms(model_.harmonics(), Y_));
    }
    [[nodiscard]] bool correct(Vector& x, double p) const
    {
        return correct_at(problem_, LevelScales{AmplitudeScales(model_)}, o_.steps.tolerance, x, p);
    }
    double choose();
    void take_shape(const StuckModes& stuck, Index i);
    double residual(const Vector& x, double amplitude);
    bool correct_singular(Vector& x, double amplitude);
    Vector straight(double amplitude);
    void add_straight_part(double end);
    double straight_to_slip(double amplitude);
    void follow_beyond(double slip);
    continuation::Branch followed(const Vector& x, double amplitude);
    [[nodiscard]] Vector linear(double amplitude, double& acting) const;
    std::optional<Vector> start(double& amplitude);
    [[nodiscard]] std::optional<DampedMotion> at_level(Index k, double share, double level);
    void list_levels();
};

// The shape of mode i. Every combination of modes of equal frequency is a mode. The drive excites
// the one that the load is projected on; the others are at right angles to the load.
void Tracer::take_shape(const StuckModes& stuck, Index i)
{
    shape_ = stuck.shapes.col(i).cast<Complex>();
    for (const std::vector<Index>& group : equal_frequencies(stuck.omega)) {
        if (group.size() == 1 || i < group.front() || i > group.back())
            continue;
        one_of_several_ = true;
        const Matrix shapes =
            stuck.shapes.middleCols(group.front(), static_cast<Index>(group.size()));
        const ComplexVector p = model_.system().p_at(stuck.omega(group.front())),
                            combination = shapes * (shapes.transpose() * p);
        const std::string several = std::to_string(group.size()) + " modes of equal frequency, " +
                                    std::to_string(group.front() + 1) + " to " +
                                    std::to_string(group.back() + 1);
        if (!(combination.norm() > unseen * p.norm()))
            throw InputError("mode", std::to_string(i + 1),
                             "the drive does no work on it, nor on any combination of the " +
                                 several + ": no level belongs to them");
        if (o_.mode > 0 && i != group.front())
            throw InputError("mode", std::to_string(i + 1),
                             "the drive excites one combination of the " + several +
                                 ", which is followed as mode " +
                                 std::to_string(group.front() + 1) +
                                 "; it does no work on the others, so no level belongs to them");
        if (o_.number == 0)
            result_.mode = group.front() + 1;
        Index largest = 0;
        combination.cwiseAbs().maxCoeff(&largest);
        shape_ = combination * (std::abs(combination(largest)) / combination(largest));
        shape_.normalize();
    }
}

// The mode; the amplitude to begin with.
double Tracer::choose()
{
    const StuckModes stuck = stuck_modes(model_, std::sqrt(o_.Omega_low * o_.Omega_high));
    const Index m = stuck.omega.size();
    if (o_.mode < 0 || o_.mode > m)
        throw InputError("mode", std::to_string(o_.mode),
                         "the system with stuck contacts has modes 1 to " + std::to_string(m));
    Index i = o_.mode - 1;
    if (o_.mode == 0)
        (stuck.omega.array() - o_.Omega_near).abs().minCoeff(&i);
    result_.mode = o_.number > 0 ? o_.number : i + 1;
    result_.Omega = stuck.omega(i);
    result_.level_from = o_.level_from;
    result_.level_to = o_.level_to;
    take_shape(stuck, i);
    const std::string name =
        std::to_string(result_.mode) + " at " + number_text(result_.Omega / two_pi, 7) + " Hz";
    const Matrix B = stacked_rows(model_.system());
    if ((B * shape_).norm() <= unseen * B.norm())
        throw InputError("mode", name, "it moves no joint with a law of its own: it is linear");
    if (!(result_.Omega >= o_.Omega_low && result_.Omega <= o_.Omega_high))
        throw InputError("mode", name, "it lies outside the range of frequencies");
    const ComplexVector p = model_.system().p_at(result_.Omega);
    const double driven = std::abs(p.dot(shape_));
    if (!(driven > unseen * p.norm()))
        throw InputError("mode", name, "the drive does no work on it: no level belongs to it");
    if (o_.amplitude_from > 0)
        return o_.amplitude_from;
    const ComplexVector eta = stuck.shapes.transpose() * shape_;
    const double xi = eta.dot(stuck.D * eta).real();
    if (!(xi > 0))
        throw InputError("mode", name,
                         "it has no linear damping, so that no level belongs to small amplitudes; "
                         "give an amplitude to begin with");
    constexpr double lower = 0.9; // for what coupled damping makes of the shape
    return lower * o_.level_from * driven / (xi * result_.Omega);
}

// (r, Omega, xi) of the shape alone, by what the joints do on it: exact for one mode and harmonic.
// @param acting  the forces of the joints on the modes over omega^2 times the amplitude
Vector Tracer::linear(double amplitude, double& acting) const
{
    const contact::Harmonics& h = model_.harmonics();
    const Index c = h.means ? 1 : 0;
    const StackedModes& modes = model_.system().modes;
    const ComplexVector r = amplitude * (stacked_rows(model_.system()) * shape_);
    Vector x(n_ + 2);
    x.head(n_) = equilibrium(model_, result_.Omega);
    for (Index a = 0; a < r.size(); ++a) {
        x(model_.first(a) + c) += r(a).real();
        x(model_.first(a) + c + 1) -= r(a).imag();
    }
    HarmonicBalance::Evaluation evaluation(model_);
    (void)model_.evaluate(x.head(n_), result_.Omega, 0,
                          evaluation); // of which the forces are wanted
    Complex stiffness = shape_.cwiseAbs2().dot(modes.omega.cwiseAbs2());
    Index row = 0;
    ComplexVector push = ComplexVector::Zero(r.size());
    for (const contact::HarmonicForce& force : evaluation.forces)
        for (Index i = c; i < force.F.size(); i += h.size()) {
            push(row) = Complex(force.F(i), -force.F(i + 1));
            stiffness += std::conj(r(row)) / (amplitude * amplitude) * push(row);
            ++row;
        }
    acting = (stacked_rows(model_.system()).transpose() * push).norm() /
             (result_.Omega * result_.Omega * amplitude);
    const double damping =
        modes.classical() ? shape_.cwiseAbs2().dot(modes.c) : shape_.dot(modes.D * shape_).real();
    x(n_) = std::sqrt(stiffness.real());
    x(n_ + 1) = damping + stiffness.imag() / x(n_);
    return x;
}

// At an amplitude small enough to stick throughout and for Newton's method.
std::optional<Vector> Tracer::start(double& amplitude)
{
    double acting = 0;
    constexpr double near = 1e-2; // of its frequency
    for (int k = 0; k < 12; ++k, amplitude /= 10) {
        const Vector guess = linear(amplitude, acting);
        Vector x = guess;
        equations_.take_phase(guess);
        if (guess.allFinite() && correct(x, std::log(amplitude)) &&
            std::abs(x(n_) - guess(n_)) <= near * guess(n_) && equations_.evaluate(x) &&
            sticks(model_, equations_.at()))
            return x;
    }
    return std::nullopt;
}

// Largest residual of the equations, relative to the size of r. Takes the phase from x.
double Tracer::residual(const Vector& x, double amplitude)
{
    Equations out = sized(n_ + 2);
    equations_.take_phase(x);
    return equations_(x, std::log(amplitude), out) ? out.F.lpNorm<Eigen::Infinity>()
                                                   : std::numeric_limits<double>::infinity();
}

// Newton's method with the shortest steps, for the singular equations of a linear combination of
// modes of equal frequency: it finds the motion next to x.
bool Tracer::correct_singular(Vector& x, double amplitude)
{
    constexpr double singular = 1e-8, small_step = 1e-12; // relative to the largest, and to scales
    Equations out = sized(n_ + 2);
    equations_.take_phase(x);
    const double p = std::log(amplitude);
    const Vector scale = LevelScales{AmplitudeScales(model_)}(x, p).x;
    for (int k = 0; k < 30; ++k) {
        if (!equations_(x, p, out))
            return false;
        const Svd<double> J = svd(Matrix(out.F_x * scale.asDiagonal()), SingularVectors::thin);
        Vector along = J.U.transpose() * out.F;
        for (Index i = 0; i < along.size(); ++i)
            along(i) = J.values(i) > singular * J.values(0) ? along(i) / J.values(i) : 0;
        const Vector step = J.V * along;
        x -= scale.cwiseProduct(step);
        if (step.lpNorm<Eigen::Infinity>() <= small_step)
            return residual(x, amplitude) <= o_.steps.tolerance;
    }
    return false;
}

// Motion of the straight part at an amplitude: that of the first point times a factor.
Vector Tracer::straight(double amplitude)
{
    Vector x = first_;
    const Vector rest = equilibrium(model_, result_.Omega);
    x.head(n_) = rest + amplitude / first_amplitude_ * (first_.head(n_) - rest);
    return x;
}

// The straight part of a combination of modes of equal frequency, on which no contact slips. Its
// equations are singular, as every other combination solves them too.
void Tracer::add_straight_part(double end)
{
    constexpr double longest = 0.5; // of ln a
    const double length = std::log(end / first_amplitude_);
    n_straight_ = 1 + std::max<Index>(1, static_cast<Index>(std::ceil(length / longest)));
    continuation::Branch& branch = result_.branch;
    const auto n_monitors = static_cast<Index>(problem_.monitors.size());
    for (const continuation::Monitor& monitor : problem_.monitors)
        branch.monitor_names.push_back(monitor.name);
    branch.x.resize(n_ + 2, n_straight_);
    branch.tangent.resize(n_ + 3, n_straight_);
    branch.monitors.resize(n_monitors, n_straight_);
    branch.p.resize(n_straight_);
    branch.s.resize(n_straight_);
    const auto count = static_cast<std::size_t>(n_straight_);
    branch.kind.assign(count, static_cast<int>(continuation::PointKind::regular));
    branch.kind.front() = static_cast<int>(continuation::PointKind::start);
    branch.monitor.assign(count, -1);
    branch.iterations.assign(count, 0);
    branch.orientation.assign(count, 1);
    const Vector rest = equilibrium(model_, result_.Omega);
    const Matrix F_x;
    const Vector F_p;
    for (Index k = 0; k < n_straight_; ++k) {
        const double p = std::log(first_amplitude_) +
                         length * static_cast<double>(k) / static_cast<double>(n_straight_ - 1);
        const Vector x = straight(std::exp(p));
        const Vector scale = LevelScales{AmplitudeScales(model_)}(x, p).x;
        Vector tangent = Vector::Zero(n_ + 3);
        tangent << x.head(n_) - rest, 0, 0, 1; // d(x, p)/dp
        const double per_p = std::hypot(1, tangent.head(n_).cwiseQuotient(scale.head(n_)).norm());
        branch.x.col(k) = x;
        branch.p(k) = p;
        branch.s(k) = k == 0 ? 0 : branch.s(k - 1) + per_p * (p - branch.p(k - 1));
        branch.tangent.col(k) = tangent / per_p;
        const Vector t = branch.tangent.col(k);
        equations_.take_phase(x);
        const Solution solution{x, p, F_x, F_p, t};
        for (Index i = 0; i < n_monitors; ++i)
            branch.monitors(i, k) = problem_.monitors[static_cast<std::size_t>(i)].value(solution);
    }
    branch.front = {continuation::Stop::start, 0, "the start", {}};
}

// The straight part of the curve of a combination of modes of equal frequency. @return amplitude at
// which a contact begins to slip; 0: the curve is complete, or has no motion
double Tracer::straight_to_slip(double amplitude)
{
    constexpr double linear_residual = 1e-9;
    double acting = 0;
    first_amplitude_ = amplitude;
    for (int k = 0; k < 12; ++k, first_amplitude_ /= 10) {
        first_ = linear(first_amplitude_, acting);
        if (first_.allFinite() && correct_singular(first_, first_amplitude_) &&
            residual(straight(1.1 * first_amplitude_), 1.1 * first_amplitude_) <= linear_residual)
            break;
    }
    continuation::Branch& branch = result_.branch;
    branch.back.stop = continuation::Stop::failed;
    branch.back.message = "no motion found near the linear mode with stuck contacts";
    equations_.take_phase(first_);
    if (!equations_.evaluate(first_))
        return 0;
    // Without linear damping no level belongs to the straight part.
    constexpr double most = 1e12;
    double low = first_amplitude_,
           high = low * std::clamp(o_.level_to / std::max(equations_.level(), o_.level_to / most),
                                   1.0, most);
    const double top = high;
    if (residual(straight(low), low) > linear_residual)
        return 0;
    if (residual(straight(high), high) <= linear_residual)
        low = high;
    while (high / low > 1 + 1e-12)
        (residual(straight(std::sqrt(low * high)), std::sqrt(low * high)) <= linear_residual
             ? low
             : high) = std::sqrt(low * high);
    add_straight_part(low);
    if (low == top) {
        branch.back.stop = continuation::Stop::monitor;
        branch.monitor.back() = damped_level;
        branch.monitors(damped_level, n_straight_ - 1) = 0;
        return 0;
    }
    return low;
}

// Follows such a curve beyond the first slip, from the nearest motion at which its equations are
// regular enough: the longest curve counts.
void Tracer::follow_beyond(double slip)
{
    constexpr double far = 0.05;    // of the scales
    constexpr double short_p = 0.1; // of ln a: the curve has hardly begun
    double acting = 0, length = 0, from = 0;
    continuation::Branch longest;
    for (const double beyond : {1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3}) {
        const double amplitude = slip * (1 + beyond);
        // With Omega and xi of the straight part the equations are still singular.
        Vector guess = straight(amplitude);
        guess.tail(2) = linear(amplitude, acting).tail(2);
        Vector x = guess;
        equations_.take_phase(guess);
        const Vector scale = LevelScales{AmplitudeScales(model_)}(x, std::log(amplitude)).x;
        if (!correct(x, std::log(amplitude)) ||
            !((x - guess).cwiseQuotient(scale).lpNorm<Eigen::Infinity>() <= far * (1 + beyond)))
            continue;
        continuation::Branch curve = followed(x, amplitude);
        const double reached = curve.n_points() > 0 ? curve.p.maxCoeff() - std::log(slip) : 0;
        // Where alike parts begin to slip at once, curves on which only some of them slip are near.
        // They return to smaller amplitudes.
        const bool ends = curve.back.stop == continuation::Stop::bound ||
                          (curve.back.stop == continuation::Stop::failed && reached < short_p);
        if (reached > length) {
            length = reached;
            from = beyond;
            longest = std::move(curve);
        }
        if (!ends || continuation::interrupted(longest))
            break;
    }
    if (length == 0) {
        result_.branch.back.message =
            "a contact begins to slip, and no motion was found beyond it near the combination of "
            "modes of equal frequency that the drive excites";
        return;
    }
    if (from > 0.01)
        result_.lost.push_back("levels up to " + number_text(100 * from, 2) +
                               " % above the first slip of mode " + std::to_string(result_.mode));
    result_.branch = joined(std::move(result_.branch), longest);
}

std::optional<DampedMotion> Tracer::at_level(Index k, double share, double level)
{
    const continuation::Branch& branch = result_.branch;
    if (k + 1 < n_straight_) { // the level is proportional to the amplitude
        DampedMotion found;
        found.level = level;
        found.amplitude =
            std::exp(branch.p(k)) * level / ((branch.monitors(damped_level, k) + 1) * o_.level_to);
        found.x = straight(found.amplitude);
        if (!equations_.evaluate(found.x))
            return std::nullopt;
        found.log_rms = log_rms();
        found.ratio = ratio_of(found.x);
        return found;
    }
    Problem over_level;
    over_level.evaluate = [this](const Vector& x, double p, Equations& out) -> bool {
        return equations_.over_level(x, p, out);
    };
    const ScalesAt scales = [this](const VectorIn& x, double p) -> continuation::Scales {
        Vector s(n_ + 3);
        s << LevelScales{AmplitudeScales(model_)}(x.head(n_ + 2), p).x, 1;
        return {std::move(s), 1};
    };
    auto point = [&](Index i) -> Vector {
        return (Vector(n_ + 3) << branch.x.col(i), branch.p(i)).finished();
    };
    const Vector a = point(k), b = point(k + 1);
    Vector x = (1 - share) * a + share * b;
    equations_.take_phase(a);
    if (!between(over_level, scales, o_.steps.tolerance, a, b, std::log(level), x) ||
        !equations_.evaluate(x.head(n_ + 2)))
        return std::nullopt;
    DampedMotion found;
    found.x = x.head(n_ + 2);
    found.amplitude = std::exp(x(n_ + 2));
    found.level = level;
    found.log_rms = log_rms();
    found.ratio = ratio_of(found.x);
    return found;
}

void Tracer::list_levels()
{
    for (const double level : o_.levels) {
        std::vector<DampedMotion>& motions = result_.at_levels.emplace_back();
        const Vector levels = result_.branch.monitors.row(damped_level);
        for (const auto& [k, share] : continuation::crossings(levels, level / o_.level_to - 1)) {
            if (std::optional<DampedMotion> found = at_level(k, share, level))
                motions.push_back(std::move(*found));
            else
                result_.lost.push_back("level " + number_text(level, 8) + ": near " +
                                       number_text(result_.branch.x(n_, k) / two_pi, 8) + " Hz");
        }
    }
}

// Follows the curve from a motion at which its equations are regular.
continuation::Branch Tracer::followed(const Vector& x, double amplitude)
{
    continuation::RescaledTrace along{
        problem_,
        options_of(o_.steps, std::log(amplitude), std::numeric_limits<double>::infinity()),
        LevelScales{AmplitudeScales(model_)}, progress_,
        [this](continuation::Branch& so_far) -> bool {
            equations_.take_phase(so_far.x.col(so_far.n_points() - 1));
            return true;
        }};
    equations_.take_phase(x);
    return along.begin(continuation::start_of(x, std::log(amplitude), 1));
}

DampedMode Tracer::trace()
{
    double amplitude = choose();
    if (one_of_several_ && has_friction(model_.system()))
        if (const std::optional<AlikeBalance> part = alike_balance(model_)) {
            DampedModeOptions o = o_;
            o.mode = 0;
            o.Omega_near = result_.Omega;
            o.number = result_.mode;
            return of_whole(model_, *part, Tracer(part->balance, o, progress_).trace());
        }
    continuation::Branch& branch = result_.branch;
    double acting = 0;
    const Vector shape_alone = linear(amplitude, acting);
    if (acting == 0) {
        result_.linear = true;
        result_.linear_ratio = ratio_of(shape_alone);
        branch.back.stop = continuation::Stop::failed;
        branch.back.message =
            "no joint acts on it at small amplitudes: it is linear there, with damping ratio " +
            number_text(result_.linear_ratio, 6);
        return std::move(result_);
    }
    if (one_of_several_ && has_friction(model_.system())) {
        if (const double slip = straight_to_slip(amplitude); slip > 0)
            follow_beyond(slip);
        if (branch.n_points() == 0)
            return std::move(result_);
    } else if (const std::optional<Vector> x = start(amplitude)) {
        branch = followed(*x, amplitude);
    } else {
        branch.back.stop = continuation::Stop::failed;
        branch.back.message = "no motion found near the linear mode with stuck contacts";
        return std::move(result_);
    }
    if (branch.n_points() > 0 && branch.monitor.back() == damped_level)
        branch.monitors(damped_level, branch.n_points() - 1) = 0; // except for round-off
    describe_end(branch, "the highest level");
    list_levels();
    return std::move(result_);
}

void check(const HarmonicBalance& model, const DampedModeOptions& o)
{
    if (o.output >= model.n_outputs())
        throw InputError("no displacement to monitor");
    const bool begins = o.amplitude_from > 0 || (o.level_from > 0 && o.level_to >= o.level_from);
    if (!begins || !(o.level_to > 0) || !std::isfinite(o.level_to))
        throw InputError("level", number_text(o.level_from) + " to " + number_text(o.level_to),
                         "expected 0 < from <= to");
    if (!(o.Omega_low > 0 && o.Omega_high > o.Omega_low) || !std::isfinite(o.Omega_high))
        throw InputError("frequency",
                         number_text(o.Omega_low / two_pi) + " to " +
                             number_text(o.Omega_high / two_pi) + " Hz",
                         "expected 0 < from < to");
    if (!(o.amplitude_from >= 0) || !std::isfinite(o.amplitude_from))
        throw InputError("amplitude", number_text(o.amplitude_from), "expected a number >= 0");
}

} // namespace

DampedMode damped_mode(const HarmonicBalance& model, const DampedModeOptions& options,
                       const Progress& progress)
{
    check(model, options);
    return Tracer(model, options, progress).trace();
}

} // namespace slideway::dynamics
