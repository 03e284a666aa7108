#pragma once

#include "app/bodies/body.hpp"
#include "base/monitor.hpp"
#include "io/fields.hpp"
#include "io/given_matrix.hpp"
#include "io/given_names.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Matrices of a body: a folder written by `export`, or single files, or matrices in memory. File
/// names are relative to the case file.
struct Matrices {
    static constexpr std::string_view
        type = "matrices",
        about = "A body from matrices of another program, or from an export. Every named node and "
                "group of the table is a port.",
        supports = "supports: nodes and groups (\"n3\") or components (\"n3.x\")";
    io::FileOr<io::GivenMatrix> M, C, K;
    io::FileOr<io::GivenNames> dofs;
    std::map<std::string, std::vector<double>> nodes; ///< positions of nodes; needs names of dofs
    std::map<std::string, std::vector<std::string>>
        groups; ///< groups of nodes; needs names of dofs
    std::string faces, folder;
    std::optional<double> scale; ///< [m] per unit of the table of dofs
};

void fields(io::Fields& f, Matrices& e);
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Matrices& e,
                                                             const std::filesystem::path& folder);
[[nodiscard]] Drawing draw(const Matrices& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Matrices& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
