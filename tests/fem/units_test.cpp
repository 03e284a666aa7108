#include "fem/units.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

using namespace slideway;
using namespace slideway::fem;

namespace {

UnitSystem named(const std::string& name)
{
    for (const UnitSystem& system : unit_systems())
        if (system.name == name)
            return system;
    FAIL("no system " << name);
    return {};
}

} // namespace

TEST_CASE("Systems of units give the stress and force of their name", "[fem]")
{
    struct Row {
        const char* name;
        double stress, force; // [Pa], [N]
    };
    for (const Row& row : {Row{"SI", 1, 1},
                           {"mm-t-s", 1e6, 1},
                           {"mm-kg-s", 1e3, 1e-3},
                           {"mm-kg-ms", 1e9, 1e3},
                           {"mm-g-ms", 1e6, 1},
                           {"in-lbf-s", 6894.757293168361, 4.4482216152605},
                           {"ft-lbf-s", 47.88025898033584, 4.4482216152605}}) {
        CAPTURE(row.name);
        const UnitSystem u = named(row.name);
        CHECK(u.mass * u.length / (u.time * u.time) == Approx(row.force).epsilon(1e-14));
        CHECK(u.mass / (u.length * u.time * u.time) == Approx(row.stress).epsilon(1e-14));
    }
}

TEST_CASE("One congruence converts translations, rotations and modes", "[fem]")
{
    // mm-t-s: N/mm, N mm and 1/s^2 of a modal coordinate with unit mass
    const UnitSystem units = named("mm-t-s");
    const Vector D = dof_units(units, {DofKind::translation, DofKind::rotation, DofKind::modal});
    const Matrix ones = Matrix::Ones(3, 3);
    SparseMatrix K = ones.sparseView(), M = K, C = K;
    to_si(K, MatrixKind::stiffness, units, D);
    const double mixed = std::sqrt(1000.0);
    const Matrix expected =
        (Matrix(3, 3) << 1000, 1, mixed, 1, 1e-3, mixed / 1000, mixed, mixed / 1000, 1).finished();
    CHECK(Matrix(K).isApprox(expected, 1e-14));
    to_si(M, MatrixKind::mass, units, D);
    CHECK(Matrix(M).isApprox(expected, 1e-14)); // t, t mm, t mm^2

    // With milliseconds, frequencies [rad/ms] become a thousand times as large in rad/s.
    const UnitSystem fast{"", 1e-3, 1, 1e-3};
    const Vector E = dof_units(fast, {DofKind::translation, DofKind::rotation, DofKind::modal});
    SparseMatrix k = ones.sparseView(), m = k, c = k;
    to_si(k, MatrixKind::stiffness, fast, E);
    to_si(c, MatrixKind::damping, fast, E);
    to_si(m, MatrixKind::mass, fast, E);
    CHECK(Matrix(k).isApprox(1e6 * Matrix(m), 1e-14));
    CHECK(Matrix(c).isApprox(1e3 * Matrix(m), 1e-14));
    CHECK(m.coeff(0, 0) == Approx(1).epsilon(1e-15)); // kg
}
