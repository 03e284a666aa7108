#include "fem/dof_table.hpp"

#include "base/error.hpp"
#include "base/measure.hpp"
#include "base/text.hpp"
#include "fem/csv_table.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <sstream>
#include <unordered_set>
#include <utility>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

constexpr double no_place = std::numeric_limits<double>::quiet_NaN();
constexpr const char* allowed_name = "a name has no dot, slash, '=', quote or blank";

bool usable(const std::string& name)
{
    return name.find_first_of(". \t/=\"") == std::string::npos;
}

void check_name(const CsvTable& table, Index row, const char* what, const std::string& name)
{
    if (!usable(name))
        table.refuse(row, std::string(what) + " = " + name + "; " + allowed_name);
}

// Returns the axis along which a component moves.
std::optional<Index> translation_axis(const std::string& component)
{
    static const std::map<std::string, Index> axes{{"x", 0}, {"y", 1}, {"z", 2}};
    const auto found = axes.find(component);
    return found == axes.end() ? std::nullopt : std::optional(found->second);
}

// Returns X, Y and Z [m] of a row, NaN in a table without positions; `scale` in metres per unit.
Eigen::Vector3d position(const CsvTable& table, Index row, double scale)
{
    if (!table.has("X"))
        return Eigen::Vector3d::Constant(no_place);
    return scale * Eigen::Vector3d(table.number(row, "X"), table.number(row, "Y"),
                                   table.has("Z") ? table.number(row, "Z") : 0.0);
}

// Returns the row of each dof.
std::vector<Index> rows_of(const CsvTable& table, const fs::path& file, Index n,
                           const std::string& M)
{
    std::vector<Index> rows(static_cast<std::size_t>(n), -1);
    if (table.n_rows() != n && table.n_rows() == 0)
        throw InputError::in_file(file.string(),
                                  "no lines; " + M + " has " + std::to_string(n) + " dofs");
    for (Index row = 0; row < table.n_rows(); ++row) {
        Index& place = rows[static_cast<std::size_t>(table.integer(row, "dof", 1, n) - 1)];
        if (place >= 0)
            table.refuse(row, "dof = " + table.text(row, "dof") + "; it is at line " +
                                  std::to_string(table.where(place).line) + " already");
        place = row;
    }
    for (Index dof = 0; dof < n; ++dof)
        if (rows[static_cast<std::size_t>(dof)] < 0)
            throw InputError::in_file(file.string(), "no line for dof " + std::to_string(dof + 1) +
                                                         "; " + M + " has " + std::to_string(n));
    return rows;
}

// Describes two nodes of a group with different components.
std::string difference(const std::string& group, const TableNode& node, const TableNode& first)
{
    return "group " + group + ": node " + node.name + " has components " + join(node.components) +
           ", node " + first.name + " has " + join(first.components);
}

std::string dof_key(std::size_t dof)
{
    return "dofs." + std::to_string(dof + 1);
}

// Splits "node.component" at its first dot.
std::pair<std::string, std::string> split(const NamedDofs& dofs, std::size_t dof)
{
    const std::string& name = (*dofs.names)[dof];
    const auto dot = name.find('.');
    if (dot == 0 || dot == std::string::npos || dot + 1 == name.size())
        throw InputError(dof_key(dof), "\"" + name + "\"",
                         "expected \"node.component\", e.g. \"n1.x\", or \"\" for a dof that "
                         "nothing touches");
    const std::string node = name.substr(0, dot), component = name.substr(dot + 1);
    if (!usable(node) || !usable(component))
        throw InputError(dof_key(dof), "\"" + name + "\"", allowed_name);
    return {node, component};
}

Eigen::Vector3d position(const NamedDofs& dofs, const std::string& node, double scale)
{
    const auto found = dofs.nodes.find(node);
    if (found == dofs.nodes.end())
        return Eigen::Vector3d::Constant(no_place);
    const std::vector<double>& X = found->second;
    return scale * Eigen::Vector3d(X[0], X[1], X.size() > 2 ? X[2] : 0.0);
}

using Numbers = std::map<std::string, std::size_t>; // indices of nodes by name

