#pragma once

#include "io/case_node.hpp"

#include <string>

namespace slideway::io {

/// A text as a case file has it.
[[nodiscard]] std::string in_quotes(const std::string& text);

/// The tree of a case as TOML, which reads back to the same tree: lists of tables of the root as
/// [[kind]], its tables as [kind], what is deeper in the lines of its keys.
/// @pre `root` is a table
[[nodiscard]] std::string case_text(const CaseNode& root);

} // namespace slideway::io
