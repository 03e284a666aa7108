#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace slideway;

namespace {

std::vector<dynamics::Energy> run(const test::BeamOnBeamOptions& options, double h)
{
    const test::BeamOnBeam beams = test::beam_on_beam(options);
    const auto result = dynamics::transient(beams.model, {.h = h, .t_start = 0.2, .t_end = 0.26});
    REQUIRE(result.status == dynamics::TransientStatus::end);
    return result.history.energy;
}

double largest_residual(const std::vector<dynamics::Energy>& energies)
{
    double worst = 0;
    for (const dynamics::Energy& e : energies)
        worst = std::max(worst, std::abs(e.residual()));
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
        const std::vector<dynamics::Energy> coarse = run(options, 6e-8), fine = run(options, 3e-8);
        CAPTURE(noise_rms);
        for (const dynamics::Energy& e : coarse) {
            REQUIRE(e.friction == 0);
            REQUIRE(e.damping == 0);
        }
        const double work = coarse.back().loads + coarse.back().drive;
        CHECK(work > 1e-6); // the 30 mm/s of 3 g alone are 1.37e-6 J
        CHECK(largest_residual(coarse) < 1e-5 * work);
        CHECK(largest_residual(coarse) / largest_residual(fine) == Approx(4).epsilon(0.05));
    }
}

TEST_CASE("With friction and damping the energy account closes to a thousandth of the work",
          "[dynamics]")
{
    for (const double noise_rms : {0.0, 4e-4})
        for (const double mu : {0.1, 0.3}) {
            const std::vector<dynamics::Energy> energies =
                run({.mu = mu, .noise_rms = noise_rms}, 6e-8);
            CAPTURE(noise_rms, mu);
            const dynamics::Energy& end = energies.back();
            const double work = std::abs(end.loads) + std::abs(end.drive);
            CHECK(largest_residual(energies) < 1e-3 * work);
            // Friction takes mu F times the distance, about 1.5 mm at the end.
            CHECK(end.friction == Approx(mu * 0.08 * 0.03 * 0.05).epsilon(0.02));
            CHECK(std::is_sorted(energies.begin(), energies.end(),
                                 [](const dynamics::Energy& a, const dynamics::Energy& b) -> bool {
                                     return a.damping < b.damping;
                                 }));
            CHECK(end.damping > 0);
        }
}
