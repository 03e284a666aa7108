#include "assembly/massless.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/primal.hpp"
#include "fem/massless.hpp"

namespace slideway::assembly {

std::string massless_text(const CoupledModel& model, const std::vector<std::size_t>& bodies,
                          const PrimalModel& primal)
{
    std::vector<std::string> names;
    for (const Index dof : fem::massless_dofs(primal.M)) {
        const SparseMatrix::InnerIterator row(primal.L, dof); // row of the stacked bodies
        if (!row)
            continue;
        std::size_t k = 0;
        while (primal.offset[k + 1] <= row.row())
            ++k;
        const fem::Substructure& body = model.bodies[bodies[k]];
        names.push_back(body.name + "." + fem::dof_name(body, row.row() - primal.offset[k]));
    }
    return names.empty() ? "" : fem::massless_text(names);
}

} // namespace slideway::assembly
