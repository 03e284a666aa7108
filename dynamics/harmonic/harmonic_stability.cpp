#include "dynamics/harmonic/harmonic_stability.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/dense_solve.hpp"
#include "contact/periodic/harmonic_moments.hpp"
#include "dynamics/modal/linear_phase.hpp"
#include "dynamics/modal/linearised_joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

using contact::FrictionState;

constexpr double period = 2 * std::numbers::pi;
constexpr Index most_refinements = 12; // of the steps of cubic joints

// States of rows: of elastic-coulomb those of its tangential row, of gap 0 free and 1 in touch.
signed char code(FrictionState state)
{
    return static_cast<signed char>(state);
}

// The points of Gauss on [0, 1], and the polynomials that are 1 at one of them and 0 at the others:
// sum of power(point, k) u^k.
constexpr int n_gauss = LinearPhase::n_powers;
struct Collocation {
    Eigen::Matrix<double, n_gauss, 1> at;
    Eigen::Matrix<double, n_gauss, n_gauss> power;
};

Collocation gauss()
{
    const double s = 2 * std::sqrt(6. / 5), a = std::sqrt((3 - s) / 7), b = std::sqrt((3 + s) / 7);
    Collocation points;
    points.at << 0.5 - b / 2, 0.5 - a / 2, 0.5 + a / 2, 0.5 + b / 2;
    Eigen::Matrix<double, n_gauss, n_gauss> powers; // u^k at the points
    for (int i = 0; i < n_gauss; ++i)
        for (int k = 0; k < n_gauss; ++k)
            powers(i, k) = std::pow(points.at(i), k);
    points.power = Lu<double>(powers.transpose()).inverse();
    return points;
}

// Largest distance of an entry of a from the nearest of b.
double distance(const ComplexVector& a, const ComplexVector& b)
{
    double most = 0;
    for (const Complex& x : a)
        most = std::max(most, (b.array() - x).abs().minCoeff());
    return most;
}

} // namespace

HarmonicStability::HarmonicStability(const JointSystem& system, const contact::Harmonics& harmonics)
    : system_(system), harmonics_(harmonics), work_(harmonics), B_(stacked_rows(system)),
      scale_(state_scale(system.dry.modes))
{
    check_harmonic_laws(system_);
    Index row = 0;
    for (const ModalLaw& joint : system_.joints) {
        const Index n_rows = joint.on.rows.rows();
        const bool slides = std::holds_alternative<contact::ElasticCoulomb>(joint.law);
        places_.push_back({row, n_rows, n_, slides ? n_sliders_++ : -1});
        row += n_rows;
        n_ += n_rows * harmonics_.size();
    }
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
        const contact::JointLaw& joint = system_.joints[k].law;
        const VectorIn motion = R.segment(place.first, place.n_rows * size);
        if (const auto* law = std::get_if<contact::ElasticCoulomb>(&joint)) {
            contact::harmonic_force(*law, motion, Vector(), work_, force_);
            start_[static_cast<std::size_t>(place.row)] = code(force_.states.back());
            contact::TrigonometricSum x = work_.x, y = work_.normal;
            contact::assign(harmonics_, motion.data(), 1, x);
            contact::assign(harmonics_, motion.data() + size, 1, y);
            bool sticks = false;
            for (const contact::FrictionEvent& at : force_.events) {
                Event event{at.phase, place.row, code(at.after)};
                if (at.after == FrictionState::stick) {
                    sticks = event.sticks = true;
                    event.slider = place.slider;
                    event.k_t = law->k_t;
                    if (at.before == FrictionState::separation) {
                        // It closes where N = 0: later by -dy / y', further on by x' of that.
                        const double ratio = value(x, at.phase).d[1] / value(y, at.phase).d[1];
                        event.dc_dy = std::isfinite(ratio) ? law->k_t * ratio : 0;
                    } else {
                        const double sense = at.before == FrictionState::slip_forward ? 1 : -1;
                        event.dc_dy = sense * law->friction * law->k_n;
                    }
                }
                events_.push_back(event);
            }
            if (sticks)
                active_.push_back(place.slider);
        } else if (const auto* gap = std::get_if<contact::Gap>(&joint)) {
            for (Index i = 0; i < place.n_rows; ++i)
                for (const double side :
                     gap->both_sides ? std::vector<double>{1, -1} : std::vector<double>{1}) {
                    contact::assign(harmonics_, motion.data() + i * size, side, work_.normal);
                    work_.normal.mean -= gap->clearance;
                    work_.finder.find(work_.normal, 0, work_.openings);
                    const bool touches = work_.openings.empty() ? work_.normal.mean > 0
                                                                : !work_.openings.front().rising;
                    if (touches)
                        start_[static_cast<std::size_t>(place.row + i)] = 1;
                    for (const contact::SignChange& at : work_.openings)
                        events_.push_back(
                            {at.theta, place.row + i, static_cast<signed char>(at.rising ? 1 : 0)});
                }
        } else if (const auto* cubic = std::get_if<contact::Cubic>(&joint)) {
            for (Index i = 0; i < place.n_rows; ++i) {
                smooth_.push_back({place.row + i, cubic->k3, work_.x});
                contact::assign(harmonics_, motion.data() + i * size, 1, smooth_.back().r);
            }
        }
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
    Matrix K = Matrix::Zero(m, m);
    Matrix F = Matrix::Zero(2 * m, n_sliders_);
    for (std::size_t k = 0; k < places_.size(); ++k) {
        const Place& place = places_[k];
        const auto* law = std::get_if<contact::ElasticCoulomb>(&system_.joints[k].law);
        const auto* gap = std::get_if<contact::Gap>(&system_.joints[k].law);
        if (gap)
            for (Index i = 0; i < place.n_rows; ++i)
                if (configuration[static_cast<std::size_t>(place.row + i)] == 1)
                    K += gap->stiffness * B_.row(place.row + i).transpose() * B_.row(place.row + i);
        if (!law)
            continue;
        const signed char state = configuration[static_cast<std::size_t>(place.row)];
        const auto t = B_.row(place.row), n = B_.row(place.row + 1);
        if (state == code(FrictionState::separation))
            continue;
        K += law->k_n * n.transpose() * n;
        if (state == code(FrictionState::stick)) {
            K += law->k_t * t.transpose() * t;
            F.col(place.slider).tail(m) = -std::sqrt(law->k_t) * t.transpose();
        } else {
            const double sense = state == code(FrictionState::slip_forward) ? 1 : -1;
            K += sense * law->friction * law->k_n * t.transpose() * n;
        }
    }
    known = std::make_shared<const LinearPhase>(
        linear_phase(first_order(system_.dry.modes, scale_, K), std::move(F)));
    return *known;
}

