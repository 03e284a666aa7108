#include "fem/material.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/elements/solid_element.hpp"

#include <cmath>

namespace slideway::fem {

namespace {

void require(bool good, const std::string& key, double value, const char* allowed)
{
    if (!good)
        throw InputError(key, number_text(value), allowed);
}

bool positive(double x)
{
    return std::isfinite(x) && x > 0;
}

// Compliance in the own axes: e = S s.
Matrix compliance(const Orthotropic& o)
{
    const auto [E_1, E_2, E_3] = o.young;
    const auto [nu_12, nu_23, nu_13] = o.poisson;
    Matrix S = Matrix::Zero(6, 6);
    S.topLeftCorner<3, 3>() << 1 / E_1, -nu_12 / E_1, -nu_13 / E_1, //
        -nu_12 / E_1, 1 / E_2, -nu_23 / E_2,                        //
        -nu_13 / E_1, -nu_23 / E_2, 1 / E_3;
    for (Index k = 0; k < 3; ++k)
        S(3 + k, 3 + k) = 1 / o.shear[static_cast<std::size_t>(k)];
    return S;
}

void check(const Orthotropic& o)
{
    for (std::size_t k = 0; k < 3; ++k) {
        require(positive(o.young[k]), "orthotropic.young", o.young[k], "expected a number > 0");
        require(positive(o.shear[k]), "orthotropic.shear", o.shear[k], "expected a number > 0");
    }
    // Scaled by the moduli, so that the test does not depend on units.
    const Vector scale = Eigen::Map<const Vector>(o.young.data(), 3).cwiseSqrt();
    const Matrix S = scale.asDiagonal() * compliance(o).topLeftCorner(3, 3) * scale.asDiagonal();
    if (!(S.allFinite() && symmetric_eigenvalues(S)(0) > 1e-12))
        throw InputError("orthotropic.poisson",
                         "[" + number_text(o.poisson[0]) + ", " + number_text(o.poisson[1]) + ", " +
                             number_text(o.poisson[2]) + "]",
                         "with these Poisson's ratios a deformation would have no energy; expected "
                         "nu_ij^2 < E_i / E_j and 1 - nu_12 nu_21 - nu_23 nu_32 - nu_13 nu_31 > 2 "
                         "nu_21 nu_32 nu_13");
}

} // namespace

void check(const Material& m)
{
    if (m.orthotropic) {
        check(*m.orthotropic);
    } else {
        require(positive(m.young), "young", m.young, "expected a number > 0");
        require(m.poisson > -1 && m.poisson < 0.5, "poisson", m.poisson,
                "expected a number in (-1, 0.5)");
    }
    require(positive(m.density), "density", m.density, "expected a number > 0");
    require(std::isfinite(m.beta) && m.beta >= 0, "beta", m.beta, "expected a number >= 0");
}

void check_in_plane(const Material& m)
{
    check(m);
    constexpr double small = 1e-9;
    if (m.orthotropic && m.orthotropic->axes.row(2).head<2>().cwiseAbs().maxCoeff() > small)
        throw InputError("orthotropic.axis_1", "its plane",
                         "a body in the plane has the axes 1 and 2 of its material in the plane");
}

Eigen::Matrix<double, 6, 6> elasticity(const Material& m)
{
    if (!m.orthotropic)
        return isotropic(m.young, m.poisson);
    const Matrix own = Lu(compliance(*m.orthotropic)).inverse();
    // The components of the tensor turn: D_ijkl = R_ip R_jq R_kr R_ls D_pqrs.
    constexpr Index row[6] = {0, 1, 2, 0, 1, 2}, column[6] = {0, 1, 2, 1, 2, 0};
    const Eigen::Matrix3d& R = m.orthotropic->axes;
    Eigen::Matrix<double, 6, 6> T; // stress in space from stress in the own axes
    for (Index a = 0; a < 6; ++a)
        for (Index b = 0; b < 6; ++b) {
            const double one = R(row[a], row[b]) * R(column[a], column[b]),
                         other = R(row[a], column[b]) * R(column[a], row[b]);
            T(a, b) = b < 3 ? one : one + other;
        }
    const Eigen::Matrix<double, 6, 6> D = T * own * T.transpose();
    return 0.5 * (D + D.transpose());
}

Eigen::Matrix3d plane_stress_elasticity(const Material& m)
{
    if (!m.orthotropic) {
        Eigen::Matrix3d D;
        D << 1, m.poisson, 0, //
            m.poisson, 1, 0,  //
            0, 0, (1 - m.poisson) / 2;
        return m.young / (1 - m.poisson * m.poisson) * D;
    }
    const Matrix S = Lu(Matrix(elasticity(m))).inverse();
    const std::vector<Index> in_plane{0, 1, 3};
    return Lu(Matrix(S(in_plane, in_plane))).inverse();
}

Eigen::Matrix3d plane_strain_elasticity(const Material& m)
{
    const std::vector<Index> in_plane{0, 1, 3};
    return elasticity(m)(in_plane, in_plane);
}

void turn(Material& material, const Eigen::Matrix3d& R)
{
    if (material.orthotropic)
        material.orthotropic->axes = (R * material.orthotropic->axes).eval();
}

} // namespace slideway::fem
