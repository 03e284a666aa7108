#include "python/matrix_files.hpp"

#include "fem/dof_table.hpp"
#include "fem/matrix_files/ansys_rows.hpp"
#include "fem/matrix_files/imported_body.hpp"
#include "fem/matrix_files/imported_matrices.hpp"
#include "fem/matrix_files/matrix_format.hpp"
#include "fem/readers/labelled_nodes.hpp"
#include "fem/units.hpp"
#include "python/values.hpp"

#include <pybind11/stl.h>

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

namespace slideway::script {

namespace py = pybind11;

namespace {

// Content of the files before it is converted.
struct Content {
    fem::ImportedMatrices imported;
    std::vector<fem::FileDof> held;
    std::optional<fem::LabelledNodes> mesh;
    std::optional<fem::DofTable> table;
};

using Rows = std::pair<std::vector<fem::FileDof>, std::optional<fem::DofTable>>;

// Reads the labels of rows from a file of Ansys, or the table of dofs.
// @param M  file of the matrices, for messages
Rows labels_of_rows(const std::string& file, Index n, const std::string& M)
{
    if (auto named = fem::read_ansys_rows(file, n))
        return {std::move(*named), std::nullopt};
    return {{}, fem::read_dofs(file, n, M, 1.0)};
}

Content content_of(const std::vector<std::string>& files, const std::string& mesh,
                   const std::string& rows)
{
    Content content;
    fem::ImportedMatrices& imported = content.imported;
    std::vector<fem::ImportedMatrices> parts;
    for (const std::string& file : files)
        parts.push_back(fem::read_matrices(file));
    imported = fem::joined(std::move(parts));
    content.held = fem::remove_held(imported);
    fem::turn_to_basic(imported);
    if (!rows.empty() && imported.dofs.empty())
        std::tie(imported.dofs, content.table) = labels_of_rows(rows, imported.n(), files.front());
    if (!mesh.empty())
        content.mesh = fem::read_labelled_nodes(mesh);
    if (imported.dofs.empty() && content.mesh && !content.table)
        fem::name_rows(imported, *content.mesh);
    if (!content.mesh && !imported.nodes.X.empty())
        content.mesh = std::move(imported.nodes);
    return content;
}

const char* name_of(fem::FileQuantity quantity)
{
    switch (quantity) {
    case fem::FileQuantity::stiffness:
        return "K";
    case fem::FileQuantity::mass:
        return "M";
    case fem::FileQuantity::damping:
        return "C";
    case fem::FileQuantity::structural:
        return "H";
    case fem::FileQuantity::unknown:
        break;
    }
    return "";
}

py::list matrices_of(fem::ImportedMatrices& imported)
{
    py::list list;
    for (fem::FileMatrix& matrix : imported.matrices) {
        auto* const held = new SparseMatrix(std::move(matrix.A));
        const py::capsule owner(held, [](void* kept) { delete static_cast<SparseMatrix*>(kept); });
        held->makeCompressed();
        const char* const quantity = matrix.imaginary_of.empty() ? name_of(matrix.quantity) : "H";
        list.append(py::make_tuple(matrix.name, quantity, columns_of(*held, owner), matrix.source));
    }
    return list;
}

py::list pairs_of(const std::vector<fem::FileDof>& dofs)
{
    py::list list;
    for (const fem::FileDof& dof : dofs)
        list.append(py::make_tuple(dof.label, dof.component));
    return list;
}

py::list loads_of(const fem::ImportedMatrices& imported)
{
    py::list list;
    for (const fem::FileLoad& load : imported.loads) {
        py::list forces;
        for (const auto& [dof, force] : load.forces)
            forces.append(py::make_tuple(dof.label, dof.component, force));
        list.append(py::make_tuple(load.source, forces));
    }
    return list;
}

// Returns (names of dofs, positions by node, nodes by group).
py::tuple table_of(const fem::DofTable& table)
{
    std::vector<std::string> names(table.component.size());
    py::dict nodes, groups;
    for (const fem::TableNode& node : table.nodes) {
        nodes[py::str(node.name)] = py::make_tuple(node.X.x(), node.X.y(), node.X.z());
        for (std::size_t k = 0; k < node.dofs.size(); ++k)
            names[static_cast<std::size_t>(node.dofs[k])] = node.name + "." + node.components[k];
    }
    for (const auto& [group, members] : table.groups) {
        py::list list;
        for (const std::size_t member : members)
            list.append(py::str(table.nodes[member].name));
        groups[py::str(group)] = list;
    }
    return py::make_tuple(names, nodes, groups);
}

// Returns positions by label, sets of labels, and metres per unit or None.
py::dict nodes_of(const fem::LabelledNodes& mesh)
{
    py::dict nodes, read;
    py::list sets;
    for (const auto& [label, X] : mesh.X)
        nodes[py::int_(label)] = py::make_tuple(X[0], X[1], X[2]);
    for (const auto& [name, labels] : mesh.sets)
        sets.append(py::make_tuple(name, labels));
    read["nodes"] = nodes;
    read["sets"] = sets;
    read["unit"] = mesh.unit ? py::object(py::float_(*mesh.unit)) : py::none();
    return read;
}

py::object table_or_none(const std::optional<fem::DofTable>& table)
{
    return table ? py::object(table_of(*table)) : py::none();
}

} // namespace

py::tuple read_rows(const std::string& file, int n, const std::string& matrices)
{
    const auto [dofs, table] = labels_of_rows(file, n, matrices);
    return py::make_tuple(pairs_of(dofs), table_or_none(table));
}

py::dict read_matrix_files(const std::vector<std::string>& files, const std::string& mesh,
                           const std::string& rows)
{
    Content content = [&]() -> Content {
        const py::gil_scoped_release free;
        return content_of(files, mesh, rows);
    }();
    py::dict read = nodes_of(content.mesh.value_or(fem::LabelledNodes{}));
    read["format"] = content.imported.format;
    read["matrices"] = matrices_of(content.imported);
    read["dofs"] = pairs_of(content.imported.dofs);
    read["held"] = pairs_of(content.held);
    read["loads"] = loads_of(content.imported);
    read["table"] = table_or_none(content.table);
    read["notes"] = content.imported.notes;
    return read;
}

py::dict read_nodes(const std::string& file)
{
    const fem::LabelledNodes mesh = [&]() -> fem::LabelledNodes {
        const py::gil_scoped_release free;
        return fem::read_labelled_nodes(file);
    }();
    return nodes_of(mesh);
}

py::list unit_systems()
{
    py::list list;
    for (const fem::UnitSystem& system : fem::unit_systems())
        list.append(py::make_tuple(system.name, system.length, system.mass, system.time));
    return list;
}

} // namespace slideway::script
