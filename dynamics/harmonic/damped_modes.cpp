#include "dynamics/harmonic/damped_modes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/pieces.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/harmonic/response_level.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::Equations;
using continuation::Problem;
using continuation::Solution;

namespace {

constexpr Complex j(0, 1);
constexpr double unseen = 1e-12; // share of a mode in a row or a load that is round-off

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
    Vector shape_; ///< m: shape of the linear mode
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
    [[nodiscard]] Vector linear(double amplitude, double& acting) const;
    std::optional<Vector> start(double& amplitude);
    [[nodiscard]] std::optional<DampedMotion> at_level(Index k, double share, double level);
    void list_levels();
};

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
    result_.mode = i + 1;
    result_.Omega = stuck.omega(i);
    result_.level_to = o_.level_to;
    shape_ = stuck.shapes.col(i);
    const std::string name =
        std::to_string(result_.mode) + " at " + number_text(result_.Omega / two_pi, 7) + " Hz";
    const Matrix B = stacked_rows(model_.system());
    if ((B * shape_).norm() <= unseen * B.norm())
        throw InputError("mode", name, "it moves no joint with a law of its own: it is linear");
    if (!(result_.Omega >= o_.Omega_low && result_.Omega <= o_.Omega_high))
        throw InputError("mode", name, "it lies outside the range of frequencies");
    const ComplexVector p = model_.system().p_at(result_.Omega);
    const double driven = std::abs(p.dot(shape_.cast<Complex>()));
    if (!(driven > unseen * p.norm()))
        throw InputError("mode", name, "the drive does no work on it: no level belongs to it");
    if (o_.amplitude_from > 0)
        return o_.amplitude_from;
    const double xi = stuck.D(i, i);
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
    const Vector r = amplitude * (stacked_rows(model_.system()) * shape_);
    Vector x(n_ + 2);
    x.head(n_) = equilibrium(model_, result_.Omega);
    for (Index a = 0; a < r.size(); ++a)
        x(model_.first(a) + c) += r(a);
    HarmonicBalance::Evaluation evaluation(model_);
    (void)model_.evaluate(x.head(n_), result_.Omega, 0,
                          evaluation); // of which the forces are wanted
    Complex stiffness = shape_.cwiseAbs2().dot(modes.omega.cwiseAbs2());
    Index row = 0;
    ComplexVector push = ComplexVector::Zero(r.size());
    for (const contact::HarmonicForce& force : evaluation.forces)
        for (Index i = c; i < force.F.size(); i += h.size()) {
            push(row) = Complex(force.F(i), -force.F(i + 1));
            stiffness += r(row) / (amplitude * amplitude) * push(row);
            ++row;
        }
    acting = (stacked_rows(model_.system()).transpose() * push).norm() /
             (result_.Omega * result_.Omega * amplitude);
    const double damping =
        modes.classical() ? shape_.cwiseAbs2().dot(modes.c) : shape_.dot(modes.D * shape_);
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

