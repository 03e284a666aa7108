#include "app/analyses/job.hpp"
#include "app/case/shipped.hpp"
#include "base/error.hpp"
#include "tests/app/case/check_refused.hpp"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::test;
using Catch::Matchers::Contains;

namespace {

/// Mistakes in the small case.
void check(const std::vector<Mistake>& mistakes, const SmallMesh& mesh = small_mesh())
{
    check_refused(small_case, mistakes, [&mesh](const CaseFolder& folder) -> void {
        std::ofstream(folder / "small.msh") << mesh.text();
        std::ofstream(folder / "empty.msh") << "";
    });
}

const std::string small_msh = "mesh = \"small.msh\"\n";
const std::string mesh_key = "substructure.lower.mesh = \"small.msh\"; small.msh: ";

} // namespace

TEST_CASE("the small case is right until it is spoilt", "[app]")
{
    // Both kinds of meshes give the same model; "static error" differs by round-off.
    const auto described = [](const std::string& text) -> std::vector<std::string> {
        const CaseFolder folder(text);
        std::istringstream out(run_program(folder, "check case.toml").out);
        std::vector<std::string> lines;
        for (std::string line; std::getline(out, line);)
            if (!line.starts_with("  static error") && !line.starts_with("reads:"))
                lines.push_back(line);
        return lines;
    };
    const std::string of_gmsh =
        replaced(small_case_with(lower_mesh, lower_geo), "mesh = \"upper.inp\"\n",
                 "mesh = \"upper.geo\"\nmesh_parameters = { nx = 15, ny = 1 }\n");
    CHECK(described(small_case).size() > 10);
    CHECK(described(small_case) == described(of_gmsh));
    const CaseFolder folder(small_case);
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 0);
    CHECK(run.err == "");
    const CaseFolder other(small_case_with(lower_mesh, small_msh));
    std::ofstream(other / "small.msh") << small_mesh().text();
    CHECK(run_program(other, "check case.toml").exit_status == 0);
}

// ---- meshes

TEST_CASE("a mesh that cannot be had is refused", "[app]")
{
    const std::string key = "substructure.lower.mesh = ";
    check({
        {"missing file", lower_mesh, "mesh = \"nope.msh\"\n", "mesh = \"nope",
         key + "\"nope.msh\"; nope.msh: no such file, or it cannot be read"},
        {"empty file", lower_mesh, "mesh = \"empty.msh\"\n", "mesh = \"empty",
         key + "\"empty.msh\"; empty.msh: not a Gmsh mesh (it starts with neither "
               "$MeshFormat nor $NOD)"},
        {"no mesh file", lower_mesh, "mesh = \"case.toml\"\n", "mesh = \"case",
         key + "\"case.toml\"; case.toml: not a mesh file; allowed: .geo, .msh, .med, "
               ".inp, .bdf, .nas, .dat, .fem, .unv"},
        {"a parameter that the .geo does not have", lower_mesh, replaced(lower_geo, "nx", "mx"),
         "mesh = \"lower",
         key + "\"lower.geo\"; lower.geo: DefineConstant has no parameter \"mx\"; did you mean nx? "
               "Allowed: length, height, nx, ny"},
    });
    check({{"no elements", lower_mesh, small_msh, small_msh,
            mesh_key +
                "no triangles or quadrilaterals in the file; save the mesh of the surfaces, or "
                "give a .geo with a surface"}},
          {small_mesh().nodes, "1 1 2 2 2 1 4\n"});
    check({{"nothing at all", lower_mesh, small_msh, small_msh,
            mesh_key +
                "no triangles or quadrilaterals in the file; save the mesh of the surfaces, or "
                "give a .geo with a surface"}},
          {"", ""});
}

