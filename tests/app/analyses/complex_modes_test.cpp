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

} // namespace

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
