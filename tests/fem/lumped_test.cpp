#include "fem/lumped.hpp"

#include "base/error.hpp"
#include "frequencies.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::fem;

TEST_CASE("Frequencies of a uniform chain between two walls match the closed form", "[fem]")
{
    // Eigenvalues of tridiag(-1, 2, -1) of size N: omega_j = 2 sqrt(k/m) sin(j pi / (2 (N + 1))).
    const int N = 8;
    const double m = 0.5, k = 2.0e4;
    const Substructure s = lumped(
        "chain",
        chain_network(
            {"ground", "ground", std::vector<double>(N, m), std::vector<double>(N + 1, k), {}}));
    const Vector f = lowest_frequencies(s, N);
    for (int j = 1; j <= N; ++j) {
        CAPTURE(j);
        const double exact = 2 * std::sqrt(k / m) * std::sin(j * std::numbers::pi / (2 * (N + 1)));
        CHECK(2 * std::numbers::pi * f(j - 1) == Approx(exact).epsilon(1e-12));
    }
}

TEST_CASE("A chain is the network of its springs and dashpots written out", "[fem]")
{
    const ChainOptions chain{"base", "", {1, 2}, {10, 20}, {3, 4}};
    const LumpedOptions by_hand{{{"base", {{"x", 0}}}, {"m1", {{"x", 1}}}, {"m2", {{"x", 2}}}},
                                {{"base", "m1", 10}, {"m2.x", "m1.x", 20}},
                                {{"m1", "base", 3}, {"m1", "m2", 4}},
                                {}};
    const Substructure a = lumped("a", chain_network(chain)), b = lumped("b", by_hand);
    CHECK(Matrix(a.K) == Matrix(b.K));
    CHECK(Matrix(a.C) == Matrix(b.C));
    CHECK(Matrix(a.M) == Matrix(b.M));
    CHECK(a.M.coeff(0, 0) == 0); // the base is massless
    Matrix K(3, 3);
    K << 10, -10, 0, -10, 30, -20, 0, -20, 20;
    CHECK(Matrix(a.K) == K);
    REQUIRE(a.ports.size() == 3);
    CHECK(a.ports[0].name == "base");
    CHECK(a.ports[2].name == "m2");
}

TEST_CASE("A chain may end at ground, at its start or at another point", "[fem]")
{
    const Substructure ring = lumped("ring", chain_network({"hub", "hub", {1, 1}, {1, 2, 3}, {}}));
    Matrix K(3, 3);
    K << 4, -1, -3, -1, 3, -2, -3, -2, 5;
    CHECK(Matrix(ring.K) == K);
    const Substructure open = lumped("open", chain_network({"a", "b", {1}, {1, 2}, {}}));
    CHECK(open.ports.back().name == "b");
    CHECK(open.n() == 3);
}

TEST_CASE("A spring to ground holds a mass and one between masses does not move their centre",
          "[fem]")
{
    const Substructure s = lumped(
        "two", {{{"a", {{"x", 1}}}, {"b", {{"x", 3}}}}, {{"a", "b", 7}}, {{"b", "ground", 2}}, {}});
    REQUIRE(s.rigid_names == std::vector<std::string>{"translation in x"});
    CHECK((s.K * s.rigid).norm() == 0);
    CHECK((s.C * s.rigid).col(0) == Vector(Eigen::Vector2d(0, 2)));
    CHECK((s.rigid.transpose() * s.M * s.rigid)(0, 0) == 4);
}

TEST_CASE("A mass with two components moves in both, linked one by one", "[fem]")
{
    const LumpedOptions network{{{"pad", {{"x", 0.1}, {"y", 0.2}}}, {"disc", {{"y", 5}}}},
                                {{"pad.x", "ground", 100}, {"pad.y", "disc", 200}},
                                {},
                                {}};
    const Substructure s = lumped("pair", network);
    Matrix K = Matrix::Zero(3, 3), M = Matrix::Zero(3, 3);
    K << 100, 0, 0, 0, 200, -200, 0, -200, 200;
    M.diagonal() << 0.1, 0.2, 5;
    CHECK(Matrix(s.K) == K);
    CHECK(Matrix(s.M) == M);

    const Port& pad = port(s, "pad");
    CHECK(pad.components == std::vector<std::string>{"x", "y"});
    CHECK(pad.n_nodes() == 1);
    CHECK(pad.share == Vector::Ones(1));
    CHECK(mean_row(pad, 1) == Vector(Eigen::Vector3d(0, 1, 0)));
    CHECK(s.rigid_names == std::vector<std::string>{"translation in x", "translation in y"});
    Matrix rigid(3, 2);
    rigid << 1, 0, 0, 1, 0, 1;
    CHECK(s.rigid == rigid);
}