TEST_CASE("an inverted element is refused with its nodes", "[app]")
{
    SmallMesh crossed = small_mesh(), collapsed = small_mesh();
    crossed.elements = replaced(crossed.elements, "2 3 6 5\n", "2 3 5 6\n");
    collapsed.nodes = replaced(collapsed.nodes, "6 0.1 0 0\n", "6 0.055 -0.0018 0\n");
    check(
        {{"crossed", lower_mesh, small_msh, small_msh,
          mesh_key + "element 2 (quad4) is inverted or degenerate; its nodes are at (0.05, -0.002) "
                     "(0.1, -0.002) (0.05, 0) (0.1, 0) m"}},
        crossed);
    check(
        {{"not convex", lower_mesh, small_msh, small_msh,
          mesh_key + "element 2 (quad4) is inverted or degenerate; its nodes are at (0.05, -0.002) "
                     "(0.1, -0.002) (0.055, -0.0018) (0.05, 0) m"}},
        collapsed);
}

TEST_CASE("groups that the mesh does not have are refused", "[app]")
{
    const std::string groups = "Allowed: beam, bottom, clamp, free_end, free_tip, top";
    check({
        {"master", "\"lower.top\"", "\"lower.tpo\"", "master = ",
         "contact.rub.master = \"lower.tpo\"; substructure \"lower\" has no port \"tpo\"; did you "
         "mean "
         "top? " +
             groups},
        {"support", "[\"clamp\"]", "[\"clmap\"]", "fixed = ",
         "substructure.lower.fixed = \"clmap\"; lower.inp: no physical group \"clmap\"; did you "
         "mean "
         "clamp? " +
             groups},
        {"component of a support", "[\"clamp\"]", "[\"clamp.z\"]",
         "fixed = ", "substructure.lower.fixed = \"clamp.z\"; no component \"z\"; allowed: x, y"},
        {"placement", "put = \"tip\"", "put = \"tipp\"", "placement",
         "substructure.upper.placement.put = \"tipp\"; upper.inp: no physical group \"tipp\"; did "
         "you "
         "mean tip? Allowed: beam, bottom, end, tip, top"},
        {"placement by a curve", "put = \"tip\"", "put = \"end\"", "placement",
         "substructure.upper.placement.put = \"end\"; has 2 nodes; expected a named point"},
        {"boundary", "n_modes = 4 }", "n_modes = 4, boundary = [\"tpo\"] }", "boundary",
         "substructure.lower.reduction.boundary = \"tpo\"; substructure \"lower\" has no port "
         "\"tpo\"; "
         "did you mean top? " +
             groups},
    });
    SmallMesh no_top = small_mesh();
    no_top.elements = "1 3 2 1 1 1 2 5 4\n2 3 2 1 1 2 3 6 5\n3 1 2 2 2 1 4\n6 1 2 4 4 3 6\n";
    check({{"a .msh without the group", lower_mesh, small_msh, "master = ",
            "contact.rub.master = \"lower.top\"; substructure \"lower\" has no port \"top\"; "
            "allowed: "
            "beam, clamp, free_end"}},
          no_top);
}

// ---- contacts and motions

TEST_CASE("a contact needs a point that touches a curve of another body", "[app]")
{
    check({
        {"master: a surface", "\"lower.top\"", "\"lower.beam\"",
         "master = ", "contact.rub.master = \"lower.beam\"; is not a curve: it has no edges"},
        {"master: a point", "\"lower.top\"", "\"lower.free_tip\"",
         "master = ", "contact.rub.master = \"lower.free_tip\"; is not a curve: it has no edges"},
        {"slave: a curve elsewhere", "\"upper.tip\"", "\"upper.end\"", "[[contact]]",
         "contact.rub: the slave node at (0.0749519, 0.0375) m does not touch the master surface "
         "at "
         "the start: distance 0.0375 m; place it within 5e-09 m"},
        {"same body", "\"lower.top\"", "\"upper.bottom\"", "[[contact]]",
         "contact.rub: slave upper.tip and master upper.bottom are on the same body; a sliding "
         "contact "
         "joins two bodies"},
        // The distance that counts as touching is 1e-6 of a segment (5 mm here).
        {"above", "at = [0.010, 0.0]", "at = [0.010, 1e-4]", "[[contact]]",
         "contact.rub: the slave node at (0.01, 0.0001) m does not touch the master surface at the "
         "start: distance 0.0001 m; place it within 5e-09 m"},
        {"below", "at = [0.010, 0.0]", "at = [0.010, -1e-4]", "[[contact]]",
         "contact.rub: the slave node at (0.01, -0.0001) m does not touch the master surface at "
         "the "
         "start: distance 0.0001 m (inside the master body); place it within 5e-09 m"},
        {"beyond the end", "at = [0.010, 0.0]", "at = [0.110, 0.0]", "[[contact]]",
         "contact.rub: the slave node at (0.11, 0) m does not touch the master surface at the "
         "start: "
         "distance 0.01 m; place it within 5e-09 m"},
    });
    SmallMesh branching = small_mesh();
    branching.elements += "8 1 2 3 3 2 5\n"; // from the middle of the top downwards
    check({{"a T", lower_mesh, small_msh, "master = ",
            "contact.rub.master = \"lower.top\"; branches: three or more of its edges meet in one "
            "node"}},
          branching);
}

