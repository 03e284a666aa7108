#include "fem/readers/connectivity.hpp"

#include "base/text.hpp"
#include "fem/cells.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace slideway::fem {

namespace {

constexpr std::size_t most_listed = 5; // numbers in a message
constexpr std::size_t most_places = 3; // places in a message

using Corners = std::array<std::size_t, 8>; // ascending, after zeros for corners that are absent

Corners corners_of(const std::vector<std::size_t>& nodes, int dimension)
{
    const std::size_t n =
        dimension == 2
            ? std::min<std::size_t>(4, corner_count(nodes.size()))
            : static_cast<std::size_t>(shape_of(static_cast<Index>(nodes.size()), 3).n_corners);
    Corners corners{};
    std::copy_n(nodes.begin(), n, corners.begin());
    std::sort(corners.begin(), corners.end());
    return corners;
}

// Elements in the order of their corners, then of the file.
using ByCorners = std::vector<std::pair<Corners, std::size_t>>;

ByCorners by_corners(const FileMesh& file)
{
    ByCorners all;
    all.reserve(file.elements.size());
    for (std::size_t e = 0; e < file.elements.size(); ++e)
        all.emplace_back(corners_of(file.elements[e].nodes, file.dimension), e);
    std::sort(all.begin(), all.end());
    return all;
}

// Disjoint sets of the numbers 0 to n - 1; the smallest number of a set represents it.
class Sets {
public:
    explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }

    std::size_t operator()(std::size_t i)
    {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    // Unites two sets; false if they are one set already.
    bool join(std::size_t a, std::size_t b)
    {
        a = (*this)(a);
        b = (*this)(b);
        parent_[std::max(a, b)] = std::min(a, b);
        return a != b;
    }
    // Number of different sets.
    std::size_t count()
    {
        std::size_t n = 0;
        for (std::size_t i = 0; i < parent_.size(); ++i)
            n += (*this)(i) == i ? 1 : 0;
        return n;
    }

private:
    std::vector<std::size_t> parent_;
};

std::string place(const FileMesh& file, std::size_t node)
{
    const auto& x = file.X.at(node);
    return "(" + number_text(x[0], 6) + ", " + number_text(x[1], 6) +
           (file.dimension == 3 ? ", " + number_text(x[2], 6) : "") + ")";
}

// A side of a plane element or a face of a solid one.
struct Side {
    std::array<std::size_t, 4> corners{}; // ascending, after zeros for corners that are absent
    bool forward = false; // true: from the lowest number to the lower one of its two neighbours
    std::size_t element = 0;

    friend auto operator<=>(const Side&, const Side&) = default;
};

// Side through some corners in turn.
Side side_of(const std::vector<std::size_t>& corners, std::size_t element)
{
    const std::size_t n = corners.size();
    const auto lowest = static_cast<std::size_t>(std::min_element(corners.begin(), corners.end()) -
                                                 corners.begin());
    Side side;
    side.forward = n == 2 ? lowest == 0 : corners[(lowest + 1) % n] < corners[(lowest + n - 1) % n];
    side.element = element;
    std::copy(corners.begin(), corners.end(), side.corners.begin());
    std::sort(side.corners.begin(), side.corners.end());
    return side;
}

std::vector<Side> sorted_sides(const FileMesh& file)
{
    std::vector<Side> sides;
    for (std::size_t e = 0; e < file.elements.size(); ++e) {
        const std::vector<std::size_t>& nodes = file.elements[e].nodes;
        if (file.dimension == 3) {
            for (const std::array<int, 4>& face :
                 cell_of(shape_of(static_cast<Index>(nodes.size()), 3)).faces) {
                std::vector<std::size_t> corners;
                for (const int corner : face)
                    if (corner >= 0)
                        corners.push_back(nodes[static_cast<std::size_t>(corner)]);
                sides.push_back(side_of(corners, e));
            }
            continue;
        }
        const std::size_t n = corner_count(nodes.size());
        for (std::size_t i = 0; i < n; ++i)
            if (const std::size_t a = nodes[i], b = nodes[(i + 1) % n]; a != b)
                sides.push_back(side_of({a, b}, e));
    }
    std::sort(sides.begin(), sides.end());
    return sides;
}

// Unites the elements at each side and returns a note about those that overlap.
std::string join_by_sides(const FileMesh& file, Sets& parts)
{
    const std::vector<Side> sides = sorted_sides(file);
    std::size_t n_overlaps = 0, first = 0;
    for (std::size_t k = 1; k < sides.size(); ++k) {
        const Side &a = sides[k - 1], &b = sides[k];
        if (a.corners != b.corners)
            continue;
        parts.join(a.element, b.element);
        if (a.forward == b.forward && n_overlaps++ == 0)
            first = k;
    }
    if (n_overlaps == 0)
        return "";
    std::string corners;
    for (const std::size_t corner : sides[first].corners)
        if (corner > 0)
            corners += " " + place(file, corner);
    return "elements overlap at " + std::to_string(n_overlaps) +
           (file.dimension == 3 ? " face" : " side") + (n_overlaps == 1 ? "" : "s") +
           ", the first " + std::to_string(file.elements[sides[first - 1].element].tag) + " and " +
           std::to_string(file.elements[sides[first].element].tag) + " at" + corners +
           ": mass and stiffness count twice there";
}

struct NodeOfPart {
    std::size_t node = 0, part = 0;