void check_positions(const NamedDofs& dofs, const Numbers& number,
                     const std::vector<std::string>& names)
{
    for (const auto& [node, X] : dofs.nodes) {
        if (!number.contains(node))
            throw InputError("nodes", "\"" + node + "\"",
                             "no dof has that node" + name_hint(node, names));
        if (X.size() != 2 && X.size() != 3)
            throw InputError("nodes." + node, std::to_string(X.size()) + " numbers",
                             "expected X, Y and, if needed, Z [m]");
    }
}

void add_groups(DofTable& table, const NamedDofs& dofs, const Numbers& number,
                const std::vector<std::string>& names)
{
    for (const auto& [group, members] : dofs.groups) {
        const std::string key = "groups." + group;
        if (!usable(group) || number.contains(group))
            throw InputError("groups", "\"" + group + "\"",
                             usable(group) ? "a node has that name" : allowed_name);
        if (members.empty())
            throw InputError(key, "[]", "expected the names of its nodes");
        std::vector<std::size_t>& list = table.groups[group];
        std::unordered_set<std::size_t> known;
        for (const std::string& member : members) {
            const auto node = number.find(member);
            if (node == number.end())
                throw InputError(key, "\"" + member + "\"",
                                 "no dof has that node" + name_hint(member, names));
            if (known.insert(node->second).second)
                list.push_back(node->second);
            const TableNode &first = table.nodes[list.front()], &last = table.nodes[node->second];
            if (last.components != first.components)
                throw InputError(key, "\"" + member + "\"", difference(group, last, first));
        }
    }
}

} // namespace

DofTable read_dofs(const fs::path& file, Index n, const std::string& M, double scale)
{
    const CsvTable table(file, {"dof", "node", "component"}, {"X", "Y", "Z", "groups"});
    if (table.has("X") != table.has("Y") || (table.has("Z") && !table.has("X")))
        throw InputError::in_file(file.string(), "positions need the columns X and Y");
    const std::vector<Index> rows = rows_of(table, file, n, M);
    DofTable dofs;
    dofs.spatial = table.has("Z");
    dofs.X = Matrix::Constant(n, 3, no_place);
    std::map<std::string, std::size_t> by_name;
    std::map<std::string, std::unordered_set<std::size_t>> members;
    for (Index dof = 0; dof < n; ++dof) {
        const Index row = rows[static_cast<std::size_t>(dof)];
        const std::string& component = table.text(row, "component");
        dofs.component.push_back(component);
        const std::string& name = table.text(row, "node");
        if (!name.empty() || translation_axis(component))
            dofs.X.row(dof) = position(table, row, scale).transpose();
        if (name.empty()) {
            if (!table.text(row, "groups").empty())
                table.refuse(row, "groups = " + table.text(row, "groups") +
                                      "; a dof without a node belongs to no group");
            continue;
        }
        check_name(table, row, "node", name);
        if (component.empty())
            table.refuse(row, "component is empty; node " + name + " needs one");
        check_name(table, row, "component", component);
        const auto [found, added] = by_name.emplace(name, dofs.nodes.size());
        if (added)
            dofs.nodes.push_back({name, dofs.X.row(dof).transpose(), {}, {}, row});
        TableNode& node = dofs.nodes[found->second];
        if (table.has("X") && node.X != dofs.X.row(dof).transpose())
            table.refuse(row, "node " + name + " lies elsewhere at line " +
                                  std::to_string(table.where(node.row).line));
        if (std::count(node.components.begin(), node.components.end(), component) > 0)
            table.refuse(row, "node " + name + " has component " + component + " twice");
        node.components.push_back(component);
        node.dofs.push_back(dof);

        std::istringstream groups(table.text(row, "groups"));
        for (std::string group; groups >> group;) {
            check_name(table, row, "groups", group);
            if (members[group].insert(found->second).second)
                dofs.groups[group].push_back(found->second);
        }
    }
    for (const auto& [group, members] : dofs.groups) {
        const TableNode& first = dofs.nodes[members.front()];
        if (by_name.contains(group))
            table.refuse(first.row, "groups = " + group + "; a node has that name");
        for (const std::size_t member : members)
            if (const TableNode& node = dofs.nodes[member]; node.components != first.components)
                table.refuse(node.row, difference(group, node, first));
    }
    return dofs;
}

