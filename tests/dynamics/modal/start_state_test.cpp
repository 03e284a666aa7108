#include "dynamics/modal/start_state.hpp"

#include "base/error.hpp"
#include "support/coulomb_matrices.hpp"

#include <catch2/catch.hpp>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

// A chain of masses one on springs one, the first on the ground or free.
test::CoulombOnModes chain(Index n, bool free)
{
    Matrix K = Matrix::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
        K(i, i) = i + 1 < n ? 2 : 1;
        if (i > 0)
            K(i, i - 1) = K(i - 1, i) = -1;
    }
    if (free)
        K(0, 0) = 1;
    return test::on_modes(
        {Matrix::Identity(n, n), K, Matrix::Identity(1, n), Vector::Ones(n), Vector::Ones(1)});
}

GivenComponents given(const Matrix& Phi, const std::vector<std::pair<Index, double>>& values)
{
    GivenComponents components;
    for (const auto& [mass, value] : values) {
        components.rows.push_back({Phi.row(mass).transpose(), 0, "m" + std::to_string(mass + 1)});
        components.values.push_back(value);
    }
    return components;
}

} // namespace

TEST_CASE("a start is the static shape with the displacements given, and the rest in peace",
          "[dynamics]")
{
    // Springs share a displacement alike: 1/3, 2/3, 1; between two given ones it is their mean.
    const test::CoulombOnModes fixed = chain(3, false);
    const ModalState tip = start_state(fixed.system, given(fixed.Phi, {{2, 1}}), {}, 0);
    CHECK((fixed.Phi * tip.q - Eigen::Vector3d(1 / 3.0, 2 / 3.0, 1)).norm() < 1e-12);
    CHECK(tip.v.norm() == 0);
    const ModalState two =
        start_state(fixed.system, given(fixed.Phi, {{0, 0.2}, {2, -0.4}}), {}, 0);
    CHECK((fixed.Phi * two.q - Eigen::Vector3d(0.2, -0.1, -0.4)).norm() < 1e-12);
    // A free chain is not deformed by one, and by two as little as they ask for.
    const test::CoulombOnModes free = chain(3, true);
    const ModalState rigid = start_state(free.system, given(free.Phi, {{1, 0.3}}), {}, 0);
    CHECK((free.Phi * rigid.q - Vector::Constant(3, 0.3)).norm() < 1e-12);
    const ModalState bent = start_state(free.system, given(free.Phi, {{0, 0.3}, {1, 0.1}}), {}, 0);
    CHECK((free.Phi * bent.q - Eigen::Vector3d(0.3, 0.1, 0.1)).norm() < 1e-12);
}

TEST_CASE("a start has the velocities given, and other masses stand still", "[dynamics]")
{
    const test::CoulombOnModes chain_of = chain(3, false);
    const ModalState state = start_state(chain_of.system, {}, given(chain_of.Phi, {{1, 2}}), 0);
    CHECK((chain_of.Phi * state.v - Eigen::Vector3d(0, 2, 0)).norm() < 1e-12);
    CHECK(state.q.norm() == 0);
}

TEST_CASE("a start on a moving base has the displacements given in space", "[dynamics]")
{
    test::CoulombOnModes on = chain(2, false);
    on.system.Omega = 3;
    GivenComponents x = given(on.Phi, {{0, 0.5}, {1, 0.1}}), v = given(on.Phi, {{0, -1}, {1, 2}});
    for (GivenComponents* components : {&x, &v})
        components->rows[0].follow = Complex(0.2, -0.1);
    const double t = 0.7;
    const ModalState state = start_state(on.system, x, v, t);
    const Complex e = std::polar(1.0, 3 * t), follow(0.2, -0.1);
    CHECK((on.Phi * state.q)(0) + (follow * e).real() == Approx(0.5).epsilon(1e-12));
    CHECK((on.Phi * state.v)(0) + (follow * Complex(0, 3) * e).real() == Approx(-1).epsilon(1e-12));
    CHECK((on.Phi * state.q)(1) == Approx(0.1).epsilon(1e-12));
}

TEST_CASE("a start refuses components that cannot have their values", "[dynamics]")
{
    const test::CoulombOnModes on = chain(2, false);
    GivenComponents twice = given(on.Phi, {{0, 1}, {0, 2}});
    CHECK_THROWS_WITH(start_state(on.system, twice, {}, 0), Contains("independently"));
    CHECK_THROWS_WITH(start_state(on.system, {}, twice, 0), Contains("independently"));
    GivenComponents stuck = given(on.Phi, {{0, 1}});
    stuck.rows[0].row.setZero();
    CHECK_THROWS_WITH(start_state(on.system, stuck, {}, 0), Contains("m1") && Contains("can move"));
}
