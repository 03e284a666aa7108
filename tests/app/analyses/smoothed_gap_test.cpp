#include "contact/laws/smoothed_corner.hpp"
#include "tests/app/app_test.hpp"

// Gaps with `smoothing` as a user meets them.

using namespace slideway;
using namespace slideway::test;

namespace {

// A driven mass between stops.
const std::string stops = model("smoothed_stops");

const std::string driven = "[excitation]\nOmega = 22.0\n\n", harmonic = "{ amplitude = 10.0 }";

// With another analysis.
std::string with_analysis(const std::string& keys)
{
    return stops.substr(0, stops.find("[analysis]")) + "[analysis]\n" + keys;
}

} // namespace

TEST_CASE("a run with smoothed stops says how far they are from stops", "[app]")
{
    const CaseFolder folder(stops);
    const ProgramRun check = run_program(folder, "check case.toml");
    CHECK_THAT(check.out, Contains("joint stops: gap between block.mass.x and ground, one "
                                   "component, corners smoothed with 2000 1/m\n"));
    for (const std::string scheme : {"taylor", "runge-kutta"}) {
        const ProgramRun run =
            run_ok(folder, "run case.toml --output out --set analysis.scheme=" + scheme);
        CHECK_THAT(run.out, Contains("joint stops: the corners of its stops are smoothed; radius "
                                     "of influence 0.00128901 m, 0.0645 of the clearance, the "
                                     "force up to 0.556929 N too small"));
        const Json quantities = summary_of(folder)["quantities"];
        const auto number = [&](const std::string& name) -> double {
            return quantities.value("stops.smoothing." + name);
        };
        CHECK(number("radius") == contact::radius_of_influence() / 2000);
        CHECK(quantities["stops.smoothing.radius"]["unit"].text() == "m");
        CHECK(number("part_of_clearance") == number("radius") / 0.02);
        CHECK(number("force_error") == Approx(contact::largest_error() * 4000 / 2000));
        CHECK(quantities["stops.smoothing.force_error"]["unit"].text() == "N");
        CHECK(quantities.value("events") == 0);
    }
    // Without smoothing nothing is said; without clearance there is no part of it.
    const ProgramRun exact = run_ok(CaseFolder(replaced(stops, "smoothing  = 2000.0\n", "")),
                                    "run case.toml --output out");
    CHECK_THAT(exact.out, !Contains("smoothed"));
    const ProgramRun none = run_ok(
        CaseFolder(replaced(stops, "clearance  = 0.02", "clearance  = 0.0")), "run case.toml");
    CHECK_THAT(none.out, Contains("0.00128901 m, the force up to"));
}

TEST_CASE("analyses take a smoothed gap", "[app]")
{
    const std::string response =
        replaced(with_analysis("type    = \"forced-response\"\nmonitor = \"block.mass.x\"\n"
                               "Omega   = { from = 15.0, to = 25.0 }\nn_h     = 7\n"),
                 driven, "");
    const CaseFolder sampled(response + "forces  = \"sampled\"\n");
    const ProgramRun run = run_ok(sampled, "run case.toml --output out");
    CHECK_THAT(run.out, Contains("joint stops: the corners of its stops are smoothed"));

    // Constant loads, for steps and for what is linear about rest.
    const std::string constant =
        replaced(replaced(with_analysis(""), driven, ""), harmonic, "10.0");
    for (const std::string keys : {"type = \"modes\"\n", "type = \"complex-modes\"\n",
                                   "type = \"transient\"\nscheme = \"forward-increment\"\n"
                                   "t_end = 0.5\nh = 1e-4\nstart = \"rest\"\n"}) {
        CAPTURE(keys);
        const ProgramRun of = run_ok(CaseFolder(constant + keys), "run case.toml --output out");
        CHECK_THAT(of.out, Contains("radius of influence"));
    }
}
