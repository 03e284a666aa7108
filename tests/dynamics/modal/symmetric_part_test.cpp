#include "dynamics/modal/symmetric_part.hpp"

#include "contact/laws/cubic.hpp"
#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/gap.hpp"
#include "contact/laws/own.hpp"
#include "dynamics/modal/alike_joints.hpp"
#include "tests/dynamics/side_by_side.hpp"

#include <catch2/catch.hpp>

#include <memory>

using namespace slideway;
using namespace slideway::dynamics;
using test::side_by_side;

namespace {

const contact::Gap& stop = test::stiff_stop;

contact::JointLaw pad(double k_t, double k_n, double friction, double preload)
{
    contact::ElasticCoulomb law;
    law.k_t = k_t;
    law.k_n = k_n;
    law.friction = friction;
    law.preload = preload;
    return law;
}

// f(r) = r^3, known at single states alone.
struct CubicForce : contact::OwnForce {
    [[nodiscard]] Value at(double r, double) const override { return {r * r * r, 3 * r * r, 0}; }
    void at(const double* r, const double* v, Index n, double* f, double* df_dr,
            double* df_dv) const override
    {
        for (Index i = 0; i < n; ++i) {
            const Value there = at(r[i], v[i]);
            f[i] = there.f;
            df_dr[i] = there.df_dr;
            df_dv[i] = there.df_dv;
        }
    }
    [[nodiscard]] bool is_spring() const override { return true; }
    [[nodiscard]] bool is_odd() const override { return true; }
};

} // namespace

TEST_CASE("Bodies alike that are driven alike move as one", "[dynamics]")
{
    const std::optional<SymmetricPart> part = symmetric_part(side_by_side({stop, stop, stop}), {});
    REQUIRE(part);
    CHECK(part->Z.cols() == 1);
    CHECK((part->Z.transpose() * part->Z - Matrix::Identity(1, 1)).norm() < 1e-14);
    CHECK(part->weights == std::vector<int>{3});
    CHECK(part->joint_of == std::vector<std::size_t>{0, 0, 0});
    // The sum of three equal bodies: |sum| = sqrt(3) of the force, 1 / sqrt(3) of the displacement.
    CHECK(std::abs(part->system.force(0)) == Approx(0.1 * std::sqrt(3)).epsilon(1e-14));
    CHECK(std::abs(part->system.joints.front().on.rows(0, 0)) ==
          Approx(1 / std::sqrt(3)).epsilon(1e-14));
    CHECK(part->system.joints.front().law->parameter("stiffness") == 3e6);
}

TEST_CASE("Bodies that differ do not move as one", "[dynamics]")
{
    const contact::Gap wider({1e6, 0.2001, true, 0});
    CHECK_FALSE(symmetric_part(side_by_side({stop, wider}), {}));
    CHECK_FALSE(symmetric_part(side_by_side({stop, contact::Cubic{1}}), {}));
    CHECK_FALSE(symmetric_part(side_by_side({stop, stop}, 1.001), {}));
    // The clearance of the second joint is a parameter.
    CHECK_FALSE(symmetric_part(side_by_side({stop, stop}), {1}));
    JointedSystem stiffer = side_by_side({stop, stop});
    stiffer.modes.omega(1) = 1.0001;
    CHECK_FALSE(symmetric_part(stiffer, {}));
    // Two of three.
    const std::optional<SymmetricPart> two = symmetric_part(side_by_side({stop, wider, stop}), {});
    REQUIRE(two);
    CHECK(two->Z.cols() == 2);
    CHECK(two->joint_of == std::vector<std::size_t>{0, 1, 0});
}

TEST_CASE("A joint between bodies that move alike does not part them", "[dynamics]")
{
    JointedSystem s = side_by_side({stop, stop});
    const Matrix link = s.joints[0].on.rows - s.joints[1].on.rows;
    s.joints.push_back({"link", contact::Cubic{5}, {link, ComplexVector::Zero(1)}});
    const std::optional<SymmetricPart> part = symmetric_part(s, {});
    REQUIRE(part);
    CHECK(part->Z.cols() == 1);
    CHECK(part->weights == std::vector<int>{2, 1});
    CHECK(part->system.joints[1].on.rows.norm() < 1e-14);
    // A load that moves the bodies against each other parts them.
    s.p0 = 0.01 * link.transpose();
    CHECK_FALSE(symmetric_part(s, {}));
}

TEST_CASE("Stops that face each other are odd together", "[dynamics]")
{
    const contact::Gap one_sided({10, 0.2, false, 0});
    JointedSystem s = side_by_side({one_sided, one_sided});
    CHECK_FALSE(are_odd_together(s.joints, {}));
    s.joints[1].on.rows = -s.joints[0].on.rows;
    CHECK(are_odd_together(s.joints, {}));
    CHECK_FALSE(are_odd_together(s.joints, {1})); // its clearance is a parameter
    s.joints.push_back(s.joints.front());
    CHECK_FALSE(are_odd_together(s.joints, {}));
}

TEST_CASE("Friction contacts alike are one with the sum of their forces", "[dynamics]")
{
    const contact::JointLaw law = pad(100, 20, 0.3, 5);
    CHECK(alike(law, pad(100, 20, 0.3, 5), 2));
    CHECK_FALSE(alike(law, pad(100, 21, 0.3, 5), 2));
    CHECK_FALSE(alike(law, pad(100, 20, 0.3, 5.001), 2));
    // Stiffnesses and preload are forces. The coefficient of friction is a ratio of them.
    for (const int n : {2, 3}) {
        const std::optional<contact::JointLaw> all = strengthened(law, 2, n);
        REQUIRE(all);
        CHECK((*all)->parameter("k_t") == n * 100);
        CHECK((*all)->parameter("k_n") == n * 20);
        CHECK((*all)->parameter("preload") == n * 5);
        CHECK((*all)->parameter("friction") == 0.3);
    }
}

TEST_CASE("Forces that are known at single states alone are not added", "[dynamics]")
{
    // Both joints share the law. Its piece is empty, and nothing tells of which size the force is.
    const contact::JointLaw law = contact::Own{std::make_shared<CubicForce>()};
    REQUIRE(law->has_phases());
    CHECK(alike(law, law, 1));
    CHECK_FALSE(strengthened(law, 1, 2));
    CHECK_FALSE(symmetric_part(side_by_side({law, law}), {}));
}
