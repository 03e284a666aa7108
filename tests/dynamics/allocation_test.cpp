#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/taylor_run.hpp"
#include "dynamics/harmonic/resonance_slope.hpp"
#include "dynamics/sliding/integrator.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"
#include "support/free_play.hpp"
#include "support/harmonic_models.hpp"
#include "tests/dynamics/sliding/on_track.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <new>
#include <numbers>
#include <vector>

// Every way to the heap of this program passes here: operator new and Eigen call malloc and its
// kin, which the GNU C library lets a program replace.
namespace {
bool counting = false;
long long allocations = 0;

void count()
{
    if (counting)
        ++allocations;
}
} // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size)
{
    count();
    return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size)
{
    count();
    return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t size)
{
    count();
    return __libc_realloc(p, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}
void* memalign(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}
int posix_memalign(void** p, std::size_t alignment, std::size_t size)
{
    count();
    *p = __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}
}

using namespace slideway;

namespace {

// Allocations in steps of an integrator, how often a slave node has come to another segment, and
// how often one was in each state.
struct Steps {
    long long allocations = 0;
    Index segments = 0;
    std::array<long long, 5> states{};

    [[nodiscard]] long long in(contact::State state) const
    {
        return states[static_cast<std::size_t>(state)];
    }
};

Steps steps_of(dynamics::Integrator& integrator, int n_steps)
{
    auto segments = [&integrator]() -> Index {
        Index sum = 0;
        for (std::size_t i = 0; i < integrator.n_points(); ++i)
            sum += integrator.point(i).segment;
        return sum;
    };
    Steps found{0, -segments(), {}};
    for (int n = 0; n < n_steps; ++n) {
        allocations = 0;
        counting = true;
        const dynamics::StepEvent event = integrator.step();
        counting = false;
        REQUIRE(event == dynamics::StepEvent::none);
        found.allocations += allocations;
        for (std::size_t i = 0; i < integrator.n_points(); ++i)
            ++found.states[static_cast<std::size_t>(integrator.point(i).state)];
    }
    found.segments += segments();
    return found;
}

// The two schemes on the beams of a model, while the slave passes a master node; half of the steps
// lie on the ramp.
void check_beams(test::BeamOnBeam& beams, int n_steps)
{
    const double duration = 5e-8 * n_steps;
    beams.model.motions.front().ramp = duration / 2;
    const auto modal = dynamics::modal_model(beams.model);
    const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
    for (const auto scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator}) {
        dynamics::Integrator integrator(beams.model, modal,
                                        {.scheme = scheme,
                                         .h = 5e-8,
                                         .direction = {1},
                                         .duration = duration,
                                         .settling = duration / 2,
                                         .ramp = duration / 2},
                                        start);
        const Steps steps = steps_of(integrator, n_steps);
        CHECK(steps.allocations == 0);
        CHECK(steps.segments == 1);
    }
}

// An elastic pad with one dashpot slides on a rigid track of many segments, with a cubic and an
// elastic-Coulomb joint; nx + 1 slave nodes. The foremost comes to the next segment after 0.1 ms.
assembly::CoupledModel pad_on_track(int nx)
{
    assembly::CoupledModel model;
    model.bodies.reserve(2);
    model.bodies.push_back(fem::plane_stress("pad", test::rectangle_mesh(0.04, -0.01, 0.01, nx, 2),
                                             {{2e9, 0.3, 1200}, 0.01}));
    fem::Substructure& pad = model.bodies[0];
    fem::add_rayleigh(pad, 100, 1e-6);
    const Vector corner = fem::mean_row(fem::port(pad, "top_right"), 1);
    pad.C = (Matrix(pad.C) + 10 * corner * corner.transpose()).sparseView(0, 0);
    const Matrix face = (Matrix(3, 2) << -1, -0.01, 0.04005, -0.01, 1, -0.01).finished();
    model.bodies.push_back(
        fem::rigid("track", {.polylines = {{"face", face}}, .fixed = {"centre"}}));
    const fem::Port& top = fem::port(pad, "top");
    model.motions.push_back(assembly::make_motion("drive", 0, top, 0));
    model.motions[0].velocity = 0.5;
    model.loads.push_back({"press", {}, 0, fem::mean_row(top, 1), assembly::Constant{-500}});
    model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, fem::port(pad, "bottom"),
                                                   1, fem::port(model.bodies[1], "face"),
                                                   contact::FrictionDecay{0.2, 0.1, 1}));
    for (const contact::JointLaw& law :
         {contact::JointLaw(contact::Cubic{1e3}),
          contact::JointLaw(contact::ElasticCoulomb({1e3, 1e3, 0.3, 1}))})
        model.joints.push_back({"joint", {}, {0, fem::port(pad, "bottom_left").W}, {}, law});
    return model;
}

} // namespace

