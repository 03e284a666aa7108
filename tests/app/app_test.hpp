#pragma once

#include "io/hdf5_file.hpp"
#include "tests/app/change.hpp"
#include "tests/app/program.hpp"
#include "tests/app/summary_of.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// Tests that run cases by the program: what most of them need.
namespace slideway::test {

using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

/// Runs the program, as run_program does, and requires that it succeeds.
inline ProgramRun run_ok(const io::ScratchFolder& folder, const std::string& arguments)
{
    ProgramRun run = run_program(folder, arguments);
    CAPTURE(arguments, run.out, run.err);
    REQUIRE(run.exit_status == 0);
    return run;
}

/// A case that `slideway run case.toml --quiet --output out` has computed.
struct RunCase : CaseFolder {
    std::string out, err; ///< messages of the run
    Json quantities;      ///< quantities of the summary

    explicit RunCase(const std::string& text) : RunCase(text, "") {}
    RunCase(const std::string& text, const std::string& options)
        : CaseFolder(text), quantities("{}")
    {
        const ProgramRun run = run_ok(*this, "run case.toml --quiet --output out " + options);
        out = run.out;
        err = run.err;
        quantities = summary_of(*this)["quantities"];
    }
    [[nodiscard]] io::Hdf5Reader h5() const { return io::Hdf5Reader(*this / "out/results.h5"); }
};

} // namespace slideway::test
