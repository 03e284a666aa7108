#include "tests/app/app_test.hpp"

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

using namespace slideway;
using namespace slideway::test;

namespace {

namespace fs = std::filesystem;

// The small case, whose lower beam does more than it should; `text` comes last in its .geo.
struct Spoilt : CaseFolder {
    explicit Spoilt(const std::string& text) : CaseFolder(small_case_with(lower_mesh, lower_geo))
    {
        std::ofstream(*this / "lower.geo", std::ios::app) << "\n" << text << "\n";
    }
    [[nodiscard]] int last_line() const
    {
        const std::string all = io::file_text(*this / "lower.geo");
        return static_cast<int>(std::count(all.begin(), all.end(), '\n'));
    }
};

// Whether a Gmsh that `pid` started still runs.
bool gmsh_of(int pid)
{
    const std::string start = std::string("slideway-gmsh") + '\0' + std::to_string(pid) + '\0';
    std::error_code gone;
    for (const auto& process : fs::directory_iterator("/proc", gone)) {
        std::ifstream stream(process.path() / "cmdline");
        std::string words; // none of a process that has just ended
        if (std::getline(stream, words) && words.find(start) != std::string::npos)
            return true;
    }
    return false;
}

bool within(double seconds, const std::function<bool()>& condition)
{
    using Clock = std::chrono::steady_clock;
    for (const auto start = Clock::now(); !condition();) {
        if (std::chrono::duration<double>(Clock::now() - start).count() > seconds)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

const std::string endless = "For i In {0:1e15}\n x = i;\nEndFor";

} // namespace

TEST_CASE("a mesh that starts a program is refused with its line unless it is trusted", "[app]")
{
    const Spoilt folder("SystemCall \"touch started\";");
    for (const char* command : {"check case.toml", "run case.toml --output out --quiet"}) {
        CAPTURE(command);
        const ProgramRun run = run_program(folder, command);
        CHECK(run.exit_status == 2);
        CHECK(run.err == "case.toml:6: substructure.lower.mesh = \"lower.geo\"; lower.geo:" +
                             std::to_string(folder.last_line()) +
                             ": SystemCall starts a program; not allowed in a mesh, unless it is "
                             "trusted: --trust-meshes\n");
        CHECK_FALSE(fs::exists(folder / "started"));
    }
    run_ok(folder, "check case.toml --trust-meshes");
    CHECK(fs::exists(folder / "started"));
}

TEST_CASE("points of a map trust meshes as the case does", "[app]")
{
    const std::string map = "[map]\nx = { key = \"contact.rub.friction\", values = [0.1, 0.2] }\n";
    const Spoilt folder("SystemCall \"true\";");
    std::ofstream(folder / "case.toml", std::ios::app) << map;
    const std::string run = "run case.toml --quiet --set analysis.t_end=1e-4 --output ";
    CHECK(run_program(folder, run + "out").exit_status == 2);
    run_ok(folder, run + "trusted --trust-meshes");
}

TEST_CASE("a mesh that ends Gmsh is refused and does not end the program with success", "[app]")
{
    const ProgramRun left = run_program(Spoilt("Exit;"), "check case.toml");
    CHECK(left.exit_status == 2);
    CHECK(left.err == "case.toml:6: substructure.lower.mesh = \"lower.geo\"; lower.geo: Gmsh ended "
                      "with status 0 and without a mesh; does the file contain Exit?\n");
    const ProgramRun crashed = run_program(Spoilt("Mesh.ElementOrder = 1e6;"), "check case.toml");
    CHECK(crashed.exit_status == 2);
    CHECK_THAT(crashed.err, Contains("lower.geo: Gmsh ended by signal "));
    CHECK(std::count(crashed.err.begin(), crashed.err.end(), '\n') == 1);
}

TEST_CASE("an interrupted or killed program leaves no Gmsh behind", "[app]")
{
    const Spoilt folder(endless);
    for (const int signal : {SIGTERM, SIGINT, SIGKILL})
        for (const char* command : {"check case.toml", "run case.toml --output out --quiet"}) {
            CAPTURE(signal, command);
            RunningProgram program(folder, command);
            REQUIRE(within(20, [&] { return gmsh_of(program.pid()); }));
            program.send(signal);
            CHECK(within(0.5, [&] { return program.ended(); }));
            CHECK(
                within(5, [&] { return !gmsh_of(program.pid()); })); // when the kernel comes to it
            CHECK(program.wait() != 0);
        }
}

TEST_CASE("check names the files that a case reads", "[app]")
{
    const Spoilt folder("Include \"sizes.geo\";");
    std::ofstream(folder / "sizes.geo") << "h = 1;\n";
    const ProgramRun run = run_ok(folder, "check case.toml");
    CHECK_THAT(run.out, Contains("\nreads: lower.geo, upper.inp\n") &&
                            Contains("\n  note: reads sizes.geo too\n"));
}
