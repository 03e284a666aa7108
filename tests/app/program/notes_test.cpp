#include "tests/app/app_test.hpp"
#include "tests/support/source_dir.hpp"

#include <cstddef>

using namespace slideway;
using namespace slideway::test;

// Notes that `check` reports, `run` prints as warnings and the summary records.

namespace {

std::string reported(const std::string& name)
{
    return source_dir() + "/tests/reported/" + name + ".toml";
}

bool holds(const std::vector<std::string>& texts, const std::string& part)
{
    return std::any_of(texts.begin(), texts.end(), [&part](const std::string& text) -> bool {
        return text.find(part) != std::string::npos;
    });
}

// Two unit squares of 10 kg each that share no node, as a body of a case with `more`.
struct TwoParts : io::ScratchFolder {
    explicit TwoParts(const std::string& more)
    {
        write("a.inp", "*NODE\n1,0,0\n2,1,0\n3,1,1\n4,0,1\n5,3,0\n6,4,0\n7,4,1\n8,3,1\n"
                       "*ELEMENT, TYPE=CPS4\n1,1,2,3,4\n2,5,6,7,8\n*NSET, NSET=p\n1\n");
        const auto body = [](const std::string& name) -> std::string {
            return "[[substructure]]\nname = \"" + name +
                   "\"\ntype = \"plane-stress\"\nmesh = \"a.inp\"\nthickness = 0.01\nmaterial = { "
                   "young = 2e11, poisson = 0.3, density = 1000.0 }\nfixed = [\"p\"]\n";
        };
        write("case.toml", body("a") + body("b") + more);
    }
    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(*this / name) << text;
    }
};

} // namespace

TEST_CASE("Notes of the reported meshes are warnings of their runs, and the mass is right", "[app]")
{
    struct Row {
        std::string name;
        double mass; ///< [kg], area times 10 kg/m^2
        std::string note;
    };
    for (const auto& [name, mass, note] : std::vector<Row>{
             {"twice", 10, "1 element has the corners of an earlier one and is left out: 2"},
             {"two_senses", 20, "14 of 28 elements are clockwise and were reversed: "},
             {"unv_comment", 10, "unv_comment.unv:7: 2 lines between datasets; not read"},
             {"shell", 10, "shell.inp:7: 1 element of type S4R: shells are read as plane stress"},
             {"version_1", 10, "physical group 7 of dimension 1 has no name; left out"},
             {"ending", 10, ""},
             {"grdset", 10, ""},
             {"cylindrical", 15, ""}}) {
        CAPTURE(name);
        const io::ScratchFolder folder;
        const ProgramRun check = run_ok(folder, "check " + reported(name));
        const ProgramRun run = run_ok(folder, "run " + reported(name) + " --quiet --output out");
        const Json summary = summary_of(folder);
        CHECK(summary["bodies"][std::size_t{0}]["mass_kg"].number() == Approx(mass).epsilon(1e-12));
        const std::vector<std::string> warnings = summary["warnings"].texts();
        if (note.empty()) {
            CHECK(warnings.empty());
            CHECK_THAT(check.out, !Contains("note:"));
            continue;
        }
        CHECK_THAT(check.out, Contains("note: ") && Contains(note));
        CHECK_THAT(run.out, Contains("warning: body b: ") && Contains(note));
        CHECK(holds(warnings, note));
    }
}

TEST_CASE("Few modes of many dofs need no mass in every dof", "[app]")
{
    // 150 springs of k in a row from the ground, 1 kg at each 30th node: a chain of 5 masses and
    // springs of k/30, omega_j = 2 sqrt(k/30/m) sin((2 j - 1) pi/22).
    std::string masses, springs, last = "ground";
    for (int i = 1; i <= 150; ++i) {
        const std::string name = "m" + std::to_string(i);
        masses += name + " = { x = " + (i % 30 == 0 ? "1.0" : "0.0") + " }, ";
        springs += "{ between = [\"" + last + "\", \"" + name + "\"], stiffness = 1.5e6 }, ";
        last = name;
    }
    const CaseFolder folder("[[substructure]]\nname = \"m\"\ntype = \"lumped\"\nmasses = { " +
                            masses.substr(0, masses.size() - 2) + " }\nsprings = [" + springs +
                            "]\n[analysis]\ntype = \"modes\"\nn_modes = 3\n");
    const ProgramRun run = run_program(folder, "run case.toml --quiet --output out");
    CHECK(run.err == "");
    CHECK(run.exit_status == 0);
    const Json frequency = summary_of(folder)["quantities"]["coupled.frequency"]["value"];
    REQUIRE(frequency.numbers().size() == 3);
    for (int j = 1; j <= 3; ++j) {
        const double pi = std::numbers::pi,
                     omega = 2 * std::sqrt(5e4) * std::sin((2 * j - 1) * pi / 22);
        CHECK(frequency.numbers()[static_cast<std::size_t>(j - 1)] ==
              Approx(omega / (2 * pi)).epsilon(1e-10));
    }
    // more modes than masses
    run_ok(folder, "run case.toml --set analysis.n_modes=6 --quiet --output all");
    CHECK(summary_of(folder, "all")["quantities"].values("coupled.frequency").size() == 5);
}