std::optional<DampedMotion> Tracer::at_level(Index k, double share, double level)
{
    const continuation::Branch& branch = result_.branch;
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

DampedMode Tracer::trace()
{
    double amplitude = choose();
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
    const std::optional<Vector> x = start(amplitude);
    if (!x) {
        branch.back.stop = continuation::Stop::failed;
        branch.back.message = "no motion found near the linear mode with stuck contacts";
        return std::move(result_);
    }
    continuation::RescaledTrace along{
        problem_,
        options_of(o_.steps, std::log(amplitude), std::numeric_limits<double>::infinity()),
        LevelScales{AmplitudeScales(model_)}, progress_,
        [this](continuation::Branch& so_far) -> bool {
            equations_.take_phase(so_far.x.col(so_far.n_points() - 1));
            return true;
        }};
    equations_.take_phase(*x);
    branch = along.begin(continuation::start_of(*x, std::log(amplitude), 1));
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

bool DampedEquations::evaluate(const Vector& x)
{
    const Index n = model_.n();
    const double Omega = x(n), xi = x(n + 1);
    if (at_.holds(x.head(n), Omega, 0, {xi}))
        return at_.equations.F.allFinite();
    return Omega > 0 && std::isfinite(Omega) && std::isfinite(xi) &&
           model_.evaluate(x.head(n), Omega, 0, at_, {xi});
}

// q = -H B^T f: w . dq = -y . (B^T df + dZ q), Z^T y = w, Z = H^-1.
Vector DampedEquations::along_modes(const ComplexVector& q, ComplexVector w) const
{
    const Index n = model_.n(), size = model_.harmonics().size(),
                c = model_.harmonics().means ? 1 : 0;
    const double Omega = at_.Omega;
    const StackedModes modes = damped(model_.system().modes, at_.linear.damping);
    ComplexVector rate(q.size()); // dZ/dOmega q
    if (modes.classical()) {
        for (Index i = 0; i < q.size(); ++i) {
            w(i) /= dynamic_stiffness(modes.omega(i), modes.c(i), Omega);
            rate(i) = Complex(-2 * Omega, modes.c(i)) * q(i);
        }
    } else {
        w = Lu(dynamic_stiffness(modes.omega, modes.D, Omega)).solve_transposed(w);
        rate = j * (modes.D.cast<Complex>() * q) - 2 * Omega * q;
    }
    const ComplexVector& y = w;
    Vector along = Vector::Zero(n + 2);
    along(n) = -(y.transpose() * rate).value().real();
    along(n + 1) = -Omega * (y.transpose() * q).value().imag();
    Index row = 0;
    for (std::size_t k = 0; k < at_.forces.size(); ++k) {
        const Matrix& J = at_.forces[k].J;
        const ComplexVector seen = model_.system().joints[k].on.rows * y;
        auto part = along.segment(model_.first(row), J.cols());
        for (Index b = 0; b < seen.size(); ++b) {
            part -= seen(b).real() * J.row(b * size + c).transpose();
            part -= seen(b).imag() * J.row(b * size + c + 1).transpose();
        }
        row += seen.size();
    }
    return along;
}

bool DampedEquations::operator()(const Vector& x, double p, Equations& out)
{
    if (!evaluate(x))
        return false;
    const Index n = model_.n(), c = model_.harmonics().means ? 1 : 0;
    model_.by_damping(at_, F_xi_);
    out.F.head(n) = at_.equations.F / size_;
    out.F_x.setZero();
    out.F_x.topLeftCorner(n, n) = at_.equations.F_x / size_;
    out.F_x.col(n).head(n) = at_.equations.F_p / size_;
    out.F_x.col(n + 1).head(n) = F_xi_ / size_;
    out.F_p.setZero();

    const ComplexVector q = model_.modal(at_, 1);
    out.F(n) = 0.5 * std::log(q.squaredNorm()) - p;
    out.F_p(n) = -1;
    out.F_x.row(n) = along_modes(q, q.conjugate() / q.squaredNorm()).transpose();

    out.F(n + 1) = 0;
    for (Index a = 0; a < model_.n_rows(); ++a) {
        const Index i = model_.first(a) + c;
        out.F(n + 1) += (reference_(i) * x(i + 1) - reference_(i + 1) * x(i)) / size_;
        out.F_x(n + 1, i) = -reference_(i + 1) / size_;
        out.F_x(n + 1, i + 1) = reference_(i) / size_;
    }
    return out.F.allFinite() && out.F_x.allFinite();
}

bool DampedEquations::over_level(const Vector& x, double p, Equations& out)
{
    const Index n = model_.n(), m = n + 2;
    own_.F.resize(m);
    own_.F_x.resize(m, m);
    own_.F_p.resize(m);
    if (!(*this)(x.head(m), x(m), own_) || !(level() > 0))
        return false;
    const DrivenJoints& system = model_.system();
    const double Omega = at_.Omega;
    const ComplexVector q = model_.modal(at_, 1), load = system.p_at(Omega),
                        rate = 2 * Omega * system.inertia - j * system.drag;
    const Complex work = load.dot(q), per_work = std::conj(work) / std::norm(work);
    out.F << own_.F, std::log(level()) - p;
    out.F_x.topLeftCorner(m, m) = own_.F_x;
    out.F_x.col(m) << own_.F_p, 0;
    out.F_x.row(m).head(m) =
        2 * own_.F_x.row(n) - along_modes(q, per_work * load.conjugate()).transpose();
    out.F_x(m, n) += 1 / Omega - (per_work * rate.dot(q)).real();
    out.F_x(m, n + 1) += 1 / at_.linear.damping.xi;
    out.F_p << Vector::Zero(m), -1;
    return out.F.allFinite() && out.F_x.allFinite();
}

double DampedEquations::level() const
{
    constexpr double most = 1e300; // monitors are finite
    const ComplexVector q = model_.modal(at_, 1);
    const double work = std::abs(model_.system().p_at(at_.Omega).dot(q));
    const double level = at_.linear.damping.xi * at_.Omega * q.squaredNorm() / work;
    return std::clamp(level, -most, most);
}

DampedMode damped_mode(const HarmonicBalance& model, const DampedModeOptions& options,
                       const Progress& progress)
{
    check(model, options);
    return Tracer(model, options, progress).trace();
}

} // namespace slideway::dynamics
