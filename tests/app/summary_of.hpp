#pragma once

#include "tests/io/scratch_folder.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace slideway::test {

/// summary.json of a run with --output `results`.
[[nodiscard]] inline nlohmann::json summary_of(const io::ScratchFolder& folder,
                                               const std::string& results = "out")
{
    return nlohmann::json::parse(io::file_text(folder / (results + "/summary.json")));
}

} // namespace slideway::test
