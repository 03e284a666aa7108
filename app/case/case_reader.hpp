#pragma once

#include "app/case/case.hpp"
#include "app/case/joint_entry.hpp"
#include "io/case_node.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// Reads and checks a case file with `--set` overrides applied.
/// @throws InputError for everything a reader can know without building the model
[[nodiscard]] Case read_case(const std::filesystem::path& file,
                             const std::vector<std::string>& overrides = {});

/// A case file with overrides applied, not checked yet: read once, it serves many cases.
struct CaseTree {
    std::filesystem::path file;
    std::string text; ///< of the file
    std::vector<std::string> overrides;
    io::CaseNode root;
};

/// @throws InputError  no TOML; an override that the file has no place for; a key of what is not
/// offered
[[nodiscard]] CaseTree parse_case(const std::filesystem::path& file,
                                  const std::vector<std::string>& overrides = {});
/// The tree that `c` was read from, whatever its file holds now, and wherever it came from.
[[nodiscard]] CaseTree parse_case(const Case& c);

/// One more KEY=VALUE. @throws InputError  the tree has no place for it
void set_override(CaseTree& tree, const std::string& assignment);
void set_override(CaseTree& tree, const std::string& key, double value);

/// As from the file. @throws InputError
[[nodiscard]] Case read_case(CaseTree tree);

} // namespace slideway::app
