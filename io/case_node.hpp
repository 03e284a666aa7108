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

/// One value of a case file that knows its place. toml++ parses; everything after sees only this.
struct CaseNode {
    using Table = std::vector<std::pair<std::string, CaseNode>>; ///< in file order
    using Array = std::vector<CaseNode>;

    SourceLine where;
    std::variant<bool, double, std::string, Array, Table, std::shared_ptr<const Given>> value;
    bool integer = false; ///< the number was written without point or exponent

    [[nodiscard]] bool is_table() const { return std::holds_alternative<Table>(value); }
    [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(value); }

    /// Child of a table; null if there is none (or this is no table).
    [[nodiscard]] const CaseNode* find(const std::string& key) const;
    [[nodiscard]] CaseNode* find(const std::string& key);

    /// As a user would write it: 0.3, "rub", [1, 2]; tables as { ... }; what a program gives in
    /// words.
    [[nodiscard]] std::string text() const;
};

/// The bytes of a case file. @throws InputError  missing or unreadable file
[[nodiscard]] std::string read_case_text(const std::filesystem::path& file);

/// Reads a TOML file. @throws InputError with line and column (not TOML) or line (a date, a time,
/// nesting beyond 64 tables); missing or unreadable file.
[[nodiscard]] CaseNode parse_case_file(const std::filesystem::path& file);

/// Same from text; `name` stands for the file in messages.
[[nodiscard]] CaseNode parse_case_text(const std::string& text, const std::string& name);

/// Applies one `--set KEY=VALUE`. The dotted key may address an entry of an array of tables by its
/// `name`, contact.rub.friction=0.1; one without a name, or an item of a list, by its place:
/// substructure.chain.springs.1.stiffness=2. VALUE is TOML, or else a plain string. The node's
/// place becomes "--set KEY=VALUE". A key that does not exist yet is added (the reader then knows
/// whether it is allowed); a table that the entry takes from its `like` is copied first, so its
/// other keys stay.
/// @throws InputError  no '='; an entry that does not exist; a path through a plain value
void set_override(CaseNode& root, const std::string& assignment);

/// The same with a value that stands already; messages name its place.
void set_value(CaseNode& root, const std::string& key, const CaseNode& value);

/// The value at a dotted key as set_override addresses it; null if there is none.
[[nodiscard]] const CaseNode* find_value(const CaseNode& root, const std::string& key);

/// Replaces every entry that has `like = "other"` by a copy of that entry with the keys given in
/// place of the copied ones (whole keys; inline tables are not merged). Call after the overrides.
/// @throws InputError  unknown or circular `like`; duplicate `name` in one array of tables
void resolve_likes(CaseNode& root);

} // namespace slideway::io
