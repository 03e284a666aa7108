#pragma once

#include "io/entries.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// Description of the results of an analysis.
struct ResultPage {
    std::string type, about;
    io::EntryDocs quantities, arrays; ///< entries of summary.json and results.h5
};
/// Descriptions of the results of the analyses that describe them, in the order of the list.
[[nodiscard]] std::vector<ResultPage> result_pages();

/// Prints the quantities and arrays of the results of an analysis.
/// @param wanted    type of the analysis; "" for all analyses
/// @param markdown  true for the page docs/results/TYPE.md
/// @throws InputError  there is no such page
int print_results(const std::string& wanted, bool markdown);

} // namespace slideway::app
