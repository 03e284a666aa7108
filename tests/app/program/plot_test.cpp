#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <cstdlib>

using namespace slideway;
using namespace slideway::test;

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

TEST_CASE("plot hands arguments and exit status through unchanged, and finds its package", "[app]")
{
    const io::ScratchFolder folder;
    const std::filesystem::path script = folder / "an interpreter's stand-in";
    std::ofstream(script) << "#!/bin/sh\nprintf '[%s]' \"$@\" \"$PYTHONPATH\"\nexit 7\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const Interpreter interpreter(script.string());
    const ProgramRun run = run_program(folder, R"(plot "it's here" 'a "b"' '$HOME' --dpi 50 '')");
    CHECK(run.exit_status == 7);
    const std::string arguments = R"([-m][slideway][plot][it's here][a "b"][$HOME][--dpi][50][][)";
    CHECK_THAT(run.out, StartsWith(arguments));
    const std::size_t end = run.out.find_first_of(":]", arguments.size());
    const std::filesystem::path package = run.out.substr(arguments.size(), end - arguments.size());
    CHECK(
        std::filesystem::equivalent(package / "slideway", test::source_dir() + "/python/slideway"));
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
    run_ok(folder, "run case.toml --quiet --output out");
    CHECK(run_program(folder, "plot out").exit_status == 2);
}
