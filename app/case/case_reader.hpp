#pragma once

#include "app/case/case.hpp"
#include "app/case/joint_entry.hpp"
#include "io/case_node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// A parsed case file with overrides applied, not verified yet. Many cases can be read from it.
struct CaseTree {
    std::filesystem::path file;
    std::string text; ///< text of the file
    std::vector<std::string> overrides;
    io::CaseNode root;
};

/// Parses a case file.
/// @throws InputError  invalid TOML; an override without a place in the file; a key of a model that
///                     is not offered
[[nodiscard]] CaseTree parse_case(const std::filesystem::path& file,
                                  const std::vector<std::string>& overrides = {});
/// Returns the tree from which `c` was read, also if its file has changed since.
[[nodiscard]] CaseTree parse_case(const Case& c);

/// Adds an override KEY=VALUE. @throws InputError  the tree has no place for it
void set_override(CaseTree& tree, const std::string& assignment);
void set_override(CaseTree& tree, const std::string& key, double value);

/// Reads and checks a case.
/// @throws InputError  all faults that can be found without building the model
[[nodiscard]] Case read_case(CaseTree tree);

} // namespace slideway::app
