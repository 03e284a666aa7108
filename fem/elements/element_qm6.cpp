#include "fem/elements/element_qm6.hpp"

#include "base/dense_solve.hpp"
#include "fem/elements/bilinear.hpp"

namespace slideway::fem {

namespace {

using ModeStrain = Eigen::Matrix<double, 3, 4>; // columns a_1x, a_1y, a_2x, a_2y

ModeStrain mode_strain(const BilinearPoint& centre, double det, double xi, double eta)
{
    const Eigen::Matrix2d to_space = inverse(centre.J).transpose();
    Eigen::Matrix2d d_modes;
    d_modes << -2 * xi, 0, //
        0, -2 * eta;
    const Eigen::Matrix2d g = (centre.det / det) * d_modes * to_space;
    ModeStrain B = ModeStrain::Zero();
    for (Index k = 0; k < 2; ++k) {
        B(0, 2 * k) = B(2, 2 * k + 1) = g(k, 0);
        B(1, 2 * k + 1) = B(2, 2 * k) = g(k, 1);
    }
    return B;
}

struct Blocks {
    Eigen::Matrix<double, 8, 8> uu = Eigen::Matrix<double, 8, 8>::Zero();
    Eigen::Matrix<double, 4, 8> au = Eigen::Matrix<double, 4, 8>::Zero();
    Eigen::Matrix4d aa = Eigen::Matrix4d::Zero();
};

Blocks blocks(const QuadNodes& X, const Eigen::Matrix3d& D) // per unit thickness
{
    Blocks K;
    const BilinearPoint centre = bilinear(X, 0, 0);
    for (const auto& [xi, eta] : gauss_2x2()) {
        const BilinearPoint point = bilinear(X, xi, eta);
        const QuadStrain B = strain_matrix(point);
        const ModeStrain B_a = mode_strain(centre, point.det, xi, eta);
        const QuadStrain DB = point.det * D * B;
        const ModeStrain DB_a = point.det * D * B_a;
        K.uu.noalias() += B.transpose() * DB;
        K.au.noalias() += B_a.transpose() * DB;
        K.aa.noalias() += B_a.transpose() * DB_a;
    }
    return K;
}

ElementMatrix stiffness(const ElementNodes& X, const Eigen::Matrix3d& D, double thickness)
{
    const Blocks K = blocks(X, D);
    const Eigen::Matrix<double, 4, 8> modes = solve_4(K.aa, K.au);
    Eigen::Matrix<double, 8, 8> condensed = K.uu;
    condensed.noalias() -= K.au.transpose() * modes;
    return 0.5 * thickness * (condensed + condensed.transpose());
}

ElementStress stress(const ElementNodes& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    const Blocks K = blocks(X, D);
    const Eigen::Vector4d load = K.au * u;
    const Eigen::Vector4d a = -solve_4(K.aa, load);
    const BilinearPoint centre = bilinear(X, 0, 0);
    ElementStress s(4, 3);
    for (Index i = 0; i < 4; ++i) {
        const auto [xi, eta] = quad_corners[static_cast<std::size_t>(i)];
        const BilinearPoint point = bilinear(X, xi, eta);
        const Eigen::Vector3d strain =
            strain_matrix(point) * u + mode_strain(centre, point.det, xi, eta) * a;
        s.row(i) = (D * strain).transpose();
    }
    return s;
}

} // namespace

PlaneElement element_qm6()
{
    return {"qm6",     "with incompatible modes (right in bending)",
            "quad4",   4,
            stiffness, bilinear_mass,
            stress,    corner_quality};
}

} // namespace slideway::fem
