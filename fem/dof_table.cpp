#include "fem/dof_table.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <sstream>

namespace slideway::fem {

namespace {

namespace fs = std::filesystem;

void check_name(const CsvTable& table, Index row, const char* what, const std::string& name)
{
    if (name.find_first_of(". \t/=\"") != std::string::npos)
        table.refuse(row, std::string(what) + " = " + name +
                              "; a name has no dot, slash, '=', quote or blank");
}

} // namespace

Eigen::Vector3d position(const CsvTable& table, Index row, double scale)
{
    return scale * Eigen::Vector3d(table.number(row, "X"), table.number(row, "Y"),
                                   table.has("Z") ? table.number(row, "Z") : 0.0);
}

DofTable read_dofs(const CsvTable& table, const fs::path& file, Index n, const fs::path& M,
                   double scale)
{
    DofTable dofs;
    dofs.row.assign(static_cast<std::size_t>(n), -1);
    if (table.n_rows() != n && table.n_rows() == 0)
        throw InputError::in_file(file.string(), "no lines; " + M.string() + " has " +
                                                     std::to_string(n) + " dofs");
    for (Index row = 0; row < table.n_rows(); ++row) {
        Index& place = dofs.row[static_cast<std::size_t>(table.integer(row, "dof", 1, n) - 1)];
        if (place >= 0)
            table.refuse(row, "dof = " + table.text(row, "dof") + "; it stands at line " +
                                  std::to_string(table.where(place).line) + " already");
        place = row;
    }
    for (Index dof = 0; dof < n; ++dof)
        if (dofs.row[static_cast<std::size_t>(dof)] < 0)
            throw InputError::in_file(file.string(), "no line for dof " + std::to_string(dof + 1) +
                                                         "; " + M.string() + " has " +
                                                         std::to_string(n));

    std::map<std::string, std::size_t> by_name;
    for (Index dof = 0; dof < n; ++dof) {
        const Index row = dofs.row[static_cast<std::size_t>(dof)];
        const std::string& name = table.text(row, "node");
        if (name.empty()) {
            if (!table.text(row, "groups").empty())
                table.refuse(row, "groups = " + table.text(row, "groups") +
                                      "; a dof without a node belongs to no group");
            continue;
        }
        check_name(table, row, "node", name);
        const std::string& component = table.text(row, "component");
        if (component.empty())
            table.refuse(row, "component is empty; node " + name + " needs one");
        check_name(table, row, "component", component);
        const Eigen::Vector3d X = position(table, row, scale);
        const auto [found, added] = by_name.emplace(name, dofs.nodes.size());
        if (added)
            dofs.nodes.push_back({name, X, {}, {}, row});
        TableNode& node = dofs.nodes[found->second];
        if (node.X != X)
            table.refuse(row, "node " + name + " lies elsewhere at line " +
                                  std::to_string(table.where(node.row).line));
        if (std::count(node.components.begin(), node.components.end(), component) > 0)
            table.refuse(row, "node " + name + " has component " + component + " twice");
        node.components.push_back(component);
        node.dofs.push_back(dof);

        std::istringstream groups(table.text(row, "groups"));
        for (std::string group; groups >> group;) {
            check_name(table, row, "groups", group);
            std::vector<std::size_t>& members = dofs.groups[group];
            if (std::find(members.begin(), members.end(), found->second) == members.end())
                members.push_back(found->second);
        }
    }
    for (const auto& [group, members] : dofs.groups) {
        const TableNode& first = dofs.nodes[members.front()];
        if (by_name.contains(group))
            table.refuse(first.row, "groups = " + group + "; a node has that name");
        for (const std::size_t member : members)
            if (const TableNode& node = dofs.nodes[member]; node.components != first.components)
                table.refuse(node.row, "group " + group + ": node " + node.name +
                                           " has components " + join(node.components) + ", node " +
                                           first.name + " has " + join(first.components));
    }
    return dofs;
}

} // namespace slideway::fem
