#include "studies/exact_stability.hpp"

#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/corrector.hpp"
#include "dynamics/harmonic/periodic_state.hpp"
#include "dynamics/harmonic/response.hpp"
#include "dynamics/orbits/motion_steps.hpp"
#include "dynamics/orbits/orbit_branches.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace slideway::studies {

namespace {

using continuation::Branch;
using continuation::PointKind;
using dynamics::OrbitEquations;

// Products of numbers that the motions of a curve may take: some seconds.
constexpr double most_work = 2e10;
constexpr double terms_a_step = 25; // of a Taylor series
constexpr double motions_a_point = 4;
constexpr Index fewest_points = 20; // of a sample that shows a curve
// A motion further from its point than this share of its size is another one.
constexpr double same_motion = 0.3;
// Multipliers outside the circle by less lie on it: what Newton's method leaves.
constexpr double on_circle = 1e-7;
// Largest distance of a multiplier from its place at a label.
constexpr double at_label = 1e-4;
// Scaled distance of points from each other, so that the line through them has a direction.
constexpr double apart = 1e-7;
// Relative distance in frequency of labels that are one. Round-off separates twins by 1e-10, and
// close to the grazing of a hard stop counts go to and fro within it.
constexpr double at_once = 1e-8;
constexpr int bisections = 48, most_labels_a_step = 8;

int count_outside(const ComplexVector& multipliers)
{
    int n = 0;
    for (const Complex& at : multipliers)
        n += std::abs(at) > 1 + on_circle ? 1 : 0;
    return n;
}

// An exact motion: state at phase 0 and frequency.
struct Orbit {
    Vector x;
    double Omega = 0;
    ComplexVector multipliers;
    int n_outside = 0;
};

class Search {
public:
    Search(const dynamics::HarmonicBalance& model, double level,
           const dynamics::OrbitFamily& family, const Branch& curve, const Progress& progress)
        : model_(model), level_(level), curve_(curve), progress_(progress),
          equations_(family, {1, false, 1}, {}, step_tolerance),
          problem_(dynamics::problem_of(equations_)), weight_(family.energy_weights())
    {
        newton_.residual_tol = 1e-10;
        newton_.max_iterations = 20;
    }

    ExactStability take();

private:
    static constexpr double step_tolerance = 1e-13;

    void guess();
    [[nodiscard]] Index stride() const;
    [[nodiscard]] Vector scaled(const Vector& x, double Omega) const;
    [[nodiscard]] std::optional<Orbit> on_plane(Vector x, double Omega, const Vector& normal);
    [[nodiscard]] std::optional<Orbit> beside(std::size_t i);
    [[nodiscard]] const std::optional<Orbit>& orbit(std::size_t i);
    void refine(std::size_t i, std::size_t j);
    [[nodiscard]] bool turns_between(std::size_t i, std::size_t j) const;
    void locate(std::size_t i, std::size_t j);
    void add_label(Index after, bool turns, const Orbit& low, const Orbit& high);
    void add_output(const Orbit& at, ExactLabel& label);

