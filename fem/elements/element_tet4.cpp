#include "fem/elements/element_tet4.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Tet4 {
    static constexpr int n = 4, n_modes = 0;
    static const SolidCell& cell() { return tet_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return tet4_functions(p); }
    static CellRule stiffness_rule() { return tet_rule(1); }
    static CellRule mass_rule() { return tet_rule(4); }
    static CellRule stress_rule() { return tet_rule(1); }
    static Vector terms(const Eigen::Vector3d& /*p*/) { return Vector::Ones(1); }
};

} // namespace

SolidElement element_tet4()
{
    return SolidIsoparametric<Tet4>::element("tet4", "constant strain, much too stiff", "tet4",
                                             true);
}

} // namespace slideway::fem
