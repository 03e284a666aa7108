#include "fem/matrix_files/imported_body.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace slideway::fem {

namespace {

constexpr double no_place = std::numeric_limits<double>::quiet_NaN();

std::string component_name(int component, bool spatial)
{
    static const std::array<std::string, 6> names{"x",          "y",          "z",
                                                  "rotation_x", "rotation_y", "rotation_z"};
    return component == 6 && !spatial ? "rotation" : names[static_cast<std::size_t>(component) - 1];
}

Eigen::Vector3d position(const FileDof& dof, const std::optional<LabelledNodes>& mesh, double scale)
{
    if (!mesh)
        return Eigen::Vector3d::Constant(no_place);
    const auto found = mesh->X.find(static_cast<std::size_t>(dof.label));
    if (found == mesh->X.end())
        throw InputError::in_file(mesh->source, "no node " + std::to_string(dof.label) +
                                                    ", which the matrices have");
    return scale * Eigen::Vector3d(found->second.data());
}

bool usable(const std::string& name)
{
    return !name.empty() && name.find_first_of(". \t/=\"") == std::string::npos;
}

// Adds the sets and surfaces of a mesh as groups of nodes.
class GroupsOfMesh {
public:
    explicit GroupsOfMesh(DofTable& table) : table_(&table)
    {
        for (std::size_t k = 0; k < table.nodes.size(); ++k)
            number_.emplace(table.nodes[k].name, k);
    }

    void add(const LabelledNodes& mesh, std::vector<std::string>& notes)
    {
        for (const auto& [name, labels] : mesh.sets)
            add_set(name, labels);
        for (const auto& [name, faces] : mesh.surfaces)
            add_surface(name, faces, notes);
        if (without_.empty())
            return;
        constexpr std::size_t most = 5;
        const std::size_t n = without_.size();
        without_.resize(std::min(n, most));
        notes.push_back("sets of the mesh without a port: " + join(without_) +
                        (n > most ? ", ... (" + std::to_string(n) + ")" : "") +
                        "; the matrices lack a node of them, or the nodes have different "
                        "components");
    }

private:
    // Nodes of a group, ascending; empty if the matrices lack one, or components differ.
    std::vector<std::size_t> members_of(const std::vector<std::size_t>& labels) const
    {
        std::vector<std::size_t> members;
        for (const std::size_t label : labels) {
            const auto node = number_.find("n" + std::to_string(label));
            if (node == number_.end() ||
                table_->nodes[node->second].components !=
                    table_->nodes[members.empty() ? node->second : members.front()].components)
                return {};
            members.push_back(node->second);
        }
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        return members;
    }

    void add_set(const std::string& name, const std::vector<std::size_t>& labels)
    {
        std::vector<std::size_t> members;
        if (usable(name) && !number_.contains(name))
            members = members_of(labels);
        if (members.empty())
            without_.push_back(name);
        else
            table_->groups[name] = std::move(members);
    }

    // A surface whose name a set has gets another one.
    void add_surface(std::string name, const std::vector<LabelledFace>& faces,
                     std::vector<std::string>& notes)
    {
        std::vector<std::size_t> labels;
        for (const LabelledFace& face : faces)
            labels.insert(labels.end(), face.begin(), face.end());
        std::vector<std::size_t> members;
        if (usable(name) && !number_.contains(name))
            members = members_of(labels);
        if (members.empty()) {
            without_.push_back(name);
            return;
        }
        if (table_->groups.contains(name)) {
            notes.push_back("the mesh has a set " + name + " too; its surface is " + name +
                            "_surface");
            name += "_surface";
            if (table_->groups.contains(name))
                throw InputError("the mesh has several surfaces " + name);
        }
        std::vector<std::vector<int>>& local = table_->faces[name];
        for (const LabelledFace& face : faces) {
            std::vector<int>& nodes = local.emplace_back();
            for (const std::size_t label : face) {
                const std::size_t node = number_.at("n" + std::to_string(label));
                nodes.push_back(static_cast<int>(
                    std::lower_bound(members.begin(), members.end(), node) - members.begin()));
            }
        }
        table_->groups[name] = std::move(members);
    }

