#include "fem/elements/element_hex8.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Hex8 {
    static constexpr int n = 8, n_modes = 0;
    static const SolidCell& cell() { return hex_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return hex8_functions(p); }
    static CellRule stiffness_rule() { return hex_rule(2); }
    static CellRule mass_rule() { return hex_rule(2); }
    static CellRule stress_rule() { return hex_rule(2); }
    static Vector terms(const Eigen::Vector3d& p) { return trilinear_terms(p); }
};

} // namespace

SolidElement element_hex8()
{
    return SolidIsoparametric<Hex8>::element("hex8", "trilinear (too stiff in bending)", "hex8",
                                             true);
}

} // namespace slideway::fem
