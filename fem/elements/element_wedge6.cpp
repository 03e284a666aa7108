#include "fem/elements/element_wedge6.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Wedge6 {
    static constexpr int n = 6, n_modes = 0;
    static const SolidCell& cell() { return wedge_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return wedge6_functions(p); }
    static CellRule stiffness_rule() { return wedge_rule(3, 2); }
    static CellRule mass_rule() { return wedge_rule(3, 2); }
    static CellRule stress_rule() { return wedge_rule(1, 2); }
    static Vector terms(const Eigen::Vector3d& p) { return Eigen::Vector2d(1, p(2)); }
};

} // namespace

SolidElement element_wedge6()
{
    return SolidIsoparametric<Wedge6>::element("wedge6", "linear, too stiff in bending", "wedge6",
                                               true);
}

} // namespace slideway::fem
