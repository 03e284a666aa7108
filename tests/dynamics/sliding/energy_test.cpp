#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;

namespace {

dynamics::EnergyHistory run(const test::BeamOnBeamOptions& options, double h)
{
    const test::BeamOnBeam beams = test::beam_on_beam(options);
    const auto result = dynamics::transient(beams.model, {.h = h, .t_start = 0.2, .t_end = 0.26});
    REQUIRE(result.status == dynamics::TransientStatus::end);
    return result.energy;
}

double largest(const std::vector<double>& values)
{
    double worst = 0;
    for (const double value : values)
        worst = std::max(worst, std::abs(value));
    return worst;
}

} // namespace

TEST_CASE(
    "Without friction and damping, stored energy is the work of loads and drive to second order",
    "[dynamics]")
{
    // The discrete energy is an invariant of the scheme in each body; the contact, closed at the
    // predicted positions, gives an error of h^2.
    for (const double noise_rms : {0.0, 4e-4}) {
        const test::BeamOnBeamOptions options{
            .mu = 0, .noise_rms = noise_rms, .alpha = 0, .beta = 0};
        const dynamics::EnergyHistory coarse = run(options, 6e-8), fine = run(options, 3e-8);
        CAPTURE(noise_rms);
        CHECK(largest(coarse.friction) == 0);
        CHECK(largest(coarse.damping) == 0);
        const double work = coarse.loads.back() + coarse.drive.back();
        CHECK(work > 1e-6); // the 30 mm/s of 3 g alone are 1.37e-6 J
        CHECK(largest(coarse.residual) < 1e-5 * work);
        CHECK(largest(coarse.residual) / largest(fine.residual) == Approx(4).epsilon(0.05));
    }
}

TEST_CASE("With friction and damping the energy account closes to a thousandth of the work",
          "[dynamics]")
{
    for (const double noise_rms : {0.0, 4e-4})
        for (const double mu : {0.1, 0.3}) {
            const dynamics::EnergyHistory e = run({.mu = mu, .noise_rms = noise_rms}, 6e-8);
            CAPTURE(noise_rms, mu);
            const double work = std::abs(e.loads.back()) + std::abs(e.drive.back());
            CHECK(largest(e.residual) < 1e-3 * work);
            // Friction takes mu F times the distance, about 1.5 mm at the end.
            CHECK(e.friction.back() == Approx(mu * 0.08 * 0.03 * 0.05).epsilon(0.02));
            CHECK(std::is_sorted(e.damping.begin(), e.damping.end()));
            CHECK(e.damping.back() > 0);
            for (std::size_t n = 0; n < e.residual.size(); n += 500) // the definition
                CHECK(e.residual[n] ==
                      Approx(e.stored[n] - e.loads[n] - e.drive[n] + e.friction[n] + e.damping[n])
                          .margin(1e-20));
        }
}