TEST_CASE("A dof without mass follows the others, in every analysis of modes", "[app]")
{
    // Two springs of 200 N/m in a row and 1 kg: sqrt(100)/(2 pi).
    const io::ScratchFolder folder;
    for (const std::string set :
         {"", " --set 'substructure.m.reduction={method=\"guyan\",boundary=[\"end\"]}'",
          " --set 'substructure.m.damping={ratio=0.01}'"}) {
        run_ok(folder, "run " + reported("massless") + set + " --quiet --output out");
        const std::vector<double> frequency =
            summary_of(folder)["quantities"].values("coupled.frequency");
        REQUIRE(frequency.size() == 1);
        CHECK(frequency.front() == Approx(1.5915494309189535).epsilon(1e-12));
    }
}

TEST_CASE("A note of two bodies with one mesh is one warning, in a map too", "[app]")
{
    const std::string note =
        "bodies a, b: the mesh is 2 parts that share no node: 1 element at node "
        "1 (0, 0); 1 element at node 5 (3, 0)";
    const std::string analysis = "[analysis]\ntype = \"modes\"\nn_modes = 2\n";
    const TwoParts once(analysis);
    run_ok(once, "run case.toml --quiet --output out");
    CHECK(summary_of(once)["warnings"].texts() == std::vector<std::string>{note});

    const TwoParts map(analysis + "[map]\nx = { key = \"analysis.n_modes\", values = [2, 3] }\n");
    const ProgramRun run = run_program(map, "run case.toml --quiet --output out");
    CHECK(run.err == "");
    CHECK(run.exit_status == 0);
    CHECK(summary_of(map)["warnings"].texts() == std::vector<std::string>{note});
}

TEST_CASE("Constant loads that an analysis of small vibrations leaves out are noted", "[app]")
{
    const std::string note =
        "1 constant load, tension (100 N): left out, the result is that of the unloaded model; no "
        "analysis stiffens a body under preload";
    const io::ScratchFolder folder;
    CHECK_THAT(run_program(folder, "check " + reported("preloaded_string")).out,
               Contains("note: " + note));
    const ProgramRun run =
        run_program(folder, "run " + reported("preloaded_string") + " --quiet --output out");
    CHECK_THAT(run.out, Contains("warning: " + note));
    CHECK(summary_of(folder)["warnings"].texts() == std::vector<std::string>{note});

    // none without a load, with a load of 0, and in statics, which takes it
    for (const std::string set : {"load.tension.force=0", "analysis={type=\"static\"}"}) {
        CAPTURE(set);
        run_ok(folder,
               "run " + reported("preloaded_string") + " --set '" + set + "' --quiet --output out");
        CHECK(summary_of(folder)["warnings"].texts().empty());
    }
    const std::string frf =
        "analysis={type=\"frf\",inputs=[\"wire.end.rotation\"],outputs=[\"wire.end."
        "rotation\"],frequency_hz={from=1.0,to=2.0,step=1.0}}";
    run_ok(folder,
           "run " + reported("preloaded_string") + " --set '" + frf + "' --quiet --output out");
    CHECK(summary_of(folder)["warnings"].texts() == std::vector<std::string>{note});

    // In sliding contact loads press, and bend the bodies about the deformed state.
    struct Row {
        std::string name, set, note;
    };
    for (const auto& [name, set, role] : std::vector<Row>{
             {"beam_on_beam/complex_modes", "", "left out"},
             {"beam_on_beam/complex_modes_deformed", "",
              "taken for the static deformation and the normal forces of the contacts alone"},
             {"substructures/falling_friction_frf", "",
              "taken for the normal forces of the contacts alone"},
             {"substructures/falling_friction_frf", " --set analysis.friction=0.3", "left out"}}) {
        CAPTURE(name, set);
        CHECK_THAT(
            run_program(folder, "check " + source_dir() + "/cases/" + name + ".toml" + set).out,
            Contains("note: 1 constant load, ") && Contains(" N): " + role));
    }
}
