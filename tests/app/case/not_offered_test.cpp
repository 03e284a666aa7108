#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

#include <fstream>
#include <string>
#include <utility>

// Models of the field that the program does not offer are refused by name, with the alternative.

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

// The modes of bodies with an elastic-coulomb joint.
std::string with_pad(const std::string& bodies, const std::string& between)
{
    return bodies + R"(
[[joint]]
name = "pad"
law = "elastic-coulomb"
between = [)" +
           between + R"(]
normal_deg = 90.0
k_t = 1e3
k_n = 0.0
friction = 0.3
preload = 10.0

[analysis]
type = "modes"
)";
}

const std::string two_masses = with_pad(R"([[substructure]]
name = "pair"
type = "lumped"
masses = { a = { x = 1.0, y = 1.0 }, b = { x = 1.0, y = 1.0 } }
springs = [
  { between = ["a.x", "ground"], stiffness = 1e4 },
  { between = ["b.x", "ground"], stiffness = 1e4 },
]
)",
                                        "\"pair.a\", \"pair.b\"");

void check_refused_with(const std::string& after, const std::string& line,
                        const std::string& message)
{
    CAPTURE(line);
    check_refused(replaced(two_masses, after, after + line + "\n"), line, message);
}

const std::string circular =
    "friction in two tangential directions at once (a circular limit) is law = \"patch\" with "
    "pressure.shape = \"point\"; ";

} // namespace

TEST_CASE("Friction in two tangential directions is refused by name", "[app]")
{
    const std::string offered =
        "law = \"elastic-coulomb\" has one, across normal_deg, and law = \"coulomb\" a limit for "
        "each component by itself";
    const std::string joint = "normal_deg = 90.0\n";
    check_refused_with(joint, "tangents = [[1, 0, 0], [0, 0, 1]]",
                       "joint.pad.tangents = [[1, 0, 0], [0, 0, 1]]; " + circular + offered);
    check_refused_with(joint, "dimension = 2", "joint.pad.dimension = 2; " + circular + offered);
    for (const std::string key : {"planar", "two_dimensional", "mu_x", "mu_2", "k_tx", "limit_y"})
        check_refused_with(joint, key + " = 0.3",
                           "joint.pad." + key + " = 0.3; " + circular + offered);
    for (const std::string name :
         {"elastic-coulomb-2d", "2-D friction", "3D", "Planar", "two dimensional coulomb"}) {
        const std::string law = "law = \"" + name + "\"";
        check_refused(replaced(two_masses, "law = \"elastic-coulomb\"", law), law,
                      "joint.pad." + law + "; " + circular + offered);
    }
    check_refused(two_masses + "[[contact]]\nname = \"rub\"\ntangent_deg = [0, 90]\n",
                  "tangent_deg",
                  "contact.rub.tangent_deg = [0, 90]; " + circular +
                      "a sliding contact has one, along its master curve");
    // Other keys keep their message.
    const std::string text = replaced(two_masses, joint, joint + "tangnt = 3\n");
    const ProgramRun run = run_program(CaseFolder(text), "check case.toml");
    CHECK_THAT(run.err, Contains("unknown key joint.pad.tangnt"));
}

TEST_CASE("Cyclic symmetry is refused by name, wherever it is requested", "[app]")
{
    const std::string reason =
        "cyclic symmetry is not offered; model every sector as a [[substructure]] (`like` copies "
        "one) and tie them by [[bond]] or [[joint]]";
    check_refused_with("type = \"lumped\"\n", "sectors = 24",
                       "substructure.pair.sectors = 24; " + reason);
    check_refused_with("type = \"modes\"\n", "nodal_diameters = [0, 1, 2]",
                       "analysis.nodal_diameters = [0, 1, 2]; " + reason);
    for (const std::string key :
         {"n_sectors", "n_blades", "nBlades", "number_of_blades", "sector_angle_deg"})
        check_refused_with("type = \"lumped\"\n", key + " = 24",
                           "substructure.pair." + key + " = 24; " + reason);
    for (const std::string key : {"harmonic_index", "nodal_diameter", "engine_order"})
        check_refused_with("type = \"modes\"\n", key + " = 3",
                           "analysis." + key + " = 3; " + reason);
    check_refused("cyclic = true\n" + two_masses, "cyclic = true", "cyclic = true; " + reason);
    check_refused_with("type = \"modes\"\n", "[cyclic_symmetry]\nsectors = 24",
                       "cyclic_symmetry = { sectors = 24 }; " + reason);
    const std::string type = "type = \"cyclic-modes\"";
    check_refused(replaced(two_masses, "type = \"modes\"", type), type,
                  "analysis." + type + "; " + reason);
    // Free names are nobody's keys: a mass may be called as it likes.
    const std::string text =
        replaced(replaced(two_masses, "b = { x", "sectors = { x"), "\"b.x\"", "\"sectors.x\"");
    const CaseFolder folder(replaced(text, "pair.b", "pair.sectors"));
    CHECK(run_program(folder, "check case.toml").exit_status == 0);
}

TEST_CASE("Elastic friction at a port that moves out of the plane is refused by name", "[app]")
{
    // A block of 1 kg with three translations, on springs.
    const std::string text = with_pad(R"([[substructure]]
name = "block"
type = "matrices"
M = "M.mtx"
K = "K.mtx"
dofs = "dofs.csv"
)",
                                      "\"block.1\", \"ground\"");
    const auto with_matrices = [](const CaseFolder& folder) {
        for (const auto& [name, value] : {std::pair{"M.mtx", "1.0"}, {"K.mtx", "1e4"}}) {
            std::string matrix = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n";
            for (const std::string i : {"1", "2", "3"})
                matrix += i + " " + i + " " + value + "\n";
            std::ofstream(folder / name) << matrix;
        }
        std::ofstream(folder / "dofs.csv") << "dof,node,component,X,Y,Z\n"
                                              "1,1,x,0,0,0\n2,1,y,0,0,0\n3,1,z,0,0,0\n";
    };
    const CaseFolder free(text);
    with_matrices(free);
    check_refused(free, text, "between",
                  "joint.pad: port 1 moves in z too, and law elastic-coulomb rubs in one "
                  "direction; hold its z (fixed). Friction in two directions at once is law patch "
                  "with pressure.shape = \"point\"");
    const CaseFolder held(
        replaced(text, "dofs = \"dofs.csv\"", "dofs = \"dofs.csv\"\nfixed = [\"1.z\"]"));
    with_matrices(held);
    CHECK(run_program(held, "check case.toml").exit_status == 0);
}
