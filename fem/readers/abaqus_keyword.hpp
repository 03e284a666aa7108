#pragma once

#include "fem/readers/mesh_text.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

// Syntax of Abaqus input files: keyword lines and the data lines that follow them.

namespace slideway::fem {

/// A keyword line: "*NSET, NSET=top, GENERATE".
struct AbaqusKeyword {
    std::string name; ///< upper case, without '*', blanks within it single
    std::vector<std::pair<std::string, std::string>> parameters; ///< name in upper case, value
    MeshPlace place;

    [[nodiscard]] bool has(const std::string& parameter) const
    {
        return std::any_of(parameters.begin(), parameters.end(),
                           [&](const auto& p) -> bool { return p.first == parameter; });
    }
    /// True if its name is among these.
    [[nodiscard]] bool is_one_of(const std::vector<std::string>& names) const
    {
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    [[nodiscard]] std::string value(const std::string& parameter) const
    {
        for (const auto& [name, value] : parameters)
            if (name == parameter)
                return value;
        return "";
    }
};

/// Goes to the next keyword; false if there is none.
/// @throws InputError  data lines before it
bool next_keyword(MeshLines& lines, AbaqusKeyword& keyword);

/// Goes to the next data line. At another keyword or at the end it returns false and keeps the
/// line. An included file may contain the data of the keyword before it.
bool next_data(MeshLines& lines);

/// Refuses the keyword of the current line.
/// @throws InputError  "model.inp:12: keyword *NSET" and the message
[[noreturn]] void refuse(const MeshLines& lines, const AbaqusKeyword& keyword,
                         const std::string& message);
/// Verifies the parameters of a keyword.
/// @throws InputError  a parameter that is not in `allowed`
void allow(const MeshLines& lines, const AbaqusKeyword& keyword,
           const std::vector<std::string>& allowed);
/// Returns the value of a required parameter.
/// @throws InputError  the parameter has no value
[[nodiscard]] std::string needed(const MeshLines& lines, const AbaqusKeyword& keyword,
                                 const std::string& parameter);

/// Returns the text without the double quotes around it.
[[nodiscard]] std::string unquoted(const std::string& text);

} // namespace slideway::fem
