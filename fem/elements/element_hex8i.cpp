#include "fem/elements/element_hex8i.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Hex8i {
    static constexpr int n = 8, n_modes = 3;
    static const SolidCell& cell() { return hex_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return hex8_functions(p); }
    static CellRule stiffness_rule() { return hex_rule(2); }
    static CellRule mass_rule() { return hex_rule(2); }
    static CellRule stress_rule() { return hex_rule(2); }
    static Vector terms(const Eigen::Vector3d& p) { return trilinear_terms(p); }

    // Gradients of 1 - xi_k^2: (det J_0 / det J) J_0^-1 dM, a row per mode.
    static Eigen::Matrix3d modes(const Eigen::Vector3d& p, const Eigen::Matrix<double, 8, 3>& X,
                                 double det)
    {
        static const ShapeFunctions<8> centre = hex8_functions(Eigen::Vector3d::Zero());
        const CellMap map(centre, X);
        const Eigen::Vector3d slopes = -2 * map.det / det * p;
        return slopes.asDiagonal() * map.inverse().transpose();
    }
};

} // namespace

SolidElement element_hex8i()
{
    return SolidIsoparametric<Hex8i>::element("hex8i", "with incompatible modes (right in bending)",
                                              "hex8");
}

} // namespace slideway::fem