TEST_CASE("A fixed point acts as ground and keeps a port with a zero row", "[fem]")
{
    LumpedOptions network{{{"wall", {{"x", 1}}}, {"m", {{"x", 2}, {"y", 2}}}},
                          {{"wall", "m.x", 5}},
                          {},
                          {"wall", "m.y"}};
    const Substructure s = lumped("held", network);
    REQUIRE(s.n() == 1);
    CHECK(s.K.coeff(0, 0) == 5);
    CHECK(s.M.coeff(0, 0) == 2);
    CHECK(port(s, "wall").W.nonZeros() == 0);
    CHECK(port(s, "m").W.rows() == 2);
    network.fixed = {"wall", "m"};
    CHECK_THROWS_WITH(lumped("held", network), Catch::Contains("no free dof"));
}

TEST_CASE("Wrong lumped networks are refused with the reason", "[fem]")
{
    const LumpedOptions good{{{"a", {{"x", 1}}}, {"b", {{"x", 1}, {"y", 1}}}}, {}, {}, {}};
    auto with_spring = [&good](const std::string& from, const std::string& to, double k) {
        LumpedOptions network = good;
        network.springs = {{from, to, k}};
        return network;
    };
    CHECK_THROWS_WITH(lumped("n", with_spring("a", "c", 1)),
                      Catch::Contains("spring a - c") && Catch::Contains("no mass point \"c\"") &&
                          Catch::Contains("a, b"));
    CHECK_THROWS_WITH(lumped("n", with_spring("a", "b.z", 1)),
                      Catch::Contains("no component \"z\"") && Catch::Contains("x, y"));
    CHECK_THROWS_WITH(lumped("n", with_spring("a", "b", 1)), Catch::Contains("write b.x"));
    CHECK_THROWS_WITH(lumped("n", with_spring("a", "a.x", 1)), Catch::Contains("to itself"));
    CHECK_THROWS_WITH(lumped("n", with_spring("a", "ground", -1)),
                      Catch::Contains("-1; expected a number >= 0"));
    LumpedOptions bad = good;
    bad.masses[0].components[0].second = -0.1;
    CHECK_THROWS_WITH(lumped("n", bad), Catch::Contains("mass of x = -0.1"));
    bad = good;
    bad.masses[1].name = "a";
    CHECK_THROWS_WITH(lumped("n", bad), Catch::Contains("\"a\" is given twice"));
    bad = good;
    bad.masses[1].components[1].first = "x";
    CHECK_THROWS_WITH(lumped("n", bad), Catch::Contains("repeated"));
    bad = good;
    bad.fixed = {"c"};
    CHECK_THROWS_WITH(lumped("n", bad), Catch::Contains("fixed = \"c\""));
    CHECK_THROWS_AS(lumped("n", {}), InputError);

    CHECK_THROWS_WITH(chain_network({"ground", "", {1, 1}, {1, 1, 1}, {}}),
                      Catch::Contains("needs 2 springs; got 3"));
    CHECK_THROWS_WITH(chain_network({"ground", "ground", {1, 1}, {1, 1}, {}}),
                      Catch::Contains("needs 3 springs; got 2"));
    CHECK_THROWS_WITH(chain_network({"ground", "", {1}, {1}, {1, 1}}), Catch::Contains("dashpots"));
    CHECK_THROWS_WITH(lumped("n", chain_network({"m1", "", {1}, {1}, {}})),
                      Catch::Contains("\"m1\" is given twice"));
}
