#include "dynamics/events/locked_modes.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "reduction/modal_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);
constexpr double critical = 1e-5; // smallest relative distance from critical damping

Matrix damping(const StackedModes& modes)
{
    return modes.classical() ? Matrix(modes.c.asDiagonal()) : modes.D;
}

// Modes and frequencies of the rows locked. Singular values of omega N keep the low frequencies
// to eps omega_max, where eigenvalues of N^T omega^2 N would lose their squares.
struct Basis {
    Matrix Psi;
    Vector omega;
};

Basis basis(const CoulombSystem& system, const std::vector<Index>& stick)
{
    const Index m = system.n_modes();
    if (stick.empty())
        return {Matrix::Identity(m, m), system.modes.omega};
    const Matrix B_S = system.B(stick, Eigen::all);
    const Matrix N = null_space(B_S);
    if (N.cols() == 0)
        return {N, Vector(0)};
    const Svd<double> modes =
        svd(Matrix(system.modes.omega.asDiagonal() * N), SingularVectors::full);
    Basis b{N * modes.V, modes.values};
    const double least = 1e-12 * std::max(b.omega.maxCoeff(), 1e-300);
    b.omega = (b.omega.array() > least).select(b.omega, 0.0);
    return b;
}

// Rigid modes such that the damping among them is diagonal.
void separate_rigid(Basis& b, const Matrix& D)
{
    std::vector<Index> rigid;
    for (Index i = 0; i < b.omega.size(); ++i)
        if (b.omega(i) == 0)
            rigid.push_back(i);
    if (rigid.size() < 2)
        return;
    const Matrix R = b.Psi(Eigen::all, rigid);
    b.Psi(Eigen::all, rigid) = R * symmetric_eigen(R.transpose() * D * R).vectors;
}

struct FirstOrder {
    std::vector<Complex> s;
    std::vector<ComplexVector> from, to; // 2 n each
};

// y'' + c y' + omega^2 y = g of one mode: z = y' - conj(s) y, or two real z.
void add_oscillator(FirstOrder& z, Index i, Index n, double omega, double c)
{
    auto add = [&](Complex s, Complex y, Complex rate, Complex of_y) {
        z.s.push_back(s);
        z.from.emplace_back(ComplexVector::Zero(2 * n));
        z.from.back()(i) = y;
        z.from.back()(n + i) = rate;
        z.to.emplace_back(ComplexVector::Zero(2 * n));
        z.to.back()(i) = of_y;
        z.to.back()(n + i) = 1;
    };
    const double sigma = c / 2, square = omega * omega - sigma * sigma;
    const double least = critical * std::max(omega, sigma);
    if (square >= 0) {
        const double nu = std::max(std::sqrt(square), least);
        add({-sigma, nu}, -j / nu, 1.0 + j * sigma / nu, {sigma, nu});
        return;
    }
    const double root = std::max(std::sqrt(-square), least);
    const double fast = -sigma - root, slow = omega == 0 ? 0.0 : omega * omega / fast;
    add(slow, 1 / (slow - fast), slow / (slow - fast), -fast);
    add(fast, -1 / (slow - fast), -fast / (slow - fast), -slow);
}

// Modes that damping couples, by the eigenvectors of the first-order form.
void add_coupled(FirstOrder& z, const std::vector<Index>& at, Index n, const Vector& omega,
                 const Matrix& C, double Omega)
{
    const auto size = static_cast<Index>(at.size());
    Vector scale(size);
    Matrix S = Matrix::Zero(2 * size, 2 * size);
    for (Index i = 0; i < size; ++i) {
        const double w = omega(at[static_cast<std::size_t>(i)]);
        scale(i) = std::max(w, Omega);
        S(i, size + i) = scale(i);
        S(size + i, i) = -w * w / scale(i);
    }
    S.bottomRightCorner(size, size) = -C(at, at);
    const auto [values, V] = eigen(std::move(S));
    const Vector sizes = svd(V, SingularVectors::none).values;
    if (!(sizes(2 * size - 1) > 1e-9 * sizes(0)))
        throw std::runtime_error("damping leaves the system without a complete set of modes "
                                 "(critical damping); change a damping by a millionth");
    const ComplexMatrix L = Lu(V).inverse();
    const double zero = 1e-12 * values.cwiseAbs().maxCoeff();
    for (Index k = 0; k < 2 * size; ++k) {
        Complex s = values(k);
        if (s.imag() < 0)
            continue;
        if (std::abs(s) < zero)
            s = 0;
        const double twice = s.imag() > 0 ? 2 : 1;
        z.s.emplace_back(std::min(s.real(), 0.0), s.imag());
        z.from.emplace_back(ComplexVector::Zero(2 * n));
        z.to.emplace_back(ComplexVector::Zero(2 * n));
        for (Index i = 0; i < size; ++i) {
            const Index y = at[static_cast<std::size_t>(i)];
            z.from.back()(y) = twice * V(i, k) / scale(i);
            z.from.back()(n + y) = twice * V(size + i, k);
            z.to.back()(y) = L(k, i) * scale(i);
            z.to.back()(n + y) = L(k, size + i);
        }
    }
}