TEST_CASE("friction over the sliding speed is refused unless it is a function of it", "[app]")
{
    const std::string constant = "friction = 0.3";
    check({
        {"not increasing", constant,
         "friction = { speed = [0.0, 0.1, 0.05], mu = [0.4, 0.3, 0.2] }", "friction",
         "contact.rub.friction.speed = [0, 0.1, 0.05]; expected speeds that increase; 0.05 "
         "follows 0.1"},
        {"negative", constant, "friction = { speed = [0.0, 0.1], mu = [0.4, -0.2] }", "friction",
         "contact.rub.friction.mu.2 = -0.2; expected a number >= 0"},
        {"not from rest", constant, "friction = { speed = [0.1, 0.2], mu = [0.4, 0.2] }",
         "friction",
         "contact.rub.friction.speed = [0.1, 0.2]; expected at least two speeds, the first 0"},
        {"too short", constant, "friction = { speed = [0.0, 0.1], mu = [0.4] }", "friction",
         "contact.rub.friction.mu = [0.4]; expected as many coefficients as speeds (2)"},
        {"half a decay", constant, "friction = { static = 0.4, speed = 0.1 }", "friction",
         "contact.rub.friction.dynamic = (not given); a decay needs static, dynamic and speed"},
        {"half a jump", constant, "friction = { static = 0.4 }", "friction",
         "contact.rub.friction.dynamic = (not given); a jump needs static and dynamic, a decay "
         "speed too"},
        {"a jump that rises", constant, "friction = { static = 0.2, dynamic = 0.3 }", "friction",
         "contact.rub.friction.static = 0.2; expected at least dynamic = 0.3; friction that rises "
         "with speed has a speed"},
        {"negative restitution", constant, "friction = 0.3\nrestitution = -0.1", "restitution",
         "contact.rub.restitution = -0.1; expected a number >= 0 and <= 1"},
        {"restitution above 1", constant, "friction = 0.3\nrestitution = 1.1", "restitution",
         "contact.rub.restitution = 1.1; expected a number >= 0 and <= 1"},
    });
}

