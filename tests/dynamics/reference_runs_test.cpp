#include "dynamics/transient.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

// Transients of an independent implementation, published scheme, h = 5e-8 s, 58.6e6 steps. Windows:
// lambda from the start, v_C from two ramps later.

namespace {

dynamics::TransientResult run(double mu)
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = mu});
    const dynamics::Probe tip{"tip", 0,
                              fem::mean_row(fem::port(beams.model.bodies[0], "right"), 1)};
    return dynamics::transient(beams.model, {.h = 5e-8, .t_start = 0.2, .t_end = 3.13}, {tip});
}

} // namespace

TEST_CASE("The shipped case, smooth with mu = 0.3, matches the reference all the way",
          "[dynamics][long]")
{
    struct Row {
        double t, tip, lambda, v_C, x_C;
    };
    const Row table[] = {
        {0.25, -3.186218608e-05, 0.07996948, 0.029899661, 0.0111701549},
        {0.50, -8.474410075e-05, 0.07999849, 0.029998028, 0.0186701339},
        {1.00, -2.574293371e-04, 0.07991665, 0.029999274, 0.0336701771},
        {1.50, -5.048653531e-04, 0.07983242, 0.029999465, 0.0486702311},
        {2.00, -8.099824104e-04, 0.07971624, 0.029999608, 0.0636703059},
        {2.50, -1.155675730e-03, 0.07957545, 0.029999382, 0.0786703987},
        {3.00, -1.524913082e-03, 0.07940225, 0.029997754, 0.0936705106},
    };
    const auto result = run(0.3);
    REQUIRE(result.status == dynamics::TransientStatus::end);
    CHECK(result.n_steps == 58600000);
    const dynamics::ContactHistory& contact = result.contacts.front();
    for (const Row& row : table) {
        const auto k = static_cast<std::size_t>(std::lround((row.t - 0.2) * 50e3));
        CAPTURE(row.t);
        REQUIRE(result.time[k] == Approx(row.t).epsilon(1e-12));
        CHECK(result.probes[0].u[k] == Approx(row.tip).epsilon(1e-5));
        CHECK(contact.normal_force[k] == Approx(row.lambda).epsilon(1e-5));
        CHECK(contact.slave_velocity_x[k] == Approx(row.v_C).epsilon(1e-5));
        CHECK(contact.contact_x[k] == Approx(row.x_C).epsilon(1e-5));
    }
    CHECK(contact.normal_force_range.min == Approx(0.0793368).epsilon(1e-5));
    CHECK(contact.normal_force_range.max == Approx(0.0804235).epsilon(1e-5));
    CHECK(contact.slave_velocity_x_range.min == Approx(0.0298873).epsilon(1e-5));
    CHECK(contact.slave_velocity_x_range.max == Approx(0.0301143).epsilon(1e-5));
}

TEST_CASE("The shipped case, smooth with mu = 0.1, keeps the ranges of the reference",
          "[dynamics][long]")
{
    const auto result = run(0.1);
    REQUIRE(result.status == dynamics::TransientStatus::end);
    const dynamics::ContactHistory& contact = result.contacts.front();
    CHECK(contact.normal_force_range.min == Approx(0.0795671).epsilon(1e-5));
    CHECK(contact.normal_force_range.max == Approx(0.0804199).epsilon(1e-5));
    CHECK(contact.slave_velocity_x_range.min == Approx(0.0299113).epsilon(1e-5));
    CHECK(contact.slave_velocity_x_range.max == Approx(0.0300894).epsilon(1e-5));
}
