#include "dynamics/harmonic_stability.hpp"

#include "base/dense_product.hpp"
#include "contact/harmonic_moments.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

namespace slideway::dynamics {

namespace {

using contact::FrictionState;

constexpr double period = 2 * std::numbers::pi;

// Modes that are that close to parallel lose too many digits: exponentials are then dense.
constexpr double largest_condition = 1e6;
constexpr Index most_refinements = 12; // of the steps of cubic joints

// States of rows: of elastic-coulomb those of its tangential row, of gap 0 free and 1 in touch.
signed char code(FrictionState state)
{
    return static_cast<signed char>(state);
}

Vector scale_of(const StackedModes& modes)
{
    double lowest = std::numeric_limits<double>::infinity();
    for (const double omega : modes.omega)
        if (omega > 0)
            lowest = std::min(lowest, omega);
    if (!std::isfinite(lowest))
        lowest = 1;
    return modes.omega.cwiseMax(lowest);
}

Matrix stacked_rows(const JointSystem& system)
{
    Index n_r = 0;
    for (const ModalLaw& joint : system.joints)
        n_r += joint.on.rows.rows();
    Matrix B(n_r, system.dry.n_modes());
    Index row = 0;
    for (const ModalLaw& joint : system.joints) {
        B.middleRows(row, joint.on.rows.rows()) = joint.on.rows;
        row += joint.on.rows.rows();
    }
    return B;
}

void refuse_unknown(const JointSystem& system)
{
    if (system.dry.n_contacts() > 0)
        throw std::invalid_argument("stability of harmonic balance: rigid dry contacts");
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_harmonic_force(joint.law))
            throw std::invalid_argument("stability of harmonic balance: joint." + joint.name +
                                        " has no harmonic force");
}

void refuse_motion(const VectorIn& R, double Omega, Index n)
{
    if (R.size() != n)
        throw std::invalid_argument("stability of harmonic balance: R has " +
                                    std::to_string(R.size()) + " coefficients; needs " +
                                    std::to_string(n));
    if (!R.allFinite() || !std::isfinite(Omega) || !(Omega > 0))
        throw std::invalid_argument(
            "stability of harmonic balance: needs finite coefficients and Omega > 0");
}

// A of (scale q, q')' = A (scale q, q') for the stiffness K on top of omega^2.
Matrix first_order(const StackedModes& modes, const Vector& scale, const Matrix& K)
{
    const Index m = modes.n();
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m).diagonal() = scale;
    A.bottomLeftCorner(m, m) = -K * scale.cwiseInverse().asDiagonal();
    A.bottomLeftCorner(m, m).diagonal() -= modes.omega.cwiseAbs2().cwiseQuotient(scale);
    if (modes.classical())
        A.bottomRightCorner(m, m).diagonal() = -modes.c;
    else
        A.bottomRightCorner(m, m) = -modes.D;
    return A;
}

// The points of Gauss on [0, 1], and the polynomials that are 1 at one of them and 0 at the others:
// sum of power(point, k) u^k.
constexpr int n_gauss = 4;
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
    points.power = powers.transpose().partialPivLu().solve(powers.Identity());
    return points;
}

