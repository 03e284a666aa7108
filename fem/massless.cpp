#include "fem/massless.hpp"

#include "base/text.hpp"
#include "fem/named_nodes.hpp"

#include <algorithm>

namespace slideway::fem {

std::string dof_name(const Substructure& s, Index dof)
{
    if (s.nodes)
        if (std::string name = dof_name(*s.nodes, dof); !name.empty())
            return name;
    for (const Port& port : s.ports) {
        const std::vector<PortRow> rows = rows_of(port);
        for (std::size_t row = 0; row < rows.size(); ++row)
            if (rows[row].dofs == std::vector<Index>{dof}) {
                const auto n = static_cast<std::size_t>(port.n_components());
                const std::string node =
                    port.n_nodes() > 1 ? " at node " + std::to_string(row / n + 1) : "";
                return port.name + "." + port.components[row % n] + node;
            }
    }
    return "dof " + std::to_string(dof + 1);
}

std::vector<Index> massless_dofs(const SparseMatrix& M)
{
    std::vector<Index> dofs;
    const Vector diagonal = M.diagonal();
    for (Index i = 0; i < diagonal.size(); ++i)
        if (!(diagonal(i) > 0))
            dofs.push_back(i);
    return dofs;
}

std::string massless_text(const std::vector<std::string>& names)
{
    const std::vector<std::string> listed(
        names.begin(),
        names.begin() + static_cast<std::ptrdiff_t>(std::min(massless_listed, names.size())));
    return join(listed) +
           (names.size() > massless_listed ? ", ... (" + std::to_string(names.size()) + ")" : "") +
           (names.size() == 1 ? " has" : " have") +
           " no mass; expected a mass > 0 in every dof. Give a mass, hold the dof, or condense it: "
           "reduction.method = \"guyan\" with the dofs that have a mass in reduction.boundary";
}

} // namespace slideway::fem
