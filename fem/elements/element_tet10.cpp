#include "fem/elements/element_tet10.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Tet10 {
    static constexpr int n = 10, n_modes = 0;
    static const SolidCell& cell() { return tet_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return tet10_functions(p); }
    static CellRule stiffness_rule() { return tet_rule(15); }
    static CellRule mass_rule() { return tet_rule(15); }
    static CellRule stress_rule() { return tet_rule(4); }
    static Vector terms(const Eigen::Vector3d& p) { return Eigen::Vector4d(1, p(0), p(1), p(2)); }
};

} // namespace

SolidElement element_tet10()
{
    return SolidIsoparametric<Tet10>::element("tet10", "quadratic", "tet10");
}

} // namespace slideway::fem