TEST_CASE("bonds and joints are refused with the port, the distance or the law at fault", "[app]")
{
    const std::string load = "[[load]]";
    auto bond = [](const std::string& between) -> std::string {
        return "[[bond]]\nname = \"glue\"\nbetween = " + between + "\n\n[[load]]";
    };
    auto joint = [](const std::string& rest) -> std::string {
        return "[[joint]]\nname = \"pin\"\n" + rest + "\n\n[[load]]";
    };
    check({
        {"no such port", load, bond("[\"lower.top\", \"upper.tpi\"]"), "between",
         "bond.glue.between = \"upper.tpi\"; substructure \"upper\" has no port \"tpi\"; did you "
         "mean tip? Allowed: beam, bottom, end, tip, top"},
        {"one port", load, bond("[\"lower.top\"]"), "between",
         "bond.glue.between = [\"lower.top\"]; expected two ports"},
        {"one body", load, bond("[\"lower.top\", \"lower.bottom\"]"), "between",
         "bond.glue: lower.top and lower.bottom are on the same body; a bond ties two bodies"},
        {"points apart", load, bond("[\"lower.free_tip\", \"upper.tip\"]"), "between",
         "bond.glue: lower.free_tip and upper.tip are apart: the node of port free_tip at (0.1, 0) "
         "m is 0.09 m from the other; allowed 3.3e-06 m (tolerance)"},
        {"a law of one direction", load,
         joint("law = \"gap\"\nbetween = [\"upper.tip\", \"ground\"]\nstiffness = 1e5\nclearance = "
               "1e-4"),
         "between",
         "joint.pin: law gap acts in one direction; give a component on both sides, or normal_deg"},
        {"several nodes", load,
         joint("law = \"linear\"\nbetween = [\"upper.end\", \"ground\"]\nstiffness = 1e5"),
         "between",
         "joint.pin: port end has 2 nodes; give a component (\"substructure.port.x\": their mean), "
         "or "
         "a port of one node"},
        {"a softening spring", load,
         joint("law = \"cubic\"\nbetween = [\"upper.tip.y\", \"ground\"]\nk3 = -1"), "k3",
         "joint.pin.k3 = -1; expected a number >= 0 [N/m^3]"},
    });
}

TEST_CASE("addresses are refused at their key, with the nearest name", "[app]")
{
    check({
        {"port", "\"upper.tip\"", "\"upper.tpi\"", "slave = ",
         "contact.rub.slave = \"upper.tpi\"; substructure \"upper\" has no port \"tpi\"; did you "
         "mean "
         "tip? Allowed: beam, bottom, end, tip, top"},
        {"body", "\"upper.tip\"", "\"uper.tip\"", "slave = ",
         "contact.rub.slave = \"uper.tip\"; no substructure uper; did you mean upper? Allowed: "
         "lower, "
         "upper"},
        {"component", "on = \"upper.end.x\"", "on = \"upper.end.z\"", "upper.end.z",
         "motion.drive.on = \"upper.end.z\"; port \"end\" has no component \"z\"; allowed: x, y"},
        {"component missing", "on = \"upper.end.y\"", "on = \"upper.end\"", "on = \"upper.end\"",
         "load.pressing.on = \"upper.end\"; expected \"substructure.port.component\""},
        {"component too many", "\"upper.tip\"", "\"upper.tip.x\"",
         "slave = ", "contact.rub.slave = \"upper.tip.x\"; expected \"substructure.port\""},
        {"history", ", \"rub\"]", ", \"rbu\"]", "history",
         "output.history = \"rbu\"; no such contact or joint; did you mean rub? Allowed: rub, or "
         "\"substructure.port.component\""},
        {"a supported port", "on = \"upper.end.x\"", "on = \"lower.clamp.x\"", "lower.clamp.x",
         "motion.drive.on = \"lower.clamp.x\"; all its dofs are fixed by supports"},
        {"a load on a support", "on = \"upper.end.y\"", "on = \"lower.clamp.y\"", "lower.clamp.y",
         "load.pressing.on = \"lower.clamp.y\"; a support or an imposed motion holds it; expected "
         "a "
         "port that can move"},
        {"a load on a motion", "on = \"upper.end.y\"", "on  = \"upper.end.x\"", "on  = ",
         "load.pressing.on = \"upper.end.x\"; a support or an imposed motion holds it; expected a "
         "port that can move"},
    });
}

