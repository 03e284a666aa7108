#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace slideway::fem {

/// Nodes of a mesh file by their labels, with its sets. Elements may be of any type, because
/// nothing is computed with them.
struct LabelledNodes {
    std::string source;                                       ///< file name, for messages
    std::unordered_map<std::size_t, std::array<double, 3>> X; ///< positions in units of the file
    std::vector<std::pair<std::string, std::vector<std::size_t>>> sets; ///< node sets
};

/// Reads the nodes of an input file of Abaqus or CalculiX (.inp).
/// @throws InputError  with file and line: another format, keywords that move nodes or turn their
///                     dofs (*SYSTEM, *TRANSFORM, *NGEN, ...), errors of read_abaqus_deck()
[[nodiscard]] LabelledNodes read_labelled_nodes(const std::filesystem::path& file);

} // namespace slideway::fem
