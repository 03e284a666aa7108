#include "contact/laws/law.hpp"
#include "tests/app/app_test.hpp"

#include <array>
#include <map>

// Two free bodies whose ports are apart, joined by each law: linear and angular momentum of both
// together stay what they are at the start, whatever the law does with their energy.

using namespace slideway;
using namespace slideway::test;

namespace {

// The second body lies across, off the centre of the first, and starts with a velocity across and
// a spin; the ports lie beside the centres.
const std::string pair = R"(title = "Pair"

[[substructure]]
name    = "a"
type    = "rigid"
mass    = 1.0
inertia = 0.1
points  = { p = { at = [0.2, 0.1] }, there = { at = [0.4, -0.2] } }

[[substructure]]
name      = "b"
type      = "rigid"
mass      = 2.0
inertia   = 0.3
points    = { q = { at = [-0.1, 0.2] }, there = { at = [-0.6, -0.5] } }
placement = { at = [1.0, 0.3] }

[[joint]]
name    = "joint"
LAW

[analysis]
type      = "transient"
scheme    = "SCHEME"
t_end     = 1.0
STEP
start     = { velocity = { "b.centre.y" = 1.0, "b.centre.rotation" = -0.5, "a.centre.x" = 0.2, "a.centre.y" = 0, "a.centre.rotation" = 0, "b.centre.x" = 0 } }

[output]
history         = ["a.centre.x", "a.centre.y", "a.centre.rotation", "b.centre.x", "b.centre.y", "b.centre.rotation"]
history_rate_hz = 50
)";

const std::string apart = "between = [\"a.p\", \"b.q\"]\n";

// Keys of each law, with which the joint acts within the second.
const std::map<std::string, std::string> keys = {
    {"linear", apart + "stiffness = 1000\ndamping = 3\nrotational_stiffness = 50"},
    {"coulomb", "between = [\"a.p.y\", \"b.q.y\"]\nlimit = 0.8"},
    {"elastic-coulomb",
     apart + "normal_deg = 20\nk_t = 2000\nk_n = 1500\nfriction = 0.4\npreload = 5"},
    {"gap", apart + "normal_deg = 70\nstiffness = 3000\nclearance = 0.01\nboth_sides = true"},
    {"cubic", apart + "normal_deg = 60\nk3 = 1e6"},
    {"polynomial", apart + "normal_deg = 60\ncoefficients = [1e3, 2e3, 1e6]\n"
                           "terms = [{ r = 2, v = 1, value = 20 }]"},
    {"table", apart + "normal_deg = 60\ndisplacement = [-1.0, 0.0, 0.5, 2.0]\n"
                      "force = [-2000.0, 0.0, 800.0, 4000.0]"},
    {"iwan", "between = [\"a.p.y\", \"b.q.y\"]\nk_t = 2000\nlimit = 0.8\nsliders = 5"},
    {"patch", apart + "friction = 0.5\npressure = { shape = \"uniform\", radius = 0.2, "
                      "normal_force = 3.0 }"}};

// Momenta along x and y and about (0, 0), at each sample.
std::vector<std::array<double, 3>> momenta(const io::Hdf5Reader& h5)
{
    const auto velocity = [&h5](const std::string& point) -> std::vector<double> {
        return h5.numbers("points/" + point + "/velocity");
    };
    const std::vector<double> ax = velocity("a.centre.x"), ay = velocity("a.centre.y"),
                              ar = velocity("a.centre.rotation"), bx = velocity("b.centre.x"),
                              by = velocity("b.centre.y"), br = velocity("b.centre.rotation");
    std::vector<std::array<double, 3>> all;
    for (std::size_t k = 0; k < ax.size(); ++k)
        all.push_back({ax[k] + 2 * bx[k], ay[k] + 2 * by[k],
                       0.1 * ar[k] + 0.3 * br[k] + 2 * (1.0 * by[k] - 0.3 * bx[k])});
    return all;
}

std::string case_of(const std::string& law, const std::string& scheme, const std::string& step)
{
    return replaced(
        replaced(replaced(pair, "LAW", "law = \"" + law + "\"\n" + keys.at(law)), "SCHEME", scheme),
        "STEP", step);
}

void check_momenta(const std::string& law, const std::string& scheme, const std::string& step)
{
    CAPTURE(law, scheme);
    const CaseFolder folder(case_of(law, scheme, step));
    run_ok(folder, "run case.toml --output out");
    const io::Hdf5Reader h5(folder / "out/results.h5");
    const std::vector<std::array<double, 3>> all = momenta(h5);
    REQUIRE(all.size() > 40);
    // m v of both, and J omega + m x v_y of b; a turns about (0, 0), and its v_x has no lever.
    const std::array<double, 3> expected = {0.2, 2.0, 0.3 * -0.5 + 2 * 1.0};
    // Round-off of 1e3 to 1e5 steps; the sums of the forces are zero in every step.
    for (const std::array<double, 3>& at : all)
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(std::abs(at[i] - expected[i]) < 1e-10);
    // The joint acts: the first body does not continue as it began.
    const std::vector<double> spin = h5.numbers("points/a.centre.rotation/velocity");
    CHECK(std::abs(spin.back()) > 1e-3);
}

} // namespace

TEST_CASE("joints between points that are apart keep all momenta, with every law", "[app]")
{
    for (const contact::Law& law : contact::all_laws()) {
        CAPTURE(law.keyword());
        REQUIRE(keys.contains(std::string(law.keyword()))); // add the keys of a new law above
        check_momenta(std::string(law.keyword()), "runge-kutta", "");
    }
}

TEST_CASE("both step schemes keep all momenta", "[app]")
{
    for (const char* law : {"linear", "elastic-coulomb", "gap", "cubic"})
        check_momenta(law, "forward-increment", "h = 1e-3");
    check_momenta("linear", "modal-propagator", "h = 1e-3");
}

TEST_CASE("a joint at a place is the joint between points that lie there", "[app]")
{
    for (const contact::Law& law : contact::all_laws()) {
        if (law.is_patch()) // acts at its first port
            continue;
        CAPTURE(law.keyword());
        const std::string apart_text = case_of(std::string(law.keyword()), "runge-kutta", "");
        const bool component = apart_text.find("a.p.y") != std::string::npos;
        const std::string between = component ? "[\"a.p.y\", \"b.q.y\"]" : "[\"a.p\", \"b.q\"]";
        std::vector<double> spins[2];
        for (const bool points : {false, true}) {
            const CaseFolder folder(
                replaced(apart_text, between,
                         points ? replaced(replaced(between, "a.p", "a.there"), "b.q", "b.there")
                                : between + "\nat = [0.4, -0.2]"));
            run_ok(folder, "run case.toml --output out");
            const io::Hdf5Reader h5(folder / "out/results.h5");
            spins[points ? 1 : 0] = h5.numbers("points/b.centre.rotation/velocity");
        }
        REQUIRE(spins[0].size() == spins[1].size());
        // The rows differ by round-off, which the motion of a second magnifies by 1e3 at most.
        for (std::size_t k = 0; k < spins[0].size(); ++k)
            CHECK(std::abs(spins[0][k] - spins[1][k]) < 1e-9);
    }
}