TEST_CASE("a mechanism is refused with the body and its motions", "[app]")
{
    const std::string drive = "[[motion]]\nname = \"drive\"\non = \"upper.end.x\"\nvelocity = { "
                              "value = 0.030, ramp = 0.001 }\n";
    const std::string end = " (contacts that touch leave it); add a support, a motion or a spring";
    check({
        {"lower beam without support", "fixed = [\"clamp\"]\n", "", "[analysis]",
         "analysis: nothing holds translation in x and a rotation of body lower" + end},
        // The clamp lies at x = 0: held in y there and at the contact, the beam cannot turn.
        {"half a support", "[\"clamp\"]", "[\"clamp.y\"]", "[analysis]",
         "analysis: nothing holds translation in x of body lower" + end},
        {"nothing drives", drive, "", "[[contact]]",
         "contact.rub: no motion drives the slave along the master, so the direction of friction "
         "is "
         "undefined; add a [[motion]] with a velocity, or set friction = 0"},
        {"two motions of one dof", "[[load]]",
         "[[motion]]\nname = \"again\"\nlike = \"drive\"\n\n[[load]]",
         "[[motion]]\nname = \"again\"",
         "motion.again imposes what another motion, a bond or a support holds already"},
        // Moving the free end stretches the lower beam; nothing holds the upper one then.
        {"the other beam is driven", "on = \"upper.end.x\"", "on = \"lower.free_end.x\"",
         "[analysis]",
         "analysis: nothing holds translation in x and a rotation of body upper" + end},
    });
    // Without friction nothing needs a direction: the upper beam itself is what is loose.
    const CaseFolder folder(replaced(small_case_with(drive, ""), "friction = 0.3", "friction = 0"));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err,
               Contains("nothing holds translation in x and a rotation of body upper" + end));
}

TEST_CASE("the loads must press", "[app]")
{
    const std::string why = " N; the loads must press the slave on the master (normal force > 0)";
    check({
        {"zero", "force = -0.08", "force = 0", "[[contact]]",
         "contact.rub: the static normal force is 0" + why},
        {"pulling", "force = -0.08", "force = 0.08", "[[contact]]",
         "contact.rub: the static normal force is -0.08" + why},
    });
}

// ---- keys

