#include "tests/app/app_test.hpp"

using namespace slideway::test;

namespace {

const std::vector<std::string> every_scheme = {"forward-increment", "modal-propagator",
                                               "runge-kutta", "taylor"};

// Masses, springs and a transient of a scheme.
std::string motion_of(const std::string& body, const std::string& analysis,
                      const std::string& rate = "1000.0")
{
    return "title = \"Conservative motion\"\n\n[[substructure]]\nname = \"m\"\ntype = "
           "\"lumped\"\n" +
           body + "\n[analysis]\ntype = \"transient\"\nscheme = \"SCHEME\"\n" + analysis +
           "\n[output]\nhistory = [\"m.a.x\"]\nhistory_rate_hz = " + rate + "\n";
}

const std::string oscillator = "masses = { a = { x = 1.0 } }\n"
                               "springs = [{ between = [\"a\", \"ground\"], stiffness = 100.0 }]\n";

struct Energies {
    std::string out;
    double scale, residual;
};

Energies energies_of(const std::string& text, const std::string& scheme)
{
    const CaseFolder folder(replaced(text, "SCHEME", scheme));
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    INFO(run.out << run.err);
    REQUIRE(run.exit_status == 0);
    const auto quantities = summary_of(folder)["quantities"];
    return {run.out, quantities.value("energy.scale"),
            std::abs(quantities.value("energy.residual"))};
}

} // namespace

TEST_CASE("a conservative motion has a small energy residual in every scheme", "[app]")
{
    struct Motion {
        std::string name, text;
        double scale; // [J]
    };
    const std::vector<Motion> motions = {
        {"free vibration, let go", // 50 J to and fro
         motion_of(oscillator, "start = { displacement = { \"m.a.x\" = 1.0 } }\nt_end = 10.0\n"),
         50.0},
        {"free vibration, struck",
         motion_of(oscillator, "start = { velocity = { \"m.a.x\" = 10.0 } }\nt_end = 10.0\n"),
         50.0},
        {"samples that keep step with the vibration",
         motion_of(oscillator,
                   "start = { displacement = { \"m.a.x\" = 1.0 } }\nt_end = "
                   "62.83185307179586\n",
                   "1.5915494309189535"),
         50.0},
        {"units of 1e-6 m and 1e6 N/m", // 50e-6 J
         motion_of("masses = { a = { x = 1.0e4 } }\nsprings = [{ between = [\"a\", \"ground\"], "
                   "stiffness = 1.0e8 }]\n",
                   "start = { displacement = { \"m.a.x\" = 1.0e-6 } }\nt_end = 10.0\n"),
         50e-6},
        {"a circle on equal springs: both sums of energies are constant", // 50 J in x, 50 J in y
         motion_of("masses = { a = { x = 1.0, y = 1.0 } }\n"
                   "springs = [{ between = [\"a.x\", \"ground\"], stiffness = 100.0 }, "
                   "{ between = [\"a.y\", \"ground\"], stiffness = 100.0 }]\n",
                   "start = { displacement = { \"m.a.x\" = 1.0 }, velocity = { \"m.a.y\" = 10.0 } "
                   "}\nt_end = 10.0\n"),
         100.0}};
    for (const Motion& motion : motions)
        for (const std::string& scheme : every_scheme) {
            CAPTURE(motion.name, scheme);
            const bool exact = scheme == "modal-propagator";
            // The ranges are seen at samples and once between them; steps of forward-increment
            // are coarse.
            const Energies e = energies_of(motion.text, scheme);
            CHECK(e.scale == Approx(motion.scale).epsilon(exact ? 0.1 : 0.25));
            CHECK(e.residual < 1e-7); // runge-kutta at its default tolerance of 1e-10
            CHECK_THAT(e.out, !Contains("warning"));
        }
}

TEST_CASE("constant energies leave round-off and no warning", "[app]")
{
    // In free flight nothing is exchanged: the scale is 1e-4 of the kinetic energy of 50 J.
    const std::string flight =
        motion_of("masses = { a = { x = 1.0 } }\n",
                  "start = { velocity = { \"m.a.x\" = 10.0 } }\nt_end = 10.0\n");
    for (const std::string scheme : {"runge-kutta", "taylor"}) {
        CAPTURE(scheme);
        const Energies e = energies_of(flight, scheme);
        CHECK(e.scale == Approx(50e-4));
        CHECK(e.residual < 1e-9);
        CHECK_THAT(e.out, !Contains("warning"));
    }
}

TEST_CASE("an error of a vibration is found beside a large rigid motion", "[app]")
{
    // Two masses vibrate with 1 J against each other and drift with 1e6 J. A coarse tolerance
    // damps the vibration; of the drift the loss would be 1e-6.
    const std::string drifting =
        motion_of("masses = { a = { x = 1.0 }, b = { x = 1.0 } }\n"
                  "springs = [{ between = [\"a\", \"b\"], stiffness = 50.0 }]\n",
                  "tolerance = 1e-5\n"
                  "start = { velocity = { \"m.a.x\" = 1001.0, \"m.b.x\" = 999.0 } }\nt_end = "
                  "100.0\n");
    const Energies e = energies_of(drifting, "runge-kutta");
    CHECK(e.scale < 200); // 1e-4 of the drift
    CHECK_THAT(e.out, Contains("warning: that the energy account is open by"));
}
