#pragma once

#include "app/results/results_folder.hpp"
#include "io/hdf5_file.hpp"
#include "tests/app/program.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

/// Tests of what happens to a program while it does something: each waits for what it needs, with a
/// limit that no busy machine reaches.
namespace slideway::test {

/// Until `condition()`. @return false: the program ended before, or two minutes went by
template <class Condition>
[[nodiscard]] bool wait_until(RunningProgram& program, const Condition& condition)
{
    using Clock = std::chrono::steady_clock;
    const auto last = Clock::now() + std::chrono::minutes(2);
    while (!program.ended() && Clock::now() < last) {
        if (condition())
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

/// Waits until the program prints `text`.
[[nodiscard]] inline bool wait_for_text(RunningProgram& program, const std::string& text)
{
    return wait_until(program,
                      [&]() -> bool { return program.err().find(text) != std::string::npos; });
}

/// Until the program has used the processor for so long from now on [s], however many others do.
[[nodiscard]] inline bool wait_for_computing(RunningProgram& program, double seconds)
{
    const double until = program.processor_time() + seconds;
    return wait_until(program, [&]() -> bool { return program.processor_time() >= until; });
}

/// Until the program sits in a call of a library that cannot be ended: such a call has a thread
/// beside the one that reads signals and the one that computes.
[[nodiscard]] inline bool wait_for_call(RunningProgram& program)
{
    return wait_until(program, [&]() -> bool { return program.n_threads() >= 3; });
}

/// Until a map that runs with `--output out --keep 0` has computed n points.
[[nodiscard]] inline bool wait_for_points(const CaseFolder& folder, RunningProgram& program,
                                          std::ptrdiff_t n)
{
    const std::filesystem::path file = app::kept_points(folder / "out");
    return wait_until(program, [&]() -> bool {
        if (!std::filesystem::exists(file))
            return false;
        const std::vector<std::string> status = io::Hdf5Reader(file).texts("map/status");
        return std::count(status.begin(), status.end(), "end") >= n;
    });
}

} // namespace slideway::test
