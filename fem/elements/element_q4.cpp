#include "fem/elements/element_q4.hpp"

#include "fem/elements/bilinear.hpp"

namespace slideway::fem {

namespace {

ElementMatrix stiffness(const ElementNodes& X, const Eigen::Matrix3d& D, double thickness)
{
    Eigen::Matrix<double, 8, 8> K = Eigen::Matrix<double, 8, 8>::Zero();
    for (const auto& [xi, eta] : gauss_2x2()) {
        const BilinearPoint point = bilinear(X, xi, eta);
        const QuadStrain B = strain_matrix(point);
        const QuadStrain DB = D * B;
        K.noalias() += thickness * point.det * B.transpose() * DB;
    }
    return K;
}

ElementStress stress(const ElementNodes& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    return stress_at<4>(bilinear, quad_corners, X, D, u);
}

} // namespace

PlaneElement element_q4()
{
    return {"q4", "plain bilinear", "quad4", 4, stiffness, bilinear_mass, stress, corner_quality};
}

} // namespace slideway::fem
