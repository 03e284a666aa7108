#pragma once

#include "fem/readers/mesh_text.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Lines and cards of Nastran bulk data.

namespace slideway::fem {

/// Fields of a line: the head in the first eight columns, then up to eight fields of 8 columns, or
/// four of 16 with a * in the head, or fields between commas. The name of a continuation at the end
/// of a line is no field.
struct BulkLine {
    std::string head; ///< upper case, without the * of wide fields; "" if the line continues a card
    std::array<std::string_view, 8> field; ///< parts of the text
    std::size_t count = 8;                 ///< 4 with 16 columns per field
    bool continues = false;
    bool in_columns = true; ///< false: between commas
};

/// Splits a line; false if it is blank or a comment, which begins with $.
[[nodiscard]] bool split(std::string_view text, BulkLine& line);

/// Returns a line with its tabs replaced by blanks up to the next column of eight.
[[nodiscard]] std::string with_blanks(std::string_view line);

/// Continues with the file that an INCLUDE statement names, in quotes or not. A name in quotes may
/// continue in the next lines. @throws InputError  no such file
void include_bulk_data(MeshLines& lines);

/// Refuses a line that repeats fields of the card before it ("=").
void refuse_replication(const MeshLines& lines, const BulkLine& line);

/// A card with the fields of all of its lines.
struct BulkCard {
    std::string name;
    MeshPlace place; ///< first line
    std::vector<std::string> fields;

    /// Field i, from 1; "" if the card ends before.
    [[nodiscard]] std::string_view field(std::size_t i) const
    {
        return i <= fields.size() ? std::string_view(fields[i - 1]) : std::string_view();
    }
    /// Appends the fields of a line.
    void append(const BulkLine& line);
};

/// Returns the number in field i; a blank field is 0. @throws InputError  at the card
[[nodiscard]] double real_field(const MeshLines& lines, const BulkCard& card, std::size_t i);

/// Returns the whole number in field i, from `low`; empty for a blank field.
/// @param what  name of the field for messages
/// @throws InputError  at the card
[[nodiscard]] std::optional<long long> whole_field(const MeshLines& lines, const BulkCard& card,
                                                   std::size_t i, const std::string& what,
                                                   long long low);

/// Returns whole_field(), which must not be blank.
[[nodiscard]] long long needed_field(const MeshLines& lines, const BulkCard& card, std::size_t i,
                                     const std::string& what, long long low = 1);

/// Returns the numbers of a list in the fields from i on: "4", "7", "THRU", "9". Blank fields are
/// skipped.
/// @throws InputError  at the card
[[nodiscard]] std::vector<long long> list_fields(const MeshLines& lines, const BulkCard& card,
                                                 std::size_t i, const std::string& what);

} // namespace slideway::fem
