#pragma once

#include "app/results/results_folder.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace slideway::test {

/// Until a map that runs with `--output out --keep 0` has computed n points, or ends.
inline void wait_for_points(const CaseFolder& folder, RunningProgram& program, std::ptrdiff_t n)
{
    const std::filesystem::path file = app::kept_points(folder / "out");
    while (!program.ended()) {
        if (std::filesystem::exists(file)) {
            const std::vector<std::string> status = io::Hdf5Reader(file).texts("map/status");
            if (std::count(status.begin(), status.end(), "end") >= n)
                return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

} // namespace slideway::test
