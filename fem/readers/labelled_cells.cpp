#include "fem/readers/labelled_cells.hpp"

#include "fem/cells.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace slideway::fem {

namespace {

using Labels = std::vector<std::size_t>;

const Shape* shape_with(std::size_t n_nodes, int dimension)
{
    for (const Shape& shape : shapes())
        if (shape.dimension == dimension && static_cast<std::size_t>(shape.n_nodes) == n_nodes)
            return &shape;
    return nullptr;
}

std::optional<LabelledCell> made_cell(Labels nodes, int dimension)
{
    const Shape* const shape = shape_with(nodes.size(), dimension);
    if (!shape)
        return std::nullopt;
    return LabelledCell{shape, std::move(nodes)};
}

std::size_t n_corners(std::size_t n_face_nodes)
{
    return n_face_nodes > 4 ? n_face_nodes / 2 : n_face_nodes;
}

Labels sorted_corners(const Labels& face)
{
    Labels corners(face.begin(),
                   face.begin() + static_cast<std::ptrdiff_t>(n_corners(face.size())));
    std::sort(corners.begin(), corners.end());
    return corners;
}

// Dimension of a type of Abaqus by the beginning of its name; -1: no cell.
int abaqus_dimension(std::string_view type)
{
    struct Family {
        std::string_view beginning;
        int dimension;
    };
    // A name continues with a digit, so that SPRINGA is no shell.
    static const std::vector<Family> families{
        {"C3D", 3},     {"SC", 3},      {"CSS", 3},   {"DC3D", 3},  {"DCC3D", 3}, {"AC3D", 3},
        {"COH3D", 3},   {"F3D", 3},     {"GK3D", 3},  {"EMC3D", 3}, {"S", 2},     {"STRI", 2},
        {"DS", 2},      {"M3D", 2},     {"SFM3D", 2}, {"R3D", 2},   {"CPS", 2},   {"CPE", 2},
        {"CAX", 2},     {"DC2D", 2},    {"AC2D", 2},  {"COH2D", 2}, {"B", 1},     {"T2D", 1},
        {"T3D", 1},     {"R2D", 1},     {"RB2D", 1},  {"RB3D", 1},  {"PIPE", 1},  {"ELBOW", 1},
        {"FRAME2D", 1}, {"FRAME3D", 1}, {"SAX", 1}};
    for (const auto& [beginning, dimension] : families)
        if (type.starts_with(beginning) && type.size() > beginning.size() &&
            type[beginning.size()] >= '0' && type[beginning.size()] <= '9')
            return dimension;
    return -1;
}

// Nodes of a solid of Nastran, whose mid nodes of the third direction come before those of the top.
Labels reordered(const Labels& nodes, std::size_t corners, std::size_t around)
{
    Labels all(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(corners + around));
    const auto upright = nodes.begin() + static_cast<std::ptrdiff_t>(corners + around),
               top = upright + static_cast<std::ptrdiff_t>(around);
    all.insert(all.end(), top, top + static_cast<std::ptrdiff_t>(around));
    all.insert(all.end(), upright, top);
    return all;
}

struct NastranKind {
    std::string_view card;
    int dimension;
    std::size_t corners, nodes;
};

const NastranKind* nastran_kind(std::string_view card)
{
    static constexpr std::array<NastranKind, 16> kinds{{{"CHEXA", 3, 8, 20},
                                                        {"CPENTA", 3, 6, 15},
                                                        {"CTETRA", 3, 4, 10},
                                                        {"CQUAD4", 2, 4, 4},
                                                        {"CQUADR", 2, 4, 4},
                                                        {"CQUAD8", 2, 4, 8},
                                                        {"CSHEAR", 2, 4, 4},
                                                        {"CTRIA3", 2, 3, 3},
                                                        {"CTRIAR", 2, 3, 3},
                                                        {"CTRIA6", 2, 3, 6},
                                                        {"CBAR", 1, 2, 2},
                                                        {"CBEAM", 1, 2, 2},
                                                        {"CROD", 1, 2, 2},
                                                        {"CTUBE", 1, 2, 2},
                                                        {"CONROD", 1, 2, 2},
                                                        {"PLOTEL", 1, 2, 2}}};
    for (const NastranKind& kind : kinds)
        if (kind.card == card)
            return &kind;
    return nullptr;
}

} // namespace