FirstOrder first_order(LockedModes& modes, const Vector& omega, const Matrix& C, double Omega)
{
    FirstOrder z;
    const Index n = omega.size();
    std::vector<Index> coupled;
    for (Index i = 0; i < n; ++i) {
        const double others = C.col(i).cwiseAbs().sum() - std::abs(C(i, i));
        if (omega(i) == 0 && C.col(i).cwiseAbs().sum() <= 1e-12 * Omega)
            modes.rigid.push_back(i);
        else if (others > 0)
            coupled.push_back(i);
        else if (const double c = std::max(C(i, i), 0.0);
                 std::max(omega(i), c) <= SlowMode::slowest * Omega)
            modes.slow.push_back({i, c, omega(i) * omega(i), 0});
        else
            add_oscillator(z, i, n, omega(i), c);
    }
    if (!coupled.empty())
        add_coupled(z, coupled, n, omega, C, Omega);
    return z;
}

} // namespace

void SlowMode::advance(double tau, double h, double& y, double& rate) const
{
    constexpr int terms = 14;                              // (2 pi slowest)^14 / 14! < 1e-18
    double derivative = rate, next = h - c * rate - k * y; // of y, one order apart
    double power = 1;                                      // tau^i / i!
    double sum = y, rate_sum = rate;
    for (int i = 1; i <= terms; ++i) {
        power *= tau / i;
        sum += derivative * power;
        rate_sum += next * power;
        const double after = -c * next - k * derivative;
        derivative = next;
        next = after;
    }
    y = sum;
    rate = rate_sum;
}

