#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// What the reader and the program slideway-gmsh tell each other, and how it is written down.

namespace slideway::fem {

/// What the reader asks.
struct GmshRequest {
    std::string file;                         ///< absolute path of a .geo, .msh or .med
    bool geometry = false;                    ///< .geo: mesh it in 2-D
    bool med = false;                         ///< .med: needs a Gmsh built with MED
    bool trusted = false;                     ///< may start programs and write files, without limit
    double memory = 0;                        ///< [B] that Gmsh may take; 0: any
    std::map<std::string, double> parameters; ///< numbers set before the .geo runs
};

/// Elements of one kind on one model entity.
struct GmshElements {
    int dimension = 0;
    std::string kind;               ///< Gmsh's words: "Quadrilateral 4"
    int n_nodes = 0;                ///< per element
    std::vector<std::size_t> tags;  ///< element numbers of the file
    std::vector<std::size_t> nodes; ///< node numbers, n_nodes per element
    std::vector<int> groups;        ///< indices into GmshAnswer::groups, named or not

    friend bool operator==(const GmshElements&, const GmshElements&) = default;
};

struct GmshGroup {
    int dimension = 0;
    int tag = 0;      ///< number in the file
    std::string name; ///< "": unnamed

    friend bool operator==(const GmshGroup&, const GmshGroup&) = default;
};

/// The error of an answer for which there was no memory.
inline constexpr const char* out_of_memory = "out of memory";

/// The file as Gmsh sees it. `error` is empty if it was read.
struct GmshAnswer {
    std::string error;
    std::vector<std::size_t> node_tags;
    std::vector<double> coordinates; ///< x, y, z of each node
    std::vector<GmshElements> elements;
    std::vector<GmshGroup> groups;
    std::vector<int> partitions;    ///< that hold its surfaces, or else curves; ascending
    std::vector<std::string> notes; ///< of the reader, not in the message
};

/// A message: a mark with the version of the form, the number of bytes that follow, these bytes.
/// Numbers are as in memory, for both ends run on one machine.
[[nodiscard]] std::string packed(const GmshRequest& request);
[[nodiscard]] std::string packed(const GmshAnswer& answer);

/// @throws std::runtime_error  not a whole message, another version, lengths that do not fit, an
///                             answer that is not as GmshAnswer and GmshElements say
[[nodiscard]] GmshRequest unpacked_request(std::string_view message);
[[nodiscard]] GmshAnswer unpacked_answer(std::string_view message);

} // namespace slideway::fem
