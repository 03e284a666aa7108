#include "tests/app/app_test.hpp"
#include "tests/app/waiting.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iterator>

using namespace slideway;
using namespace slideway::test;

namespace {

// Required are 0.5 s from a signal to the end of computing. The tests of many run at once, and what
// is interrupted here would take half a minute and more: 5 s separate the one from the other.
constexpr double limit = 5; // [s]

// The stopped oscillator with another analysis.
std::string oscillator(const std::string& analysis)
{
    return with_body("# body = stopped_oscillator\n" + analysis);
}

// A cantilever of n beam elements, 3 n dofs, not reduced.
std::string beam(int n, const std::string& analysis)
{
    return changed(model("beam"),
                   {"elements = " + std::to_string(n), "damping = { alpha = 1.0, beta = 1e-9 }",
                    "[[load]] =", analysis});
}

const std::string frf = "[analysis] type = \"frf\"\ninputs = [\"beam.end.y\"]\n"
                        "outputs = [\"beam.end.y\"]\n"
                        "frequency_hz = { from = 1, to = 2000, step = 0.001 }",
                  rubbing = "[analysis] type = \"regimes\"\nmethod = \"closed-form\" && + "
                            "[[load]]\nname = \"push\"\non = \"beam.end.y\"\nforce = { "
                            "amplitude = 1.0 }\n[[joint]]\nname = \"rub\"\nlaw = \"coulomb\"\n"
                            "between = [\"beam.end.y\", \"ground\"]\nlimit = 0.2\n"
                            "[excitation]\nfrequency_hz = 60.0";

// From the signal to the end [s].
double interrupt(RunningProgram& program, int signal, int exit_status = 1)
{
    REQUIRE_FALSE(program.ended());
    const auto start = std::chrono::steady_clock::now();
    program.send(signal);
    CAPTURE(program.err());
    CHECK(program.wait() == exit_status);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Sends signals to a run that continues for long; where it had computed nothing yet, as with
// sanitizers, once more after twice the time. @return its messages
std::string interrupted_run(const io::ScratchFolder& folder, const std::string& arguments,
                            int signal, int n_signals)
{
    std::string err;
    for (double seconds = 0.25; seconds <= 16; seconds *= 2) {
        RunningProgram program(folder, arguments);
        REQUIRE(wait_for_text(program, "body "));
        REQUIRE(wait_for_computing(program, seconds));
        for (int k = 1; k < n_signals; ++k)
            program.send(signal);
        CHECK(interrupt(program, signal) < limit);
        err = program.err();
        if (err.find("before anything was computed") == std::string::npos)
            break;
    }
    return err;
}

} // namespace

TEST_CASE("SIGTERM and SIGHUP keep what was computed, and two signals at once too", "[app]")
{
    const CaseFolder folder(small_case);
    for (const int signal : {SIGTERM, SIGHUP}) {
        CAPTURE(signal);
        // 100 s of motion: half a minute of computing; few frames to write.
        const std::string err = interrupted_run(folder,
                                                "run case.toml --output out "
                                                "--set analysis.t_end=100 "
                                                "--set output.fields_rate_hz=1 "
                                                "--set motion.drive.velocity.value=0.0001",
                                                signal, 2);
        CHECK_THAT(err, Contains("stopped early: interrupted at t = "));
        CHECK(summary_of(folder)["status"].text() == "interrupted");
        CHECK(io::Hdf5Reader(folder / "out/results.h5").numbers("time").size() > 0);
        std::filesystem::remove_all(folder / "out");
    }
}

namespace {

// Interrupts a run of the oscillator, which must leave results. @return its quantities
Json interrupted_quantities(const CaseFolder& folder)
{
    CHECK_THAT(interrupted_run(folder, "run case.toml --output out", SIGINT, 1),
               Contains("stopped early: interrupted"));
    CHECK(summary_of(folder)["status"].text() == "interrupted");
    return summary_of(folder)["quantities"];
}

const std::string monitor = "monitor = \"oscillator.mass.x\"\n", // range of 1000 displacements
    range = "displacement = { \"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 1000 } }";

} // namespace

TEST_CASE("An interrupted search for periodic orbits keeps the branches found", "[app]")
{
    // 2000 starts of 2000 periods: half a minute of computing.
    const CaseFolder folder(
        oscillator("[analysis]\ntype = \"periodic-orbits\"\n" + monitor +
                   "Omega = { from = 0.8, to = 2.0 }\nsearch = { at = [0.9, 1.2], " + range +
                   ", settle = 2000 }\n"));
    const double starts = interrupted_quantities(folder).value("search.starts");
    CHECK(starts < 2000);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(static_cast<double>(h5.integers("search/branch").size()) == starts);
    CHECK(h5.numbers("branches/0001/parameter").size() > 1);
}

TEST_CASE("An interrupted long motion keeps its periods, many starts those that have run", "[app]")
{
    // A million periods of one start: ten seconds of computing; of 1000: an hour.
    const std::string analysis =
        "[excitation]\nOmega = 0.9\n[analysis]\ntype = \"long-motions\"\n" + monitor +
        "periods = 1000000\n";
    const CaseFolder one(oscillator(analysis));
    const double periods = interrupted_quantities(one).value("periods");
    CHECK(periods > 0);
    CHECK(periods < 1000000);
    CHECK(static_cast<double>(io::Hdf5Reader(one / "out/results.h5").numbers("growth").size()) ==
          periods);

    const CaseFolder many(
        oscillator(analysis + "stop_when_settled = false\nstarts = { " + range + " }\n"));
    const Json quantities = interrupted_quantities(many);
    CHECK(quantities.value("starts") == 1000);
    CHECK(quantities.value("starts.not_run") > 0);
    CHECK(quantities.value("starts.not_run") < 1000);
}

TEST_CASE("An interrupted bifurcation diagram keeps the motions that have run", "[app]")
{
    // Hours of computing.
    const CaseFolder folder(oscillator("[analysis]\ntype = \"bifurcation-diagram\"\n" + monitor +
                                       "Omega = { from = 0.8, to = 2.0, n = 1000 }\n"
                                       "sweeps = [\"up\", \"down\"]\nperiods = 100000\n"));
    const double not_run = interrupted_quantities(folder).value("motions.not_run");
    CHECK(not_run > 0);
    CHECK(not_run < 2000);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    double none = 0;
    for (const std::string series : {"series/0001/", "series/0002/"})
        for (const int outcome : h5.integers(series + "outcome"))
            none += outcome == 0 ? 1 : 0;
    CHECK(none == not_run);
}

TEST_CASE("Interrupted shares keep the values that are done", "[app]")
{
    // A few milliseconds for each value; for all of them half a minute.
    const CaseFolder folder(oscillator("[analysis]\ntype = \"basin-shares\"\nOmega = { from = 0.8, "
                                       "to = 1.2, n = 10000 }\nsample = "
                                       "0\n[analysis.random]\nn = 20\ndisplacement = { "
                                       "\"oscillator.mass.x\" = { from = -2.0, to = "
                                       "2.0 } }\n"));
    const double values = interrupted_quantities(folder).value("values");
    CHECK(values > 0);
    CHECK(values < 10000);
    const io::Hdf5Reader h5(folder / "out/results.h5");
    CHECK(static_cast<double>(h5.numbers("parameter").size()) == values);
    CHECK(static_cast<double>(h5.integers("starts/label").size()) == 20 * values);
}

TEST_CASE("SIGHUP does nothing under nohup", "[app]")
{
    const CaseFolder folder(small_case);
    const auto before = std::signal(SIGHUP, SIG_IGN); // as nohup does
    RunningProgram program(folder, "run case.toml --output out --set analysis.t_end=0.2");
    std::signal(SIGHUP, before);
    REQUIRE(wait_for_text(program, "load pressing"));
    program.send(SIGHUP);
    CHECK(program.wait() == 0);
    CHECK(summary_of(folder)["status"].text() == "end");
}

TEST_CASE("a run that has computed nothing yet ends at once and leaves earlier results", "[app]")
{
    // All modes of 3000 dofs: a minute in one call of a library.
    const std::string earlier =
        "{\n  \"title\": \"\",\n  \"version\": \"0.0.0\",\n  \"status\": \"end\"\n}\n";
    for (const std::string& text : {beam(1000, frf), beam(1000, rubbing)})
        for (const std::string command : {"run case.toml --output out", "check case.toml"}) {
            CAPTURE(text, command);
            const CaseFolder folder(text);
            std::filesystem::create_directory(folder / "out");
            std::ofstream(folder / "out/summary.json") << earlier;
            RunningProgram program(folder, command);
            REQUIRE(wait_for_call(program));
            CHECK(interrupt(program, SIGTERM) < limit);
            CHECK_THAT(program.err(), Contains("stopped early: interrupted"));
            CHECK(io::file_text(folder / "out/summary.json") == earlier);
            CHECK_FALSE(std::filesystem::exists(folder / "out/results.h5"));
        }
}

TEST_CASE("a search for a periodic motion far from any ends at once", "[app]")
{
    // There a spring that hardens makes a million oscillations of a period of the drive: many
    // seconds for one motion, of which Newton's method takes many.
    const std::string far = "displacement = { \"oscillator.mass.x\" = 3e5 } }\n",
                      hardening = "[[joint]]\nname = \"hardening\"\nlaw = \"cubic\"\nbetween = "
                                  "[\"oscillator.mass.x\", \"ground\"]\nk3 = 10.0\n",
                      axis = " = { \"oscillator.mass.x\" = { from = -2.0, to = 2.0, n = 5 } }\n",
                      plane = "orbits.far = { " + far + "[analysis.plane]\ndisplacement" + axis +
                              "velocity" + axis;
    for (const std::string& analysis :
         {"[excitation]\nOmega = 0.9\n[analysis]\ntype = \"basins\"\n" + monitor + plane,
          "[analysis]\ntype = \"basin-shares\"\nOmega = { from = 0.8, to = 1.0, n = 2 }\n" + plane,
          "[analysis]\ntype = \"periodic-orbits\"\n" + monitor +
              "Omega = { from = 0.8, to = 1.0 }\nstart = { " + far}) {
        CAPTURE(analysis);
        const CaseFolder folder(oscillator(hardening + analysis));
        RunningProgram program(folder, "run case.toml --output out");
        REQUIRE(wait_for_text(program, "body "));
        REQUIRE(wait_for_computing(program, 0.25));
        CHECK(interrupt(program, SIGINT) < limit);
        CHECK_THAT(program.err(), Contains("interrupted before anything was computed"));
        CHECK_FALSE(std::filesystem::exists(folder / "out/results.h5"));
    }
}

TEST_CASE("a frequency response at one position keeps the frequencies it has", "[app]")
{
    const CaseFolder folder(beam(100, frf)); // 2e6 frequencies, 300 modes: ten seconds and more
    const std::string err =
        interrupted_run(folder, "run case.toml --output out --threads 2", SIGTERM, 1);
    CHECK_THAT(err, Contains("stopped early: interrupted; ") &&
                        Contains(" frequencies at 1 position are kept"));
    const std::vector<double> frequency =
        io::Hdf5Reader(folder / "out/results.h5").numbers("frequency");
    REQUIRE(frequency.size() > 0);
    CHECK(frequency.back() < 2000);
}

TEST_CASE("a map keeps its points while another one sits in a call that does not end", "[app]")
{
    const CaseFolder folder(beam(
        4, rubbing +
               " && + [map]\nx = { key = \"substructure.beam.elements\", values = [4, 1000, 5] }"));
    RunningProgram program(folder, "run case.toml --output out --threads 1 --keep 0");
    REQUIRE(wait_for_points(folder, program, 1));
    REQUIRE(wait_for_call(program)); // of the second
    CHECK(interrupt(program, SIGTERM) < limit);
    CHECK_THAT(program.err(), Contains("stopped early: interrupted with 1 of 3 points computed"));
    CHECK(summary_of(folder)["status"].text() == "interrupted");
    const io::Hdf5Reader file(folder / "out/results.h5");
    CHECK(file.attribute("", "status") == "interrupted"); // by which the next run continues
    CHECK(file.texts("map/status") == std::vector<std::string>{"end", "interrupted", "not run"});
    CHECK(file.numbers("map/quantities/at_key.continuous/point") == std::vector<double>{0});
}

TEST_CASE("the numbers do not depend on threads, nor on those that the BLAS is given", "[app]")
{
    // 3782 dofs: large enough for OpenBLAS to share the work of a factorisation.
    const CaseFolder folder(R"(title = "Plate"
[[substructure]]
name            = "plate"
type            = "plane-stress"
mesh            = "lower.geo"
mesh_parameters = { height = 0.05, nx = 60, ny = 30 }
material        = { young = 210e9, poisson = 0.3, density = 7800 }
thickness       = 0.020
fixed           = ["clamp"]
reduction       = { method = "craig-bampton", n_modes = 6 }
[[load]]
name  = "push"
on    = "plate.free_tip.y"
force = 1.0
[analysis]
type    = "modes"
n_modes = 6
)");
    const auto run = [&](const std::string& threads, const char* blas) {
        ::setenv("OPENBLAS_NUM_THREADS", blas, 1);
        CHECK(start_program(folder, "run case.toml --quiet --output out --threads " + threads)
                  .exit_status == 0);
        ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
        const io::Hdf5Reader file(folder / "out/results.h5");
        std::vector<double> numbers = file.numbers("modes/coupled/frequency");
        const std::vector<double> shape = file.numbers("modes/coupled/shape/plate");
        numbers.insert(numbers.end(), shape.begin(), shape.end());
        return numbers;
    };
    const std::vector<double> one = run("1", "1");
    CHECK(run("2", "2") == one);
    CHECK(run("3", "4") == one);
}

TEST_CASE("every analysis writes the same bytes with any number of threads", "[app]")
{
    const CaseFolder folder("");
    const auto bytes = [&folder](const std::string& arguments, const char* blas) {
        ::setenv("OPENBLAS_NUM_THREADS", blas, 1);
        const ProgramRun run = start_program(folder, "run " + arguments + " --quiet --output out");
        ::setenv("OPENBLAS_NUM_THREADS", "1", 1);
        CAPTURE(run.err);
        CHECK(run.exit_status == 0);
        std::ifstream file(folder / "out/results.h5", std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    for (const std::string analysis :
         {"beam_on_beam/unstable_rough --set analysis.t_end=0.21",
          "beam_on_beam/frf_at_50_mm --set analysis.frequency_hz.step=20",
          "beam_on_beam/complex_modes --set analysis.positions.step=2e-2",
          "harmonic_balance/jenkins_oscillator", "motion_regimes/two_masses_stick_slip",
          "motion_regimes/five_masses_map --set map.x.n=5 --set map.y.n=4",
          "substructures/cantilever_map", "substructures/elastic_pad --set analysis.t_end=0.005"}) {
        CAPTURE(analysis);
        const std::string one = bytes(analysis + " --threads 1", "1");
        CHECK(one.size() > 1000);
        CHECK(bytes(analysis + " --threads 3", "4") == one);
    }
}