// Integrals of exp(z (1 - u)) u^k over [0, 1], k = 0 .. n_gauss - 1.
std::array<Complex, n_gauss> moments(Complex z)
{
    std::array<Complex, n_gauss> result;
    if (std::abs(z) > 2) { // by parts
        result[0] = (std::exp(z) - 1.) / z;
        for (std::size_t k = 1; k < n_gauss; ++k)
            result[k] = (static_cast<double>(k) * result[k - 1] - 1.) / z;
        return result;
    }
    for (std::size_t k = 0; k < n_gauss; ++k) {
        Complex term = 1. / static_cast<double>(k + 1), sum = term;
        for (std::size_t i = k + 2; std::abs(term) > 1e-17 * std::abs(sum); ++i)
            sum += term *= z / static_cast<double>(i);
        result[k] = sum;
    }
    return result;
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

// The linear motion while no row changes its state: y' = A y + F c, c of the joints that stick.
struct HarmonicStability::Phase {
    Matrix A;                  ///< 2 m x 2 m
    Matrix F;                  ///< 2 m x n_sliders: columns of those that do not stick are 0
    bool dense = false;        ///< A has no well-conditioned eigenvectors
    Vector decay, turn;        ///< h: eigenvalues with imaginary part >= 0, the slowest first
    Matrix modes, coordinates; ///< 2 m x 2 h, 2 h x 2 m: y = modes (re; im of coordinates y)
    Matrix rest;               ///< 2 m x n_sliders: -A^-1 F

    // exp(lambda t) of the modes. Modes beyond `left` have died out beside the first: 1e-24 stays
    // below round-off whatever the condition of the modes.
    struct Rotation {
        Eigen::ArrayXd re, im; // h
        Index left = 0;
    };
    [[nodiscard]] Rotation rotation(double t) const
    {
        const double last = decay(0) + std::log(1e-24) / t;
        Index left = decay.size();
        while (left > 1 && decay(left - 1) < last)
            --left;
        Eigen::ArrayXd size = (t * decay.array()).exp(), angle = t * turn.array();
        size = (size < 1e-60).select(0, size); // else numbers without an exponent slow all down
        return {size * angle.cos(), size * angle.sin(), left};
    }

    // Modal coordinates after that time. Work: `old`.
    static void advance(const Rotation& by, Matrix& eta, Matrix& old)
    {
        const Index h = by.re.size();
        old = eta.topRows(h);
        for (Index j = 0; j < eta.cols(); ++j) {
            auto re = eta.col(j).head(h).array(), im = eta.col(j).tail(h).array();
            re = by.re * old.col(j).array() - by.im * im;
            im = by.im * old.col(j).array() + by.re * im;
        }
    }

    // rows exp(lambda t) on modal coordinates.
    static Matrix advanced(const Rotation& by, const Matrix& rows)
    {
        const Index h = by.re.size();
        const auto re = by.re.matrix().asDiagonal(), im = by.im.matrix().asDiagonal();
        Matrix result(rows.rows(), 2 * h);
        result.leftCols(h) = rows.leftCols(h) * re + rows.rightCols(h) * im;
        result.rightCols(h) = rows.rightCols(h) * re - rows.leftCols(h) * im;
        return result;
    }

    // What forces (s/t)^k, s from 0 to t, in the directions `forces` of the state leave at t; k = 0
    // .. n_gauss - 1. States are modal coordinates, or y if dense.
    [[nodiscard]] std::array<Matrix, n_gauss> responses(double t, const Matrix& forces) const
    {
        std::array<Matrix, n_gauss> result;
        result.fill(Matrix::Zero(forces.rows(), forces.cols()));
        if (dense) { // exp of [A b 0 0; 0 0 1 0; 0 0 0 1; 0 0 0 0] t
            const Index n = A.rows();
            Matrix chain = Matrix::Zero(n + n_gauss, n + n_gauss);
            chain.topLeftCorner(n, n) = t * A;
            for (Index k = 0; k + 1 < n_gauss; ++k)
                chain(n + k, n + k + 1) = 1;
            for (Index j = 0; j < forces.cols(); ++j) {
                chain.col(n).head(n) = t * forces.col(j);
                const Matrix e = chain.exp();
                double factorial = 1;
                for (Index k = 0; k < n_gauss; ++k) {
                    result[static_cast<std::size_t>(k)].col(j) = factorial * e.col(n + k).head(n);
                    factorial *= static_cast<double>(k + 1);
                }
            }
            return result;
        }
        const Index h = decay.size();
        for (Index i = 0; i < h; ++i) {
            const auto integral = moments(Complex(decay(i), turn(i)) * t);
            for (std::size_t k = 0; k < n_gauss; ++k)
                for (Index j = 0; j < forces.cols(); ++j) {
                    const Complex left = t * integral[k] * Complex(forces(i, j), forces(h + i, j));
                    result[k](i, j) = left.real();
                    result[k](h + i, j) = left.imag();
                }
        }
        return result;
    }

    // exp of [A F; 0 0] t, without its last rows.
    [[nodiscard]] Matrix exponential(double t) const
    {
        const Index n = A.rows(), s = F.cols();
        Matrix full = Matrix::Zero(n + s, n + s);
        full.topLeftCorner(n, n) = t * A;
        full.topRightCorner(n, s) = t * F;
        const Matrix e = full.exp();
        return e.topRows(n);
    }
};

Stability stability_of(ComplexVector multipliers)
{
    Stability s;
    if (multipliers.size() == 0 || !multipliers.allFinite())
        return s;
    std::stable_sort(multipliers.begin(), multipliers.end(),
                     [](const Complex& a, const Complex& b) { return std::abs(a) > std::abs(b); });
    s.stable = std::abs(multipliers(0)) <= 1 + 1e-9;
    double fold = std::numeric_limits<double>::infinity(), flip = fold, pair = fold;
    int fold_sign = 1, flip_sign = 1, pair_sign = 1;
    for (Index i = 0; i < multipliers.size(); ++i) {
        const Complex a = multipliers(i);
        fold = std::min(fold, std::abs(1. - a));
        flip = std::min(flip, std::abs(1. + a));
        if (a.imag() == 0) {
            if (a.real() > 1)
                fold_sign = -fold_sign;
            if (a.real() < -1)
                flip_sign = -flip_sign;
        }
        for (Index j = i + 1; j < multipliers.size(); ++j) {
            const Complex b = multipliers(j);
            const double distance = std::abs(1. - a * b);
            const bool real = a.imag() == 0 && b.imag() == 0;
            // Other products come with their conjugates and leave the sign alone.
            if ((real || a == std::conj(b)) && (a * b).real() > 1)
                pair_sign = -pair_sign;
            if (distance < pair) {
                pair = distance;
                s.neutral_saddle = real;
            }
        }
    }
    s.fold_test = fold_sign * fold;
    s.flip_test = flip_sign * flip;
    s.neimark_sacker_test = pair_sign * pair;
    s.multipliers = std::move(multipliers);
    return s;
}

HarmonicStability::HarmonicStability(const JointSystem& system, const contact::Harmonics& harmonics)
    : system_(system), harmonics_(harmonics), work_(harmonics), B_(stacked_rows(system)),
      scale_(scale_of(system.dry.modes))
{
    refuse_unknown(system_);
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

const HarmonicStability::Phase& HarmonicStability::phase(const Configuration& configuration)
{
    std::shared_ptr<const Phase>& known = phases_[configuration];
    if (known)
        return *known;
    const Index m = B_.cols();
    Phase p;
    Matrix K = Matrix::Zero(m, m);
    p.F = Matrix::Zero(2 * m, n_sliders_);
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
            p.F.col(place.slider).tail(m) = -std::sqrt(law->k_t) * t.transpose();
        } else {
            const double sense = state == code(FrictionState::slip_forward) ? 1 : -1;
            K += sense * law->friction * law->k_n * t.transpose() * n;
        }
    }
    p.A = first_order(system_.dry.modes, scale_, K);

    const Eigen::EigenSolver<Matrix> solver(p.A);
    p.dense = solver.info() != Eigen::Success;
    if (!p.dense) {
        const ComplexMatrix V = solver.eigenvectors();
        const ComplexMatrix inverse = V.partialPivLu().solve(ComplexMatrix::Identity(2 * m, 2 * m));
        const double condition = V.norm() * inverse.norm() / static_cast<double>(2 * m);
        p.dense = !(condition < largest_condition);
        std::vector<Index> half;
        for (Index i = 0; i < 2 * m; ++i)
            if (solver.eigenvalues()(i).imag() >= 0)
                half.push_back(i);
        std::stable_sort(half.begin(), half.end(), [&](Index a, Index b) -> bool {
            return solver.eigenvalues()(a).real() > solver.eigenvalues()(b).real();
        });
        const auto h = static_cast<Index>(half.size());
        p.decay.resize(h);
        p.turn.resize(h);
        p.modes.resize(2 * m, 2 * h);
        p.coordinates.resize(2 * h, 2 * m);
        for (Index i = 0; i < h; ++i) {
            const Index j = half[static_cast<std::size_t>(i)];
            const Complex lambda = solver.eigenvalues()(j);
            p.decay(i) = lambda.real();
            p.turn(i) = lambda.imag();
            const double weight = lambda.imag() > 0 ? 2 : 1;
            p.modes.col(i) = weight * V.col(j).real();
            p.modes.col(h + i) = -weight * V.col(j).imag();
            p.coordinates.row(i) = inverse.row(j).real();
            p.coordinates.row(h + i) = inverse.row(j).imag();
        }
        if (!p.F.isZero(0)) {
            p.rest = -p.A.partialPivLu().solve(p.F);
            // A rigid motion that no contact holds has no rest.
            const double left = (p.A * p.rest + p.F).norm();
            p.dense = p.dense || !(left < 1e-10 * p.F.norm());
        } else {
            p.rest = Matrix::Zero(2 * m, n_sliders_);
        }
    }
    known = std::make_shared<const Phase>(std::move(p));
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
    auto pass = [&](const Phase& p, double from, double to) -> void {
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
            const Phase::Rotation by = p.rotation(t);
            Phase::advance(by, eta, old);
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
                    Phase::advanced(p.rotation(tau), rows);
            }
        }
        const Matrix whole = p.dense ? p.exponential(h) : Matrix();
        const Phase::Rotation rotation = p.dense ? Phase::Rotation() : p.rotation(h);
        Matrix& state = p.dense ? y : eta;
        Matrix stages(n_stages, y.cols()), system(n_stages, n_stages);
        Vector tangent(n_stages);
        Eigen::PartialPivLU<Matrix> lu(n_stages);
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
            stages = lu.solve(stages).eval();
            stages = tangent.asDiagonal() * stages;
            if (p.dense) {
                moved.noalias() = whole.leftCols(n) * y;
                moved.noalias() += whole.rightCols(n_sliders_) * c;
                y.swap(moved);
            } else {
                Phase::advance(rotation, eta, old);
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
    refuse_motion(R, Omega, n_);
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
        const ComplexVector now = M.eigenvalues();
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
    return stability_of(M.eigenvalues());
}

