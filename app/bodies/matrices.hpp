#pragma once

#include "app/bodies/body.hpp"
#include "app/bodies/body_keys.hpp"
#include "base/monitor.hpp"
#include "io/fields.hpp"
#include "io/given_matrix.hpp"
#include "io/given_names.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Matrices of a body: a folder written by `export`, files of other programs, or matrices in
/// memory. File names are relative to the case file.
struct Matrices {
    static constexpr std::string_view
        type = "matrices",
        about = "A body from matrices of another program, or from an export. Every group of the "
                "table is a port, and every node that the case names.",
        supports = "supports: nodes and groups (\"n3\") or components (\"n3.x\")";
    io::FileOr<io::GivenMatrix> M, C, K;
    std::vector<std::string> file; ///< files that hold several matrices, in place of M, C and K
    std::map<std::string, std::string> names; ///< matrix in the file by M, C and K
    std::string structural_damping;           ///< matrix in the file, "none", or "": by its name
    std::string mesh; ///< positions, sets and surfaces by labels of nodes, and what is drawn
    io::FileOr<io::GivenMatrix> T; ///< u = T q, the motion of nodes that are drawn
    std::vector<double> T_nodes;   ///< labels of these nodes; empty: all of `mesh`
    io::FileOr<io::GivenNames> dofs;
    std::map<std::string, std::vector<double>> nodes; ///< positions of nodes; needs names of dofs
    std::map<std::string, std::vector<std::string>>
        groups; ///< groups of nodes; needs names of dofs
    std::string faces, folder;
    std::optional<double> scale; ///< [m] per unit of the table of dofs
    std::optional<fem::UnitSystem> units;
};

void fields(io::Fields& f, Matrices& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Matrices& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const Matrices& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Matrices& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
