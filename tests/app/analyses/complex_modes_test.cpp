#include "tests/app/app_test.hpp"

using namespace slideway;
using namespace slideway::test;

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

// Two blocks alike that slide on one plate along an incline, as in cases/stability/mode_coupling.
std::string two_blocks(const std::vector<std::string>& order)
{
    std::string text, contacts;
    for (const std::string& body : order) {
        if (body == "plate") {
            text += R"(
[[substructure]]
name      = "plate"
type      = "rigid"
mass      = 0.5
polylines = { surface = { x = [-1.0, 1.0], y = [-0.36397023426620234, 0.36397023426620234] } }
fixed     = ["rotation"]
[[joint]]
name      = "bed"
law       = "linear"
between   = ["plate.centre.y", "ground"]
stiffness = 1e6
)";
            continue;
        }
        text += "[[substructure]]\nname = \"" + body +
                "\"\ntype = \"rigid\"\nmass = 1.0\nfixed = [\"rotation\"]\n"
                "points = { foot = { at = [0.0, 0.0] } }\n";
        for (const std::string axis : {"x", "y"})
            text += "[[joint]]\nname = \"hold_" + body + axis +
                    "\"\nlaw = \"linear\"\nbetween = [\"" + body + ".centre." + axis +
                    "\", \"ground\"]\nstiffness = " + (axis == "x" ? "0.6e6" : "0.2e6") + "\n";
        contacts += "[[contact]]\nname = \"rub_" + body + "\"\ntype = \"sliding\"\nslave = \"" +
                    body + ".foot\"\nmaster = \"plate.surface\"\nfriction = 0.3\n";
    }
    return text + contacts + R"(
[[motion]]
name     = "belt"
on       = "plate.centre.x"
velocity = { value = 1.0, ramp = 0.05 }
[analysis]
type     = "complex-modes"
friction = [0.515]
band_hz  = [0.0, 1e3]
)";
}

} // namespace

// Both modes of a flutter pair have one frequency, which round-off must not order. In the third
// mode the blocks move against each other and the plate rests, in closed form: friction turns the
// contact force by atan(mu).
TEST_CASE("modes of one frequency begin with the one that grows, in any order of the bodies",
          "[app]")
{
    for (const std::vector<std::string>& order :
         {std::vector<std::string>{"a", "b", "plate"}, {"plate", "a", "b"}, {"a", "plate", "b"}}) {
        const CaseFolder folder(two_blocks(order));
        run_ok(folder, "run case.toml --output out --quiet");
        const Json quantities = summary_of(folder)["quantities"];
        const std::vector<double> growth = quantities.values("mu_0.515.modes.growth_rate"),
                                  frequency = quantities.values("mu_0.515.modes.frequency");
        REQUIRE(growth.size() == 3);
        CHECK(frequency[1] == Approx(frequency[0]).epsilon(1e-12));
        CHECK(growth[0] > 40);
        CHECK(growth[1] == Approx(-growth[0]).epsilon(1e-9));
        const double incline = std::numbers::pi / 9,
                     turned = std::tan(incline) * std::tan(incline - std::atan(0.515)),
                     square = (0.6e6 + 0.2e6 * turned) / (1 + turned);
        CHECK(frequency[2] == Approx(std::sqrt(square) / (2 * std::numbers::pi)).epsilon(1e-9));
        CHECK(std::abs(growth[2]) < 1e-9);
    }
}

TEST_CASE("complex modes write their loci, zones and shapes that ParaView plays", "[app]")
{
    const CaseFolder folder(
        complex_case("about = \"deformed\"\npositions = { from = 0.02, to = 0.03, step = 2e-3 }\n"
                     "friction = [0.1, 0.3]\nband_hz = [0.0, 5e3]\nshapes_at = [0.025]\n"));
    const ProgramRun run = run_ok(folder, "run case.toml --output out --quiet");
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
    run_ok(folder, "run case.toml --output out --quiet --set analysis.shapes_at=[] "
                   "--set analysis.friction=[0.1]");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out"))
        CHECK_THAT(entry.path().string(), !Contains("mu_0.3"));
}

TEST_CASE("check reports what complex modes will do and computes no more than both ends", "[app]")
{
    const CaseFolder folder(complex_case("positions = { from = 0.01, to = 0.09, step = 1e-4 }\n"));
    const ProgramRun run = run_ok(folder, "check case.toml");
    CHECK_THAT(run.out, Contains("analysis complex-modes\n  about: undeformed\n") &&
                            Contains("band: 0 to 20000 Hz\n") &&
                            Contains("positions: 10 to 90 mm, refined to 0.05 mm\n"));
}