Matrix hill_matrix(const JointSystem& system, const contact::Harmonics& harmonics,
                   const VectorIn& R, double Omega, Index n_hill)
{
    refuse_unknown(system);
    const Matrix B = stacked_rows(system);
    refuse_motion(R, Omega, B.rows() * harmonics.size());
    if (n_hill < harmonics.n_h)
        throw std::invalid_argument("hill_matrix: n_hill = " + std::to_string(n_hill) +
                                    "; at least " + std::to_string(harmonics.n_h));
    const contact::Harmonics wide{n_hill, true};
    contact::HarmonicWorkspace work(wide);
    contact::HarmonicForce force;
    const StackedModes& modes = system.dry.modes;
    const Vector scale = scale_of(modes);
    const Index m = modes.n(), blocks = wide.size(), n = 2 * m;
    Matrix H = Matrix::Zero(n * blocks, n * blocks);
    const Matrix A = first_order(modes, scale, Matrix::Zero(m, m));
    for (Index b = 0; b < blocks; ++b)
        H.block(b * n, b * n, n, n) = A;
    // -d/dt: (c, s)' = k Omega (s, -c).
    for (Index k = 1; k <= n_hill; ++k) {
        const Index c = (2 * k - 1) * n, s = 2 * k * n;
        const double turn = static_cast<double>(k) * Omega;
        H.block(c, s, n, n).diagonal().array() -= turn;
        H.block(s, c, n, n).diagonal().array() += turn;
    }
    Index row = 0;
    const Index size = harmonics.size(), mean = harmonics.means ? 1 : 0;
    for (const ModalLaw& joint : system.joints) {
        const Index n_rows = joint.on.rows.rows();
        Vector motion = Vector::Zero(n_rows * blocks);
        for (Index i = 0; i < n_rows; ++i)
            motion.segment(i * blocks + 1 - mean, size) = R.segment((row + i) * size, size);
        contact::harmonic_force(joint.law, motion, Vector(), work, force);
        for (Index a = 0; a < n_rows; ++a)
            for (Index b = 0; b < n_rows; ++b) {
                const Matrix outer =
                    B.row(row + a).transpose() * B.row(row + b).cwiseQuotient(scale.transpose());
                for (Index to = 0; to < blocks; ++to)
                    for (Index from = 0; from < blocks; ++from)
                        H.block(to * n + m, from * n, m, m) -=
                            force.J(a * blocks + to, b * blocks + from) * outer;
            }
        row += n_rows;
    }
    return H;
}

Matrix hill_monodromy(const JointSystem& system, const contact::Harmonics& harmonics,
                      const VectorIn& R, double Omega, Index n_hill)
{
    const Matrix H = hill_matrix(system, harmonics, R, Omega, n_hill);
    const Index n = 2 * system.dry.n_modes();
    const Matrix e = (H * (period / Omega)).exp();
    Matrix M = e.topLeftCorner(n, n);
    for (Index k = 1; k <= n_hill; ++k)
        M += e.block((2 * k - 1) * n, 0, n, n);
    return M;
}

} // namespace slideway::dynamics
