#include "dynamics/harmonic/harmonic_stability.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "contact/periodic/harmonic_moments.hpp"
#include "dynamics/modal/linear_phase.hpp"
#include "dynamics/modal/linearised_joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double period = 2 * std::numbers::pi;
constexpr Index most_refinements = 12; // of the steps of smooth joints

// Largest distance of an entry of a from the nearest of b.
double distance(const ComplexVector& a, const ComplexVector& b)
{
    double most = 0;
    for (const Complex& x : a)
        most = std::max(most, (b.array() - x).abs().minCoeff());
    return most;
}

} // namespace

HarmonicStability::HarmonicStability(const DrivenJoints& system,
                                     const contact::Harmonics& harmonics)
    : system_(system), harmonics_(harmonics), work_(harmonics), scale_(state_scale(system.modes))
{
    check_harmonic_laws(system);
    system_.joints.clear();
    Index row = 0;
    for (const ModalLaw& joint : system.joints) {
        if (!joint.law->has_stability())
            throw InputError("joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             "this law offers no stability; give stability = false");
        const Index n_rows = joint.on.rows.rows();
        std::vector<contact::JointLaw> parts = joint.law->parts();
        if (parts.empty())
            parts.push_back(joint.law);
        for (const contact::JointLaw& part : parts) { // all have the same displacements
            places_.push_back({row, n_rows, n_, part->has_friction_states() ? n_sliders_++ : -1});
            system_.joints.push_back({joint.name, part, joint.on});
            row += n_rows;
        }
        n_ += n_rows * harmonics_.size();
    }
    B_ = stacked_rows(system_);
    if (system_.joints.empty())
        n_ = harmonics_.size();
}

// Events of the cycle in the order of time, and the states before the first of them.
void HarmonicStability::read(const VectorIn& R)
{
    start_.assign(static_cast<std::size_t>(B_.rows()), 0);
    events_.clear();
    active_.clear();
    smooth_.clear();
    const Index size = harmonics_.size();
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& place = places_[k];
        const contact::JointLaw& law = system_.joints[k].law;
        const VectorIn motion = R.segment(place.first, place.n_rows * size);
        if (!law->has_tangent_cycle()) {
            for (Index i = 0; i < place.n_rows; ++i) {
                smooth_.push_back({place.row + i, law, work_.x});
                contact::assign(harmonics_, motion.data() + i * size, 1, smooth_.back().r);
            }
            continue;
        }
        law->read_cycle(motion, work_, force_, cycle_);
        std::copy(cycle_.start.begin(), cycle_.start.end(), start_.begin() + place.row);
        bool sticks = false;
        for (const contact::TangentEvent& event : cycle_.events) {
            sticks = sticks || event.sticks;
            events_.push_back({event.theta, place.row + event.row, event.after, event.sticks,
                               event.k_t, event.dc_dy, event.sticks ? place.slider : -1});
        }
        if (sticks)
            active_.push_back(place.slider);
    }
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return a.theta < b.theta; });
}

const LinearPhase& HarmonicStability::phase(const Configuration& configuration)
{
    std::shared_ptr<const LinearPhase>& known = phases_[configuration];
    if (known)
        return *known;
    const Index m = B_.cols();
    Matrix K = Matrix::Zero(m, m), C = Matrix::Zero(m, m);
    Matrix F = Matrix::Zero(2 * m, n_sliders_);
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& place = places_[k];
        contact::StateTangent tangent;
        if (system_.joints[k].law->has_tangent_cycle())
            system_.joints[k].law->tangent(&configuration[static_cast<std::size_t>(place.row)],
                                           place.n_rows, tangent);
        for (const contact::StateTangent::Entry& entry : tangent.entries) {
            const Matrix product =
                B_.row(place.row + entry.row).transpose() * B_.row(place.row + entry.col);
            K += entry.k * product;
            C += entry.c * product;
        }
        if (tangent.slider_row >= 0)
            F.col(place.slider).tail(m) =
                -std::sqrt(tangent.k_t) * B_.row(place.row + tangent.slider_row).transpose();
    }
    Matrix A = first_order(system_.modes, scale_, K);
    A.bottomRightCorner(m, m) -= C;
    known = std::make_shared<const LinearPhase>(linear_phase(std::move(A), std::move(F)));
    return *known;
}

