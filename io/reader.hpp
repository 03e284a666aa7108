#pragma once

#include "io/case_node.hpp"
#include "io/fields.hpp"

#include <functional>
#include <string>
#include <vector>

namespace slideway::io {

/// Use of the former name of a key.
struct FormerKey {
    SourceLine where;
    std::string path; ///< dotted path as written, "analysis.frequencies_hz"
    std::string name; ///< present name, "frequency_hz"

    /// Returns a note: "FILE:LINE: analysis.frequencies_hz is called frequency_hz now".
    [[nodiscard]] std::string note() const;
};

/// Fills a case struct from a table. It calls `fields` with a reader of `table` and then refuses
/// every key that `fields` did not read, with the nearest valid key.
///
/// A key can be given under its former name. If a file gives one name, and `--set` or a script the
/// other, the values that were set replace those of the file.
///
/// @param path         dotted path of the table for messages: "contact.rub", "" for the root
/// @param former_keys  list to which the uses of former names are added; null to drop them
/// @throws InputError  unknown key, missing required key, wrong type, out of range, NaN or
///                     infinity, a key under both of its names; the message states the places of
///                     both
void read_table(const CaseNode& table, const std::string& path,
                const std::function<void(Fields&)>& fields,
                std::vector<FormerKey>* former_keys = nullptr);

/// One documented key.
struct KeyDoc {
    std::string path; ///< "reduction.n_modes" within the described table
    std::string type; ///< "number", "whole number", "text", "one of a, b", "table", ...
    std::string unit, help, range, default_text;
    bool required = false;
    bool file = false;       ///< true if it names a file or a folder, relative to the case file
    bool numeric = false;    ///< true if it accepts a number or several
    std::string given = {};  ///< kind of value that a program may give in place of
                             ///< the file: "matrix"
    std::string former = {}; ///< path with the former name of the key or of its table; "" if none
};

/// Returns all keys that `fields` reads, in order, with the defaults of the struct.
[[nodiscard]] std::vector<KeyDoc> describe_table(const std::function<void(Fields&)>& fields);

} // namespace slideway::io
