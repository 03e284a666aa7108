#include "tests/app/app_test.hpp"

using namespace slideway::test;

namespace {

constexpr double in_hz = 1 / (2 * std::numbers::pi);

std::string modes_of(const std::string& body)
{
    return "title = \"Damped modes\"\n\n[[substructure]]\nname = \"m\"\ntype = \"lumped\"\n" +
           body + "\n[analysis]\ntype = \"modes\"\n";
}

// m = 1, k = 100: omega = 10.
std::string oscillator(double c)
{
    return modes_of("masses = { a = { x = 1.0 } }\n"
                    "springs = [{ between = [\"a\", \"ground\"], stiffness = 100.0 }]\n"
                    "dashpots = [{ between = [\"a\", \"ground\"], damping = " +
                    std::to_string(c) + " }]\n");
}

struct Modes {
    std::string out;
    std::vector<double> frequency, damped, ratio;
};

Modes found(const std::string& text)
{
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    INFO(run.out << run.err);
    REQUIRE(run.exit_status == 0);
    const auto quantities = summary_of(folder)["quantities"];
    auto numbers = [&](const std::string& name) { return quantities.values("coupled." + name); };
    return {run.out, numbers("frequency"), numbers("damped_frequency"), numbers("damping_ratio")};
}

} // namespace

TEST_CASE("modes give undamped and damped frequencies under names of their own", "[app]")
{
    const Modes m = found(oscillator(12)); // ratio 0.6: omega sqrt(1 - 0.36) = 8
    CHECK(m.frequency.at(0) == Approx(10 * in_hz).epsilon(1e-12));
    CHECK(m.damped.at(0) == Approx(8 * in_hz).epsilon(1e-12));
    CHECK(m.ratio.at(0) == Approx(0.6).epsilon(1e-12));
    CHECK_THAT(m.out, Contains("coupled, undamped frequencies: 1.591549 Hz") &&
                          Contains("coupled, damped frequencies: 1.27324 Hz") &&
                          Contains("coupled, damping ratios: 0.6") && !Contains("overdamped"));
}

TEST_CASE("an overdamped mode has no damped frequency", "[app]")
{
    for (const double ratio : {1.0, 1.25, 1e6}) {
        CAPTURE(ratio);
        const Modes m = found(oscillator(20 * ratio));
        CHECK(m.frequency.at(0) == Approx(10 * in_hz).epsilon(1e-12));
        CHECK(m.damped.at(0) == 0);
        CHECK(m.ratio.at(0) == Approx(ratio).epsilon(1e-12));
        CHECK_THAT(m.out, Contains("damped frequencies: none Hz") &&
                              Contains("coupled: mode 1 is overdamped"));
    }
}

// Two masses of 1 kg, k = 100 from ground to a to b; a dashpot from a to ground couples the modes.
// Roots of det(s^2 + s C + K) by another program (numpy.linalg.eigvals).
TEST_CASE("damping that couples modes gives each its own damped mode", "[app]")
{
    auto chain = [](const std::string& c) {
        return modes_of("masses = { a = { x = 1.0 }, b = { x = 1.0 } }\n"
                        "springs = [{ between = [\"a\", \"ground\"], stiffness = 100.0 }, "
                        "{ between = [\"a\", \"b\"], stiffness = 100.0 }]\n"
                        "dashpots = [{ between = [\"a\", \"ground\"], damping = " +
                        c + " }]\n");
    };
    const Modes weak = found(chain("1.0"));
    REQUIRE(weak.damped.size() == 2);
    CHECK(weak.damped[0] == Approx(0.983825928317105).epsilon(1e-9));
    CHECK(weak.damped[1] == Approx(2.573384677492738).epsilon(1e-9));
    CHECK(weak.ratio[0] == Approx(0.022365155044403).epsilon(1e-9));
    CHECK(weak.ratio[1] == Approx(0.022365155044403).epsilon(1e-9));

    // s = -45.72593581 and -2.18694267 of a, whose product is 100, and -1.04356076 +- 9.94539999j:
    // the two real roots are one mode, and none of the modes is lost.
    Modes strong = found(chain("50.0"));
    REQUIRE(strong.damped.size() == 2);
    std::sort(strong.damped.begin(), strong.damped.end());
    std::sort(strong.ratio.begin(), strong.ratio.end());
    CHECK(strong.damped[0] == 0);
    CHECK(strong.damped[1] == Approx(1.582859569223733).epsilon(1e-9));
    CHECK(strong.ratio[0] == Approx(0.104356076261).epsilon(1e-9));
    CHECK(strong.ratio[1] == Approx((45.72593581 + 2.18694267) / 20).epsilon(1e-7));
    CHECK_THAT(strong.out, Contains("is overdamped"));
}
