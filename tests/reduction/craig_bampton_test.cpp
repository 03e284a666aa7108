#include "reduction/craig_bampton.hpp"

#include "base/dense_solve.hpp"
#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/group_ports.hpp"
#include "fem/lumped.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/guyan.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/modal_truncation.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"
#include "tests/fem/rectangle_mesh.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;

namespace {

// N + 2 masses in a row joined by springs, without supports.
fem::Substructure free_chain(int N, double m, double k)
{
    fem::LumpedOptions network;
    for (int j = 0; j < N + 2; ++j) {
        network.masses.push_back({"m" + std::to_string(j), {{"x", m}}});
        if (j > 0)
            network.springs.push_back({"m" + std::to_string(j - 1), "m" + std::to_string(j), k});
    }
    return fem::lumped("chain", network);
}

} // namespace

TEST_CASE("Fixed-interface frequencies of a uniform chain match the closed form", "[reduction]")
{
    // Eigenvalues of tridiag(-1, 2, -1) of size N: omega_j = 2 sqrt(k/m) sin(j pi / (2 (N + 1))).
    const int N = 8;
    const double m = 0.5, k = 2e4;
    const auto reduced = reduction::craig_bampton(free_chain(N, m, k), {0, N + 1}, 3);
    REQUIRE(reduced.substructure.n() == 5);
    for (int j = 1; j <= 3; ++j) {
        CAPTURE(j);
        CHECK(reduced.omega(j - 1) ==
              Approx(2 * std::sqrt(k / m) * std::sin(j * std::numbers::pi / (2 * (N + 1))))
                  .epsilon(1e-12)); // eps omega_max / omega_1
    }
}

TEST_CASE("A constraint mode of a chain is a straight line and its stiffness that of all springs",
          "[reduction]")
{
    const int N = 8;
    const double m = 0.5, k = 2e4;
    const auto reduced = reduction::craig_bampton(free_chain(N, m, k), {0, N + 1}, 2);
    for (int i = 0; i < N + 2; ++i) {
        CHECK((*reduced.T)(i, 0) == Approx(1 - i / (N + 1.0)).margin(1e-14));
        CHECK((*reduced.T)(i, 1) == Approx(i / (N + 1.0)).margin(1e-14));
    }
    const Matrix K = reduced.substructure.K;
    const double series = k / (N + 1); // springs in series
    CHECK(K(0, 0) == Approx(series).epsilon(1e-12));
    CHECK(K(0, 1) == Approx(-series).epsilon(1e-12));
    // Static and dynamic parts do not couple in K; K and M of the modes are omega^2 and 1.
    CHECK(K.topRightCorner(2, 2).cwiseAbs().maxCoeff() < 1e-12 * k);
    CHECK(K(2, 2) == Approx(std::pow(reduced.omega(0), 2)).epsilon(1e-12));
    CHECK(Matrix(reduced.substructure.M)
              .bottomRightCorner(2, 2)
              .isApprox(Matrix::Identity(2, 2), 1e-12));
}

TEST_CASE("With all its modes kept a reduced body has the frequencies of the full body",
          "[reduction]")
{
    fem::PlaneStressOptions plane{{70e9, 0.33, 2700}, 0.01};
    plane.fixed = {"left"};
    const fem::Substructure s =
        fem::plane_stress("bar", test::rectangle_mesh(0.03, 0, 0.003, 10, 2), plane);
    const std::vector<Index> interface = reduction::port_dofs(fem::port(s, "right"));
    const Index n_i = s.n() - static_cast<Index>(interface.size());
    const SymmetricModes full = all_modes(Matrix(s.K), Matrix(s.M));
    for (const bool fixed_interface : {true, false}) {
        CAPTURE(fixed_interface);
        // Free-interface remainders are n_i independent shapes only up to round-off. Twelve of them
        // are enough for the test: the lowest 12 frequencies are then exact.
        const auto reduced = fixed_interface ? reduction::craig_bampton(s, interface, n_i)
                                             : reduction::hintz_herting(s, interface, 12);
        const SymmetricModes modes =
            all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
        const Index n = fixed_interface ? s.n() : 12;
        for (Index j = 0; j < n; ++j) {
            CAPTURE(j);
            // Round-off is eps (omega_max / omega_1)^2 = 2e-16 (2e3)^2 with a margin.
            CHECK(modes.omega(j) == Approx(full.omega(j)).epsilon(1e-8));
        }
    }
}

