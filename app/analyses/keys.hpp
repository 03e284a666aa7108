#pragma once

#include "app/case/case.hpp"

#include <string>

namespace slideway::app {

/// Prints the keys of a case file: those of a topic, or those whose path holds the word; "" all.
/// @throws InputError  neither
int print_keys(const std::string& wanted, bool markdown);

/// Unit of a key by its dotted path, "contact.rub.friction"; "" if it has none or is not known.
[[nodiscard]] std::string key_unit(const std::string& key);
/// The same in a case: of a load on a rotation "N m".
[[nodiscard]] std::string key_unit(const Case& c, const std::string& key);
/// Whether a key takes a number, or a list of them; true if it is not known.
[[nodiscard]] bool takes_number(const std::string& key);

/// The text of docs/case_files.md.
[[nodiscard]] std::string case_file_reference();

} // namespace slideway::app
