#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace slideway::fem {

/// What the reader asks of the Gmsh module.
struct GmshRequest {
    std::string file;                         ///< absolute path of a .geo, .msh or .med
    bool geometry = false;                    ///< .geo: mesh it in 2-D
    bool med = false;                         ///< .med: needs a Gmsh built with MED
    std::map<std::string, double> parameters; ///< numbers set before the .geo runs
    std::string scratch;                      ///< path of a file that may be written if parameters
                                              ///< are given; the caller removes it
};

/// Elements of one kind on one model entity.
struct GmshElements {
    int dimension = 0;
    std::string kind;               ///< Gmsh's words: "Quadrilateral 4"
    int n_nodes = 0;                ///< per element
    std::vector<std::size_t> tags;  ///< element numbers of the file
    std::vector<std::size_t> nodes; ///< node numbers, n_nodes per element
    std::vector<int> groups;        ///< indices into GmshAnswer::groups, named or not
};

struct GmshGroup {
    int dimension = 0;
    int tag = 0;      ///< number in the file
    std::string name; ///< "": unnamed
};

/// The file as Gmsh sees it. `error` is empty if it was read.
struct GmshAnswer {
    std::string error;
    std::vector<std::size_t> node_tags;
    std::vector<double> coordinates; ///< x, y, z of each node
    std::vector<GmshElements> elements;
    std::vector<GmshGroup> groups;
};

/// Type and name of the module's one entry point. No exception leaves it.
using GmshRead = void(const GmshRequest* request, GmshAnswer* answer) noexcept;
inline constexpr const char* gmsh_module_file = "slideway_gmsh.so";
inline constexpr const char* gmsh_entry_point = "slideway_gmsh_read";

} // namespace slideway::fem