// Disturbances forward through one phase, from one event to the next.
void HarmonicStability::pass(const LinearPhase& p, double from, double to, double Omega,
                             Index refinement, Disturbances& d) const
{
    const double t = (to - from) / Omega;
    if (!(t > 0))
        return;
    if (smooth_.empty()) {
        if (p.dense)
            propagate_dense(p, t, d);
        else
            propagate_modes(p, t, d);
        return;
    }
    const double fewest =
        std::ceil((2. + static_cast<double>(harmonics_.n_h)) * (to - from) / period);
    const Index steps = static_cast<Index>(fewest) << refinement;
    collocate(p, smooth_, B_, scale_, Omega, {from, t / static_cast<double>(steps), steps}, d);
}

// The slider of a stick that begins: dc = -k_t dx + dc_dy dy, both times k_t^-1/2.
void HarmonicStability::stick(const Event& event, Disturbances& d) const
{
    const double root = std::sqrt(event.k_t);
    const auto scaled = scale_.cwiseInverse().asDiagonal();
    Eigen::RowVectorXd by_motion = -root * B_.row(event.row);
    if (event.dc_dy != 0) // a single row has no normal
        by_motion += event.dc_dy / root * B_.row(event.row + 1);
    d.c.row(event.slider) = by_motion * (scaled * d.y.topRows(B_.cols()));
}

// The monodromy matrix, with 2^refinement times the fewest steps for laws that vary all the time.
Matrix HarmonicStability::cycle(double Omega, Index refinement)
{
    const Index n = 2 * B_.cols(), n_active = static_cast<Index>(active_.size());
    Disturbances d;
    d.y = Matrix::Identity(n, n + n_active);
    d.c = Matrix::Zero(n_sliders_, n + n_active);
    for (Index i = 0; i < n_active; ++i)
        d.c(active_[static_cast<std::size_t>(i)], n + i) = 1;

    if (events_.empty()) {
        pass(phase(start_), 0, period, Omega, refinement, d);
    } else {
        Configuration configuration = start_;
        configuration[static_cast<std::size_t>(events_.front().row)] = events_.front().after;
        for (std::size_t e = 0; e < events_.size(); ++e) {
            const bool last = e + 1 == events_.size();
            const Event& next = events_[last ? 0 : e + 1];
            pass(phase(configuration), events_[e].theta, next.theta + (last ? period : 0), Omega,
                 refinement, d);
            configuration[static_cast<std::size_t>(next.row)] = next.after;
            if (next.sticks)
                stick(next, d);
        }
    }
    Matrix M(n + n_active, n + n_active);
    M.topRows(n) = d.y;
    for (Index i = 0; i < n_active; ++i)
        M.row(n + i) = d.c.row(active_[static_cast<std::size_t>(i)]);
    return M;
}

Matrix HarmonicStability::monodromy(const VectorIn& R, double Omega)
{
    check_motion(R, Omega, n_);
    work_.Omega = Omega;
    if (phases_.size() > 256)
        phases_.clear();
    read(R);
    if (smooth_.empty())
        return cycle(Omega, 0);
    // Modes far above the harmonics of the motion are never resolved, and need not be: what counts
    // are the multipliers.
    Matrix M = cycle(Omega, 0);
    ComplexVector before;
    for (Index refinement = 1; refinement <= most_refinements && M.allFinite(); ++refinement) {
        const ComplexVector values = eigenvalues(M);
        if (before.size() > 0 && distance(values, before) <= 1e-9 * values.cwiseAbs().maxCoeff())
            break;
        before = values;
        M = cycle(Omega, refinement);
    }
    return M;
}

Stability HarmonicStability::operator()(const VectorIn& R, double Omega)
{
    const Matrix M = monodromy(R, Omega);
    if (!M.allFinite())
        return {};
    return stability_of(eigenvalues(M));
}

} // namespace slideway::dynamics