TEST_CASE("Reduced frequencies approach the full ones from above", "[reduction]")
{
    // By Rayleigh, a subspace can only raise each frequency, and a larger subspace raises it less.
    const fem::Substructure s = test::lower_beam({});
    const std::vector<Index> interface = reduction::port_dofs(fem::port(s, "right"));
    const SymmetricModes full = lowest_modes(s.K, s.M, 6);
    Vector before = Vector::Constant(6, 1e300);
    for (const Index n_modes : {4, 8, 16}) {
        const auto reduced = reduction::craig_bampton(s, interface, n_modes);
        const SymmetricModes modes =
            all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M));
        for (Index j = 0; j < 6; ++j) {
            CAPTURE(n_modes, j);
            CHECK(modes.omega(j) >= full.omega(j) * (1 - 1e-7)); // Lanczos and round-off
            CHECK(modes.omega(j) <= before(j) * (1 + 1e-7));
        }
        before = modes.omega.head(6);
    }
}

TEST_CASE("A body reduced to all its dofs is the body", "[reduction]")
{
    const fem::Substructure s = free_chain(2, 1, 5);
    const auto reduced = reduction::craig_bampton(s, {0, 1, 2, 3}, 0);
    CHECK(*reduced.T == Matrix::Identity(4, 4));
    CHECK(Matrix(reduced.substructure.K) == Matrix(s.K));
    CHECK(reduced.omega.size() == 0);
}

TEST_CASE("A number of fixed-interface modes that the body does not have is refused", "[reduction]")
{
    const fem::Substructure s = free_chain(3, 1, 1);
    CHECK_THROWS_WITH(reduction::craig_bampton(s, {0, 4}, 4), Catch::Contains("n_modes = 4") &&
                                                                  Catch::Contains("body chain") &&
                                                                  Catch::Contains("0 to 3"));
    CHECK_THROWS_WITH(reduction::craig_bampton(s, {0, 4}, -1), Catch::Contains("n_modes = -1"));
    CHECK_NOTHROW(reduction::craig_bampton(s, {0, 4}, 3));
}

namespace {

// A plate with rigid ports "foot" of its surface group and "side" of its right side; moved, or in
// other units (lengths times `length`, forces in N).
fem::Substructure plate_with_foot(std::vector<std::string> fixed, double length = 1,
                                  const Eigen::Vector2d& position = {0, 0}, int nx = 12, int ny = 6)
{
    fem::PlaneStressOptions plane{{70e9 / (length * length), 0.33, 2700 / std::pow(length, 4)},
                                  0.01 * length};
    plane.fixed = std::move(fixed);
    const fem::Mesh mesh = fem::placed(
        fem::rectangle_mesh("quad4", nx, ny, 2 * length, length,
                            [length](double x, double y) -> Eigen::Vector2d {
                                return {x + 0.1 * y, y + 0.05 * std::sin(2 * x / length) * length};
                            }),
        0.3, {0, 0}, position);
    fem::Substructure s = fem::plane_stress("plate", mesh, plane);
    fem::add_group_port(s, {"foot", "body", fem::GroupMotion::rigid});
    fem::add_group_port(s, {"side", "right", fem::GroupMotion::rigid});
    return s;
}

reduction::Interface interface_of(const fem::Substructure& s, const std::vector<std::string>& ports)
{
    reduction::InterfaceOf interface(s.n());
    for (const std::string& name : ports)
        interface.add(fem::port(s, name));
    return interface.made();
}

} // namespace

