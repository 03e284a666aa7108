#include "fem/elements/element_wedge15.hpp"

#include "fem/elements/solid_isoparametric.hpp"

namespace slideway::fem {

namespace {

struct Wedge15 {
    static constexpr int n = 15, n_modes = 0;
    static const SolidCell& cell() { return wedge_cell(); }
    static ShapeFunctions<n> at(const Eigen::Vector3d& p) { return wedge15_functions(p); }
    static CellRule stiffness_rule() { return wedge_rule(6, 3); }
    static CellRule mass_rule() { return wedge_rule(7, 3); }
    static CellRule stress_rule() { return wedge_rule(3, 2); }
    static Vector terms(const Eigen::Vector3d& p)
    {
        Vector terms(6);
        terms << 1, p(0), p(1), p(2), p(0) * p(2), p(1) * p(2);
        return terms;
    }
};

} // namespace

SolidElement element_wedge15()
{
    return SolidIsoparametric<Wedge15>::element("wedge15", "quadratic", "wedge15");
}

} // namespace slideway::fem
