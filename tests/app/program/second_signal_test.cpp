#include "tests/app/app_test.hpp"
#include "tests/app/waiting.hpp"

#include <chrono>
#include <csignal>
#include <regex>
#include <sys/wait.h>
#include <thread>

using namespace slideway;
using namespace slideway::test;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

// Two milliseconds of motion with a frame per step of the history: 2000 files take seconds to
// write.
const std::string many_frames = "run case.toml --quiet --output out --set analysis.t_end=0.04 "
                                "--set output.fields_rate_hz=50000";
constexpr std::ptrdiff_t all_frames = 2000;

std::ptrdiff_t files_in(const fs::path& folder)
{
    std::error_code none_there;
    const fs::directory_iterator files(folder, none_there);
    return none_there ? 0 : std::distance(files, fs::directory_iterator());
}

// Until the program writes pictures of a result that is computed.
bool wait_for_pictures(const CaseFolder& folder, RunningProgram& program)
{
    return wait_until(program,
                      [&]() -> bool { return files_in(folder / "out/.slideway.new/fields") > 2; });
}

} // namespace

TEST_CASE("a signal ends a run that writes pictures, which leaves out those that are missing",
          "[app]")
{
    const CaseFolder folder(small_case);
    RunningProgram program(folder, many_frames);
    REQUIRE(wait_for_pictures(folder, program));
    const double before = program.processor_time();
    const auto start = std::chrono::steady_clock::now();
    program.send(SIGTERM);
    double used = before; // last that was seen
    while (!program.ended()) {
        used = std::max(used, program.processor_time());
        std::this_thread::sleep_for(2ms);
    }
    // Half a second on an idle machine. The tests of many run at once, so that the wall clock has a
    // wide bound, and the processor the narrow one.
    CHECK(std::chrono::steady_clock::now() - start < 5s);
    CHECK(used - before < 0.6);
    CHECK(program.wait() == 1);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted while pictures were written\n"));

    const std::ptrdiff_t frames = files_in(folder / "out/fields");
    CHECK(frames > 2);
    CHECK(frames < all_frames);
    CHECK(io::Hdf5Reader(folder / "out/results.h5").numbers("time").size() > 0);
    CHECK(summary_of(folder)["status"].text() == "end");
    CHECK_THAT(
        io::file_text(folder / "out/summary.json"),
        Contains("pictures for ParaView are left out from the moment of the interruption on"));
    // The series names the frames that are there, and no others.
    const std::string series = io::file_text(folder / "out/transient.pvd");
    const std::regex file("file=\"([^\"]*)\"");
    std::ptrdiff_t named = 0;
    for (std::sregex_iterator at(series.begin(), series.end(), file), end; at != end; ++at) {
        ++named;
        CHECK(fs::exists(folder / "out" / (*at)[1].str()));
    }
    CHECK(named == frames);
}

TEST_CASE("a second signal always ends the program at once", "[app]")
{
    const CaseFolder folder(small_case);
    for (const int signal : {SIGINT, SIGTERM}) {
        CAPTURE(signal);
        fs::remove_all(folder / "out");
        RunningProgram program(folder, many_frames);
        REQUIRE(wait_for_pictures(folder, program));
        // Stopped by the system, it cannot end after the first signal, however busy the machine is.
        program.send(signal);
        std::this_thread::sleep_for(20ms);
        program.send(SIGSTOP);
        std::this_thread::sleep_for(200ms);
        program.send(signal);
        program.send(SIGCONT);
        CHECK(program.wait() == -1);
        CHECK(WIFSIGNALED(program.status()));
        CHECK(WTERMSIG(program.status()) == signal);
        CHECK_FALSE(fs::exists(folder / "out/summary.json"));
    }
    // The next run clears its remains.
    run_ok(folder, "run case.toml --quiet --output out");
    CHECK_FALSE(fs::exists(folder / "out/.slideway.new"));
}
