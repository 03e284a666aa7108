#include "tests/app/app_test.hpp"

// Outlines of bodies in the results of modes and static solutions, from which figures are drawn.

using namespace slideway;
using namespace slideway::test;

TEST_CASE("a static solution holds the undeformed line of a beam and its deflection", "[app]")
{
    const RunCase run(model("beam"));
    const io::Hdf5Reader h5 = run.h5();
    const std::vector<double> X = h5.numbers("bodies/beam/outline/X"),
                              moved = h5.numbers("bodies/beam/outline/displacement");
    REQUIRE(X.size() == 22); // eleven nodes of ten elements
    CHECK(h5.integers("bodies/beam/outline/first").size() == 10);
    // Closed form of Euler and Bernoulli, F x^2 (3 L - x) / (6 E I), exact at nodes of cubic
    // elements; the stiffness matrix has a condition of 1e5.
    const double EI = 210e9 * std::numbers::pi * std::pow(0.01, 4) / 64;
    for (std::size_t k = 0; k < 11; ++k) {
        const double x = X[2 * k];
        CHECK(moved[2 * k + 1] == Approx(x * x * (3 - x) / (6 * EI)).epsilon(1e-9));
        CHECK(std::abs(moved[2 * k]) < 1e-15);
    }
    CHECK_FALSE(h5.holds("bodies/beam/components"));
}

TEST_CASE("the outline of a mesh is its closed boundary, that of a rigid body its curves", "[app]")
{
    const RunCase run(model("pad"));
    const io::Hdf5Reader h5 = run.h5();
    CHECK(h5.numbers("bodies/floor/outline/X") == std::vector<double>{-0.2, 0, 0.2, 0});
    CHECK(h5.numbers("bodies/floor/outline/displacement") == std::vector<double>(4, 0));
    const std::vector<int> first = h5.integers("bodies/pad/outline/first"),
                           second = h5.integers("bodies/pad/outline/second");
    std::vector<int> uses(h5.numbers("bodies/pad/outline/X").size() / 2);
    for (const std::vector<int>& ends : {first, second})
        for (const int point : ends)
            ++uses.at(static_cast<std::size_t>(point));
    CHECK(uses == std::vector<int>(uses.size(), 2)); // each point lies between two lines
    // The load pushes the lid down, the floor holds the bottom.
    const std::vector<double> moved = h5.numbers("bodies/pad/outline/displacement");
    CHECK(*std::min_element(moved.begin(), moved.end()) < 0);
}

TEST_CASE("bodies without lines have the displacements of their ports", "[app]")
{
    const RunCase run(model("spring"));
    const io::Hdf5Reader h5 = run.h5();
    CHECK(h5.texts("bodies/body/components") == std::vector<std::string>{"mass.x"});
    CHECK(h5.numbers("bodies/body/component_displacement").at(0) ==
          Approx(6.0 / 400).epsilon(1e-14));
    CHECK_FALSE(h5.holds("bodies/body/outline/X"));
}

TEST_CASE("shapes at the outline belong to the bodies of their set", "[app]")
{
    const std::string beams = replaced(model("beam"), "type = \"static\"", R"(type = "modes"
of = "bodies"
n_modes = 2
[[substructure]]
name = "mass"
type = "lumped"
masses = { m = { x = 2.0 } }
springs = [{ between = ["m.x", "ground"], stiffness = 300.0 }])");
    const RunCase run(replaced(beams, R"([[load]]
name = "push"
on = "beam.end.y"
force = 1.0
)",
                               ""));
    const io::Hdf5Reader h5 = run.h5();
    CHECK(h5.numbers("modes/beam/outline/beam").size() == 22 * 2);
    CHECK_FALSE(h5.holds("modes/beam/components/mass"));
    CHECK_FALSE(h5.holds("modes/mass/outline/beam"));
    // Mass-normalised: 1 / sqrt(m).
    CHECK(std::abs(h5.numbers("modes/mass/components/mass").at(0)) == Approx(1 / std::sqrt(2.0)));
    // At the end of a uniform cantilever each mode of bending is 2 / sqrt(m); ten cubic elements
    // give the second one to 1e-4.
    const double mass = 7830 * std::numbers::pi * 0.01 * 0.01 / 4;
    const std::vector<double> X = h5.numbers("bodies/beam/outline/X"),
                              shape = h5.numbers("modes/beam/outline/beam");
    for (std::size_t k = 0; k < 11; ++k)
        if (X[2 * k] > 1 - 1e-9)
            for (std::size_t mode = 0; mode < 2; ++mode)
                CHECK(std::abs(shape[(2 * k + 1) * 2 + mode]) ==
                      Approx(2 / std::sqrt(mass)).epsilon(1e-3));
}
