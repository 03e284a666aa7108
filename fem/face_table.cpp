#include "fem/face_table.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/csv_table.hpp"
#include "fem/named_nodes.hpp"
#include "fem/traction.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

namespace slideway::fem {

namespace {

FaceGroups groups_of(const std::filesystem::path& file, const std::map<std::string, int>& number)
{
    static const std::set<std::size_t> sizes{2, 3, 4, 6, 8};
    const CsvTable table(file, {"group", "nodes"});
    FaceGroups groups;
    for (Index row = 0; row < table.n_rows(); ++row) {
        const std::string& group = table.text(row, "group");
        if (group.empty() || group.find_first_of(". \t/=\"") != std::string::npos)
            table.refuse(row, "group = " + group +
                                  "; a name is not empty and has no dot, slash, '=', quote or "
                                  "blank");
        std::vector<int> face;
        std::istringstream names(table.text(row, "nodes"));
        for (std::string name; names >> name;) {
            const auto node = number.find(name);
            if (node == number.end())
                table.refuse(row, "nodes: no dof has the node " + name);
            if (std::find(face.begin(), face.end(), node->second) != face.end())
                table.refuse(row, "nodes: " + name + " comes twice");
            face.push_back(node->second);
        }
        if (!sizes.contains(face.size()))
            table.refuse(row, "nodes: " + std::to_string(face.size()) +
                                  " of them; a face has 3, 4, 6 or 8, a side of a curve 2");
        std::vector<std::vector<int>>& faces = groups[group];
        if (!faces.empty() && (faces.front().size() == 2) != (face.size() == 2))
            table.refuse(row, "group " + group + " has faces and sides; expected one of the two");
        faces.push_back(std::move(face));
    }
    return groups;
}

} // namespace

FaceGroups read_faces(const std::filesystem::path& file, DofTable& dofs)
{
    std::map<std::string, int> number;
    for (std::size_t i = 0; i < dofs.nodes.size(); ++i)
        number[dofs.nodes[i].name] = static_cast<int>(i);
    FaceGroups groups = groups_of(file, number);
    for (auto& [name, faces] : groups) {
        if (number.contains(name))
            throw InputError::in_file(file.string(), "group " + name + ": a node has that name");
        std::set<std::size_t> on_faces;
        for (const std::vector<int>& face : faces)
            on_faces.insert(face.begin(), face.end());
        for (const std::size_t node : on_faces)
            if (dofs.nodes[node].components != dofs.nodes[*on_faces.begin()].components)
                throw InputError::in_file(file.string(), "group " + name + ": nodes " +
                                                             dofs.nodes[node].name + " and " +
                                                             dofs.nodes[*on_faces.begin()].name +
                                                             " have different components");
        std::vector<std::size_t>& members = dofs.groups[name];
        for (const std::size_t member : members)
            if (!on_faces.contains(member))
                throw InputError::in_file(file.string(), "group " + name + ": its node " +
                                                             dofs.nodes[member].name +
                                                             " is on none of its faces");
        members.assign(on_faces.begin(), on_faces.end());
        for (std::vector<int>& face : faces) // from row to index in the group
            for (int& node : face)
                node = static_cast<int>(
                    std::distance(on_faces.begin(), on_faces.find(static_cast<std::size_t>(node))));
    }
    return groups;
}

void weigh(MeshGroup& group, const std::string& name, const Matrix& X,
           const std::vector<std::vector<int>>& faces)
{
    if (faces.front().size() > 2) {
        add_faces(group, X, faces);
    } else {
        group.share = Vector::Zero(X.rows());
        for (const std::vector<int>& side : faces)
            (void)add_edge_shares({side[0], side[1]}, X, group.share);
    }
    if (!(group.share.sum() > 0))
        throw InputError("group " + name + ": its faces have no area");
    group.share /= group.share.sum();
}

} // namespace slideway::fem
