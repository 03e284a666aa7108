#pragma once

#include "fem/readers/abaqus_properties.hpp"
#include "fem/readers/file_mesh.hpp"
#include "fem/readers/mesh_text.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

using AbaqusCell = std::vector<std::size_t>; ///< node numbers

struct AbaqusSet {
    std::string name; ///< name at its first occurrence
    std::size_t scope = 0;
    MeshPlace place;
    std::vector<std::size_t> members;
};
using AbaqusSets = std::map<std::string, AbaqusSet>; ///< by name in upper case

struct AbaqusSurface {
    std::string name;
    bool nodes = false;
    MeshPlace place;
    struct Item {
        std::vector<std::size_t> members; ///< nodes or elements
        int face = 0;                     ///< 1..4, of solids to 6; 0: free sides
        bool of_shells = false;           ///< named E1 to E4 like sides of shells
        std::string side;                 ///< the field as in the file, in upper case
        MeshPlace place;
    };
    std::vector<Item> items;
};

struct AbaqusElement {
    MeshPlace place;
    AbaqusCell nodes;
    AbaqusRole role = AbaqusRole::plane;
    std::string type;

    [[nodiscard]] bool in_body() const
    {
        return role == AbaqusRole::plane || role == AbaqusRole::shell;
    }
};

/// Purpose of reading an input file.
enum class AbaqusUse {
    body,  ///< a body in the plane: elements of other types and constraints are refused
    solid, ///< a body in space: elements of all types are stored, constraints are refused
    nodes  ///< positions, sets and surfaces: only what moves nodes or turns their dofs is refused
};

/// Content of an input file before it becomes a mesh. The sets of a part and of the assembly
/// share one list.
struct AbaqusDeck {
    MeshLines lines;
    FileMesh mesh; ///< source and nodes
    Skipped skipped;
    AbaqusProperties properties;
    std::map<std::size_t, AbaqusElement> elements;
    AbaqusSets node_sets, element_sets;
    std::map<std::string, AbaqusSurface> surfaces;
    /// Names in upper case in the order of the file.
    std::vector<std::string> node_set_order, element_set_order, surface_order;
    std::size_t n_members = 0;  ///< number of members of all sets and surfaces, with repetitions
    std::string part, instance; ///< names as in the file
    std::size_t scope = 0;      ///< 0: flat file or assembly, 1: part or instance
    AbaqusUse use = AbaqusUse::body;

    AbaqusDeck(const std::filesystem::path& file, AbaqusUse use) : lines(file), use(use)
    {
        mesh.source = file.string();
    }
};

/// Reads the nodes, elements, sets and surfaces of an Abaqus or CalculiX input file. See
/// read_abaqus() for what is read and what is refused.
/// @throws InputError  with file and line
[[nodiscard]] AbaqusDeck read_abaqus_deck(const std::filesystem::path& file,
                                          AbaqusUse use = AbaqusUse::body);

/// Returns the mesh of a body, with notes about all that is not read.
[[nodiscard]] Mesh body_mesh_of(AbaqusDeck deck);

} // namespace slideway::fem
