#include "fem/elements/element_hex20.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

// @tparam points  Gauss points of the stiffness in each direction
template <int points>
struct Hex20 {
    static constexpr int n = 20, n_modes = 0;
    static const SolidCell& cell() { return hex_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return hex20_functions(p); }
    static CellRule stiffness_rule() { return hex_rule(points); }
    static CellRule mass_rule() { return hex_rule(3); }
    static CellRule stress_rule() { return hex_rule(2); }
    static Vector terms(const Eigen::Vector3d& p) { return trilinear_terms(p); }
};

} // namespace

SolidElement element_hex20()
{
    return SolidIsoparametric<Hex20<3>>::element("hex20", "full integration", "hex20");
}

SolidElement element_hex20r()
{
    return SolidIsoparametric<Hex20<2>>::element(
        "hex20r", "reduced integration (softer; needs several elements in each direction)",
        "hex20");
}

} // namespace slideway::fem
