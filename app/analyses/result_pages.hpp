#pragma once

#include "io/entries.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::app {

/// Description of the results of an analysis, or of a map.
struct ResultPage {
    std::string type, about;
    /// Describe the entries of summary.json and results.h5.
    std::function<io::EntryDocs()> quantities, arrays;
};
/// Returns the description of a result by its visitors `quantities` and `arrays`.
template <class R>
[[nodiscard]] ResultPage result_page(std::string_view type, std::string_view about)
{
    return {std::string(type), std::string(about),
            [] {
                R result;
                return io::describe_entries([&](io::Entries& q) { quantities(q, result); }, ".");
            },
            [] {
                R result;
                return io::describe_entries([&](io::Entries& a) { arrays(a, result); }, "/");
            }};
}
/// Returns a page for each analysis, in the order of the list, and one for smoothed gaps.
[[nodiscard]] std::vector<ResultPage> analysis_pages();

/// Returns a text for a cell of a table in Markdown.
[[nodiscard]] std::string markdown_cell(std::string text);

/// Prints quantities and arrays of results. Describes only the pages that it prints.
/// @param wanted    type of the analysis, "smoothing" or "map"; "" for all pages
/// @param markdown  true for the page docs/results/TYPE.md
/// @throws InputError  there is no such page
int print_results(const std::vector<ResultPage>& pages, const std::string& wanted, bool markdown);

} // namespace slideway::app