DofTable table_of(const NamedDofs& dofs, Index n, double scale)
{
    if (static_cast<Index>(dofs.names->size()) != n)
        throw InputError("dofs", std::to_string(dofs.names->size()) + " names",
                         "expected " + std::to_string(n) + ", one for each row of M");
    Numbers number;
    std::vector<std::string> names;
    for (std::size_t dof = 0; dof < dofs.names->size(); ++dof)
        if (!(*dofs.names)[dof].empty())
            if (const std::string node = split(dofs, dof).first;
                number.emplace(node, number.size()).second)
                names.push_back(node);
    check_positions(dofs, number, names);

    DofTable table;
    table.X = Matrix::Constant(n, 3, no_place);
    table.component.resize(dofs.names->size());
    table.spatial = std::any_of(dofs.nodes.begin(), dofs.nodes.end(),
                                [](const auto& node) -> bool { return node.second.size() > 2; });
    for (const std::string& node : names)
        table.nodes.push_back({node, position(dofs, node, scale), {}, {}});
    for (std::size_t dof = 0; dof < dofs.names->size(); ++dof) {
        if ((*dofs.names)[dof].empty()) {
            table.moves_known = false;
            continue;
        }
        const auto [name, component] = split(dofs, dof);
        if (component == "z" || component == "rotation_x" || component == "rotation_y")
            table.spatial = true;
        TableNode& node = table.nodes[number.at(name)];
        if (std::count(node.components.begin(), node.components.end(), component) > 0)
            throw InputError(dof_key(dof), "\"" + (*dofs.names)[dof] + "\"",
                             "that name is repeated");
        node.components.push_back(component);
        node.dofs.push_back(static_cast<Index>(dof));
        table.component[dof] = component;
        table.X.row(static_cast<Index>(dof)) = node.X.transpose();
    }
    add_groups(table, dofs, number, names);
    return table;
}

NamedNodes named_nodes(const DofTable& dofs)
{
    NamedNodes nodes;
    nodes.X.resize(static_cast<Index>(dofs.nodes.size()), 3);
    for (const TableNode& node : dofs.nodes) {
        nodes.X.row(nodes.n()) = node.X.transpose();
        nodes.add(node.name, node.components, node.dofs, node.weight);
    }
    return nodes;
}

void add_rigid_motions(Substructure& s, const DofTable& dofs)
{
    s.rigid.resize(s.n(), 0);
    if (!dofs.moves_known)
        return;
    const std::vector<std::string> names =
        dofs.spatial
            ? std::vector<std::string>{"translation in x", "translation in y", "translation in z",
                                       "rotation about x", "rotation about y", "rotation about z"}
            : std::vector<std::string>{"translation in x", "translation in y", "rotation"};
    Matrix R = Matrix::Zero(s.n(), 6); // translations, then rotations about x, y, z
    for (Index dof = 0; dof < s.n(); ++dof) {
        const std::string& component = dofs.component[static_cast<std::size_t>(dof)];
        if (const std::optional<Index> axis = rotation_axis(component))
            R(dof, 3 + *axis) = 1;
        if (const std::optional<Index> axis = translation_axis(component)) {
            const Index c = *axis;
            R(dof, c) = 1;
            R(dof, 3 + (c + 1) % 3) = dofs.X(dof, (c + 2) % 3); // e x X
            R(dof, 3 + (c + 2) % 3) = -dofs.X(dof, (c + 1) % 3);
        }
    }
    const std::vector<Index> columns =
        dofs.spatial ? std::vector<Index>{0, 1, 2, 3, 4, 5} : std::vector<Index>{0, 1, 5};
    for (std::size_t k = 0; k < columns.size(); ++k)
        if (R.col(columns[k]).norm() > 0) { // false for NaN, that is, without positions
            s.rigid.conservativeResize(Eigen::NoChange, s.rigid.cols() + 1);
            s.rigid.rightCols(1) = R.col(columns[k]);
            s.rigid_names.push_back(names[k]);
        }
}

} // namespace slideway::fem