    friend auto operator<=>(const NodeOfPart&, const NodeOfPart&) = default;
};

// Returns nodes with the sets of elements that they belong to.
std::vector<NodeOfPart> nodes_of(const FileMesh& file, Sets& parts)
{
    std::vector<NodeOfPart> nodes;
    for (std::size_t e = 0; e < file.elements.size(); ++e)
        for (const std::size_t node : file.elements[e].nodes)
            nodes.push_back({node, parts(e)});
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

// Returns pairs of sets that share a node, each with its nodes.
std::vector<std::pair<std::array<std::size_t, 2>, std::size_t>> shared_nodes(const FileMesh& file,
                                                                             Sets& parts)
{
    constexpr std::size_t most_pairs = 16; // parts of a node; beyond, only neighbours are paired
    const std::vector<NodeOfPart> nodes = nodes_of(file, parts);
    std::vector<std::pair<std::array<std::size_t, 2>, std::size_t>> shared;
    for (std::size_t begin = 0, end = 0; begin < nodes.size(); begin = end) {
        for (end = begin + 1; end < nodes.size() && nodes[end].node == nodes[begin].node;)
            ++end;
        const std::size_t reach = end - begin > most_pairs ? 1 : end - begin;
        for (std::size_t k = begin; k < end; ++k)
            for (std::size_t l = k + 1; l < std::min(end, k + 1 + reach); ++l)
                shared.push_back({{nodes[k].part, nodes[l].part}, nodes[k].node});
    }
    std::sort(shared.begin(), shared.end());
    return shared;
}

// Parts that share two nodes are fixed to each other. Parts that then share one node
// are hinged there.
std::string hinge_note(const FileMesh& file, Sets parts)
{
    auto shared = shared_nodes(file, parts);
    for (bool changed = true; changed; shared = shared_nodes(file, parts)) {
        changed = false;
        for (std::size_t k = 1; k < shared.size(); ++k)
            if (shared[k].first == shared[k - 1].first)
                changed = parts.join(shared[k].first[0], shared[k].first[1]) || changed;
    }
    if (shared.empty())
        return "";
    std::vector<std::size_t> hinges;
    for (const auto& [pair, node] : shared)
        hinges.push_back(node);
    std::sort(hinges.begin(), hinges.end());
    hinges.erase(std::unique(hinges.begin(), hinges.end()), hinges.end());
    const bool one = hinges.size() == 1;
    std::string places;
    for (std::size_t k = 0; k < std::min(most_places, hinges.size()); ++k)
        places +=
            (k == 0 ? "" : "; ") + std::to_string(hinges[k]) + " at " + place(file, hinges[k]);
    return std::string("parts of the mesh share ") +
           (one ? "one node only, which is a hinge: node "
                : "single nodes only, which are hinges: " + std::to_string(hinges.size()) +
                      " nodes, ") +
           places + (hinges.size() > most_places ? "; ..." : "");
}

// Describes nodes of different parts at one position: their number and the first two.
std::string coincidence_text(const FileMesh& file, Sets& parts)
{
    struct Point {
        double x = 0, y = 0;
        std::size_t node = 0, part = 0;
    };
    std::vector<Point> points;
    for (const auto& [node, part] : nodes_of(file, parts)) {
        const auto& x = file.X.at(node);
        points.push_back({x[0], x[1], node, part});
    }
    const auto by_x = [](const Point& a, const Point& b) -> bool { return a.x < b.x; };
    const auto by_y = [](const Point& a, const Point& b) -> bool { return a.y < b.y; };
    const auto [left, right] = std::minmax_element(points.begin(), points.end(), by_x);
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), by_y);
    const double same = 1e-9 * std::max(right->x - left->x, high->y - low->y);
    std::sort(points.begin(), points.end(), by_x);
    std::size_t count = 0;
    std::array<std::size_t, 2> first{};
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
        for (end = begin + 1; end < points.size() && points[end].x - points[end - 1].x <= same;)
            ++end;
        std::sort(points.begin() + static_cast<std::ptrdiff_t>(begin),
                  points.begin() + static_cast<std::ptrdiff_t>(end), by_y);
        for (std::size_t k = begin + 1; k < end; ++k)
            if (points[k].y - points[k - 1].y <= same && points[k].part != points[k - 1].part &&
                count++ == 0)
                first = {points[k - 1].node, points[k].node};
    }
    if (count == 0)
        return "";
    return "; nodes of different parts lie at " + std::to_string(count) +
           (count == 1 ? " place" : " places") + ", the first " + std::to_string(first[0]) +
           " and " + std::to_string(first[1]) + " at " + place(file, first[0]) +
           ": merge them if the parts are one";
}

