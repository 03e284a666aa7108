#include "fem/matrix_files/external_superelement.hpp"

#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <set>

namespace slideway::fem {

bool SuperelementCards::read(const BulkCard& card)
{
    if (card.name == "EXTRN")
        read_dofs(card);
    else if (card.name == "DTI" && upper(card.field(1)) == "TUG1")
        read_output_rows(card);
    else
        return grids_.read(card);
    return true;
}

// Pairs of a grid and its components, "123456", or of a scalar point and 0.
void SuperelementCards::read_dofs(const BulkCard& card)
{
    std::vector<FileDof> dofs;
    std::set<FileDof> known;
    const auto add = [&](const FileDof& dof) {
        if (!known.insert(dof).second)
            lines_->refuse(card.place, "EXTRN: " + dof_text(dof) + " comes twice");
        dofs.push_back(dof);
    };
    for (std::size_t i = 1; i <= card.fields.size(); i += 2) {
        if (card.field(i).empty())
            continue;
        const long long label = needed_field(*lines_, card, i, "grid");
        const std::string components(card.field(i + 1));
        if (components.empty() || components == "0") {
            add({label, 0});
            continue;
        }
        if (components.find_first_not_of("123456") != std::string::npos)
            lines_->refuse(card.place, "EXTRN: components \"" + components.substr(0, 20) +
                                           "\" of grid " + std::to_string(label) +
                                           "; expected digits from 1 to 6, or 0");
        std::string sorted = components;
        std::sort(sorted.begin(), sorted.end());
        for (const char component : sorted)
            add({label, component - '0'});
    }
    if (!dofs_.empty() && dofs_ != dofs)
        lines_->refuse(card.place, "a second EXTRN with other dofs; expected one superelement");
    dofs_ = std::move(dofs);
}

// The second record has four numbers for each point: type, label, number of components, first row.
void SuperelementCards::read_output_rows(const BulkCard& card)
{
    if (card.field(2) != "2")
        return;
    std::vector<OutputRows> rows;
    std::size_t i = 3;
    while (i <= card.fields.size() &&
           (card.field(i).empty() || card.field(i).find_first_of("0123456789") != 0))
        ++i;
    for (; i + 3 <= card.fields.size() && upper(card.field(i)) != "ENDREC"; i += 4) {
        if (card.field(i).empty() && card.field(i + 1).empty()) // the end of a short line
            continue;
        OutputRows point;
        point.scalar = needed_field(*lines_, card, i, "type") != 1;
        point.label = needed_field(*lines_, card, i + 1, "label");
        point.count = needed_field(*lines_, card, i + 2, "number of components");
        point.first = needed_field(*lines_, card, i + 3, "row") - 1;
        if (point.scalar)
            point.count = 1; // the file may give 6
        rows.push_back(point);
    }
    output_rows_ = std::move(rows);
}

void SuperelementCards::add_nodes(ImportedMatrices& imported, const std::string& source)
{
    imported.nodes.source = source;
    imported.nodes.X = grids_.positions();
    imported.axes = grids_.axes(imported.nodes.X);
}

} // namespace slideway::fem
