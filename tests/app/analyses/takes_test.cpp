#include "app/analyses/analysis.hpp"
#include "app/analyses/job.hpp"
#include "base/error.hpp"
#include "tests/app/app_test.hpp"

#include <map>

using namespace slideway;
using namespace slideway::test;

namespace {

// A mass with springs, on which each law acts against the ground.
const std::string body = R"(
[[substructure]]
name    = "body"
type    = "lumped"
masses  = { m = { x = 1.0, y = 1.0 }, other = { x = 1.0 } }
springs = [{ between = ["m.x", "ground"], stiffness = 100.0 },
           { between = ["m.y", "ground"], stiffness = 200.0 },
           { between = ["other.x", "ground"], stiffness = 300.0 }]
damping = { alpha = 0.1, beta = 0.0 }
)";
// A body that slips and spins.
const std::string disc = "[[substructure]]\nname = \"disc\"\ntype = \"rigid\"\nmass = 1.0\ninertia "
                         "= 0.5\n";

const std::map<std::string, std::string> joints = {
    {"linear", "between = [\"body.m.x\", \"ground\"]\nstiffness = 10.0"},
    {"coulomb", "between = [\"body.m.x\", \"ground\"]\nlimit = 0.5"},
    {"elastic-coulomb", "between = [\"body.m\", \"ground\"]\nnormal_deg = 90.0\nk_t = 10.0\n"
                        "k_n = 10.0\nfriction = 0.3\npreload = 1.0"},
    {"gap", "between = [\"body.m.x\", \"ground\"]\nstiffness = 10.0\nclearance = 0.1"},
    {"polynomial", "between = [\"body.m.x\", \"ground\"]\ncoefficients = [1.0, 2.0, 10.0]"},
    {"iwan", "between = [\"body.m.x\", \"ground\"]\nk_t = 10.0\nlimit = 0.5\nsliders = 5"},
    {"table", "between = [\"body.m.x\", \"ground\"]\ndisplacement = [-1.0, 0.1, 1.0]\n"
              "force = [-10.0, 1.0, 20.0]"},
    {"cubic", "between = [\"body.m.x\", \"ground\"]\nk3 = 10.0"},
    {"patch", "between = [\"disc.centre\", \"ground\"]\nfriction = 0.3\n"
              "pressure = { shape = \"uniform\", radius = 0.1, normal_force = 1.0 }"},
};

const std::string drive = "[[load]]\nname = \"push\"\non = \"body.m.x\"\nforce = { amplitude = 1.0 "
                          "}\n",
                  excitation = "[excitation]\nOmega = 5.0\n";

std::string joint(const std::string& name, const std::string& law, std::string keys)
{
    if (name == "base")
        keys.replace(keys.find("body.m"), 6, "body.other");
    return "[[joint]]\nname = \"" + name + "\"\nlaw = \"" + law + "\"\n" + keys + "\n";
}

