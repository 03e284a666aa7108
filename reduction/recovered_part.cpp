#include "reduction/recovered_part.hpp"

#include <set>
#include <utility>

namespace slideway::reduction {

std::vector<Index> joined_dofs(const fem::Substructure& s, const Interface& interface, Index r)
{
    std::set<Index> dofs(interface.dofs.begin(), interface.dofs.end());
    for (const fem::Port& port : s.ports)
        if (port.W.nonZeros() * r <= max_port_entries)
            for (Index row = 0; row < port.W.rows(); ++row)
                for (SparseRows::InnerIterator it(port.W, row); it; ++it)
                    dofs.insert(it.col());
    for (Index column = 0; column < interface.means.outerSize(); ++column)
        if (SparseMatrix::InnerIterator(interface.means, column))
            dofs.insert(column);
    return {dofs.begin(), dofs.end()};
}

std::shared_ptr<const fem::Recovery> in_basis(const fem::RecoveryPart& part, Matrix rows)
{
    const auto kept = std::make_shared<const Matrix>(std::move(rows));
    return std::make_shared<const fem::Recovery>(
        fem::composed(std::make_shared<const fem::Recovery>(part.shown),
                      [kept](const Vector& q) -> Vector { return *kept * q; }));
}

void keep_part(ReducedModel& model, const fem::Substructure& s, const Interface& interface,
               const fem::RecoveryPart& part)
{
    if (!model.T) {
        model.substructure.recovery = std::make_shared<const fem::Recovery>(
            fem::composed(std::make_shared<const fem::Recovery>(part.shown),
                          [dofs = part.dofs](const Vector& u) -> Vector { return u(dofs); }));
        return;
    }
    const std::shared_ptr<const Matrix> T = std::move(model.T);
    model.substructure.recovery = in_basis(part, (*T)(part.dofs, Eigen::all));
    model.T_rows = joined_dofs(s, interface, T->cols());
    model.T = std::make_shared<const Matrix>((*T)(model.T_rows, Eigen::all));
}

} // namespace slideway::reduction
