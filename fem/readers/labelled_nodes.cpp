#include "fem/readers/labelled_nodes.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "fem/readers/abaqus_deck.hpp"

namespace slideway::fem {

LabelledNodes read_labelled_nodes(const std::filesystem::path& file)
{
    if (const std::string ending = lower_case(file.extension().string()); ending != ".inp")
        throw InputError::in_file(file.string(), "positions of imported nodes come from a .inp of "
                                                 "Abaqus or CalculiX; other formats are not read");
    AbaqusDeck deck = read_abaqus_deck(file, AbaqusUse::nodes);
    LabelledNodes nodes;
    nodes.source = deck.mesh.source;
    for (const std::string& name : deck.node_set_order) {
        AbaqusSet& set = deck.node_sets.at(name);
        for (const std::size_t node : set.members)
            if (!deck.mesh.X.contains(node))
                deck.lines.refuse(set.place, "set \"" + set.name + "\" names node " +
                                                 std::to_string(node) +
                                                 ", which is not in the file");
        nodes.sets.emplace_back(set.name, std::move(set.members));
    }
    nodes.X = std::move(deck.mesh.X);
    return nodes;
}

} // namespace slideway::fem
