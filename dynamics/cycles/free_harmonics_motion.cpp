#include "dynamics/cycles/free_harmonics.hpp"

#include "base/bisection.hpp"
#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/joint_phases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

// Properties of a motion that is given by its harmonics.

namespace slideway::dynamics {

namespace {

// Share of the two highest harmonics in the motion of a joint: what is beyond them is then no more
// than what Newton's method leaves.
constexpr double beyond_harmonics = 1e-11;
// Share in the energy of a harmonic that a motion does not have: the square of what the location of
// a branch point leaves.
constexpr double no_share = 1e-10;
// Share of one harmonic of one mode in the energy of a direction, above which hardly anything else
// of the system feels it.
constexpr double lone = 0.99;
constexpr double difference = 1e-5; // step along a direction
// Steps of the variational equation in a period of the fastest slow mode. The linear part is exact,
// so they resolve the stiffness of the joints alone.
constexpr int steps_a_period = 12;

// Yoshida's symmetric composition of order six, of symplectic steps of order two.
constexpr double y1 = 0.784513610477560, y2 = 0.235573213359357, y3 = -1.17767998417887;
constexpr std::array<double, 7> composition = {y1, y2, y3, 1 - 2 * (y1 + y2 + y3), y3, y2, y1};

} // namespace

// Twice the energy of each harmonic of each mode, m x (H + 1), without joints and means.
Matrix FreeHarmonics::energies(const VectorIn& x) const
{
    return energies_of(modes(x));
}

Matrix FreeHarmonics::energies_of(const Matrix& motion) const
{
    const Matrix q = c_.system.modes.omega.asDiagonal() * motion;
    Matrix out = Matrix::Zero(c_.m(), size_.harmonics + 1);
    for (Index l = 0; l < L_; ++l)
        if (const Index k = coefficients_[static_cast<std::size_t>(l)].k; k > 0)
            out.col(k) += q.col(l).cwiseAbs2();
    return out;
}

FreeHarmonics::Shares FreeHarmonics::shares(const VectorIn& x) const
{
    const Matrix energy = energies(x);
    const double all = energy.sum();
    Shares out;
    out.fundamental = energy.col(1).sum() / all;
    if (energy.cols() > 2)
        out.of_pair = energy.rightCols(energy.cols() - 2).maxCoeff(&out.pair.mode, &out.pair.k);
    out.of_pair /= all;
    out.pair.k += 2;
    return out;
}

double FreeHarmonics::share(const VectorIn& x, const Pair& pair) const
{
    const Matrix energy = energies(x);
    return energy(pair.mode, pair.k) / energy.sum();
}

double FreeHarmonics::fundamental(const VectorIn& x) const
{
    return shares(x).fundamental;
}

std::string FreeHarmonics::lone_mode(const VectorIn& x, const VectorIn& direction) const
{
    const Vector shift = difference * direction;
    const Matrix energy = energies_of(modes(x + shift) - modes(x - shift));
    Index mode = 0, k = 0;
    if (energy.maxCoeff(&mode, &k) < lone * energy.sum() || k < 2)
        return {};
    return "the mode of " + number_text(c_.system.modes.omega(mode) / two_pi, 6) +
           " Hz at harmonic " + std::to_string(k);
}

int FreeHarmonics::repeats(const VectorIn& x) const
{
    const Vector energy = energies(x).colwise().sum();
    Index common = 0;
    for (Index k = 1; k < energy.size(); ++k)
        if (energy(k) > no_share * energy.sum())
            common = std::gcd(common, k);
    return static_cast<int>(common);
}

// The variational equation of the slow modes by symplectic steps, the linear part exact, in (omega
// q, q'). Fast modes follow at rest: k -> (1 + k R)^-1 k, R their static compliance. Over the part
// of the period that its symmetries leave.
Matrix FreeHarmonics::variation(const VectorIn& x, const Vector& omega) const
{
    const Index slow = n_slow();
    const double Omega = x(at_Omega());
    const int parts = (size_.odd ? 2 : 1) * (size_.at_rest ? 2 : 1);
    Matrix B(rows_, slow), R = Matrix::Zero(rows_, rows_);
    for (Index s = 0; s < slow; ++s)
        B.col(s) = B_.col(slow_[static_cast<std::size_t>(s)]) / omega(s); // of omega q
    for (Index j = 0; j < c_.m(); ++j)
        if (std::find(slow_.begin(), slow_.end(), j) == slow_.end())
            R += B_.col(j) * B_.col(j).transpose() / std::pow(c_.system.modes.omega(j), 2);
    const Matrix r = x.segment(r_at(0), rows_ * L_).reshaped(L_, rows_);
    const auto steps = static_cast<int>(std::ceil(
        steps_a_period * std::max(omega.maxCoeff() / Omega, static_cast<double>(size_.harmonics)) /
        parts));
    const double h = two_pi / Omega / parts / steps;
    Matrix u = Matrix::Zero(slow, 2 * slow), v = u, before(slow, 2 * slow);
    u.leftCols(slow).setIdentity();
    v.rightCols(slow).setIdentity();
    constexpr std::size_t n = composition.size();
    std::array<Vector, n + 1> cosine, sine; // of the drift after each kick, and of the first one
    for (std::size_t i = 0; i <= n; ++i) {
        const double share =
            i == n ? composition[0] / 2 : (composition[i] + composition[(i + 1) % n]) / 2;
        cosine[i] = (omega * share * h).array().cos();
        sine[i] = (omega * share * h).array().sin();
    }
    const auto drift = [&](std::size_t i) {
        before = u;
        u.array() =
            before.array().colwise() * cosine[i].array() + v.array().colwise() * sine[i].array();
        v.array() =
            v.array().colwise() * cosine[i].array() - before.array().colwise() * sine[i].array();
    };
    const Matrix one = Matrix::Identity(rows_, rows_), push = omega.asDiagonal() * B.transpose();
    Matrix k = Matrix::Zero(rows_, rows_), seen(rows_, 2 * slow);
    Eigen::RowVectorXd r_mid(rows_);
    double t = 0;
    drift(n);
    for (int step = 0; step < steps; ++step)
        for (std::size_t i = 0; i < n; ++i) {
            const double share = composition[i] * h;
            r_mid.noalias() = basis(Omega * (t + share / 2)) * r;
            tangent_stiffness(r_mid, k);
            seen.noalias() = B * u;
            seen = rows_ == 1 ? Matrix(k(0, 0) / (1 + k(0, 0) * R(0, 0)) * seen)
                              : Lu<double>(one + k * R).solve(Matrix(k * seen));
            // q'' = -B^T f; rows of B are over omega, so the pull on q' is times omega.
            v.noalias() -= share * push * seen;
            t += share;
            drift(step + 1 == steps && i + 1 == n ? n : i);
        }
    Matrix map(2 * slow, 2 * slow);
    map << u, v;
    return map;
}

void FreeHarmonics::tangent_stiffness(const Eigen::RowVectorXd& r, Matrix& k) const
{
    contact::ForceAndTangent tangent;
    contact::JointMemory none;
    for (std::size_t j = 0; j < first_row_.size(); ++j) {
        const ModalLaw& joint = c_.system.joints[j];
        const Index first = first_row_[j], n = joint.on.rows.rows();
        const contact::JointVector vector = r.segment(first, n).transpose(),
                                   rate = contact::JointVector::Zero(n);
        joint.law->force(none, vector, rate, tangent);
        k.block(first, first, n, n) = tangent.df_dr;
    }
}

// If a motion is at rest at t = 0, the second half of its path is the reverse of the first half,
// and the monodromy matrix is R V^-1 R V with R = diag(1, -1). V is the variation over half of the
// path; its inverse is the symplectic one. The path of an odd motion is half a period, and the
// variation has the same equation in both halves of the period.
ComplexVector FreeHarmonics::multipliers(const VectorIn& x, const Matrix& q) const
{
    const Index slow = n_slow();
    if (slow < 2)
        return {};
    const double Omega = x(at_Omega());
    Vector omega(slow);
    for (Index s = 0; s < slow; ++s)
        omega(s) = c_.system.modes.omega(slow_[static_cast<std::size_t>(s)]);
    Matrix map = variation(x, omega);
    if (size_.at_rest) {
        const auto turned = [&](const Matrix& block) -> Matrix {
            return omega.asDiagonal() * block.transpose() * omega.cwiseInverse().asDiagonal();
        };
        Matrix back(2 * slow, 2 * slow);
        back << turned(map.bottomRightCorner(slow, slow)), turned(map.topRightCorner(slow, slow)),
            turned(map.bottomLeftCorner(slow, slow)), turned(map.topLeftCorner(slow, slow));
        map = (back * map).eval();
    }
    if (size_.odd)
        map = (map * map).eval();
    // Rate and gradient: (q', q'') and (-q'', q') with q'' of the motion, in the energy norm.
    Vector f = Vector::Zero(2 * slow), g = f;
    for (Index s = 0; s < slow; ++s) {
        double rate = 0, acceleration = 0;
        for (Index l = 0; l < L_; ++l) {
            const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
            const double turn = static_cast<double>(coefficient.k) * Omega,
                         value = q(slow_[static_cast<std::size_t>(s)], l);
            (coefficient.sine ? rate : acceleration) +=
                coefficient.sine ? turn * value : -turn * turn * value;
        }
        f(s) = omega(s) * rate;
        f(slow + s) = acceleration;
        g(s) = -acceleration / omega(s);
        g(slow + s) = rate;
    }
    return other_multipliers(std::move(map), f, g);
}

bool FreeHarmonics::needs_harmonics(const VectorIn& x) const
{
    Forces joint_forces;
    forces(x, false, joint_forces);
    double last = 0, all = 0;
    const Index mean = size_.odd ? 0 : 1, highest = size_.at_rest ? 2 : 4;
    // In the displacements that the forces make at rest.
    for (Index i = 0; i < rows_; ++i) {
        const double unit = r_scale_(i) * r_scale_(i);
        all += unit * joint_forces.f.col(i).norm() + x.segment(r_at(i) + mean, L_ - mean).norm();
        last += unit * joint_forces.f.col(i).tail(std::min(highest, L_)).norm();
    }
    return last > beyond_harmonics * all;
}

// Extrema lie where the rate changes its sign between samples. The first sample is the last one
// too, and samples lie off the beginning, where motions at rest have an extremum.
std::vector<MotionExtremum> FreeHarmonics::extrema(const Matrix& q, double Omega) const
{
    std::vector<MotionExtremum> out;
    const Index n = 8 * (size_.harmonics + 1);
    constexpr double off = 0.382; // share of a sample
    for (std::size_t w = 0; w < outputs_.size(); ++w) {
        const Vector y = q.transpose() * outputs_[w].row;
        // The output, or its derivative by theta.
        const auto value = [&](double theta, bool derivative) -> double {
            const Complex turn = std::polar(1.0, theta);
            Complex complex_value = 1;
            Index k = 0;
            double sum = 0;
            for (Index l = 0; l < L_; ++l) {
                const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
                for (; k < coefficient.k; ++k)
                    complex_value = Complex(
                        complex_value.real() * turn.real() - complex_value.imag() * turn.imag(),
                        complex_value.real() * turn.imag() + complex_value.imag() * turn.real());
                const double rate = static_cast<double>(k);
                if (derivative)
                    sum += rate * y(l) *
                           (coefficient.sine ? complex_value.real() : -complex_value.imag());
                else
                    sum += y(l) * (coefficient.sine ? complex_value.imag() : complex_value.real());
            }
            return sum;
        };
        std::vector<double> rate(static_cast<std::size_t>(n) + 1);
        const auto theta = [&](Index i) -> double {
            return two_pi * (static_cast<double>(i) + off) / static_cast<double>(n);
        };
        for (Index i = 0; i < n; ++i)
            rate[static_cast<std::size_t>(i)] = value(theta(i), true);
        rate.back() = rate.front();
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
            if ((rate[i] > 0) == (rate[i + 1] > 0))
                continue;
            const bool rises = rate[i] > 0;
            const double low =
                bisect(
                    theta(static_cast<Index>(i)), theta(static_cast<Index>(i) + 1),
                    [&](double angle) { return (value(angle, true) > 0) == rises; }, 54)
                    .first;
            out.push_back({w, std::fmod(low, two_pi) / Omega, value(low, false), rises, {}});
        }
    }
    return out;
}

const FreeEquations::At& FreeHarmonics::at(const Vector& x, double /*p*/)
{
    if (at_.x.size() == x.size() && at_.x == x)
        return at_;
    const Matrix q = modes(x);
    at_.x = x;
    at_.others = stability_of(multipliers(x, q));
    at_.stable = at_.others.multipliers.size() == 0 ||
                 std::abs(at_.others.multipliers(0)) <= 1 + stable_growth;
    at_.extrema = extrema(q, x(at_Omega()));
    at_.grazing = {};
    return at_;
}

} // namespace slideway::dynamics
