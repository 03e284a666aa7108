#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

using namespace slideway;
using dynamics::Scheme;

namespace {

std::vector<dynamics::Energy> run(const test::BeamOnBeamOptions& options, Scheme scheme, double h)
{
    const test::BeamOnBeam beams = test::beam_on_beam(options);
    const auto result =
        dynamics::transient(beams.model, {.scheme = scheme, .h = h, .t_start = 0.2, .t_end = 0.23});
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

TEST_CASE("The account of energies closes to round-off at any step of both schemes", "[dynamics]")
{
    // Round-off of 1e6 steps, each of 245 modes: sums of positive parts keep 1e-12.
    for (const double noise_rms : {0.0, 4e-4})
        for (const auto& [mu, alpha, beta] : {std::tuple{0.0, 0.0, 0.0}, {0.3, 20.0, 3.6e-8}})
            for (const auto& [scheme, h] : {std::pair{Scheme::forward_increment, 6e-8},
                                            {Scheme::modal_propagator, 1e-6},
                                            {Scheme::modal_propagator, 2e-6}}) {
                const std::vector<dynamics::Energy> energies = run(
                    {.mu = mu, .noise_rms = noise_rms, .alpha = alpha, .beta = beta}, scheme, h);
                CAPTURE(noise_rms, mu, name_of(scheme), h);
                const dynamics::Energy& end = energies.back();
                const double work = std::abs(end.loads) + std::abs(end.drive);
                CHECK(work > 1e-6); // the 30 mm/s of 3 g alone are 1.37e-6 J
                CHECK(largest_residual(energies) < 1e-11 * work);
                CHECK(end.impact == 0);
                // Friction takes mu F times the distance, about 0.6 mm at the end.
                CHECK(end.friction == Approx(mu * 0.08 * 0.03 * 0.02).epsilon(0.05).margin(1e-20));
                CHECK((alpha > 0 ? end.damping > 0 : end.damping == 0));
            }
}
