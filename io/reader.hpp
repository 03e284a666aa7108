#pragma once

#include "io/case_node.hpp"
#include "io/fields.hpp"

#include <functional>
#include <string>

namespace slideway::io {

/// Fills a case struct from a table. It calls `fields` with a reader of `table` and then refuses
/// every key that `fields` did not read, with the nearest valid key.
///
/// @param path  dotted path of the table for messages: "contact.rub", "" for the root
/// @throws InputError  unknown key, missing required key, wrong type, out of range, NaN or infinity
void read_table(const CaseNode& table, const std::string& path,
                const std::function<void(Fields&)>& fields);

/// One documented key.
struct KeyDoc {
    std::string path; ///< "reduction.n_modes" within the described table
    std::string type; ///< "number", "whole number", "text", "one of a, b", "table", ...
    std::string unit, help, range, default_text;
    bool required = false;
    bool file = false;      ///< true if it names a file or a folder, relative to the case file
    bool numeric = false;   ///< true if it accepts a number or several
    std::string given = {}; ///< kind of value that a program may give in place of
                            ///< the file: "matrix"
};

/// Returns all keys that `fields` reads, in order, with the defaults of the struct.
[[nodiscard]] std::vector<KeyDoc> describe_table(const std::function<void(Fields&)>& fields);

} // namespace slideway::io