TEST_CASE("wrong keys and values are refused with what is allowed", "[app]")
{
    check({
        {"unknown key", "friction = 0.3", "frcition = 0.3", "frcition",
         "unknown key contact.rub.frcition; did you mean friction? Allowed: name, like, type, "
         "slave, "
         "master, friction, restitution"},
        {"unknown key of a table", "beta = 3.6e-8", "betta = 3.6e-8", "betta",
         "unknown key substructure.lower.damping.betta; did you mean beta? Allowed: alpha, "
         "beta, ratio, ratios"},
        {"unknown table", "[[contact]]", "[[contacts]]", "[[contacts]]",
         "unknown key contacts; did you mean contact? Allowed: title, substructure, bond, joint, "
         "contact, "
         "motion, "
         "load, excitation, analysis, output, map, expected"},
        {"table in place of a list", "[[contact]]", "[contact]", "[contact]",
         "contact is a list of entries; write [[contact]]"},
        {"wrong type", "friction = 0.3", "friction = \"high\"", "friction",
         "contact.rub.friction = \"high\"; expected a number >= 0, or a table"},
        {"wrong type of the title", "\"Two short beams\"", "2", "title",
         "title = 2; expected a text in quotes"},
        {"out of range", "friction = 0.3", "friction = -0.3", "friction",
         "contact.rub.friction = -0.3; expected a number >= 0, or a table"},
        {"out of an open range", "poisson = 0.37", "poisson = 0.5", "poisson",
         "substructure.lower.material.poisson = 0.5; expected a number > -1 and < 0.5"},
        {"missing key", "friction = 0.3\n", "", "[[contact]]",
         "contact.rub: missing key friction (Coulomb coefficient mu; or over the sliding speed: { "
         "speed, mu } "
         "(table), { static, dynamic, speed } (decay) or { static, dynamic } (a jump: static while "
         "it sticks))"},
        {"missing name", "name = \"rub\"\n", "", "[[contact]]",
         "contact: missing key name (how other entries, --set and results refer to this one)"},
        {"a name with a dot", "name = \"rub\"", "name = \"r.ub\"", "r.ub",
         "contact.name = \"r.ub\"; a name is not empty and has no dot, slash, '=' or space"},
        {"missing type", "type = \"transient\"\n", "", "[analysis]",
         "analysis: missing key type (the question); allowed: modes, static, complex-modes, frf, "
         "regimes, transient, forced-response, backbone, periodic-orbits, long-motions, "
         "bifurcation-diagram, basins, basin-shares, "
         "limit-directions"},
        {"misspelt type", "type = \"transient\"", "tpye = \"transient\"", "tpye",
         "unknown key analysis.tpye; did you mean type? Values: modes, static, complex-modes, frf, "
         "regimes, transient, forced-response, backbone, periodic-orbits, long-motions, "
         "bifurcation-diagram, basins, basin-shares, "
         "limit-directions"},
        {"misspelt type of a body", "type = \"plane-stress\"", "tpye = \"plane-stress\"", "tpye",
         "unknown key substructure.lower.tpye; did you mean type? Values: plane-stress, beam, "
         "lumped, rigid, matrices"},
        {"wrong type of analysis", "\"transient\"", "\"transiant\"", "transiant",
         "analysis.type = \"transiant\"; did you mean transient? Allowed: modes, static, "
         "complex-modes, frf, regimes, transient, forced-response, backbone, periodic-orbits, "
         "long-motions, bifurcation-diagram, basins, basin-shares, "
         "limit-directions"},
        {"no analysis", "[analysis]\ntype = \"transient\"\nt_end = 0.002\n", "", "",
         "missing table [analysis]"},
        {"neither force nor noise", "force = -0.08\n", "", "[[load]]",
         "load.pressing: missing key force or noise; give one of them"},
        {"force and noise", "force = -0.08", "force = -0.08\nnoise = { rms = 1, band_hz = [0, 1] }",
         "noise",
         "load.pressing.noise = { rms = 1, band_hz = [0, 1] }; a load has either force or "
         "noise, not both"},
        {"a band upside down", "force = -0.08", "noise = { rms = 1, band_hz = [5, 1] }", "noise",
         "load.pressing.noise.band_hz = [5, 1]; expected [low, high] with high > low"},
        {"modes of a reduction without any", "reduction = { method = \"hintz-herting\"",
         "reduction = { method = \"guyan\"", "n_modes",
         "substructure.lower.reduction.n_modes = 4; method guyan takes no number of modes; those "
         "that do: craig-bampton, hintz-herting, modal-truncation"},
        {"too many modes", "n_modes = 4 }", "n_modes = 400 }", "n_modes = 400",
         "substructure.lower.reduction.n_modes = 400; body lower can add 0 to 40 free-interface "
         "modes"},
        {"an expectation without tolerance", "[output]",
         "[expected]\nsteps = { value = 3 }\n[output]", "steps",
         "expected.steps = { value = 3 }; expected a text, { value, rtol }, { value, atol }, "
         "{ min }, { max }, { min, max } or a list of texts"},
    });
}

TEST_CASE("duplicate names are refused with both places", "[app]")
{
    check({
        {"bodies", "name = \"upper\"", "name = \"lower\"",
         "name = \"lower\"\ntype = \"plane-stress\"\n"
         "mesh = \"upper",
         "substructure.name = \"lower\"; already used at case.toml:4"},
    });
}

TEST_CASE("NaN and infinity are refused in every number", "[app]")
{
    check({
        {"force", "force = -0.08", "force = nan", "force = nan",
         "load.pressing.force = nan; expected a number [N], or a table"},
        {"time", "t_end = 0.002", "t_end = inf", "t_end",
         "analysis.t_end = inf; expected a number [s], finite"},
        {"pair", "at = [0.010, 0.0]", "at = [nan, 0.0]", "placement",
         "substructure.upper.placement.at.1 = nan; expected a number [m], finite"},
        {"mesh parameter", lower_mesh, replaced(lower_geo, "nx = 20", "nx = inf"), "nx = inf",
         "substructure.lower.mesh_parameters.nx = inf; expected a number, finite"},
        {"material", "young = 2.38e9", "young = -inf", "young = -inf",
         "substructure.lower.material.young = -inf; expected a number > 0 [Pa], finite"},
        {"expectation", "[output]", "[expected]\nsteps = { min = nan }\n[output]", "steps",
         "expected.steps.min = nan; expected a number"},
    });
}