    const dynamics::HarmonicBalance& model_;
    double level_;
    const Branch& curve_;
    const Progress& progress_;
    OrbitEquations equations_;
    continuation::Problem problem_;
    continuation::NewtonOptions newton_;
    Vector weight_;
    continuation::Scales scales_;
    std::vector<Index> at_; // points of the curve that are taken: none located
    std::vector<Vector> z_; // their states by harmonic balance, at phase 0
    std::map<std::size_t, std::optional<Orbit>> orbits_;
    ExactStability out_;
};

Vector Search::scaled(const Vector& x, double Omega) const
{
    Vector y(x.size() + 1);
    y << x.cwiseQuotient(scales_.x), Omega / scales_.p;
    return y;
}

// States of all points at phase 0, and the scales of the curve.
void Search::guess()
{
    dynamics::HarmonicBalance::Evaluation motion(model_);
    double most = 0;
    for (Index k = 0; k < curve_.n_points(); ++k) {
        const PointKind kind = curve_.kind_of(k);
        if (kind != PointKind::regular && kind != PointKind::start && kind != PointKind::bound)
            continue;
        model_.evaluate(curve_.x.col(k), curve_.p(k), level_, motion);
        const dynamics::ModalState state = dynamics::periodic_state(model_, motion, 0);
        Vector z(2 * state.q.size());
        z << state.q, state.v;
        most = std::max(most, dynamics::energy_size(weight_, z));
        at_.push_back(k);
        z_.push_back(std::move(z));
    }
    const Index m = weight_.size();
    scales_.x.resize(2 * m);
    scales_.x << most * weight_.cwiseInverse(), Vector::Constant(m, most);
    scales_.p = curve_.p.maxCoeff() - curve_.p.minCoeff();
}

// Stride of the sampled points: one in so many is used; 0: none, because they take too long.
Index Search::stride() const
{
    const dynamics::JointedSystem& system = equations_.family().system();
    const auto m = static_cast<double>(system.n_modes());
    const double steps = dynamics::steps_a_period(system, curve_.p.minCoeff()) + 20,
                 work = steps * terms_a_step * 2 * m * (2 * m + 4) * (1 + m / 10) * motions_a_point;
    const auto all = static_cast<double>(at_.size());
    const double stride = std::ceil(all * work / most_work);
    return stride <= 1                                         ? 1
           : all / stride < static_cast<double>(fewest_points) ? 0
                                                               : static_cast<Index>(stride);
}

// Newton's method on a plane across the curve.
std::optional<Orbit> Search::on_plane(Vector x, double Omega, const Vector& normal)
{
    ask(progress_);
    continuation::Corrector corrector(problem_, x.size(), scales_, newton_);
    if (corrector.correct(x, Omega, normal) != continuation::NewtonStatus::converged)
        return std::nullopt;
    Orbit orbit{x, Omega, {}, 0};
    const dynamics::Stability& stability = equations_.at(x, Omega).stability;
    if (stability.multipliers.size() == 0)
        return std::nullopt;
    orbit.multipliers = stability.multipliers;
    orbit.n_outside = count_outside(orbit.multipliers);
    return orbit;
}

// The exact motion beside point i of those taken.
std::optional<Orbit> Search::beside(std::size_t i)
{
    const double Omega = curve_.p(at_[i]);
    std::size_t low = i > 0 ? i - 1 : i, high = i + 1 < at_.size() ? i + 1 : i;
    const Vector normal =
        scaled(z_[high], curve_.p(at_[high])) - scaled(z_[low], curve_.p(at_[low]));
    if (!(normal.norm() > apart))
        return std::nullopt;
    std::optional<Orbit> found = on_plane(z_[i], Omega, normal.normalized());
    if (found && dynamics::energy_size(weight_, found->x - z_[i]) >
                     same_motion * dynamics::energy_size(weight_, found->x))
        return std::nullopt;
    return found;
}

const std::optional<Orbit>& Search::orbit(std::size_t i)
{
    const auto [at, added] = orbits_.try_emplace(i);
    if (added)
        at->second = beside(i);
    return at->second;
}

// Takes points between i and j, until neighbours have different counts.
void Search::refine(std::size_t i, std::size_t j)
{
    if (j <= i + 1)
        return;
    const auto &a = orbit(i), &b = orbit(j);
    if (a && b && a->n_outside == b->n_outside)
        return;
    const std::size_t middle = (i + j) / 2;
    (void)orbit(middle);
    refine(i, middle);
    refine(middle, j);
}

// Whether the frequency of the motions turns back between i and j, by the motions before and
// behind.
bool Search::turns_between(std::size_t i, std::size_t j) const
{
    const auto found = [](const auto& at) -> bool { return at.second.has_value(); };
    const auto here = orbits_.find(i), next = orbits_.find(j);
    const auto before = std::find_if(std::make_reverse_iterator(here), orbits_.rend(), found);
    const auto behind = std::find_if(std::next(next), orbits_.end(), found);
    const double Omega_i = here->second->Omega, Omega_j = next->second->Omega;
    const double first =
                     before == orbits_.rend() ? Omega_j - Omega_i : Omega_i - before->second->Omega,
                 last =
                     behind == orbits_.end() ? Omega_j - Omega_i : behind->second->Omega - Omega_j;
    return first * last < 0;
}

// rms and phase of output 0.
void Search::add_output(const Orbit& at, ExactLabel& label)
{
    constexpr int samples = 256;
    const dynamics::SampledOrbit motion =
        dynamics::sampled(equations_.family(), {1, false, 1}, at.x, at.Omega, samples);
    const dynamics::ModalOutput& output = model_.outputs().front();
    double mean = 0, square = 0;
    Complex first = 0;
    for (Index i = 0; i < samples; ++i) {
        const Complex turn = std::polar(1.0, motion.phase(i));
        const double y = output.row.dot(motion.z.col(i).head(output.row.size())) +
                         (level_ * output.follow * turn).real();
        mean += y / samples;
        square += y * y / samples;
        first += y * turn;
    }
    label.rms = std::sqrt(std::max(0.0, square - mean * mean));
    label.phase_lag = std::arg(first);
}

// Adds the label between two adjacent motions with different counts.
// @param turns  whether the frequency turns back between the points of the curve
void Search::add_label(Index after, bool turns, const Orbit& low, const Orbit& high)
{
    using Kind = ExactLabel::Kind;
    ExactLabel label;
    label.change = high.n_outside - low.n_outside;
    label.after = after;
    label.Omega = (low.Omega + high.Omega) / 2;
    label.n_outside = std::min(low.n_outside, high.n_outside);
    double least = at_label;
    const auto nearer = [&](double distance, Kind kind) -> void {
        if (distance < least) {
            least = distance;
            label.kind = kind;
        }
    };
    for (const Complex& at : low.multipliers) {
        if (at.imag() != 0)
            nearer(std::abs(std::abs(at) - 1), Kind::neimark_sacker);
        nearer(std::abs(at - 1.0), turns ? Kind::fold : Kind::branch_point);
        nearer(std::abs(at + 1.0), Kind::period_doubling);
    }
    if (!out_.labels.empty()) {
        ExactLabel& last = out_.labels.back();
        if (last.kind == label.kind &&
            std::abs(last.Omega - label.Omega) <= at_once * label.Omega) {
            last.change += label.change;
            last.n_outside = std::min(last.n_outside, label.n_outside);
            if (last.change == 0)
                out_.labels.pop_back();
            return;
        }
    }
    add_output(low, label);
    out_.labels.push_back(label);
}

// Every change of the count between neighbours, by bisection along the line through both.
void Search::locate(std::size_t i, std::size_t j)
{
    Orbit a = *orbit(i);
    const Orbit end = *orbit(j);
    const bool turns = turns_between(i, j);
    for (int n = 0; a.n_outside != end.n_outside && n < most_labels_a_step; ++n) {
        Orbit low = a, high = end;
        for (int k = 0; k < bisections; ++k) {
            const Vector line = scaled(high.x, high.Omega) - scaled(low.x, low.Omega);
            if (!(line.norm() > 1e-10))
                break;
            const auto middle =
                on_plane((low.x + high.x) / 2, (low.Omega + high.Omega) / 2, line.normalized());
            if (!middle) {
                out_.unlocated.push_back({low.Omega, high.Omega});
                return;
            }
            (middle->n_outside == a.n_outside ? low : high) = *middle;
        }
        add_label(at_[i], turns, low, high);
        a = high;
    }
}

ExactStability Search::take()
{
    guess();
    if (at_.size() < 2) {
        out_.obstacle = "the curve has no two points";
        return std::move(out_);
    }
    const auto stride = static_cast<std::size_t>(this->stride());
    if (stride == 0) {
        out_.obstacle = "motions of " + std::to_string(weight_.size()) +
                        " modes take too long; reduce the bodies";
        return std::move(out_);
    }
    std::vector<std::size_t> sample;
    for (std::size_t i = 0; i < at_.size(); i += stride)
        sample.push_back(i);
    if (sample.back() + 1 != at_.size())
        sample.push_back(at_.size() - 1);
    for (const std::size_t i : sample)
        (void)orbit(i);
    for (std::size_t s = 0; s + 1 < sample.size(); ++s)
        refine(sample[s], sample[s + 1]);
    std::optional<std::size_t> before;
    const bool judged = curve_.monitors.rows() > dynamics::monitor_stable;
    for (const auto& [i, at] : std::map(orbits_)) {
        if (!at) {
            ++out_.n_failed;
            continue;
        }
        const double size = dynamics::energy_size(weight_, at->x);
        out_.points.push_back({at_[i], at->Omega, at->multipliers, at->n_outside,
                               dynamics::energy_size(weight_, at->x - z_[i]) / size});
        if (judged &&
            (at->n_outside == 0) != (curve_.monitors(dynamics::monitor_stable, at_[i]) == 1))
            ++out_.n_differ;
        if (before && orbit(*before)->n_outside != at->n_outside)
            locate(*before, i);
        before = i;
    }
    if (out_.points.empty())
        out_.obstacle = "shooting finds no motion beside the points";
    return std::move(out_);
}

} // namespace

ExactStability exact_stability(const dynamics::HarmonicBalance& model, double level,
                               const dynamics::OrbitFamily& family, const Branch& curve,
                               const Progress& progress)
{
    return Search(model, level, family, curve, progress).take();
}

} // namespace slideway::studies