std::optional<LabelledCell> abaqus_cell(std::string_view type, const Labels& nodes)
{
    const int dimension = abaqus_dimension(type);
    if (dimension != 1)
        return made_cell(nodes, dimension);
    if (nodes.size() < 2)
        return std::nullopt;
    // The mid node of B32 comes second; a further node of a beam gives its direction.
    const bool has_mid =
        nodes.size() > 2 &&
        (type.starts_with("B22") || type.starts_with("B32") || type.starts_with("PIPE22") ||
         type.starts_with("PIPE32") || type.starts_with("T2D3") || type.starts_with("T3D3"));
    return made_cell({nodes[0], nodes[has_mid ? 2 : 1]}, 1);
}

std::size_t nastran_nodes(std::string_view card)
{
    const NastranKind* const kind = nastran_kind(card);
    return kind ? kind->nodes : 0;
}

std::optional<LabelledCell> nastran_cell(std::string_view card, const Labels& nodes)
{
    const NastranKind* const kind = nastran_kind(card);
    if (!kind)
        return std::nullopt;
    Labels given(nodes.begin(),
                 nodes.begin() + static_cast<std::ptrdiff_t>(std::min(nodes.size(), kind->nodes)));
    given.resize(kind->nodes, 0);
    const auto corners_end = given.begin() + static_cast<std::ptrdiff_t>(kind->corners);
    if (std::find(given.begin(), corners_end, 0U) != corners_end)
        return std::nullopt;
    if (std::find(corners_end, given.end(), 0U) != given.end())
        given.resize(kind->corners);
    if (given.size() > kind->corners && kind->dimension == 3 && kind->corners > 4)
        given = reordered(given, kind->corners, kind->corners / 2);
    return made_cell(std::move(given), kind->dimension);
}

void add(LabelledCells& cells, const LabelledCell& cell)
{
    std::vector<std::size_t>& all = cells[cell.shape];
    all.insert(all.end(), cell.nodes.begin(), cell.nodes.end());
}

LabelledFace face_of(const LabelledCell& cell, std::size_t i)
{
    LabelledFace nodes;
    for (const int place : face_places(*cell.shape, i))
        nodes.push_back(cell.nodes[static_cast<std::size_t>(place)]);
    return nodes;
}

LabelledFaces::LabelledFaces(const LabelledCells& cells)
{
    for (const auto& [shape, all] : cells) {
        const auto n = static_cast<std::ptrdiff_t>(shape->n_nodes);
        if (shape->dimension != 3)
            continue;
        for (auto first = all.begin(); first != all.end(); first += n) {
            const LabelledCell cell{shape, {first, first + n}};
            for (std::size_t i = 0; i < cell_of(*shape).faces.size(); ++i) {
                LabelledFace face = face_of(cell, i), corners = sorted_corners(face);
                faces_.push_back({std::move(corners), std::move(face)});
            }
        }
    }
    std::stable_sort(faces_.begin(), faces_.end(),
                     [](const Known& a, const Known& b) -> bool { return a.corners < b.corners; });
    std::vector<Known> single;
    for (Known& known : faces_)
        if (!single.empty() && single.back().corners == known.corners)
            ++single.back().count;
        else
            single.push_back(std::move(known));
    faces_ = std::move(single);
}

const LabelledFaces::Known* LabelledFaces::find(const LabelledFace& face) const
{
    const LabelledFace corners = sorted_corners(face);
    const auto found = std::lower_bound(
        faces_.begin(), faces_.end(), corners,
        [](const Known& known, const LabelledFace& wanted) { return known.corners < wanted; });
    return found != faces_.end() && found->corners == corners ? &*found : nullptr;
}

void LabelledFaces::align(LabelledFace& face) const
{
    if (const Known* const known = find(face))
        face = known->face;
}

bool LabelledFaces::is_outer(const LabelledFace& face) const
{
    const Known* const known = find(face);
    return known && known->count == 1;
}

} // namespace slideway::fem