TEST_CASE("times that cannot be are refused", "[app]")
{
    check({
        {"end before start", "t_end = 0.002", "t_end = 0.002\nt_start = 0.5", "t_end",
         "analysis.t_end = 0.002; must be later than t_start = 0.5 s"},
        {"end at the start", "t_end = 0.002", "t_end = 0.0", "t_end",
         "analysis.t_end = 0; must be later than t_start = 0 s"},
    });
    const CaseFolder folder(small_case_with("t_end = 0.002", "t_end = 0.002\nh = 1e-5"));
    const ProgramRun run = run_program(folder, "check case.toml");
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.err,
               Contains("analysis.h = 1e-05; the time step of forward-increment must be below "
                        "the step limit of the reduced model, 7.266") &&
                   Contains("e-07 s, above which it is unstable"));
    CHECK(run.err.find("case.toml:" + std::to_string(line_of(io::file_text(folder / "case.toml"),
                                                             "h = 1e-5"))) == 0);
}

TEST_CASE("a file that is not TOML is refused with line and column", "[app]")
{
    const std::string text = small_case_with("friction = 0.3", "friction = = 0.3");
    const CaseFolder folder(text);
    const ProgramRun run = run_program(folder, "run case.toml");
    CHECK(run.exit_status == 2);
    CHECK(run.err.find("case.toml:" + std::to_string(line_of(text, "= = ")) +
                       ":12: not valid TOML: ") == 0);
    CHECK_FALSE(std::filesystem::exists(folder / "results"));
}

TEST_CASE("coupled modes with friction are refused by run and check, naming the key", "[app]")
{
    const CaseFolder folder(
        small_case_with("type = \"transient\"\nt_end = 0.002", "type = \"modes\""));
    for (const char* command : {"check case.toml", "run case.toml"}) {
        const ProgramRun run = run_program(folder, command);
        CHECK(run.exit_status == 2);
        CHECK_THAT(run.err, Contains("contact.rub.friction = 0.3; coupled modes need 0"));
    }
}

// ---- --set and --output

TEST_CASE("an override of what does not exist is refused", "[app]")
{
    const CaseFolder folder(small_case);
    const auto refused = [&folder](const std::string& assignment) -> std::string {
        const ProgramRun run = run_program(folder, "check case.toml --set '" + assignment + "'");
        CHECK(run.exit_status == 2);
        CHECK(run.out == "");
        return run.err;
    };
    CHECK(
        refused("contact.rub.frcition=0.1") ==
        "--set contact.rub.frcition=0.1: unknown key contact.rub.frcition; did you mean friction? "
        "Allowed: name, like, type, slave, master, friction, restitution\n");
    CHECK(
        refused("contact.rbu.friction=0.1") ==
        "--set contact.rbu.friction=0.1: no entry named rbu in contact; did you mean rub? Allowed: "
        "rub\n");
    CHECK(refused("contcat.rub.friction=0.1") ==
          "--set contcat.rub.friction=0.1: unknown key contcat; did you mean contact? Allowed: "
          "title, "
          "substructure, bond, joint, contact, motion, load, excitation, analysis, output, map, "
          "expected\n");
    CHECK(refused("contact.rub.friction=-1") ==
          "--set contact.rub.friction=-1: contact.rub.friction = -1; expected a number >= 0, or a "
          "table\n");
    CHECK(refused("substructure.lower.mesh=nope.msh") ==
          "--set substructure.lower.mesh=nope.msh: substructure.lower.mesh = \"nope.msh\"; "
          "nope.msh: no "
          "such file, or it cannot be read\n");
    CHECK(refused("friction") ==
          "--set friction: expected KEY=VALUE, e.g. contact.rub.friction=0.1; a part with a dot "
          "in quotation marks: analysis.start.displacement.\"body.port.x\"=0.1\n");
}

