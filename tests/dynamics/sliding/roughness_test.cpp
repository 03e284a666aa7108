#include "dynamics/sliding/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

namespace {

std::vector<double> normal_force(std::uint64_t seed, double h)
{
    const test::BeamOnBeam beams = test::beam_on_beam({.noise_rms = 4e-4, .seed = seed});
    const auto result = dynamics::transient(
        beams.model, {.h = h, .t_start = 0.2, .t_end = 0.23, .history_rate_hz = 10e3});
    REQUIRE(result.status == dynamics::TransientStatus::end);
    return result.history.sliding.front().normal_force;
}

double distance(const std::vector<double>& a, const std::vector<double>& b)
{
    REQUIRE(a.size() == b.size());
    double worst = 0;
    for (std::size_t n = 1; n < a.size(); ++n)
        worst = std::max(worst, std::abs(a[n] - b[n]));
    return worst;
}

} // namespace

TEST_CASE("The same seed is the same roughness at any time step", "[dynamics]")
{
    const auto reference = normal_force(1, 1.25e-8);
    const auto coarse = normal_force(1, 5e-8), fine = normal_force(1, 2.5e-8);
    // First order: the errors against h/4 and h/2 of the reference are as 3 to 1.
    CHECK(distance(coarse, reference) / distance(fine, reference) == Approx(3).epsilon(0.15));
    // Another seed is a different run; the rms of the noise is 4e-4 N.
    CHECK(distance(fine, reference) < 1e-4 * 0.08);
    CHECK(distance(fine, normal_force(2, 2.5e-8)) > 4e-4);
}

TEST_CASE("The same seed and step give the same numbers", "[dynamics]")
{
    CHECK(normal_force(3, 5e-8) == normal_force(3, 5e-8));
}
