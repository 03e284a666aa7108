#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;

namespace {

using std::numbers::pi;

} // namespace

TEST_CASE("A contact that is always open carries no force, one that only opens and closes no "
          "friction",
          "[contact]")
{
    const Harmonics h{2};
    Vector R(8);
    R << 1, 0.3, 0.2, 0, 0.5, 0.1, 0.05, 0.1;
    const HarmonicForce open =
        force_of(ElasticCoulomb({.k_t = 2, .k_n = 1, .friction = 0.3, .preload = -3}), h, R,
                 Vector::Ones(8));
    CHECK(open.states == std::vector<FrictionState>{FrictionState::separation});
    CHECK(largest(open.F) + largest(open.J) + largest(open.H) == 0);

    // Normal motion alone: the tangential spring is stuck without force while there is contact.
    R.head(4).setZero();
    const ElasticCoulomb law({.k_t = 2, .k_n = 1, .friction = 0.3, .preload = 0.2});
    const HarmonicForce out = force_of(law, h, R, Vector::Ones(8));
    REQUIRE(out.events.size() == 2);
    CHECK(kind(out.events[0]) == "stick -> separation");
    CHECK(kind(out.events[1]) == "separation -> stick");
    CHECK(largest(out.F.head(4)) == 0);
    CHECK(out.dissipated == 0);
    const HarmonicForce in_time = sampled(law, h, R, 1 << 14);
    CHECK(largest(out.F - in_time.F) <= 1e-7 * largest(out.F)); // the square of a step
    CHECK(largest(out.J - in_time.J) <= 1e-3 * largest(out.J)); // a step
    CHECK(out.H.allFinite());

    // At rest nothing happens at all, and no entry is other than a number.
    const HarmonicForce rest = force_of(law, h, Vector::Zero(8), Vector::Ones(8));
    CHECK(rest.states == std::vector<FrictionState>{FrictionState::stick});
    CHECK(largest(rest.F) == 0);
    CHECK((rest.J.allFinite() && rest.H.allFinite()));
}

TEST_CASE("Without friction a contact slides at no force wherever it is closed", "[contact]")
{
    // Slip with the sense of x', whatever the normal force; and no stick, whose stiffness would be
    // that of nothing.
    Draws draws(false);
    int closed = 0, touching = 0;
    for (int n = 0; n < 300; ++n) {
        Draw d = draws.next();
        d.law.friction = 0;
        if (n % 3 == 0)
            d.law.k_n = 0;
        const Index m = d.h.size();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        CAPTURE(n);
        CHECK(largest(out.F.head(m)) == 0);
        CHECK(largest(out.J.topRows(m)) == 0);
        CHECK(out.dissipated == 0);
        CHECK(largest(out.F - sampled(d.law, d.h, d.R, 1 << 12).F) <= 1e-5); // the square of a step
        bool opens = false;
        for (int i = 0; i < 1000; ++i) {
            const double theta = 2 * pi * (i + 0.5) / 1000;
            double slope = 0, normal = d.law.preload;
            for (Index k = 1; k <= d.h.n_h; ++k) {
                const auto times = static_cast<double>(k);
                const double c = std::cos(times * theta), s = std::sin(times * theta);
                slope += times * (d.R(2 * k - 1) * c - d.R(2 * k - 2) * s);
                normal += d.law.k_n * (d.R(m + 2 * k - 2) * c + d.R(m + 2 * k - 1) * s);
            }
            FrictionState now = out.states.back(); // before the first event
            for (const FrictionEvent& event : out.events)
                if (event.phase <= theta)
                    now = event.after;
            const FrictionState expected = normal <= 0 ? FrictionState::separation
                                           : slope > 0 ? FrictionState::slip_forward
                                                       : FrictionState::slip_back;
            CHECK(now == expected);
            opens = opens || normal <= 0;
        }
        ++(opens ? touching : closed);
        // At rest too, and while it opens and closes without sliding.
        d.R.head(m).setZero();
        const HarmonicForce still = force_of(d.law, d.h, d.R);
        CHECK(largest(still.J.topRows(m)) == 0);
        for (const FrictionState state : still.states)
            CHECK(state != FrictionState::stick);
    }
    CHECK((closed > 50 && touching > 50));
}

TEST_CASE("Edge cases of the friction element give finite numbers", "[contact]")
{
    const Harmonics h{2};
    for (const double mu : {0., 0.4})
        for (const double k_t : {0., 2.})
            for (const double k_n : {0., 1.})
                for (const double preload : {-0.5, 0., 0.5, 1., 50.})
                    for (int motion = 0; motion < 6; ++motion) {
                        Vector R = Vector::Zero(8);
                        if (motion & 1)
                            R.head(4) << 1, 0, 0, 0;
                        if (motion & 2) // proportional, 1 N of touch with preload 1
                            R.tail(4) << 1, 0, 0, 0;
                        if (motion >= 4)
                            R.tail(4) << 0, 0.7, 0.3, 0;
                        const ElasticCoulomb law({k_t, k_n, mu, preload});
                        const HarmonicForce out = force_of(law, h, R, Vector::Ones(8));
                        CAPTURE(mu, k_t, k_n, preload, motion);
                        CHECK((out.F.allFinite() && out.J.allFinite() && out.H.allFinite()));
                        CHECK(out.states.size() == std::max<std::size_t>(1, out.events.size()));
                        const HarmonicForce in_time = sampled(law, h, R, 1 << 13);
                        CHECK(largest(out.F - in_time.F) <= 1e-3); // a step where contacts close
                    }
}

TEST_CASE("A load that just touches zero does not slip by round-off", "[contact]")
{
    // N = 2 (1 - sin theta) without tangential stiffness: both bounds of the slider meet at pi/2,
    // where they are zero except for the last bit.
    Vector R(6);
    R << 0, 1, 0, 1, 0, -1;
    const HarmonicForce out =
        force_of(ElasticCoulomb({.k_t = 0, .k_n = 2, .friction = 0.5, .preload = 0}), {1, true}, R);
    CHECK(out.states == std::vector<FrictionState>{FrictionState::stick});
    CHECK(out.events.empty());
    CHECK(largest(out.F.head(3)) == 0);
    CHECK(largest(out.F.tail(3) - 2 * R.tail(3)) == 0);
}

TEST_CASE("Motions with several equal extrema have the forces of the law in time", "[contact]")
{
    // Motions of two harmonics with coefficients -1, 0, 1: their extrema, roots and events lie on
    // samples and on one another.
    const Harmonics h{2};
    for (const double k_n : {0., 1.})
        for (const double preload : {0.5, 1., 2.})
            for (int n = 0; n < (k_n > 0 ? 729 : 81); ++n) {
                Vector R(8);
                for (int i = 0, digits = n; i < 8; ++i, digits /= 3)
                    R(i) = k_n > 0 || i < 4 ? digits % 3 - 1 : 0;
                const ElasticCoulomb law(
                    {.k_t = 1, .k_n = k_n, .friction = 0.5, .preload = preload});
                const HarmonicForce out = force_of(law, h, R);
                const HarmonicForce in_time = sampled(law, h, R, 1 << 10);
                CAPTURE(k_n, preload, R.transpose());
                // A step of 6e-3 where a contact closes and sticks, times slopes of order 1.
                CHECK(largest(out.F - in_time.F) <= 1e-2);
                CHECK(out.dissipated >= -1e-14);
                for (std::size_t i = 1; i < out.events.size(); ++i)
                    CHECK(out.events[i].phase >= out.events[i - 1].phase);
            }
}