LockedModes locked_modes(const CoulombSystem& system, const std::vector<Index>& stick)
{
    LockedModes modes;
    modes.stick = stick;
    const Index m = system.n_modes();
    const auto n_s = static_cast<Index>(stick.size());
    const double Omega = system.Omega;
    const Matrix D = damping(system.modes);
    const Vector K = system.modes.omega.cwiseAbs2();

    Basis b = basis(system, stick);
    separate_rigid(b, D);
    modes.Psi = b.Psi;
    const Matrix& Psi = modes.Psi;
    const Index n = Psi.cols();
    modes.A = Matrix::Zero(m, n_s);
    ComplexVector r_S(n_s);
    if (n_s > 0) {
        const Matrix B_S = system.B(stick, Eigen::all);
        modes.A = Cholesky(B_S * B_S.transpose()).solve(B_S).transpose();
        r_S = system.r(stick);
    }
    const Matrix C = reduction::modal_damping_matrix(D.sparseView(0, 0), Psi);
    const FirstOrder z = first_order(modes, b.omega, C, Omega);
    const auto n_z = static_cast<Index>(z.s.size());
    modes.s = Eigen::Map<const ComplexVector>(z.s.data(), n_z);
    modes.from_z.resize(2 * n, n_z);
    modes.to_z.resize(n_z, 2 * n);
    for (Index i = 0; i < n_z; ++i) {
        modes.from_z.col(i) = z.from[static_cast<std::size_t>(i)];
        modes.to_z.row(i) = z.to[static_cast<std::size_t>(i)].transpose();
    }

    // The harmonic force of the loads and of the moved contacts; zero rows of r give zero.
    const ComplexVector moved = modes.A.cast<Complex>() * r_S;
    const ComplexVector moved_force =
        K.cast<Complex>().cwiseProduct(moved) + j * Omega * (D.cast<Complex>() * moved);
    modes.g = Psi.transpose() * (system.p + moved_force);
    const ComplexVector plus = modes.to_z.rightCols(n) * modes.g / 2.0;
    const ComplexVector minus = modes.to_z.rightCols(n) * modes.g.conjugate() / 2.0;
    modes.plus = ComplexVector::Zero(n_z);
    modes.minus = ComplexVector::Zero(n_z);
    std::vector<Complex> resonant;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i);
        modes.minus(i) = minus(i) / (-j * Omega - s);
        if (std::abs(j * Omega - s) > LockedModes::resonance * Omega) {
            modes.plus(i) = plus(i) / (j * Omega - s);
        } else {
            modes.resonant.push_back(i);
            resonant.push_back(plus(i));
        }
    }
    modes.resonant_force =
        Eigen::Map<const ComplexVector>(resonant.data(), static_cast<Index>(resonant.size()));

    const ComplexMatrix y = modes.from_z.topRows(n), y_rate = modes.from_z.bottomRows(n);
    const Matrix B_Psi = system.B * Psi;
    modes.velocity = B_Psi.cast<Complex>() * y_rate;
    const Matrix A_K = modes.A.transpose() * K.asDiagonal(), A_D = modes.A.transpose() * D;
    modes.reaction = -(A_D * Psi).cast<Complex>() * y_rate - (A_K * Psi).cast<Complex>() * y;
    modes.constant_force = Psi.transpose();
    modes.offset_force = Psi.transpose() * A_K.transpose();
    modes.offset_reaction = A_K * modes.A;

    auto forced = [&](const ComplexMatrix& rows) -> ComplexVector {
        return rows * modes.plus + (rows * modes.minus).conjugate();
    };
    modes.forced_velocity =
        j * Omega * (system.r - system.B.cast<Complex>() * moved) + forced(modes.velocity);
    for (const Index at : modes.rigid) // y' = g / (j Omega)
        modes.forced_velocity += B_Psi.col(at).cast<Complex>() * (modes.g(at) / (j * Omega));
    modes.forced_reaction =
        modes.A.transpose().cast<Complex>() * (system.p - Omega * Omega * moved + moved_force) +
        forced(modes.reaction);
    const auto n_slow = static_cast<Index>(modes.slow.size());
    modes.slow_velocity.resize(system.n_contacts(), n_slow);
    modes.slow_reaction.resize(n_s, n_slow);
    modes.slow_drag.resize(n_s, n_slow);
    for (Index i = 0; i < n_slow; ++i) {
        SlowMode& slow = modes.slow[static_cast<std::size_t>(i)];
        slow.forced = modes.g(slow.at) / Complex(slow.k - Omega * Omega, Omega * slow.c);
        modes.slow_velocity.col(i) = B_Psi.col(slow.at);
        modes.slow_reaction.col(i) = -A_K * Psi.col(slow.at);
        modes.slow_drag.col(i) = -A_D * Psi.col(slow.at);
        const Complex rate = j * Omega * slow.forced;
        modes.forced_velocity += modes.slow_velocity.col(i) * rate;
        modes.forced_reaction +=
            modes.slow_reaction.col(i) * slow.forced + modes.slow_drag.col(i) * rate;
    }
    return modes;
}

void propagate_tangent(const CoulombSystem& system, const LockedModes& modes, double tau,
                       Matrix& columns)
{
    const Index m = system.n_modes(), n = modes.Psi.cols(), n_z = modes.s.size();
    const Matrix c = system.B(modes.stick, Eigen::all) * columns.topRows(m);
    Matrix y(2 * n, columns.cols());
    y.topRows(n).noalias() = modes.constant_force * columns.topRows(m);
    y.bottomRows(n).noalias() = modes.constant_force * columns.bottomRows(m);
    const Matrix h = -modes.offset_force * c;
    const ComplexMatrix force = modes.to_z.rightCols(n) * h;
    ComplexMatrix z = modes.to_z * y;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i), grown = std::exp(s * tau);
        const Complex pushed = s == 0.0 ? Complex(tau) : (grown - 1.0) / s;
        z.row(i) = z.row(i) * grown + force.row(i) * pushed;
    }
    Matrix end = (modes.from_z * z).real();
    for (const Index at : modes.rigid) {
        end.row(at) = y.row(at) + tau * (y.row(n + at) + 0.5 * tau * h.row(at));
        end.row(n + at) = y.row(n + at) + tau * h.row(at);
    }
    for (const SlowMode& slow : modes.slow)
        for (Index i = 0; i < columns.cols(); ++i) {
            end(slow.at, i) = y(slow.at, i);
            end(n + slow.at, i) = y(n + slow.at, i);
            slow.advance(tau, h(slow.at, i), end(slow.at, i), end(n + slow.at, i));
        }
    columns.topRows(m).noalias() = modes.Psi * end.topRows(n);
    columns.topRows(m).noalias() += modes.A * c;
    columns.bottomRows(m).noalias() = modes.Psi * end.bottomRows(n);
}

} // namespace slideway::dynamics
