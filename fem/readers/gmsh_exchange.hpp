#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// Messages between the reader and the program slideway-gmsh, and their binary form.

namespace slideway::fem {

/// Request of the reader.
struct GmshRequest {
    std::string file;      ///< absolute path of a .geo, .msh or .med
    bool geometry = false; ///< .geo: mesh it
    bool solid = false;    ///< mesh volumes, not surfaces
    bool med = false;      ///< .med: needs a Gmsh built with MED
    bool trusted = false;  ///< true: may start programs and write files, without limit
    double memory = 0;     ///< [B] that Gmsh may take; 0: no limit
    std::map<std::string, double> parameters; ///< numbers set before the .geo runs
};

/// Elements of one kind on one model entity.
struct GmshElements {
    int dimension = 0;
    std::string kind;               ///< Gmsh's name: "Quadrilateral 4"
    int n_nodes = 0;                ///< per element
    std::vector<std::size_t> tags;  ///< element numbers of the file
    std::vector<std::size_t> nodes; ///< node numbers, n_nodes per element
    std::vector<int> groups;        ///< indices into GmshAnswer::groups, with and without names

    friend bool operator==(const GmshElements&, const GmshElements&) = default;
};

struct GmshGroup {
    int dimension = 0;
    int tag = 0;      ///< number in the file
    std::string name; ///< "": unnamed

    friend bool operator==(const GmshGroup&, const GmshGroup&) = default;
};

/// Error of an answer that did not fit in memory.
inline constexpr const char* out_of_memory = "out of memory";

/// Content of the file according to Gmsh. `error` is empty if it was read.
struct GmshAnswer {
    std::string error;
    std::vector<std::size_t> node_tags;
    std::vector<double> coordinates; ///< x, y, z of each node
    std::vector<GmshElements> elements;
    std::vector<GmshGroup> groups;
    std::vector<int> partitions;    ///< partitions of volumes, else surfaces, else curves
    std::vector<std::string> notes; ///< notes of the reader, not part of the message
};

/// Returns a message: a mark with the version of the form, the number of bytes that follow,
/// and these bytes. Numbers have the form that they have in memory, because both processes run
/// on one machine.
[[nodiscard]] std::string packed(const GmshRequest& request);
[[nodiscard]] std::string packed(const GmshAnswer& answer);

/// Reads a message back.
/// @throws std::runtime_error  incomplete message, another version, inconsistent lengths, or an
///                             answer that violates the definitions of GmshAnswer and GmshElements
[[nodiscard]] GmshRequest unpacked_request(std::string_view message);
[[nodiscard]] GmshAnswer unpacked_answer(std::string_view message);

} // namespace slideway::fem
