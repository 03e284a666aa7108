#include "dynamics/sliding/drives.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// Velocities that motions impose over time.

using namespace slideway;

namespace {

using std::numbers::pi;

assembly::Motion motion(double velocity, double ramp)
{
    assembly::Motion m;
    m.velocity = velocity;
    m.ramp = ramp;
    return m;
}

} // namespace

TEST_CASE("The acceleration of every imposed motion is the slope of its velocity", "[dynamics]")
{
    assembly::Motion harmonic = motion(0, 0.3), changes = motion(0, 0), abrupt = motion(0, 0);
    harmonic.turning = assembly::HarmonicVelocity{2, 7, 0.4};
    changes.turning =
        std::vector<assembly::VelocityChange>{{0.1, 3, 0.2}, {0.5, -1, 0.4}, {0.9, 2, 0.05}};
    abrupt.turning = assembly::HarmonicVelocity{2, 7, 0};
    for (const assembly::Motion& m : {motion(3, 0.25), harmonic, changes, abrupt}) {
        double fastest = 0;
        // Times that miss the ends of ramps, where the acceleration is continuous and its slope
        // jumps.
        for (double t = 0.0007; t < 1.2; t += 0.0101) {
            const double h = 1e-5;
            const double slope =
                (dynamics::motion_velocity(m, t + h) - dynamics::motion_velocity(m, t - h)) /
                (2 * h);
            CAPTURE(t);
            // h^2 / 6 of the third derivative, up to 3 (pi / 0.05)^3.
            CHECK(dynamics::motion_acceleration(m, t) == Approx(slope).margin(2e-5));
            fastest = std::max(fastest, std::abs(dynamics::motion_acceleration(m, t)));
        }
        CHECK(fastest > 1);
    }
}

TEST_CASE("Drives have the velocities that their ramps, changes and harmonics say", "[dynamics]")
{
    using dynamics::motion_velocity;
    CHECK(motion_velocity(motion(3, 0.2), 0) == 0);
    CHECK(motion_velocity(motion(3, 0.2), 0.1) == Approx(1.5).epsilon(1e-14));
    CHECK(motion_velocity(motion(3, 0.2), 0.2) == 3);
    CHECK(motion_velocity(motion(3, 0), 0) == 3);

    assembly::Motion m = motion(0, 0.2);
    m.turning = assembly::HarmonicVelocity{2, 10 * pi, 0};
    CHECK(m.turns());
    CHECK(motion_velocity(m, 0) == 0);
    CHECK(motion_velocity(m, 0.1) == Approx(0.5 * 2 * std::cos(pi)).epsilon(1e-14)); // half way up
    CHECK(motion_velocity(m, 0.4) == Approx(2).epsilon(1e-13));

    m.turning = std::vector<assembly::VelocityChange>{{0.1, 3, 0.2}, {0.5, -1, 0.4}};
    CHECK(motion_velocity(m, 0.05) == 0);
    CHECK(motion_velocity(m, 0.2) == Approx(1.5).epsilon(1e-13));
    CHECK(motion_velocity(m, 0.4) == 3);
    CHECK(motion_velocity(m, 0.7) == Approx(1).epsilon(1e-13)); // the mean of 3 and -1
    CHECK(motion_velocity(m, 2) == -1);
}

TEST_CASE("The mean of an imposed velocity is that of its integral", "[dynamics]")
{
    // Against Simpson's rule over 2000 parts, across the kinks at the ends of ramps and changes
    // too: an error of 1e-10 there. pi / ramp = Omega is the resonance of the closed form.
    assembly::Motion harmonic = motion(0, 0.3), resonant = motion(0, 0.3), changes = motion(0, 0),
                     abrupt = motion(0, 0);
    harmonic.turning = assembly::HarmonicVelocity{2, 7, 0.4};
    resonant.turning = assembly::HarmonicVelocity{2, pi / 0.3, 0.4};
    abrupt.turning = assembly::HarmonicVelocity{2, 7, 0.4};
    changes.turning =
        std::vector<assembly::VelocityChange>{{0.1, 3, 0.2}, {0.5, -1, 0.4}, {0.9, 2, 0.05}};
    for (const assembly::Motion& m : {motion(3, 0.25), harmonic, resonant, abrupt, changes})
        for (const double width : {1e-4, 0.013, 0.4})
            for (double t = 0; t < 1.2; t += 0.0171) {
                constexpr int parts = 2000;
                double sum =
                    dynamics::motion_velocity(m, t) + dynamics::motion_velocity(m, t + width);
                for (int k = 1; k < parts; ++k)
                    sum +=
                        (k % 2 == 1 ? 4 : 2) * dynamics::motion_velocity(m, t + width * k / parts);
                CAPTURE(t, width);
                CHECK(dynamics::mean_velocity(m, t, t + width) ==
                      Approx(sum / (3 * parts)).margin(1e-9));
            }
    CHECK(dynamics::mean_velocity(motion(3, 0.2), 0.2, 0.3) == 3); // to the bit, behind a ramp
    CHECK(dynamics::mean_velocity(changes, 0.35, 0.45) == 3);
    CHECK(dynamics::mean_velocity(changes, 2, 2.1) == 2);
}

TEST_CASE("Loads that vary have the values that their ramps and frequencies say", "[dynamics]")
{
    assembly::CoupledModel model;
    model.Omega = 5;
    assembly::Load raised, harmonic;
    raised.signal = assembly::Raised{4, 2};
    harmonic.signal = assembly::Harmonic{3, 0.7};
    CHECK(dynamics::load_value(model, raised, 0, 9) == 0);
    CHECK(dynamics::load_value(model, raised, 1, 9) == Approx(2).epsilon(1e-14));
    CHECK(dynamics::load_value(model, raised, 2, 9) == 4);
    // From the time at the start on.
    CHECK(dynamics::load_value(model, harmonic, 1, 9) ==
          Approx(3 * std::cos(5 * 10 + 0.7)).epsilon(1e-14));
}
