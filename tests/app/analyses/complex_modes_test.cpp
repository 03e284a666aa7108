#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

const std::string transient = "type = \"transient\"\nt_end = 0.002\n";
const std::string output =
    "[output]\nhistory = [\"lower.free_end.y\", \"upper.end.x\", \"rub\"]\nfields_rate_hz = "
    "1000.0\n";

// The small case with complex modes; `keys` are lines of [analysis].
std::string complex_case(const std::string& keys)
{
    return replaced(small_case_with(transient, "type = \"complex-modes\"\n" + keys), output, "");
}

} // namespace

TEST_CASE("complex modes write their loci, zones and shapes that ParaView plays", "[app]")
{
    const CaseFolder folder(
        complex_case("about = \"deformed\"\npositions = { from = 0.02, to = 0.03, step = 2e-3 }\n"
                     "friction = [0.1, 0.3]\nband_hz = [0.0, 5e3]\nshapes_at = [0.025]\n"));
    const ProgramRun run = run_program(folder, "run case.toml --output out --quiet");
    INFO(run.err);
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out, Contains("friction 0.1: ") && Contains("friction 0.3: "));
    const std::string summary = io::file_text(folder / "out" / "summary.json");
    for (const char* quantity : {"mu_0.1.growth_rate.max", "mu_0.3.zones.count", "positions.dense"})
        CHECK_THAT(summary, Contains(quantity));
    CHECK(std::filesystem::exists(folder / "out" / "results.h5"));
    int played = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "out"))
        if (entry.path().extension() == ".pvd") {
            ++played;
            const std::string text = io::file_text(entry.path());
            CHECK_THAT(text, Contains("phase_23.vtu"));
            CHECK_THAT(entry.path().filename().string(), Contains("_mm_mode_"));
        }
    CHECK(played >= 4);

    // Another run into the folder leaves nothing of this one behind.
    CHECK(run_program(folder, "run case.toml --output out --quiet --set analysis.shapes_at=[] "
                              "--set analysis.friction=[0.1]")
              .exit_status == 0);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out"))
        CHECK_THAT(entry.path().string(), !Contains("mu_0.3"));
}

TEST_CASE("check reports what complex modes will do and computes no more than both ends", "[app]")
{
    const CaseFolder folder(complex_case("positions = { from = 0.01, to = 0.09, step = 1e-4 }\n"));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out,
               Contains("analysis complex-modes about the undeformed state, 0 to 20000 Hz") &&
                   Contains("positions 10 to 90 mm, refined to 0.05 mm"));
}

TEST_CASE("wrong input of complex modes is reported in one line", "[app]")
{
    struct Wrong {
        std::string keys, place, message;
    };
    const Wrong list[] = {
        {"positions = { from = 0.01, to = 0.2, step = 1e-3 }", "positions",
         "analysis.positions.to = 0.2; the master surface of contact rub reaches from 0 to 0.1 m"},
        {"position = 0.15", "position = 0.15",
         "analysis.position = 0.15; the master surface of contact rub reaches from 0 to 0.1 m"},
        {"positions = { from = 0.05, to = 0.02, step = 1e-3 }", "positions",
         "analysis.positions.to = 0.02; must be at least from = 0.05 m"},
        {"band_hz = [5e3, 5e3]", "band_hz",
         "analysis.band_hz = [5000, 5000]; expected [low, high] with high > low"},
        {"friction = [0.1, -0.3]", "friction = [",
         "analysis.friction.2 = -0.3; expected a number >= 0"},
        {"shapes_at = [0.3]", "shapes_at",
         "analysis.shapes_at = 0.3; the master surface of contact rub reaches from 0 to 0.1 m"},
        {"friction = [0.1, 0.3, 0.1]", "friction = [",
         "analysis.friction = [0.1, 0.3, 0.1]; expected coefficients that differ"},
        {"friction = []", "friction = []",
         "analysis.friction = []; expected at least one coefficient"},
        {"method = \"determinat\"", "determinat",
         "analysis.method = \"determinat\"; did you mean determinant? Allowed: auto, determinant, "
         "dense"},
        {"resolution = 0.0", "resolution", "analysis.resolution = 0; expected a number > 0 [m]"},
    };
    for (const Wrong& m : list) {
        CAPTURE(m.keys);
        const std::string text = complex_case(m.keys + "\n");
        const CaseFolder folder(text);
        for (const std::string command : {"check case.toml", "run case.toml --quiet"})
            check_refused(folder, text, m.place, m.message, command);
    }
}

TEST_CASE("complex modes about the deformed state need a load that closes the contact", "[app]")
{
    const std::string text =
        replaced(complex_case("about = \"deformed\"\nposition = 0.03\n"), "-0.08", "0.08");
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "run case.toml --quiet");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err, Contains("contact.rub: the static normal force is -0.0") &&
                            Contains("the loads must press the slave on the master") &&
                            Contains("(at position 30 mm)"));
}
