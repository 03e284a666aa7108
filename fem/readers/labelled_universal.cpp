#include "fem/readers/labelled_universal.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/readers/mesh_text.hpp"

#include <array>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {

namespace {

using Labels = std::vector<std::size_t>;

// An FE descriptor with a cell.
struct Descriptor {
    std::size_t number;
    int dimension;
    std::size_t nodes;
    bool beam = false; ///< has one more line
};

constexpr std::array<Descriptor, 31> descriptors{
    {{11, 1, 2, true}, {21, 1, 2, true}, {22, 1, 2, true}, {23, 1, 2, true}, {24, 1, 3, true},
     {41, 2, 3},       {42, 2, 6},       {44, 2, 4},       {45, 2, 8},       {51, 2, 3},
     {52, 2, 6},       {54, 2, 4},       {55, 2, 8},       {71, 2, 4},       {72, 2, 6},
     {74, 2, 3},       {75, 2, 8},       {81, 2, 3},       {82, 2, 6},       {84, 2, 4},
     {85, 2, 8},       {91, 2, 3},       {92, 2, 6},       {94, 2, 4},       {95, 2, 8},
     {111, 3, 4},      {112, 3, 6},      {113, 3, 15},     {115, 3, 8},      {116, 3, 20},
     {118, 3, 10}}};

const Descriptor* descriptor_of(std::size_t number)
{
    for (const Descriptor& one : descriptors)
        if (one.number == number)
            return &one;
    return nullptr;
}

// Takes corners and mid nodes, which alternate around a face, apart.
void take_ring(std::span<const std::size_t> ring, Labels& corners, Labels& middle)
{
    for (std::size_t i = 0; i < ring.size(); ++i)
        (i % 2 == 0 ? corners : middle).push_back(ring[i]);
}

// Nodes in the order of a Shape: corners, then mid nodes around the bottom, around the top, and
// upright. Elements of first order have that order already. Files have the bottom face, upright
// mid nodes, and the top face or apex.
Labels in_order(const Descriptor& element, Labels nodes)
{
    const std::size_t n = nodes.size();
    if (element.dimension == 1)
        return {nodes.front(), nodes.back()};
    if ((element.dimension == 2 && n <= 4) || (element.dimension == 3 && n <= 8))
        return nodes;
    const std::size_t bottom = element.dimension == 2 ? n
                               : n == 20              ? 8
                                                      : 6,
                      upright = element.dimension == 2 ? 0
                                : n == 20              ? 4
                                                       : 3;
    Labels corners, middle;
    take_ring(std::span(nodes).first(bottom), corners, middle);
    take_ring(std::span(nodes).subspan(bottom + upright), corners, middle);
    corners.insert(corners.end(), middle.begin(), middle.end());
    const auto first = nodes.begin() + static_cast<std::ptrdiff_t>(bottom);
    corners.insert(corners.end(), first, first + static_cast<std::ptrdiff_t>(upright));
    return corners;
}

struct Group {
    std::string name;
    Labels nodes, elements;
};

class Reader {
public:
    explicit Reader(const std::filesystem::path& file) : lines_(file)
    {
        nodes_.source = file.string();
    }

    LabelledNodes read()
    {
        while (lines_.next()) {
            if (trimmed(lines_.text()) != "-1")
                continue; // text between datasets
            if (!lines_.next())
                break;
            read_dataset(std::string(trimmed(lines_.text())));
        }
        check();
        for (const auto& [label, cell] : cells_)
            add(nodes_.cells, cell);
        add_groups();
        if (n_without_ > 0)
            nodes_.notes.push_back(nodes_.source + ": " + plural(n_without_, "element") + " that " +
                                   (n_without_ == 1 ? "is" : "are") + " not drawn");
        return std::move(nodes_);
    }

private:
    // Goes to the next line of a dataset; false at its end.
    bool data()
    {
        if (!lines_.next())
            lines_.refuse("the file ends within a dataset");
        return trimmed(lines_.text()) != "-1";
    }

    // Next record of at least `n` numbers.
    std::vector<std::string> record(std::size_t n, const std::string& what)
    {
        if (!data())
            lines_.refuse(what + " ends early");
        std::vector<std::string> fields = blank_fields(lines_.text());
        if (fields.size() < n)
            lines_.refuse(what + "; expected " + std::to_string(n) + " numbers in this line");
        return fields;
    }

    void read_dataset(const std::string& number)
    {
        if (number == "2411" || number == "781" || number == "15")
            read_nodes(number == "15");
        else if (number == "2412")
            read_elements();
        else if (number == "164")
            read_unit();
        else if (number == "2435" || number == "2452" || number == "2467" || number == "2477")
            read_groups(4);
        else if (number == "2429" || number == "2430" || number == "2432")
            read_groups(2);
        else
            while (data()) {
            }
    }

    void read_nodes(bool one_line)
    {
        while (data()) {
            const std::vector<std::string> head = blank_fields(lines_.text());
            if (head.empty() || (one_line && head.size() < 7))
                lines_.refuse("expected the numbers of a node");
            const std::size_t label = whole_number(lines_, head[0], "node");
            const std::vector<std::string> x =
                one_line ? std::vector(head.begin() + 4, head.end()) : record(3, "node " + head[0]);
            if (!nodes_.X
                     .emplace(label, std::array{real_number(lines_, x[0], "coordinate"),
                                                real_number(lines_, x[1], "coordinate"),
                                                real_number(lines_, x[2], "coordinate")})
                     .second)
                lines_.refuse("node " + head[0] + " comes twice");
        }
    }

