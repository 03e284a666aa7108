#include "fem/units.hpp"

#include "base/text.hpp"

#include <cmath>

namespace slideway::fem {

const std::vector<UnitSystem>& unit_systems()
{
    constexpr double inch = 0.0254, foot = 0.3048, pound_force = 4.4482216152605; // exact
    static const std::vector<UnitSystem> systems{
        {"SI", 1, 1, 1},
        {"mm-t-s", 1e-3, 1e3, 1},
        {"mm-kg-s", 1e-3, 1, 1},
        {"mm-kg-ms", 1e-3, 1, 1e-3},
        {"mm-g-ms", 1e-3, 1e-3, 1e-3},
        {"in-lbf-s", inch, pound_force / inch, 1},
        {"ft-lbf-s", foot, pound_force / foot, 1},
    };
    return systems;
}

Vector dof_units(const UnitSystem& units, const std::vector<DofKind>& dofs)
{
    const double modal = units.length * std::sqrt(units.mass);
    Vector D(static_cast<Index>(dofs.size()));
    for (std::size_t dof = 0; dof < dofs.size(); ++dof)
        D(static_cast<Index>(dof)) = dofs[dof] == DofKind::translation ? units.length
                                     : dofs[dof] == DofKind::rotation  ? 1
                                                                       : modal;
    return D;
}

void to_si(SparseMatrix& A, MatrixKind kind, const UnitSystem& units, const Vector& D)
{
    if (units.is_si())
        return;
    const double factor =
        units.mass * units.length * units.length / std::pow(units.time, static_cast<int>(kind));
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            it.valueRef() *= factor / (D(it.row()) * D(j));
}

std::string units_text(const UnitSystem& units)
{
    const std::string values = number_text(units.length, 12) + " m, " +
                               number_text(units.mass, 12) + " kg, " + number_text(units.time, 12) +
                               " s";
    return units.name.empty() ? values : units.name + " (" + values + ")";
}

} // namespace slideway::fem