TEST_CASE("The counter of allocations sees vectors, matrices and strings", "[dynamics]")
{
    counting = true;
    allocations = 0;
    {
        Matrix A = Matrix::Zero(30, 30);
        std::vector<double> v(100, A.sum());
        ::operator delete(::operator new(8)); // called by name: no compiler may leave it out
    }
    counting = false;
    CHECK(allocations == 3);
}

TEST_CASE("A time step allocates nothing, also on the ramp, in noise and on a new segment",
          "[dynamics]")
{
    // The contact begins 0.6 micrometres before a node.
    test::BeamOnBeam beams = test::beam_on_beam({.noise_rms = 4e-4, .s0 = 0.0100295});
    check_beams(beams, 40000);
}

TEST_CASE("A time step that is followed through sticking and opening allocates nothing",
          "[dynamics]")
{
    using contact::State;
    // To and fro at 500 Hz over 40 micrometres, rough: the beams stick, turn back and part, over a
    // node of the lower one.
    test::BeamOnBeam beams =
        test::beam_on_beam({.noise_rms = 0.02, .seed = 3, .s0 = 0.01001, .force = -0.05});
    beams.model.motions.front().turning =
        assembly::HarmonicVelocity{0.12, 2 * std::numbers::pi * 500, 0};
    const auto modal = dynamics::modal_model(beams.model);
    const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
    for (const auto scheme : test::both_schemes) {
        dynamics::Integrator::Settings settings = test::following(
            beams.model, scheme, scheme == dynamics::Scheme::modal_propagator ? 5e-7 : 5e-8);
        settings.direction = {1};
        settings.duration = 0.01;
        dynamics::Integrator integrator(beams.model, modal, settings, start);
        const Steps steps = steps_of(integrator, 20000);
        CHECK(steps.allocations == 0);
        if (scheme == dynamics::Scheme::modal_propagator) // over ten times the time
            for (const State state : {State::none, State::sliding, State::stuck, State::backward})
                CHECK(steps.in(state) > 0);
    }

    // Rigid on two feet: forces of friction that are not unique, by relaxation.
    const assembly::CoupledModel block = test::on_track(
        {.mass = 1, .inertia = 1, .points = {{"rear", {-1, -1}}, {"front", {1, -1}}}},
        contact::ConstantFriction{0.5}, 3, -10, {"rear", "front"}, -1);
    const auto rigid = dynamics::modal_model(block);
    dynamics::Integrator stuck(block, rigid,
                               test::following(block, dynamics::Scheme::forward_increment, 1e-4),
                               test::at_rest(block, rigid));
    CHECK(steps_of(stuck, 1000).allocations == 0);
    CHECK(stuck.contacts().counts().not_unique > 500);

    // Pushed along a floor into a wall: from 1 m on it rests in the corner. Then lifted: in flight.
    for (const double lift : {0.0, 2.0}) {
        assembly::CoupledModel box = test::on_track({.mass = 1, .fixed = {"rotation"}},
                                                    contact::ConstantFriction{0.1}, 0.5, lift - 1);
        box.bodies[1] = fem::rigid(
            "track",
            {.polylines = {{"face", (Matrix(5, 2) << -1, 2, -1, 0, 1, 0, 1, 2, -1, 2).finished()}},
             .fixed = {"centre"}});
        box.sliding[0] = assembly::make_sliding(
            "centre", box.bodies, 0, fem::port(box.bodies[0], "centre"), 1,
            fem::port(box.bodies[1], "face"), contact::ConstantFriction{0.1});
        const auto ball_modes = dynamics::modal_model(box);
        dynamics::Integrator ball(box, ball_modes,
                                  test::following(box, dynamics::Scheme::forward_increment, 1e-3),
                                  test::at_rest(box, ball_modes));
        CHECK(steps_of(ball, 4000).allocations == 0);
        CHECK(ball.state().other_touching_point(0) != nullptr);
    }

    // Many elastic nodes of which some stick, with joints and coupled damping.
    for (const int nx : {8, 20}) {
        assembly::CoupledModel model = pad_on_track(nx);
        model.motions[0].turning = assembly::HarmonicVelocity{0.1, 2 * std::numbers::pi * 2000, 0};
        const auto coupled = dynamics::modal_model(model);
        dynamics::Integrator pad(model, coupled,
                                 test::following(model, dynamics::Scheme::forward_increment, 2e-7),
                                 test::at_rest(model, coupled));
        const Steps steps = steps_of(pad, 4000);
        const dynamics::Energy e = pad.energy();
        CAPTURE(nx);
        CHECK(std::abs(e.residual()) < 1e-11 * e.turned_over());
        CHECK(steps.allocations == 0);
        for (const State state : {State::sliding, State::stuck, State::backward})
            CHECK(steps.in(state) > 0);
    }
}

