#include "dynamics/events/locked_basis.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

namespace slideway::dynamics {

namespace {

// Frequencies below this fraction of the largest one are round-off of rigid motions. With 0 a free
// body on dashpots drifts 3e-5 too far; from 1e-15 to 1e-6 no test changes; at 1e-3 soft springs
// are lost.
constexpr double no_frequency = 1e-12;

// Psi and omega with the rows locked. Singular values of omega N keep the low frequencies
// to eps omega_max, where eigenvalues of N^T omega^2 N would lose their squares.
LockedBasis modes_of(const DrySystem& system, const std::vector<Index>& stick)
{
    const Index m = system.n_modes();
    if (stick.empty())
        return {Matrix::Identity(m, m), system.modes.omega, {}};
    const Matrix B_S = system.B(stick, Eigen::all);
    const Matrix N = null_space(B_S);
    if (N.cols() == 0)
        return {N, Vector(0), {}};
    const Svd<double> modes =
        svd(Matrix(system.modes.omega.asDiagonal() * N), SingularVectors::full);
    LockedBasis b{N * modes.V, modes.values, {}};
    const double least = no_frequency * b.omega.maxCoeff();
    b.omega = (b.omega.array() > least).select(b.omega, 0.0);
    return b;
}

// Rigid modes such that the damping among them is diagonal.
void separate_rigid(LockedBasis& b, const Matrix& D)
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

} // namespace

LockedBasis locked_basis(const DrySystem& system, const std::vector<Index>& stick, const Matrix& D)
{
    LockedBasis b = modes_of(system, stick);
    separate_rigid(b, D);
    b.A = Matrix::Zero(system.n_modes(), static_cast<Index>(stick.size()));
    if (!stick.empty()) {
        const Matrix B_S = system.B(stick, Eigen::all);
        b.A = Cholesky(B_S * B_S.transpose()).solve(B_S).transpose();
    }
    return b;
}

} // namespace slideway::dynamics
