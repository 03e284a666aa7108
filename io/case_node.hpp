#pragma once

#include "base/source_line.hpp"
#include "io/given.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace slideway::io {

/// One value of a case file with its place in the file. toml++ parses the file; all other code uses
/// only this class.
struct CaseNode {
    using Table = std::vector<std::pair<std::string, CaseNode>>; ///< in file order
    using Array = std::vector<CaseNode>;

    SourceLine where;
    std::variant<bool, double, std::string, Array, Table, std::shared_ptr<const Given>> value;
    bool integer = false; ///< the number was written without point or exponent

    [[nodiscard]] bool is_table() const { return std::holds_alternative<Table>(value); }
    [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(value); }

    /// Child of a table; null if there is none or if this is not a table.
    [[nodiscard]] const CaseNode* find(const std::string& key) const;
    [[nodiscard]] CaseNode* find(const std::string& key);

    /// Value in the form in which a user would write it: 0.3, "rub", [1, 2]; tables as { ... }; a
    /// value from a program in words.
    [[nodiscard]] std::string text() const;
};

/// Returns the bytes of a case file. @throws InputError  missing or unreadable file
[[nodiscard]] std::string read_case_text(const std::filesystem::path& file);

/// Reads a TOML file.
/// @throws InputError  with line and column (not TOML) or line (a date, a time, nesting beyond 64
///                     tables); missing or unreadable file.
[[nodiscard]] CaseNode parse_case_file(const std::filesystem::path& file);

/// Parses TOML text; `name` replaces the name of the file in messages.
[[nodiscard]] CaseNode parse_case_text(const std::string& text, const std::string& name);

/// Applies one `--set KEY=VALUE`. The dotted key may address an entry of an array of tables by its
/// `name`: contact.rub.friction=0.1. An entry without a name, or an item of a list, is addressed by
/// its number: substructure.chain.springs.1.stiffness=2. VALUE is TOML, otherwise a plain string.
/// The place of the node becomes "--set KEY=VALUE". A key that does not exist yet is added, and the
/// reader later decides whether it is allowed. A table from the `like` of the entry is copied
/// first, so its other keys remain.
/// @throws InputError  no '='; an entry that does not exist; a path through a plain value
void set_override(CaseNode& root, const std::string& assignment);

/// Sets an existing value; messages name its place.
void set_value(CaseNode& root, const std::string& key, const CaseNode& value);

/// Finds the value at a dotted key, see set_override; null if there is none.
[[nodiscard]] const CaseNode* find_value(const CaseNode& root, const std::string& key);

/// Replaces every entry with `like = "other"` by a copy of that entry, in which its own keys
/// replace the copied ones (whole keys; inline tables are not merged). Call it after the overrides.
/// @throws InputError  unknown or circular `like`; duplicate `name` in one array of tables
void resolve_likes(CaseNode& root);

} // namespace slideway::io