TEST_CASE("an output folder that cannot be written is refused before the work", "[app]")
{
    const CaseFolder folder(small_case);
    std::ofstream(folder / "plain") << "a file";
    for (const std::string output : {"plain", "plain/below"}) {
        const ProgramRun run = run_program(folder, "run case.toml --output " + output);
        CHECK(run.exit_status == 2);
        CHECK(run.err == "output folder " + output + " cannot be written: Not a directory\n");
    }
    CHECK(io::file_text(folder / "plain") == "a file");
}

TEST_CASE("what a frequency response refuses, it refuses with key and value", "[app]")
{
    auto refused = [](const std::vector<std::string>& overrides) -> std::string {
        try {
            const app::Job job =
                app::read_job(app::find_case("substructures/falling_friction_frf"), overrides);
            (void)app::check(job, app::build_model(job));
        } catch (const InputError& error) {
            const std::string message = error.what();
            const std::string place = "--set " + overrides.back() + ": ";
            return message.starts_with(place) ? message.substr(place.size()) : message;
        }
        return "";
    };
    struct Wrong {
        std::string override, message;
    };
    const Wrong list[] = {
        {"analysis.inputs=[]",
         "analysis.inputs = []; expected at least one \"substructure.port.component\""},
        {"analysis.inputs=[\"block.centre\"]",
         "analysis.inputs = \"block.centre\"; expected \"substructure.port.component\""},
        {"analysis.inputs=[\"blok.centre.y\"]",
         "analysis.inputs = \"blok.centre.y\"; no substructure blok; did you mean block? Allowed: "
         "block, track"},
        {"analysis.outputs=[\"block.center.x\"]",
         "analysis.outputs = \"block.center.x\"; substructure \"block\" has no port \"center\"; "
         "did "
         "you mean centre? Allowed: centre, foot"},
        {"analysis.outputs=[\"block.centre.x\", \"block.centre.x\"]",
         "analysis.outputs = [\"block.centre.x\", \"block.centre.x\"]; \"block.centre.x\" is "
         "listed twice"},
        {"analysis.outputs=[\"block.centre.rotation\"]",
         "analysis.outputs = \"block.centre.rotation\"; a support or an imposed motion holds it"},
        {"analysis.outputs=[\"track.centre.x\"]",
         "analysis.outputs = \"track.centre.x\"; motion belt imposes it, so that no force moves "
         "it; "
         "give \"motion.belt\" in inputs for the response to that motion"},
        {"analysis.frequencies_hz.step=0",
         "analysis.frequencies_hz.step = 0; expected a number > 0 [Hz]"},
        {"analysis.frequencies_hz.from=-5",
         "analysis.frequencies_hz.from = -5; expected a number >= 0 [Hz]"},
        {"analysis.frequencies_hz.to=9",
         "analysis.frequencies_hz.to = 9; must be at least from = 10 Hz"},
        {"analysis.frequencies_hz.step=1e-9",
         "analysis.frequencies_hz.step = 1e-09; too small: the "
         "range would have more than 10 million values"},
        {"analysis.quantity=\"acelleration\"",
         "analysis.quantity = \"acelleration\"; did you mean acceleration? Allowed: displacement, "
         "velocity, acceleration"},
        {"analysis.position=2.5", "analysis.position = 2.5; the master surface of contact rub "
                                  "reaches from 0 to 2 m"},
    };
    for (const Wrong& wrong : list)
        CHECK(refused({wrong.override}) == wrong.message);
    CHECK(refused({"analysis.position=0.5"}).empty());

    const std::string times = "analysis.times={from=0.5,to=20,step=0.5}";
    CHECK(refused({"analysis.t_start=1", times}) ==
          "analysis.times.from = 0.5; the motions begin at t_start = 1 s");
    CHECK(
        refused({"analysis.t_start=0", times}) ==
        "analysis.times.to = 20; the master surface of contact rub reaches from 0 to 2 m, and the "
        "slave would be at -0.9975 m");
    CHECK_THAT(refused({"analysis.position=1", times}),
               Contains("give one of positions, position and times"));
}
