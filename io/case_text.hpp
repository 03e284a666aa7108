#pragma once

#include "io/case_node.hpp"

#include <string>

namespace slideway::io {

/// Returns a text as a quoted string of a case file.
[[nodiscard]] std::string in_quotes(const std::string& text);

/// Returns the tree of a case as TOML, which reads back to the same tree. Lists of tables of the
/// root become [[kind]], and its tables [kind]. Deeper tables become inline tables.
/// @pre `root` is a table
[[nodiscard]] std::string case_text(const CaseNode& root);

} // namespace slideway::io