// The monodromy matrix, with 2^refinement times the fewest steps for laws that vary all the time.
Matrix HarmonicStability::cycle(double Omega, Index refinement)
{
    const Index m = B_.cols(), n = 2 * m, n_active = static_cast<Index>(active_.size());
    Matrix y = Matrix::Identity(n, n + n_active);
    Matrix c = Matrix::Zero(n_sliders_, n + n_active);
    for (Index i = 0; i < n_active; ++i)
        c(active_[static_cast<std::size_t>(i)], n + i) = 1;

    static const Collocation points = gauss();
    Matrix eta, moved, old;
    Matrix left, coordinates; // y = left coordinates where a phase lets most modes die out
    auto pass = [&](const LinearPhase& p, double from, double to) -> void {
        const double t = (to - from) / Omega;
        if (!(t > 0))
            return;
        if (smooth_.empty()) {
            if (p.dense) {
                const Matrix e = p.exponential(t);
                moved = e.leftCols(n) * y + e.rightCols(n_sliders_) * c;
                y.swap(moved);
                left.resize(0, 0);
                return;
            }
            const Index h = p.decay.size();
            eta.noalias() = -(p.coordinates * p.rest) * c;
            if (left.cols() > 0 && left.cols() < n / 2) {
                moved.setZero(2 * h, left.cols());
                add_product(1, p.coordinates, left, moved);
                add_product(1, moved, coordinates, eta);
            } else {
                add_product(1, p.coordinates, y, eta);
            }
            const LinearPhase::Rotation by = p.rotation(t);
            LinearPhase::advance(by, eta, old);
            left.resize(n, 2 * by.left + n_sliders_);
            left << p.modes.leftCols(by.left), p.modes.middleCols(h, by.left), p.rest;
            coordinates.resize(left.cols(), y.cols());
            coordinates << eta.topRows(by.left), eta.middleRows(h, by.left), c;
            y.setZero();
            add_product(1, left, coordinates, y);
            return;
        }
        // Exponential collocation: in a step h the forces df = 3 k3 r^2 dr are the polynomials
        // through their values at the points of Gauss, and the motion under them is exact.
        const double fewest =
            std::ceil((2. + static_cast<double>(harmonics_.n_h)) * (to - from) / period);
        const Index steps = static_cast<Index>(fewest) << refinement;
        const double h = t / static_cast<double>(steps);
        const auto n_smooth = static_cast<Index>(smooth_.size()), n_stages = n_gauss * n_smooth;
        Matrix rows = Matrix::Zero(n_smooth, n), forces = Matrix::Zero(n, n_smooth);
        for (Index i = 0; i < n_smooth; ++i) {
            const auto b = B_.row(smooth_[static_cast<std::size_t>(i)].row);
            rows.row(i).head(m) = b.cwiseQuotient(scale_.transpose());
            forces.col(i).tail(m) = -b.transpose();
        }
        Matrix still = Matrix::Zero(n_stages, y.cols()); // dr of the stages by the sliders
        if (!p.dense) {
            still = (rows * (p.rest * c)).replicate(n_gauss, 1);
            y.noalias() -= p.rest * c;
            eta.noalias() = p.coordinates * y;
            rows = (rows * p.modes).eval();
            forces = (p.coordinates * forces).eval();
        }
        // dr of the stages = from_state * state + still + coupling * (their forces)
        Matrix from_state(n_stages, rows.cols()), coupling = Matrix::Zero(n_stages, n_stages);
        Matrix leave = Matrix::Zero(forces.rows(), n_stages); // state left by the forces
        for (Index a = 0; a <= n_gauss; ++a) {
            const double part = a < n_gauss ? points.at(a) : 1, tau = part * h;
            const auto response = p.responses(tau, forces);
            for (Index b = 0; b < n_gauss; ++b) {
                Matrix left = Matrix::Zero(forces.rows(), n_smooth);
                double power = 1;
                for (Index k = 0; k < n_gauss; ++k, power *= part)
                    left += points.power(b, k) * power * response[static_cast<std::size_t>(k)];
                if (a < n_gauss)
                    coupling.block(a * n_smooth, b * n_smooth, n_smooth, n_smooth) = rows * left;
                else
                    leave.middleCols(b * n_smooth, n_smooth) = left;
            }
            if (a == n_gauss)
                break;
            if (p.dense) {
                const Matrix e = rows * p.exponential(tau);
                from_state.middleRows(a * n_smooth, n_smooth) = e.leftCols(n);
                still.middleRows(a * n_smooth, n_smooth) = e.rightCols(n_sliders_) * c;
            } else {
                from_state.middleRows(a * n_smooth, n_smooth) =
                    LinearPhase::advanced(p.rotation(tau), rows);
            }
        }
        const Matrix whole = p.dense ? p.exponential(h) : Matrix();
        const LinearPhase::Rotation rotation = p.dense ? LinearPhase::Rotation() : p.rotation(h);
        Matrix& state = p.dense ? y : eta;
        Matrix stages(n_stages, y.cols()), system(n_stages, n_stages);
        Vector tangent(n_stages);
        Lu<double> lu;
        for (Index step = 0; step < steps; ++step) {
            for (Index a = 0; a < n_gauss; ++a)
                for (Index i = 0; i < n_smooth; ++i) {
                    const Smooth& s = smooth_[static_cast<std::size_t>(i)];
                    const double theta =
                        from + Omega * h * (static_cast<double>(step) + points.at(a));
                    const double r = value(s.r, theta).d[0];
                    tangent(a * n_smooth + i) = 3 * s.k3 * r * r;
                }
            system = -coupling * tangent.asDiagonal();
            system.diagonal().array() += 1;
            lu.compute(system);
            stages = still;
            stages.noalias() += from_state * state;
            lu.solve_in_place(stages);
            stages = tangent.asDiagonal() * stages;
            if (p.dense) {
                moved.noalias() = whole.leftCols(n) * y;
                moved.noalias() += whole.rightCols(n_sliders_) * c;
                y.swap(moved);
            } else {
                LinearPhase::advance(rotation, eta, old);
            }
            state.noalias() += leave * stages;
        }
        if (!p.dense) {
            y.noalias() = p.modes * eta;
            y.noalias() += p.rest * c;
        }
    };

    if (events_.empty()) {
        pass(phase(start_), 0, period);
    } else {
        Configuration now = start_;
        now[static_cast<std::size_t>(events_.front().row)] = events_.front().after;
        for (std::size_t e = 0; e < events_.size(); ++e) {
            const bool last = e + 1 == events_.size();
            const Event& next = events_[last ? 0 : e + 1];
            pass(phase(now), events_[e].theta, next.theta + (last ? period : 0));
            now[static_cast<std::size_t>(next.row)] = next.after;
            if (!next.sticks)
                continue;
            const double root = std::sqrt(next.k_t);
            const auto scaled = scale_.cwiseInverse().asDiagonal();
            c.row(next.slider) =
                (next.dc_dy / root * B_.row(next.row + 1) - root * B_.row(next.row)) *
                (scaled * y.topRows(m));
        }
    }
    Matrix M(n + n_active, n + n_active);
    M.topRows(n) = y;
    for (Index i = 0; i < n_active; ++i)
        M.row(n + i) = c.row(active_[static_cast<std::size_t>(i)]);
    return M;
}

Matrix HarmonicStability::monodromy(const VectorIn& R, double Omega)
{
    check_motion(R, Omega, n_);
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
        const ComplexVector now = eigenvalues(M);
        if (before.size() > 0 && distance(now, before) <= 1e-9 * now.cwiseAbs().maxCoeff())
            break;
        before = now;
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
