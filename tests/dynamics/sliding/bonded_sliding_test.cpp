#include "assembly/bond.hpp"
#include "dynamics/sliding/transient.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/craig_bampton.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <set>

using namespace slideway;

namespace {

constexpr double length = 0.075, angle = std::numbers::pi / 6, s0 = 0.0103;

// Half of the upper beam, from `start` along its axis.
fem::Substructure half(const std::string& name, double start)
{
    fem::PlaneStressOptions plane;
    plane.material = {70e9, 0.33, 2700};
    plane.thickness = 0.010;
    const fem::Mesh mesh =
        fem::placed(test::rectangle_mesh(length / 2, 0, 0.0015, 10, 2), angle, {0, 0},
                    {s0 + start * std::cos(angle), start * std::sin(angle)});
    fem::Substructure s = fem::plane_stress(name, mesh, plane);
    fem::add_rayleigh(s, 20, 3.6e-8);
    return s;
}

fem::Substructure with_all_modes(const fem::Substructure& s, const std::vector<std::string>& ports)
{
    std::set<Index> interface;
    for (const std::string& port : ports)
        for (const Index dof : reduction::port_dofs(fem::port(s, port)))
            interface.insert(dof);
    return reduction::craig_bampton(s, std::vector<Index>(interface.begin(), interface.end()),
                                    s.n() - static_cast<Index>(interface.size()))
        .substructure;
}

// The sliding beams with the upper one cut in two and bonded again.
assembly::CoupledModel cut(const test::BeamOnBeam& whole, bool reduced)
{
    assembly::CoupledModel model;
    fem::Substructure near = half("near", 0), far = half("far", length / 2);
    if (reduced) {
        near = with_all_modes(near, {"bottom_left", "right"});
        far = with_all_modes(far, {"left", "right"});
    }
    model.bodies = {whole.model.bodies[0], near, far};
    model.bonds.push_back(assembly::make_bond("cut", model.bodies, 1,
                                              fem::port(model.bodies[1], "right"), 2,
                                              fem::port(model.bodies[2], "left")));
    const fem::Port& end = fem::port(model.bodies[2], "right");
    assembly::Motion drive = assembly::make_motion("drive", 2, end, 0);
    drive.velocity = 0.030;
    drive.ramp = 0.002;
    model.motions.push_back(drive);
    model.loads.push_back({"pressing", {}, 2, fem::mean_row(end, 1), assembly::Constant{-0.08}});
    model.sliding.push_back(
        assembly::make_sliding("rub", model.bodies, 1, fem::port(model.bodies[1], "bottom_left"), 0,
                               fem::port(model.bodies[0], "top"), contact::ConstantFriction{0.3}));
    return model;
}

} // namespace

TEST_CASE("A body cut in two and bonded slides as the whole one", "[dynamics]")
{
    test::BeamOnBeamOptions options{.s0 = s0, .upper = "none"};
    options.upper_nx = 20;
    test::BeamOnBeam whole = test::beam_on_beam(options);
    whole.model.motions.front().ramp = 0.002;
    dynamics::TransientOptions run;
    run.h = 2e-8;
    run.t_end = 0.008;
    run.history_rate_hz = 20e3;
    const dynamics::TransientResult expected = dynamics::transient(whole.model, run);
    REQUIRE(expected.status == dynamics::TransientStatus::end);
    for (const bool reduced : {false, true}) {
        CAPTURE(reduced);
        const dynamics::TransientResult result = dynamics::transient(cut(whole, reduced), run);
        REQUIRE(result.status == dynamics::TransientStatus::end);
        REQUIRE(result.history.time.size() == expected.history.time.size());
        CHECK(result.modal->n_modes() == expected.modal->n_modes());
        double worst = 0;
        for (std::size_t k = 0; k < result.history.time.size(); ++k)
            worst = std::max(worst, std::abs(result.history.sliding[0].normal_force[k] /
                                                 expected.history.sliding[0].normal_force[k] -
                                             1));
        // Both models know their lowest modes to eps (omega_max / omega_1)^2 = 2e-16 (3e6 / 220)^2
        // = 4e-8; the force follows them.
        CHECK(worst < 1e-6);
    }
}
