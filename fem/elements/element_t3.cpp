#include "fem/elements/element_t3.hpp"

namespace slideway::fem {

namespace {

using Strain = Eigen::Matrix<double, 3, 6>;

double area(const ElementNodes& X)
{
    return 0.5 *
           ((X(1, 0) - X(0, 0)) * (X(2, 1) - X(0, 1)) - (X(2, 0) - X(0, 0)) * (X(1, 1) - X(0, 1)));
}

Strain strain_matrix(const ElementNodes& X)
{
    const double twice = 2 * area(X);
    Strain B = Strain::Zero();
    for (Index i = 0; i < 3; ++i) {
        const Index j = (i + 1) % 3, k = (i + 2) % 3;
        B(0, 2 * i) = B(2, 2 * i + 1) = (X(j, 1) - X(k, 1)) / twice;
        B(1, 2 * i + 1) = B(2, 2 * i) = (X(k, 0) - X(j, 0)) / twice;
    }
    return B;
}

ElementMatrix stiffness(const ElementNodes& X, const Eigen::Matrix3d& D, double thickness)
{
    const Strain B = strain_matrix(X);
    const Strain DB = D * B;
    return thickness * area(X) * B.transpose() * DB;
}

ElementMatrix mass(const ElementNodes& X, double density_thickness)
{
    const double m = density_thickness * area(X) / 12;
    ElementMatrix M = ElementMatrix::Zero(6, 6);
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j)
            M(2 * i, 2 * j) = M(2 * i + 1, 2 * j + 1) = i == j ? 2 * m : m;
    return M;
}

ElementStress stress(const ElementNodes& X, const Eigen::Matrix3d& D, const ElementVector& u)
{
    const Eigen::Vector3d strain = strain_matrix(X) * u;
    const Eigen::Vector3d s = D * strain;
    return s.transpose().replicate<3, 1>();
}

} // namespace

PlaneElement element_t3()
{
    return {"t3", "constant strain", "tri3", 3, stiffness, mass, stress, corner_quality};
}

} // namespace slideway::fem