TEST_CASE("A Taylor step allocates nothing", "[dynamics]")
{
    // From rest the masses meet their stops in the first 11 periods alone: what a hundred periods
    // more allocate is what their steps do.
    const dynamics::JointedSystem s = test::free_play({});
    auto allocations_of = [&](double periods) -> long long {
        dynamics::EventDrivenOptions o;
        o.t_end = periods * 2 * std::numbers::pi / s.Omega;
        allocations = 0;
        counting = true;
        const dynamics::MotionRecord r = dynamics::taylor(s, {o, 1e-12});
        counting = false;
        REQUIRE(r.history.joint_events.size() == 18);
        return allocations;
    };
    CHECK(allocations_of(120) == allocations_of(20));
}

TEST_CASE("A new segment on a body with coupled damping allocates nothing", "[dynamics]")
{
    // Deformed, the contact begins 20 micrometres before the node at 20 mm.
    test::BeamOnBeam beams = test::beam_on_beam(
        {.s0 = 0.02001, .upper_modes = 4, .lower_modes = 4, .upper_nx = 8, .lower_nx = 10});
    const fem::Port& tip = fem::port(beams.model.bodies[0], "right");
    beams.model.joints.push_back({"dashpot",
                                  {},
                                  {0, fem::mean_row(tip, 1).transpose().sparseView()},
                                  std::nullopt,
                                  contact::Linear{{0}, {0.5}}});
    REQUIRE_FALSE(dynamics::modal_model(beams.model).classical());
    check_beams(beams, 40000);
}

TEST_CASE("A time step with many slave nodes, joints and coupled damping allocates nothing",
          "[dynamics]")
{
    for (const int nx : {8, 20}) { // the test for unique forces has two ways, for up to 16 and more
        const assembly::CoupledModel model = pad_on_track(nx);
        const auto modal = dynamics::modal_model(model);
        REQUIRE_FALSE(modal.classical());
        assembly::CoupledModel without = model; // the equilibrium takes linear joints
        without.joints.clear();
        const auto start =
            dynamics::sliding_equilibrium(without, dynamics::modal_model(without), {1});
        for (const bool follow : {false, true}) {
            dynamics::Integrator integrator(
                model, modal, {.h = 2e-7, .direction = {1}, .follow_separation = follow}, start);
            CAPTURE(nx, follow);
            CHECK(integrator.n_points() == static_cast<std::size_t>(nx + 1));
            const Steps steps = steps_of(integrator, 2000);
            CHECK(steps.allocations == 0);
            CHECK(steps.segments == 1);
        }
    }
}

TEST_CASE(
    "Evaluations of harmonic balance, its outputs and slopes allocate nothing after the first",
    "[dynamics]")
{
    test::HarmonicModel classical = test::blade_damper_blade(1.5e-5), coupled = classical;
    dynamics::StackedModes& modes = coupled.system.modes;
    modes.D = modes.c.asDiagonal();
    modes.D(0, 1) = modes.D(1, 0) = 0.1 * modes.c(0); // by the poles of the first-order form
    for (const test::HarmonicModel& model : {classical, coupled})
        for (const bool means : {false, true}) {
            const dynamics::HarmonicBalance hb(model.system, {3, means}, model.outputs);
            dynamics::HarmonicBalance::Evaluation at(hb);
            dynamics::ResonanceSlope slope(hb, 0);
            Vector R = Vector::Constant(hb.n(), 1e-4), Y, Y_Omega;
            Matrix Y_R;
            dynamics::ResonanceSlope::Partials by_damping, by_parameter;
            long long found = 0;
            for (int k = 0; k < 40; ++k) {
                R(k % hb.n()) *= -1.3;
                allocations = 0;
                counting = true;
                hb.evaluate(R, 1250 + k, 20, at);
                hb.output(at, 0, Y);
                hb.output_derivatives(at, 1, Y_R, Y_Omega);
                slope.differentiate(at);
                if (model.system.modes.classical()) // else by an LU
                    slope.by_damping_factor(at, by_damping);
                for (std::size_t i = 0; i < model.system.joints.size(); ++i)
                    for (const auto& p : model.system.joints[i].law->parameters())
                        if (p.scaling)
                            slope.by_parameter(at, i, *p.scaling, by_parameter);
                counting = false;
                // Lists of events and of the workspace grow with what cycles show.
                found += k > 20 ? allocations : 0;
            }
            CAPTURE(model.system.modes.classical(), means);
            CHECK(found == 0);
            CHECK((by_damping.s != 0) == model.system.modes.classical());
        }
}
