#pragma once

#include "app/case/case.hpp"
#include "io/reader.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace slideway::app {

/// A kind of table of a case, with its keys.
struct Topic {
    std::string name, table; ///< "transient" of table "analysis"
    bool entries = false;    ///< [[table]]: any number of them, known by their names
    std::string condition;   ///< which it is: type = "transient"; "": there is one kind
    std::string about;
    std::vector<io::KeyDoc> keys;

    [[nodiscard]] std::string heading() const
    {
        return (entries ? "[[" + table + "]]" : "[" + table + "]") +
               (condition.empty() ? "" : " " + condition);
    }
};

/// All of them, in the order of the reference.
[[nodiscard]] const std::vector<Topic>& topics();

/// Describes the keys of a case file: those of a topic, or those whose path holds the word; "" all.
/// @throws InputError  neither
[[nodiscard]] std::string keys_text(const std::string& wanted);
/// Prints keys_text(wanted), or case_file_reference().
int print_keys(const std::string& wanted, bool markdown);

/// Unit of a key by its dotted path, "contact.rub.friction"; "" if it has none or is not known.
[[nodiscard]] std::string key_unit(const std::string& key);
/// Unit of a key in a given case; for example "N m" for a load on a rotation.
[[nodiscard]] std::string key_unit(const Case& c, const std::string& key);
/// Whether a key takes a number, or a list of them; true if it is not known.
[[nodiscard]] bool takes_number(const std::string& key);

/// Kind of object that a program may pass in place of the file of a key: "matrix", "mesh", "names",
/// or "".
[[nodiscard]] std::string given_for(const std::string& key);

/// Writes what a program gave into files beside a case, and names them in it: case.body.M.mtx of
/// the key substructure.body.M in case.toml.
/// @throws InputError  no file can be made there; std::runtime_error  a file cannot be written
void write_given(io::CaseNode& root, const std::filesystem::path& case_file);

/// Files and folders that a case in `from` names, as a case in `to` names them: relative to it if
/// they lie below it, else by their whole paths. Nothing changes if both are one folder.
void move_case(io::CaseNode& root, const std::filesystem::path& from,
               const std::filesystem::path& to);

/// The text of docs/case_files.md.
[[nodiscard]] std::string case_file_reference();

} // namespace slideway::app