    DofTable* table_;
    std::unordered_map<std::string, std::size_t> number_;
    std::vector<std::string> without_;
};

// Adds the loads of the files. Those on held dofs have no effect.
void add_loads(const ImportedMatrices& imported,
               const std::vector<std::pair<FileDof, Index>>& row_of, DofTable& table,
               std::vector<std::string>& notes)
{
    for (const FileLoad& load : imported.loads) {
        TableLoad& added = table.loads.emplace_back();
        added.source = load.source;
        for (const auto& [dof, force] : load.forces) {
            const auto found =
                std::lower_bound(row_of.begin(), row_of.end(), std::pair<FileDof, Index>{dof, -1});
            if (found == row_of.end() || found->first != dof)
                throw InputError::in_file(imported.source, load.source + " has a force on " +
                                                               dof_text(dof) +
                                                               ", which the matrices lack");
            if (found->second >= 0)
                added.forces.emplace_back(found->second, force);
        }
        notes.push_back(load.source + " is the load case load_" +
                        std::to_string(table.loads.size()));
    }
}

} // namespace

void name_rows(ImportedMatrices& imported, const LabelledNodes& mesh)
{
    const auto n = static_cast<std::size_t>(imported.n()), nodes = mesh.X.size();
    if (n != 3 * nodes && n != 6 * nodes)
        throw InputError::in_file(imported.matrices.front().source,
                                  std::to_string(n) + " rows without names, and " + mesh.source +
                                      " has " + std::to_string(nodes) +
                                      " nodes; expected 3 or 6 rows for each. Write the matrices "
                                      "as MATRIX INPUT, which names the rows, or give dofs");
    std::vector<long long> labels;
    for (const auto& [label, X] : mesh.X)
        labels.push_back(static_cast<long long>(label));
    std::sort(labels.begin(), labels.end());
    for (const long long label : labels)
        for (int component = 1; component <= static_cast<int>(n / nodes); ++component)
            imported.dofs.push_back({label, component});
}

DofTable dof_table(const ImportedMatrices& imported, const std::vector<FileDof>& held,
                   const std::optional<LabelledNodes>& mesh, const UnitSystem& units,
                   std::vector<std::string>& notes)
{
    const auto n = static_cast<Index>(imported.dofs.size());
    const Eigen::Vector3d no_position = Eigen::Vector3d::Constant(no_place);
    std::vector<std::pair<FileDof, Index>> all; // with their rows, -1: held
    for (Index row = 0; row < n; ++row)
        all.emplace_back(imported.dofs[static_cast<std::size_t>(row)], row);
    for (const FileDof& dof : held)
        all.emplace_back(dof, -1);
    std::sort(all.begin(), all.end());

    DofTable table;
    table.component.resize(static_cast<std::size_t>(n));
    table.X = Matrix::Constant(n, 3, no_place);
    table.spatial = std::any_of(all.begin(), all.end(), [](const auto& one) -> bool {
        const FileDof& dof = one.first;
        return dof.on_node() && dof.component >= 3 && dof.component <= 5;
    });
    for (const auto& [dof, row] : all) {
        if (dof.label > 0 && dof.component == 0 && row >= 0) {
            table.nodes.push_back({"s" + std::to_string(dof.label), no_position, {"x"}, {row}});
            table.nodes.back().weight = 1 / std::sqrt(units.mass);
        }
        if (!dof.on_node())
            continue;
        const std::string name = "n" + std::to_string(dof.label);
        if (table.nodes.empty() || table.nodes.back().name != name)
            table.nodes.push_back({name, position(dof, mesh, units.length), {}, {}});
        TableNode& node = table.nodes.back();
        node.components.push_back(component_name(dof.component, table.spatial));
        node.dofs.push_back(row);
        if (row < 0)
            continue;
        table.component[static_cast<std::size_t>(row)] = node.components.back();
        table.X.row(row) = node.X.transpose();
    }
    if (mesh)
        GroupsOfMesh(table).add(*mesh, notes);
    add_loads(imported, all, table, notes);
    return table;
}

} // namespace slideway::fem
