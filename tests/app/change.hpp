#pragma once

#include <string>
#include <vector>

namespace slideway::test {

/// Text of a case that continues a model: a first line "# body = NAME" stands for the model NAME up
/// to its analysis. Other texts are returned as they are.
[[nodiscard]] std::string with_body(const std::string& text);

/// Text of a model in tests/app/models, "small_case" for example, or of a shipped case, by
/// with_body. @throws std::logic_error  there is none
[[nodiscard]] std::string model(const std::string& name);

/// Text with the number of the first line that a change has touched.
struct ChangedText {
    std::string text;
    int line = 0; ///< from 1
};

/// Applies a change to the text of a case. The change has one of these forms:
///
///   A -> B               replaces the first A, which the text must hold, by B
///   KEY = VALUE          replaces the first line of KEY
///   KEY =                removes the first line of KEY
///   [TABLE] KEY = VALUE  sets a key in the first table with this header: replaces its line, or
///                        adds it below the header; further keys follow behind \n
///   [TABLE] KEY =        removes a key of the table
///   [TABLE] =            removes the first table with this header
///   + LINES              adds LINES at the end
///
/// In a change, \n stands for a new line and " && " separates several changes. A header may also be
/// that of a list, [[TABLE]].
/// @throws std::logic_error  the text does not hold what is changed
[[nodiscard]] ChangedText change(const std::string& text, const std::string& change);

/// Text of a case after these changes.
[[nodiscard]] std::string changed(std::string text, const std::vector<std::string>& changes);

} // namespace slideway::test
