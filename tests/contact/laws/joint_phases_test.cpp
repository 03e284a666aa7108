#include "contact/laws/joint_laws.hpp"
#include "contact/laws/joint_phases.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <set>

using namespace slideway::contact;

namespace {

JointVector vector(double first, double second)
{
    JointVector v(2);
    v << first, second;
    return v;
}

// Follows phases along a motion in small steps, changing them where a guard is passed, and gives
// the largest difference of their force to contact::force.
struct Followed {
    double difference = 0;
    std::set<int> seen; // phases of row 0
    std::set<int> second;
};
template <class Motion>
Followed follow(const JointLaw& law, const Motion& motion, int steps)
{
    Followed result;
    JointVector r, v;
    motion(0.0, r, v);
    JointPhases phases = law->phases_at(r, v);
    JointMemory memory;
    ForceAndTangent plain, in_phases;
    JointPiece piece;
    std::vector<JointGuard> guards;
    const JointVector one = JointVector::Ones(r.size());
    for (int n = 0; n <= steps; ++n) {
        motion(static_cast<double>(n) / steps, r, v);
        for (int again = 0; again < 4; ++again) {
            guards.clear();
            piece_of(law, phases, piece);
            add_guards(piece, r, v, {one, one}, guards);
            int passed = -1;
            for (std::size_t g = 0; g < guards.size() && passed < 0; ++g)
                if (guards[g].value < 0)
                    passed = static_cast<int>(g);
            if (passed < 0)
                break;
            law->pass(phases, passed, r, v);
        }
        law->force(memory, r, v, plain);
        force_in(piece, r, v, in_phases);
        result.difference = std::max(result.difference, (plain.f - in_phases.f).norm());
        result.seen.insert(phases.codes[0]);
        result.second.insert(phases.codes[1]);
    }
    return result;
}

} // namespace

TEST_CASE("the phases of a gap give its force for every motion", "[contact]")
{
    // No memory: the same at every sample, to round-off.
    auto motion = [](double s, JointVector& r, JointVector& v) {
        const double w = 2 * std::numbers::pi;
        r = vector(1.5 * std::sin(3 * w * s), 1.2 * std::cos(5 * w * s) + 0.4);
        v = vector(4.5 * w * std::cos(3 * w * s), -6 * w * std::sin(5 * w * s));
    };
    for (const double damping : {0.0, 0.02}) {
        const Followed both = follow(Gap({2, 0.7, true, damping}), motion, 3001);
        CHECK(both.difference < 1e-12);
        CHECK(both.seen ==
              (damping > 0 ? std::set<int>{-2, -1, 0, 1, 2} : std::set<int>{-1, 0, 1}));
        const Followed one = follow(Gap({2, 0.7, false, damping}), motion, 3001);
        CHECK(one.difference < 1e-12);
        CHECK(one.second == (damping > 0 ? std::set<int>{0, 1, 2} : std::set<int>{0, 1}));
    }
}

TEST_CASE("the phases of elastic friction with a changing normal force give its force", "[contact]")
{
    // The slider is where the phase began, known to a step: differences fall with the step.
    auto motion = [](double s, JointVector& r, JointVector& v) {
        const double w = 2 * std::numbers::pi;
        r = vector(std::sin(3 * w * s) + 0.3 * std::sin(11 * w * s), 0.9 * std::cos(2 * w * s));
        v = vector(3 * w * std::cos(3 * w * s) + 3.3 * w * std::cos(11 * w * s),
                   -1.8 * w * std::sin(2 * w * s));
    };
    const ElasticCoulomb law({.k_t = 3, .k_n = 2, .friction = 0.4, .preload = 1});
    const Followed coarse = follow(law, motion, 4000), fine = follow(law, motion, 64000);
    CAPTURE(coarse.difference, fine.difference);
    CHECK(fine.difference < 2e-3);
    CHECK(fine.difference < coarse.difference / 8);
    CHECK(fine.seen == std::set<int>{-1, 0, 1, 2});
    // Without friction only the normal acts.
    const Followed smooth = follow(ElasticCoulomb({3, 2, 0, 1}), motion, 4000);
    CHECK(smooth.difference < 1e-12);
}

TEST_CASE("a contact that closes slips at once if it moves faster along than into the wall",
          "[contact]")
{
    // |T| would grow by k_t |r_t'| per time, its limit by mu k_n r_n'.
    const ElasticCoulomb law({.k_t = 3, .k_n = 2, .friction = 0.4, .preload = 0});
    const JointVector r = vector(0.7, 0);
    const auto closed = [&](double v_t) -> JointPhases {
        JointPhases phases{{2, 0}, {0}};
        law.pass(phases, 0, r, vector(v_t, 1));
        return phases;
    };
    CHECK(closed(0.26).codes[0] == 0);
    CHECK(closed(0.26).memory[0] == 0.7); // no force along yet
    CHECK(closed(0.27).codes[0] == 1);
    CHECK(closed(-0.27).codes[0] == -1);
}

TEST_CASE("tangents of a phase are the derivatives of its force, and guards end with their scales",
          "[contact]")
{
    // Polynomials of third order at most: central differences are exact except for h^2 k3.
    const double h = 1e-4;
    const JointVector r = vector(0.31, -0.17), v = vector(-0.4, 0.9);
    auto check = [&](const JointLaw& law, const JointPhases& phases) -> void {
        JointPiece piece;
        piece_of(law, phases, piece);
        ForceAndTangent at, up, down;
        force_in(piece, r, v, at);
        for (int j = 0; j < 2; ++j) {
            const JointVector d = h * JointVector::Unit(2, j);
            force_in(piece, r + d, v, up);
            force_in(piece, r - d, v, down);
            CHECK((at.df_dr.col(j) - (up.f - down.f) / (2 * h)).norm() < 1e-6);
            force_in(piece, r, v + d, up);
            force_in(piece, r, v - d, down);
            CHECK((at.df_dv.col(j) - (up.f - down.f) / (2 * h)).norm() < 1e-9);
        }
        // A guard is never more than its scale where r and v are no more than their sizes.
        std::vector<JointGuard> guards;
        add_guards(piece, r, v, {r.cwiseAbs(), v.cwiseAbs()}, guards);
        for (const JointGuard& guard : guards)
            CHECK(std::abs(guard.value) <= guard.scale * (1 + 1e-15));
    };
    for (const int side : {-2, -1, 0, 1, 2})
        check(Gap({2, 0.1, true, 0.3}), {{side, -side}, {}});
    for (const int phase : {-1, 0, 1, 2})
        check(ElasticCoulomb({3, 2, 0.4, 1}), {{phase, 0}, {0.2}});
    check(Cubic{50}, {{0, 0}, {}});
    check(Linear{{1, 2}, {3, 4}}, {{0, 0}, {}});
}

TEST_CASE("rigid dry friction has no phases here", "[contact]")
{
    CHECK_THROWS_AS(Coulomb{1}.phases_at(vector(0, 0), vector(0, 0)), std::logic_error);
    JointPiece out;
    CHECK_THROWS_AS(piece_of(Coulomb{1}, {}, out), std::logic_error);
}
