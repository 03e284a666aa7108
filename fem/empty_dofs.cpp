#include "fem/empty_dofs.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace slideway::fem {

namespace {

constexpr std::size_t most_listed = 5; // names in a note

void mark_entries(const SparseMatrix& A, std::vector<bool>& has_entry)
{
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it)
            if (it.value() != 0) {
                has_entry[static_cast<std::size_t>(it.row())] = true;
                has_entry[static_cast<std::size_t>(j)] = true;
            }
}

std::string listed(std::vector<std::string> names, std::size_t n)
{
    names.resize(std::min(names.size(), most_listed));
    return join(names) + (n > names.size() ? ", ..." : "");
}

// Gives the dofs of the table their new numbers. @return names of the removed ones
std::vector<std::string> renumber(DofTable& dofs, const std::vector<Index>& kept,
                                  const std::vector<Index>& place)
{
    std::vector<std::string> removed;
    for (TableNode& node : dofs.nodes) {
        TableNode rest = node;
        rest.components.clear();
        rest.dofs.clear();
        for (std::size_t c = 0; c < node.dofs.size(); ++c) {
            const Index dof = node.dofs[c];
            if (dof >= 0 && place[static_cast<std::size_t>(dof)] < 0) {
                removed.push_back(node.name + "." + node.components[c]);
                continue;
            }
            rest.components.push_back(node.components[c]);
            rest.dofs.push_back(dof < 0 ? -1 : place[static_cast<std::size_t>(dof)]);
        }
        node = std::move(rest);
    }
    std::vector<std::string> component;
    for (const Index dof : kept)
        component.push_back(std::move(dofs.component[static_cast<std::size_t>(dof)]));
    dofs.component = std::move(component);
    dofs.X = dofs.X(kept, Eigen::all).eval();
    for (TableLoad& load : dofs.loads)
        for (auto& [dof, force] : load.forces) {
            Index& of = dof;
            if (place[static_cast<std::size_t>(of)] < 0)
                throw InputError(load.source + " acts on a dof without mass and stiffness");
            of = place[static_cast<std::size_t>(of)];
        }
    return removed;
}

// Removes groups whose nodes have different components. @return their names
std::vector<std::string> remove_unequal_groups(DofTable& dofs)
{
    std::vector<std::string> removed;
    for (auto group = dofs.groups.begin(); group != dofs.groups.end();) {
        const std::vector<std::size_t>& members = group->second;
        const auto& first = dofs.nodes[members.front()].components;
        if (std::all_of(members.begin(), members.end(), [&](std::size_t node) -> bool {
                return dofs.nodes[node].components == first;
            })) {
            ++group;
            continue;
        }
        removed.push_back(group->first);
        dofs.faces.erase(group->first);
        group = dofs.groups.erase(group);
    }
    return removed;
}

} // namespace

std::vector<std::string> remove_empty_dofs(Substructure& s, DofTable& dofs, SparseMatrix& T)
{
    const Index n = s.n();
    std::vector<bool> has_entry(static_cast<std::size_t>(n), false);
    for (const SparseMatrix* matrix : {&s.M, &s.C, &s.K, &s.C_skew, &s.K_skew, &s.H})
        mark_entries(*matrix, has_entry);
    std::vector<Index> kept, place(static_cast<std::size_t>(n), -1);
    for (Index i = 0; i < n; ++i)
        if (has_entry[static_cast<std::size_t>(i)]) {
            place[static_cast<std::size_t>(i)] = static_cast<Index>(kept.size());
            kept.push_back(i);
        }
    const auto n_removed = static_cast<std::size_t>(n) - kept.size();
    if (n_removed == 0)
        return {};
    if (kept.empty())
        throw InputError("the matrices have no entry");
    keep_dofs_of_matrices(s, kept);
    T = submatrix(T, complement(T.rows(), {}), kept);
    const std::vector<std::string> names = renumber(dofs, kept, place);
    std::vector<std::string> notes{plural(n_removed, "dof") + (n_removed == 1 ? " is" : " are") +
                                   " left out, without mass and stiffness" +
                                   (names.empty() ? "" : ": " + listed(names, n_removed))};
    if (const std::vector<std::string> groups = remove_unequal_groups(dofs); !groups.empty())
        notes.push_back("groups without a port: " + listed(groups, groups.size()) +
                        "; their nodes have different components without the dofs that are left "
                        "out");
    return notes;
}

} // namespace slideway::fem