TEST_CASE("A port that follows a group in the mean is as many dofs as it has components",
          "[reduction]")
{
    const fem::Substructure s = plate_with_foot({});
    const reduction::Interface foot = interface_of(s, {"foot"});
    CHECK(foot.dofs.empty());
    CHECK(foot.means.rows() == 3);
    // Dependent parts are omitted: a mean of held nodes, a second port on the group.
    fem::Substructure twice = s;
    fem::add_group_port(twice, {"again", "body", fem::GroupMotion::mean});
    CHECK(interface_of(twice, {"foot", "again"}).means.rows() == 3);
    CHECK(interface_of(s, {"right", "side"}).means.rows() == 0);
    CHECK(interface_of(s, {"corner", "foot"}).size() == 5);

    const auto reduced = reduction::craig_bampton(s, foot, 10);
    REQUIRE(reduced.substructure.n() == 13);
    // The first dofs are y = W u, and no mode moves them.
    const Matrix W = Matrix(fem::port(s, "foot").W) * *reduced.T;
    CHECK((W.leftCols(3) - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff() < 1e-13);
    CHECK(W.rightCols(10).cwiseAbs().maxCoeff() < 1e-13 * reduced.T->rightCols(10).maxCoeff());
    // Constraint modes of a free body on its port are its rigid motions.
    CHECK((s.K * reduced.T->leftCols(3)).cwiseAbs().maxCoeff() <
          1e-12 * s.K.coeff(0, 0) * reduced.T->leftCols(3).cwiseAbs().maxCoeff());
}

TEST_CASE("Constraint modes of means have the least energy", "[reduction]")
{
    const fem::Substructure s = plate_with_foot({"left"});
    const reduction::Interface interface = interface_of(s, {"foot", "corner", "side"});
    const auto reduced = reduction::craig_bampton(s, interface, 0);
    const Matrix E(interface.rows(s.n())), &T = *reduced.T;
    CHECK((E * T - Matrix::Identity(E.rows(), E.rows())).cwiseAbs().maxCoeff() < 1e-12);
    // The solution is stationary: K T = E^T lambda, with lambda the reduced stiffness.
    const Matrix forces = s.K * T, reactions = E.transpose() * Matrix(reduced.substructure.K);
    CHECK((forces - reactions).cwiseAbs().maxCoeff() < 1e-11 * s.K.coeff(0, 0));
    // Unit loads on the interface therefore have exact solutions.
    REQUIRE(reduced.truncation.interface_load);
    CHECK(*reduced.truncation.interface_load < 1e-10);
}

TEST_CASE("With all modes beside its means a reduced body is the body", "[reduction]")
{
    // A support, no support, and only soft springs (1e-6 of the plate's own stiffness).
    for (const auto& [fixed, spring] :
         {std::pair{std::vector<std::string>{"left"}, 0.0}, {{}, 0.0}, {{}, 1e4}}) {
        CAPTURE(fixed.size(), spring);
        fem::Substructure s = plate_with_foot(fixed, 1, {0, 0}, 6, 3);
        for (Index dof = 0; dof < s.n() && spring > 0; ++dof)
            s.K.coeffRef(dof, dof) += spring;
        const reduction::Interface interface = interface_of(s, {"foot", "side"});
        const Index n_modes = s.n() - interface.size();
        const auto reduced = reduction::craig_bampton(s, interface, n_modes);
        REQUIRE(reduced.substructure.n() == s.n());
        const Vector full = all_modes(Matrix(s.K), Matrix(s.M)).omega;
        const Vector omega =
            all_modes(Matrix(reduced.substructure.K), Matrix(reduced.substructure.M)).omega;
        for (Index j = 0; j < s.n(); ++j) {
            CAPTURE(j);
            CHECK(omega(j) == Approx(full(j)).epsilon(1e-10));
        }
        if (fixed.empty() && spring == 0)
            continue;
        const Vector f = Vector::LinSpaced(s.n(), -1, 2).array().sin();
        const Vector u = independent::solve_sparse(s.K, f),
                     v = *reduced.T * independent::solve_sparse(reduced.substructure.K,
                                                                reduced.T->transpose() * f);
        CHECK((u - v).norm() < 1e-10 * u.norm());
    }
}

TEST_CASE("Fixed modes of means are those of the body with them held, found either way",
          "[reduction]")
{
    // Lanczos on the constrained inverse is compared with all modes of K and M on null(W), dense
    // and by an independent solver. With 314 dofs Lanczos computes ten modes.
    const fem::Substructure s = plate_with_foot({"left"}, 1, {0, 0}, 15, 9);
    const Matrix W(fem::port(s, "foot").W);
    const Matrix Z = null_space(W); // orthonormal, W Z = 0
    const Vector exact = all_modes(Z.transpose() * s.K * Z, Z.transpose() * s.M * Z).omega.head(10);
    const auto reduced = reduction::craig_bampton(s, interface_of(s, {"foot"}), 10);
    for (Index j = 0; j < 10; ++j)
        CHECK(reduced.omega(j) == Approx(exact(j)).epsilon(1e-10));
}

TEST_CASE("Means depend neither on units nor on place", "[reduction]")
{
    // In mm, t, s and N, and 100 m away: lengths times 1000, masses times 1e-3, stiffness of a
    // plate times 1e-3.
    const auto frequencies = [](double length, const Eigen::Vector2d& position) -> Vector {
        const fem::Substructure s = plate_with_foot({}, length, position);
        return reduction::craig_bampton(s, interface_of(s, {"foot", "side"}), 12).omega;
    };
    const Vector metres = frequencies(1, {0, 0});
    CHECK(frequencies(1000, {0, 0}).isApprox(metres, 1e-11));
    CHECK(frequencies(1, {100, -100}).isApprox(metres, 1e-9)); // accuracy of the mesh there
}

TEST_CASE("Other reductions keep means too", "[reduction]")
{
    const fem::Substructure s = plate_with_foot({"left"});
    const reduction::Interface interface = interface_of(s, {"foot", "side"});
    const auto guyan = reduction::guyan(s, interface);
    CHECK(guyan.substructure.n() == 6);
    REQUIRE(guyan.truncation.interface_load);
    CHECK(*guyan.truncation.interface_load < 1e-10);
    const auto free = reduction::hintz_herting(s, interface, 8);
    CHECK(free.substructure.n() == 14);
    CHECK((interface.rows(s.n()) * *free.T).rightCols(8).cwiseAbs().maxCoeff() <
          1e-10 * free.T->rightCols(8).cwiseAbs().maxCoeff());
    // The span contains the lowest free modes.
    const Vector full = lowest_modes(s.K, s.M, 8).omega;
    CHECK(all_modes(Matrix(free.substructure.K), Matrix(free.substructure.M))
              .omega.head(8)
              .isApprox(full, 1e-9));
    // For loads on means, each further mode reduces the truncation error.
    double before = 1;
    for (const Index n_modes : {4, 16, 64}) {
        const auto modal = reduction::modal_truncation(s, interface, n_modes);
        REQUIRE(modal.truncation.interface_load);
        CHECK(*modal.truncation.interface_load < before);
        before = *modal.truncation.interface_load;
    }
}

TEST_CASE("A body that its means do not hold is refused with its motion", "[reduction]")
{
    fem::Substructure s = plate_with_foot({});
    fem::add_group_port(s, {"centre", "body", fem::GroupMotion::mean});
    CHECK_THROWS_WITH(reduction::craig_bampton(s, interface_of(s, {"centre"}), 3),
                      Catch::Contains("body plate can still move with its interface held") &&
                          Catch::Contains("rotation"));
}
