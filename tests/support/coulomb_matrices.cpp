#include "support/coulomb_matrices.hpp"

#include "support/independent.hpp"

#include <stdexcept>
#include <utility>

namespace slideway::test {

CoulombOnModes on_modes(const CoulombMatrices& a)
{
    independent::SymmetricEigen eigen = independent::symmetric_eigen(a.K, a.M);
    CoulombOnModes result{{}, std::move(eigen.vectors)};
    dynamics::DrySystem& s = result.system;
    const Index n = a.M.rows();
    s.modes.omega = eigen.values.cwiseMax(0).cwiseSqrt();
    s.modes.omega = (s.modes.omega.array() > 1e-7).select(s.modes.omega, 0.0);
    s.modes.c = Vector::Zero(n);
    if (a.C.size() > 0)
        s.modes.D = result.Phi.transpose() * a.C * result.Phi;
    s.B = a.B * result.Phi;
    s.limit = a.limit;
    for (Index k = 0; k < a.B.rows(); ++k)
        s.names.push_back("rub" + std::to_string(k + 1));
    s.p0 = Vector::Zero(n);
    s.p = s.force = (result.Phi.transpose() * a.p).cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(n);
    s.r = ComplexVector::Zero(a.B.rows());
    s.Omega = a.Omega;
    return result;
}

CoulombMatrices chain_matrices(Index n, const std::string& wall, int contact, double r1,
                               double beta)
{
    CoulombMatrices a;
    a.M = r1 * r1 * Matrix::Identity(n, n);
    a.K = 2 * Matrix::Identity(n, n);
    a.K(n - 1, n - 1) = 1;
    for (Index i = 1; i < n; ++i)
        a.K(i, i - 1) = a.K(i - 1, i) = -1;
    a.B = Matrix::Zero(1, n);
    a.B(0, contact - 1) = 1;
    if (wall == "mass")
        a.B(0, contact - 2) = -1;
    else if (wall != "ground" && wall != "base")
        throw std::invalid_argument("chain_matrices: no wall " + wall);
    a.limit = Vector::Constant(1, beta);
    // On a moving base, relative coordinates: inertia drives every mass.
    a.p = wall == "base" ? Vector(r1 * r1 * Vector::Ones(n)) : Vector(Vector::Unit(n, 0));
    return a;
}

CoulombMatrices two_contact_block()
{
    CoulombMatrices a;
    a.M = Vector(Eigen::Vector3d(2, 0.5, 1)).asDiagonal();
    a.K = (Matrix(3, 3) << 5, 0.5, -2, 0.5, 3, 0, -2, 0, 2).finished();
    a.B = (Matrix(2, 3) << 1, 0.4, 0, 1, -0.7, 0).finished();
    a.p = Eigen::Vector3d(3, 0.5, 0);
    a.limit = Eigen::Vector2d(0.7, 1.1);
    a.Omega = 1.3;
    return a;
}

} // namespace slideway::test