// Other parts of a case that an analysis needs: drives, and a joint that makes the problem
// nonlinear.
std::string with(const std::string& type, const std::string& option)
{
    const std::string base_coulomb = joint("base", "coulomb", joints.at("coulomb"));
    if (type == "frf")
        return "[analysis]\ntype = \"frf\"\ninputs = [\"body.m.x\"]\noutputs = [\"body.m.x\"]\n"
               "frequency_hz = { from = 1.0, to = 2.0, step = 0.5 }\n";
    if (type == "regimes")
        return base_coulomb + drive + excitation + "[analysis]\ntype = \"regimes\"\n";
    if (type == "forced-response")
        return joint("base", "cubic", joints.at("cubic")) + drive +
               "[analysis]\ntype = \"forced-response\"\nmonitor = \"body.m.x\"\n"
               "frequency_hz = { from = 1.0, to = 2.0 }\n";
    if (option == "conservative")
        return joint("base", "cubic", joints.at("cubic")) +
               "[analysis]\ntype = \"backbone\"\nmethod = \"conservative\"\nmonitor = "
               "\"body.m.x\"\nenergy = { from = 1e-3, to = 1.0 }\n";
    if (type == "backbone")
        return joint("base", "cubic", joints.at("cubic")) + drive +
               "[analysis]\ntype = \"backbone\"\nmonitor = \"body.m.x\"\nlevel = [1.0, 2.0]\n"
               "frequency_hz = { from = 1.0, to = 2.0 }\n";
    if (type == "periodic-orbits")
        return drive + "[analysis]\ntype = \"periodic-orbits\"\nmonitor = \"body.m.x\"\n"
                       "Omega = { from = 8.0, to = 12.0 }\n";
    if (type == "long-motions")
        return drive + excitation +
               "[analysis]\ntype = \"long-motions\"\nmonitor = \"body.m.x\"\nperiods = 2\n";
    if (type == "bifurcation-diagram")
        return drive + "[analysis]\ntype = \"bifurcation-diagram\"\nmonitor = \"body.m.x\"\n"
                       "Omega = { from = 8.0, to = 12.0, n = 2 }\nperiods = 2\n";
    if (type == "basin-shares")
        return drive + "[analysis]\ntype = \"basin-shares\"\nperiods = 2\nsample = 0\n"
                       "Omega = { from = 8.0, to = 12.0, n = 2 }\n"
                       "[analysis.random]\nn = 2\n"
                       "velocity = { \"body.m.x\" = { from = -1.0, to = 1.0 } }\n";
    if (type == "basins")
        return drive + excitation +
               "[analysis]\ntype = \"basins\"\nmonitor = \"body.m.x\"\nperiods = 2\n"
               "[analysis.plane]\ndisplacement = { \"body.m.x\" = { from = -1.0, to = 1.0, n = 2 } "
               "}\n"
               "velocity = { \"body.m.x\" = { from = -1.0, to = 1.0, n = 2 } }\n";
    if (option == "event-driven" || option == "runge-kutta" || option == "taylor")
        return base_coulomb + drive + excitation + "[analysis]\ntype = \"transient\"\nscheme = \"" +
               option + "\"\ncycles = 2\n";
    if (type == "transient")
        return "[analysis]\ntype = \"transient\"\nscheme = \"" + option + "\"\nt_end = 1.0\n";
    return "[analysis]\ntype = \"" + type + "\"\n";
}

} // namespace

TEST_CASE("every analysis takes the joint laws that the documents say, and refuses the others by "
          "name",
          "[app]")
{
    for (const app::Analysis& analysis : app::analyses()) {
        const std::string type(type_of(analysis));
        CHECK_FALSE(app::takes(analysis).empty());
        for (const app::Takes& takes : app::takes(analysis))
            for (const contact::Law& law : contact::all_laws()) {
                const std::string name(law.keyword());
                CAPTURE(type, takes.with, name);
                const CaseFolder folder(body + (law.is_patch() ? disc : "") +
                                        joint("joint", name, joints.at(name)) +
                                        with(type, std::string(takes.with)));
                std::string refused;
                try {
                    const app::Job job = app::read_job(folder / "case.toml");
                    (void)app::check(job, app::build_model(job));
                } catch (const InputError& error) {
                    refused = error.what();
                }
                CAPTURE(refused);
                CHECK(refused.empty() == takes.law(law));
                if (!refused.empty())
                    CHECK(refused.find("joint.joint") != std::string::npos);
            }
    }
}

TEST_CASE("a table that falls without end is a warning with the maximum of its potential", "[app]")
{
    // On 100 N/m: 100 r + 50 r up to 0.1 m, then the force falls by 350 N/m: 15 - 250 s is zero
    // 0.06 m farther on; energy 0.75 + 0.45 J.
    const std::string falls = body +
                              joint("roof", "table",
                                    "between = [\"body.m.x\", \"ground\"]\n"
                                    "displacement = [-1.0, 0.0, 0.1, 0.2]\n"
                                    "force = [-50.0, 0.0, 5.0, -30.0]") +
                              with("long-motions", "");
    const CaseFolder folder(falls);
    const ProgramRun run = run_program(folder, "check case.toml");
    INFO(run.err);
    CHECK(run.exit_status == 0);
    CHECK_THAT(run.out + run.err,
               Catch::Contains("joint roof: the potential energy has no lower bound") &&
                   Catch::Contains("displacement of 0.16 m, 1.2 J above rest"));
}
