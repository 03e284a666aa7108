#include "tests/app/program.hpp"
#include "tests/support/source_dir.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

// The interpreter that the program takes, until the end of a test.
class Interpreter {
public:
    explicit Interpreter(const std::string& program)
    {
        ::setenv("SLIDEWAY_PYTHON", program.c_str(), 1);
    }
    ~Interpreter() { ::unsetenv("SLIDEWAY_PYTHON"); }
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;
};

} // namespace

TEST_CASE("plot refuses what is no results folder in one line, exit 2", "[app]")
{
    const io::ScratchFolder folder;
    std::filesystem::create_directory(folder / "empty");
    struct Row {
        std::string arguments, message;
    };
    for (const auto& [arguments, message] : std::vector<Row>{
             {"plot nowhere", "nowhere: no such folder\n"},
             {"plot empty", "empty: no summary.json; expected the results folder of a finished "
                            "run (slideway run CASE --output DIR)\n"},
             {"plot out.txt", "out.txt: not a folder; expected the results folder of a run\n"},
             {"plot", "command line: the following arguments are required: DIR; "
                      "see slideway plot --help\n"},
         }) {
        CAPTURE(arguments);
        const ProgramRun run = run_program(folder, arguments);
        CHECK(run.exit_status == 2);
        CHECK(run.out == "");
        CHECK(run.err == message);
    }
}

TEST_CASE("plot hands arguments and exit status through unchanged, and finds its package", "[app]")
{
    const io::ScratchFolder folder;
    const std::filesystem::path script = folder / "an interpreter's stand-in";
    std::ofstream(script) << "#!/bin/sh\nprintf '[%s]' \"$@\" \"$PYTHONPATH\"\nexit 7\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const Interpreter interpreter(script.string());
    const ProgramRun run = run_program(folder, R"(plot "it's here" 'a "b"' '$HOME' --dpi 50 '')");
    CHECK(run.exit_status == 7);
    CHECK_THAT(run.out, StartsWith(R"([-m][slideway][plot][it's here][a "b"][$HOME][--dpi][50][])"
                                   "[" +
                                   test::source_dir() + "/python"));
}

TEST_CASE("run --plot draws the figures of its results, in any folder", "[app]")
{
    const CaseFolder folder(small_case);
    const ProgramRun run =
        run_program(folder, R"(run case.toml --quiet --plot --output "it's \"here\"")");
    CHECK(run.err == "");
    CHECK(run.exit_status == 0);
    const std::filesystem::path figures = folder / "it's \"here\"/figures";
    CHECK_THAT(run.out, Contains("it's \"here\"/figures/contact_rub.{png,svg}\n"));
    for (const char* name : {"acceleration_lower.free_end.y", "contact_rub", "energy"})
        for (const char* ending : {".png", ".svg"}) {
            CAPTURE(name, ending);
            CHECK(std::filesystem::exists(figures / (std::string(name) + ending)));
        }
}

TEST_CASE("run --plot without an interpreter is refused before the run", "[app]")
{
    const CaseFolder folder(small_case);
    const Interpreter interpreter("/nowhere/python3");
    const ProgramRun run = run_program(folder, "run case.toml --quiet --plot --output out");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, StartsWith("slideway plot: cannot start /nowhere/python3 (No such file or "
                                   "directory); apt-get install python3 python3-numpy "
                                   "python3-h5py python3-matplotlib, or ") &&
                            EndsWith("\n"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    CHECK(run_program(folder, "run case.toml --quiet --output out").exit_status == 0);
    CHECK(run_program(folder, "plot out").exit_status == 2);
}