    void read_unit()
    {
        (void)record(1, "units");
        const std::vector<std::string> factors = record(1, "unit factors");
        const double factor = real_number(lines_, factors[0], "length factor");
        if (!(factor > 0))
            lines_.refuse("length factor " + factors[0] + "; expected a number > 0");
        nodes_.unit = 1 / factor;
        while (data()) {
        }
    }

    void read_elements()
    {
        while (data()) {
            const std::vector<std::string> head = blank_fields(lines_.text());
            const MeshPlace place = lines_.place();
            if (head.size() < 6)
                lines_.refuse("expected the six numbers of an element");
            const std::size_t label = whole_number(lines_, head[0], "element"),
                              count = whole_number(lines_, head[5], "number of nodes");
            const Descriptor* const known =
                descriptor_of(whole_number(lines_, head[1], "FE descriptor"));
            if (known && known->beam)
                (void)record(1, "element " + head[0]); // orientation and end conditions
            Labels nodes;
            while (nodes.size() < count)
                for (const std::string& field : record(1, "element " + head[0]))
                    nodes.push_back(whole_number(lines_, field, "node"));
            if (nodes.size() > count)
                lines_.refuse("element " + head[0] + " has more than " + head[5] + " nodes");
            if (!places_.emplace(label, place).second)
                lines_.refuse(place, "element " + head[0] + " comes twice");
            const int dimension = known ? known->dimension : 0;
            // The number of nodes decides the shape of a plane element.
            const bool fits =
                known && (dimension == 2 ? count == 3 || count == 4 || count == 6 || count == 8
                                         : count == known->nodes);
            if (!fits) {
                ++n_without_;
                continue;
            }
            Labels sorted = in_order(*known, std::move(nodes));
            const Shape& shape = shape_of(static_cast<Index>(sorted.size()), dimension);
            cells_.emplace(label, LabelledCell{&shape, std::move(sorted)});
        }
    }

    void read_groups(std::size_t numbers_per_entity)
    {
        while (data()) {
            const std::vector<std::string> head = blank_fields(lines_.text());
            if (head.empty())
                lines_.refuse("expected the numbers of a group");
            const std::size_t count =
                head.back() == "0" ? 0 : whole_number(lines_, head.back(), "number of entities");
            if (!data())
                lines_.refuse("group " + head[0] + " ends before its name");
            Group group{std::string(trimmed(lines_.text())), {}, {}};
            if (group.name.empty())
                group.name = "group_" + head[0];
            for (std::size_t read = 0; read < count;) {
                const std::vector<std::string> more =
                    record(numbers_per_entity, "group \"" + group.name + "\"");
                for (std::size_t i = 0; i + 1 < more.size(); i += numbers_per_entity, ++read)
                    if (more[i] == "7" || more[i] == "8")
                        (more[i] == "7" ? group.nodes : group.elements)
                            .push_back(whole_number(lines_, more[i + 1], "entity"));
            }
            groups_.push_back(std::move(group));
        }
    }

    void check() const
    {
        if (nodes_.X.empty())
            throw InputError::in_file(nodes_.source,
                                      "no nodes (datasets 15, 781 or 2411) in this universal file");
        for (const auto& [label, cell] : cells_)
            for (const std::size_t node : cell.nodes)
                if (!nodes_.X.contains(node))
                    lines_.refuse(places_.at(label), "element " + std::to_string(label) +
                                                         " names node " + std::to_string(node) +
                                                         ", which is not in the file");
    }

    // Nodes that are not in the file are left out, with a note.
    void add_groups()
    {
        const LabelledFaces solids(nodes_.cells);
        for (Group& group : groups_) {
            std::vector<LabelledFace> faces;
            for (const std::size_t element : group.elements)
                if (const auto cell = cells_.find(element);
                    cell != cells_.end() && cell->second.shape->dimension == 2) {
                    faces.push_back(cell->second.nodes);
                    solids.align(faces.back());
                }
            const std::size_t given = group.nodes.size();
            std::erase_if(group.nodes,
                          [this](std::size_t node) { return !nodes_.X.contains(node); });
            if (group.nodes.size() < given)
                nodes_.notes.push_back(nodes_.source + ": group \"" + group.name + "\" names " +
                                       plural(given - group.nodes.size(), "node") +
                                       " that the file lacks");
            if (!group.nodes.empty())
                nodes_.sets.emplace_back(group.name, std::move(group.nodes));
            if (!faces.empty())
                nodes_.surfaces.emplace_back(group.name, std::move(faces));
        }
    }

    MeshLines lines_;
    LabelledNodes nodes_;
    std::map<std::size_t, LabelledCell> cells_; ///< by label
    std::map<std::size_t, MeshPlace> places_;   ///< lines of all elements
    std::vector<Group> groups_;
    std::size_t n_without_ = 0; ///< elements without a cell
};

} // namespace

LabelledNodes read_labelled_universal(const std::filesystem::path& file)
{
    return Reader(file).read();
}

} // namespace slideway::fem
