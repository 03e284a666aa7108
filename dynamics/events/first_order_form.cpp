#include "dynamics/events/first_order_form.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);
// Relative distance from critical damping, the least that is left: a distance d costs 1/d^2 of the
// digits of z and moves the stiffness by d^2; both are about 1e-10 here. At 1e-8 and 1e-2 motions
// with critical damping are wrong by 2e-8 and 2e-4; at 1e-11 their steady state is not found.
constexpr double critical = 1e-5;
// Smallest allowed ratio of singular values of the eigenvectors; below it nine digits are lost.
// Critical damping in coupled modes loses eight digits (energy residual 3e-9 of the friction) and
// is accepted. At 1e-6 a body on a dashpot of 1e-6 m Omega would be refused.
constexpr double independent = 1e-9;
// Eigenvalues below this fraction of the largest |s| are zero (a rigid motion that a damper couples
// to others). From 0 to 1e-9 no test changes; at 1e-6 the drift of a body on a dashpot of 1e-6 m
// Omega is lost.
constexpr double zero_eigenvalue = 1e-12;
// Damping of a rigid mode that counts as zero, relative to Omega. With 0, coupling by round-off
// makes the set of modes incomplete; at 1e-6 weak dashpots (1e-6 m Omega) would be ignored.
constexpr double undamped = 1e-12;

// One after the other: s, a column of from_z, a row of to_z.
struct Coordinates {
    std::vector<Complex> s;
    std::vector<ComplexVector> from, to; // 2 n each
};

// y'' + c y' + omega^2 y = g of one mode: z = y' - conj(s) y, or two real z.
void add_oscillator(Coordinates& z, Index i, Index n, double omega, double c)
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
void add_coupled(Coordinates& z, const std::vector<Index>& numbers, Index n, const Vector& omega,
                 const Matrix& C, double Omega)
{
    const auto size = static_cast<Index>(numbers.size());
    Vector scale(size);
    Matrix S = Matrix::Zero(2 * size, 2 * size);
    for (Index i = 0; i < size; ++i) {
        const double w = omega(numbers[static_cast<std::size_t>(i)]);
        scale(i) = std::max(w, Omega);
        S(i, size + i) = scale(i);
        S(size + i, i) = -w * w / scale(i);
    }
    S.bottomRightCorner(size, size) = -C(numbers, numbers);
    const auto [values, V] = eigen(std::move(S));
    const Vector sizes = svd(V, SingularVectors::none).values;
    if (!(sizes(2 * size - 1) > independent * sizes(0)))
        throw std::runtime_error("damping leaves the system without a complete set of modes "
                                 "(critical damping); change a damping by a millionth");
    const ComplexMatrix L = Lu(V).inverse();
    const double zero = zero_eigenvalue * values.cwiseAbs().maxCoeff();
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
            const Index y = numbers[static_cast<std::size_t>(i)];
            z.from.back()(y) = twice * V(i, k) / scale(i);
            z.from.back()(n + y) = twice * V(size + i, k);
            z.to.back()(y) = L(k, i) * scale(i);
            z.to.back()(n + y) = L(k, size + i);
        }
    }
}

} // namespace

FirstOrderForm first_order_form(const Vector& omega, const Matrix& C, double Omega)
{
    FirstOrderForm form;
    Coordinates z;
    const Index n = omega.size();
    std::vector<Index> coupled;
    for (Index i = 0; i < n; ++i) {
        const double others = C.col(i).cwiseAbs().sum() - std::abs(C(i, i));
        if (omega(i) == 0 && C.col(i).cwiseAbs().sum() <= undamped * Omega)
            form.rigid.push_back(i);
        else if (others > 0)
            coupled.push_back(i);
        else if (const double c = std::max(C(i, i), 0.0);
                 std::max(omega(i), c) <= SlowMode::slowest * Omega)
            form.slow.push_back({i, c, omega(i) * omega(i), 0});
        else
            add_oscillator(z, i, n, omega(i), c);
    }
    if (!coupled.empty())
        add_coupled(z, coupled, n, omega, C, Omega);
    const auto n_z = static_cast<Index>(z.s.size());
    form.s = Eigen::Map<const ComplexVector>(z.s.data(), n_z);
    form.from_z.resize(2 * n, n_z);
    form.to_z.resize(n_z, 2 * n);
    for (Index i = 0; i < n_z; ++i) {
        form.from_z.col(i) = z.from[static_cast<std::size_t>(i)];
        form.to_z.row(i) = z.to[static_cast<std::size_t>(i)].transpose();
    }
    return form;
}

} // namespace slideway::dynamics
