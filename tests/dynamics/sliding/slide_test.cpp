#include "dynamics/sliding/slide.hpp"

#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using Catch::Contains;
using dynamics::About;
using dynamics::Slide;

namespace {

struct Beams {
    explicit Beams(const test::BeamOnBeamOptions& options = {})
        : beams(test::beam_on_beam(options)), modal(dynamics::modal_model(beams.model))
    {
    }
    test::BeamOnBeam beams;
    dynamics::ModalModel modal;

    [[nodiscard]] Slide slide(About about, std::optional<double> mu = {}, double t_start = 0) const
    {
        return Slide(beams.model, modal, {about, mu, t_start});
    }
};

const test::BeamOnBeamOptions coarse{
    .upper_modes = 4, .lower_modes = 4, .upper_nx = 8, .lower_nx = 10};

} // namespace

TEST_CASE("A slide reports position and time by the ramp and the speed of its motion", "[dynamics]")
{
    const Beams beams(coarse);
    Slide slide = beams.slide(About::undeformed, 0.3, 0.2);
    CHECK(slide.moves());
    CHECK(slide.start() == Approx(0.010).epsilon(1e-12));
    CHECK(slide.length() == Approx(0.1).epsilon(1e-12));
    CHECK(slide.speed() == Approx(0.030).epsilon(1e-12));
    // After the ramp of 20 ms half of its length is lost: t = 0.2 + 0.01 + (s - s0) / v.
    CHECK(slide.time(0.050) == Approx(0.21 + 0.040 / 0.030).epsilon(1e-12));
    // In the middle of the ramp x = v/2 (t - T/pi sin(pi t/T)) with t = T/2.
    const double x = 0.015 * (0.010 - 0.020 / std::numbers::pi);
    CHECK(slide.time(0.010 + x) == Approx(0.21).epsilon(1e-12));
    for (const double s : {0.0101, 0.0103, 0.02, 0.09}) {
        CAPTURE(s);
        CHECK(slide.position(slide.time(s)) == Approx(s).epsilon(1e-10));
    }
    CHECK(slide.motion(0.050)(0) == Approx(0.040).epsilon(1e-12));
}

TEST_CASE("Sliding to a position gives the contact of a model that is placed there", "[dynamics]")
{
    for (const About about : {About::undeformed, About::deformed})
        for (const double s : {0.0237, 0.050, 0.0915}) {
            const Beams moved;
            const Beams placed({.s0 = s});
            Slide there = placed.slide(about), to = moved.slide(about);
            const auto a = there.at(s), b = to.at(s);
            CAPTURE(s, about == About::deformed);
            REQUIRE(a.n_rows() == b.n_rows());
            CHECK(a.n_constraints == 1);
            CHECK(a.points[0].segment == b.points[0].segment);
            // The two models have their own modes, so rows are compared through products over
            // them, R M^-1 P^T. The deformation carries the round-off of K in the lowest modes,
            // 1e-7 of 1.5 mm, into the slope: 1e-8 of the rows.
            const Matrix first = a.R * a.P.transpose(), second = b.R * b.P.transpose();
            CHECK((first - second).norm() <= 1e-7 * first.norm());
        }
}

TEST_CASE("The deformed contacts along a slide are those of the reference", "[dynamics]")
{
    // Force, segment and place on it of an independent implementation (friction 0.3).
    const Beams beams;
    Slide slide = beams.slide(About::deformed, 0.3);
    struct Row {
        double s_mm, lambda;
        Index segment;
        double alpha;
    };
    for (const Row& row : {Row{30, 0.07994482, 29, 0.967843}, Row{91.5, 0.07951232, 91, 0.449233},
                           Row{50, 0.07984915, 49, 0.963845}, Row{10, 0.07999354, 9, 0.969860}}) {
        const auto at = slide.at(1e-3 * row.s_mm);
        CAPTURE(row.s_mm);
        CHECK(at.points[0].lambda == Approx(row.lambda).epsilon(1e-6));
        CHECK(at.points[0].segment == row.segment);
        CHECK(at.points[0].projection.alpha == Approx(row.alpha).margin(1e-5));
    }
}

TEST_CASE("A slide refuses places that its motions do not reach", "[dynamics]")
{
    const Beams beams(coarse);
    Slide slide = beams.slide(About::undeformed);
    CHECK_THROWS_WITH(
        slide.at(0.11),
        Contains("position = 0.11; the master surface of contact rub reaches from 0 to 0.1 m"));
    CHECK_THROWS_WITH(slide.at(-0.01), Contains("position = -0.01; the master surface"));

    test::BeamOnBeamOptions still = coarse;
    still.velocity = 0;
    still.mu = 0;
    const Beams resting(still);
    Slide stays = resting.slide(About::undeformed);
    CHECK_FALSE(stays.moves());
    CHECK_NOTHROW(stays.at(stays.start()));
    CHECK_THROWS_WITH(stays.at(0.02), Contains("no motion slides the slave of contact rub") &&
                                          Contains("it stands at 0.01 m"));
    still.mu = 0.3;
    const Beams sticking(still);
    CHECK_THROWS_WITH(sticking.slide(About::undeformed), Contains("no motion drives the slave"));
}