std::string parts_note(const FileMesh& file, Sets parts)
{
    for (const auto& [pair, node] : shared_nodes(file, parts))
        parts.join(pair[0], pair[1]);
    const std::size_t n = parts.count();
    if (n < 2)
        return "";
    std::vector<std::size_t> n_elements(file.elements.size(), 0);
    for (std::size_t e = 0; e < file.elements.size(); ++e)
        ++n_elements[parts(e)];
    std::string text = "the mesh is " + std::to_string(n) + " parts that share no node: ";
    std::size_t listed = 0;
    for (std::size_t e = 0; e < file.elements.size() && listed < most_places; ++e)
        if (n_elements[e] > 0) {
            const std::size_t node = file.elements[e].nodes.front();
            text += (listed++ == 0 ? "" : "; ") + std::to_string(n_elements[e]) +
                    (n_elements[e] == 1 ? " element" : " elements") + " at node " +
                    std::to_string(node) + " " + place(file, node);
        }
    return text + (n > listed ? "; ..." : "") +
           (file.dimension == 2 ? coincidence_text(file, parts) : "");
}

} // namespace

std::string first_numbers(const std::vector<std::size_t>& numbers)
{
    std::string text;
    for (std::size_t k = 0; k < std::min(most_listed, numbers.size()); ++k)
        text += (k == 0 ? "" : ", ") + std::to_string(numbers[k]);
    return text + (numbers.size() > most_listed ? ", ..." : "");
}

void drop_repeated_elements(FileMesh& file)
{
    const ByCorners all = by_corners(file);
    std::vector<bool> again(file.elements.size(), false);
    for (std::size_t k = 1; k < all.size(); ++k)
        again[all[k].second] = all[k].first == all[k - 1].first;
    std::vector<std::size_t> dropped;
    std::vector<FileElement> kept;
    for (std::size_t e = 0; e < file.elements.size(); ++e)
        if (again[e])
            dropped.push_back(file.elements[e].tag);
        else
            kept.push_back(std::move(file.elements[e]));
    file.elements = std::move(kept);
    if (dropped.empty())
        return;
    const bool one = dropped.size() == 1;
    file.notes.push_back(std::to_string(dropped.size()) +
                         (one ? " element has the corners of an earlier one and is left out: "
                              : " elements have the corners of earlier ones and are left out: ") +
                         first_numbers(dropped) +
                         (one ? "; it would count twice" : "; they would count twice"));
}

void align_surface_cells(FileMesh& file)
{
    if (std::none_of(file.groups.begin(), file.groups.end(),
                     [](const FileGroup& group) -> bool { return group.dimension == 2; }))
        return;
    const ByCorners all = by_corners(file);
    for (FileGroup& group : file.groups)
        if (group.dimension == 2)
            for (std::vector<std::size_t>& cell : group.cells) {
                const std::pair<Corners, std::size_t> from{corners_of(cell, 2), 0};
                const auto found = std::lower_bound(all.begin(), all.end(), from);
                if (found != all.end() && found->first == from.first)
                    cell = file.elements[found->second].nodes;
            }
}

std::vector<std::string> connectivity_notes(const FileMesh& file)
{
    Sets parts(file.elements.size());
    std::vector<std::string> notes{join_by_sides(file, parts)};
    if (parts.count() > 1) {
        notes.push_back(parts_note(file, parts));
        if (file.dimension == 2)
            notes.push_back(hinge_note(file, parts));
    }
    std::erase(notes, "");
    return notes;
}

} // namespace slideway::fem
