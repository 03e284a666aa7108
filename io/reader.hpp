#pragma once

#include "io/case_node.hpp"
#include "io/fields.hpp"

#include <functional>
#include <string>

namespace slideway::io {

/// Fills a case struct from a table: calls `fields` with a reader of `table`, then refuses every
/// key that `fields` did not ask for, naming the nearest valid one.
///
/// @param path  dotted path of the table for messages: "contact.rub", "" for the root
/// @throws InputError  unknown key, missing required key, wrong type, out of range, NaN or infinity
void read_table(const CaseNode& table, const std::string& path,
                const std::function<void(Fields&)>& fields);

/// One documented key, as the describer saw it.
struct KeyDoc {
    std::string path; ///< "reduction.n_modes" within the described table
    std::string type; ///< "number", "whole number", "text", "one of a, b", "table", ...
    std::string unit, help, range, default_text;
    bool required = false;
    bool file = false;      ///< names a file or a folder, relative to the case file
    bool numeric = false;   ///< a number, or several, may be given
    std::string given = {}; ///< what a program may give in place of the file: "matrix"
};

/// All keys that `fields` asks for, in order, with defaults as the struct was made.
[[nodiscard]] std::vector<KeyDoc> describe_table(const std::function<void(Fields&)>& fields);

} // namespace slideway::io
