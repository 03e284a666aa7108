#include "dynamics/sliding/transient.hpp"
#include "fem/lumped.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"
#include "support/literal_forward_increment.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;

namespace {

constexpr double F = 5; // [N] on the last mass from t = 0

// Three masses on springs; one dashpot, from the first mass to ground: it couples all modes.
assembly::CoupledModel chain(double c)
{
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "chain", fem::chain_network({"ground", "", {2, 1, 3}, {800, 500, 300}, {c, 0, 0}})));
    model.loads.push_back({"step", {}, 0, Vector::Unit(3, 2), assembly::Constant{F}});
    return model;
}

std::vector<dynamics::Probe> probes()
{
    return {
        {"1", 0, Vector::Unit(3, 0)}, {"2", 0, Vector::Unit(3, 1)}, {"3", 0, Vector::Unit(3, 2)}};
}

dynamics::TransientResult run(dynamics::Scheme scheme, double c, double h, double t_end)
{
    return dynamics::transient(chain(c),
                               {.scheme = scheme,
                                .h = h,
                                .t_end = t_end,
                                .start = dynamics::Start::rest,
                                .history_rate_hz = 1 / h},
                               probes());
}

// Motion of the chain about its static position: z' = A z, z = (u - u_static, u').
struct Dense {
    Matrix A = Matrix::Zero(6, 6);
    Vector u_static;

    explicit Dense(double c)
    {
        const assembly::CoupledModel model = chain(c);
        const fem::Substructure& s = model.bodies[0];
        const Matrix M = s.M, C = s.C, K = s.K;
        A.topRightCorner(3, 3).setIdentity();
        A.bottomLeftCorner(3, 3) = -independent::solve(M, K);
        A.bottomRightCorner(3, 3) = -independent::solve(M, C);
        u_static = independent::solve(K, F * Vector::Unit(3, 2));
    }
    [[nodiscard]] Matrix over(double t) const { return independent::exponential(A * t); }
};

} // namespace

TEST_CASE("modal-propagator moves a chain with one dashpot exactly while its force is constant",
          "[dynamics]")
{
    // The reference is the matrix exponential of the first-order form.
    for (const double c : {3.0, 80.0, 400.0}) { // light, near the first critical value, heavy
        const double h = 0.02;
        const Dense exact(c);
        const auto result = run(dynamics::Scheme::modal_propagator, c, h, 4);
        CHECK_FALSE(result.modal->classical());
        const Matrix step = exact.over(h);
        Vector z = Vector::Zero(6);
        z.head(3) = -exact.u_static;
        REQUIRE(result.history.time.size() == 201);
        double worst = 0;
        for (std::size_t n = 0; n < result.history.time.size(); ++n) {
            for (std::size_t i = 0; i < 3; ++i)
                worst = std::max(worst, std::abs(result.history.points[i].u[n] -
                                                 exact.u_static(static_cast<Index>(i)) -
                                                 z(static_cast<Index>(i))));
            z = (step * z).eval();
        }
        CAPTURE(c);
        CHECK(worst < 1e-11 * exact.u_static.norm()); // round-off of 200 steps
    }
}

TEST_CASE("forward-increment converges to the motion of a chain with one dashpot with second order",
          "[dynamics]")
{
    for (const double c : {3.0, 80.0, 400.0}) {
        const Dense exact(c);
        auto error = [&](double h) -> double {
            const auto result = run(dynamics::Scheme::forward_increment, c, h, 2);
            const Matrix step = exact.over(h);
            Vector z = Vector::Zero(6);
            z.head(3) = -exact.u_static;
            double worst = 0;
            for (std::size_t n = 0; n < result.history.time.size(); ++n) {
                worst = std::max(
                    worst, std::abs(result.history.points[2].u[n] - exact.u_static(2) - z(2)));
                z = (step * z).eval();
            }
            return worst;
        };
        const double coarse = error(4e-4), fine = error(1e-4);
        CAPTURE(c, coarse, fine);
        CHECK(coarse / fine == Approx(16).epsilon(0.01)); // next order: (omega h)^2 of it
        CHECK(fine < 1e-5 * exact.u_static(2));
    }
}

TEST_CASE("With coupled damping the scheme's matrix reaches radius one at 2 / omega_max",
          "[dynamics]")
{
    // (q, d) -> (q + d', d'), d' = W ((I - h D / 2) d - h^2 Omega^2 q). At the step limit
    // 4 I - 2 h D - h^2 Omega^2 is singular, the damping of the last increment would be unstable.
    for (const double c : {0.5, 20.0, 150.0, 2000.0}) {
        const assembly::CoupledModel model = chain(c);
        const auto modal = dynamics::modal_model(model);
        const reduction::ModalForm& form = modal.components[0];
        REQUIRE_FALSE(form.classical());
        auto radius = [](const Matrix& a, const Matrix& b) -> double {
            Matrix step(6, 6);
            step << Matrix::Identity(3, 3) - b, a, -b, a;
            return independent::eigenvalues(step).cwiseAbs().maxCoeff();
        };
        auto centred = [&](double h) -> double {
            const auto s = dynamics::coupled_central_difference(form, h);
            return radius(s.a, s.b);
        };
        auto published = [&](double h) -> double {
            return radius(Matrix::Identity(3, 3) - h * form.D,
                          (h * h * form.omega.array().square()).matrix().asDiagonal());
        };
        const double limit = dynamics::step_limit(model, modal), stable = 2 / form.omega.maxCoeff();
        CAPTURE(c, limit);
        REQUIRE(limit < stable);
        for (const double fraction : {0.1, 0.5, 0.9, 1 - 1e-9}) {
            CHECK(centred(fraction * stable) < 1);
            CHECK(published(fraction * limit) < 1);
        }
        CHECK(published((1 + 1e-6) * limit) > 1 + 1e-7);
        const Vector kept =
            independent::eigenvalues(Matrix(dynamics::coupled_central_difference(form, limit).a))
                .real();
        CHECK(kept.minCoeff() > 0); // no velocity alternates
    }
}

TEST_CASE("Coupled coefficients of a damping that does not couple are those of each mode",
          "[dynamics]")
{
    const double h = 0.013;
    reduction::ModalForm form{Vector(3), Vector(3), Matrix::Identity(3, 3), {}};
    form.omega << 0, 20, 90;
    form.c << 3, 0.1, 250; // a rigid motion, a light and an overdamped mode
    for (const bool exact : {false, true}) {
        const auto one =
            exact ? dynamics::exact_propagator(form, h) : dynamics::central_difference(form, h);
        reduction::ModalForm full = form;
        full.D = form.c.asDiagonal();
        const auto all = exact ? dynamics::coupled_propagator(full, h)
                               : dynamics::coupled_central_difference(full, h);
        CHECK((all.a - Matrix(one.a.asDiagonal())).norm() < 1e-13);
        CHECK((all.b - Matrix(one.b.asDiagonal())).norm() < 1e-13);
        CHECK((all.w - Matrix(one.w.asDiagonal())).norm() < 1e-13);
        CHECK((all.s - Matrix(one.s.asDiagonal())).norm() < 1e-13);
        CHECK((all.j - Matrix(one.j.asDiagonal())).norm() < 1e-13);
    }
}

TEST_CASE("With coupled damping the energy account closes to round-off", "[dynamics]")
{
    for (const dynamics::Scheme scheme :
         {dynamics::Scheme::forward_increment, dynamics::Scheme::modal_propagator})
        for (const double h : {2e-3, 5e-4}) {
            const auto result = run(scheme, 20, h, 3);
            CAPTURE(name_of(scheme), h);
            for (const dynamics::Energy& e : result.history.energy)
                CHECK(std::abs(e.residual()) < 1e-12 * result.history.energy.back().loads);
            CHECK(result.history.energy.back().damping > 0);
        }
}

TEST_CASE(
    "With a dashpot on the lower beam the modal form follows the scheme in physical coordinates",
    "[dynamics]")
{
    // 0.05 N s/m at the free end: 15 % of critical in the first mode, coupling all 200. As in
    // literal_form_test.cpp, whose tolerance holds: round-off of the dense form.
    test::BeamOnBeam beams = test::beam_on_beam({.noise_rms = 4e-4});
    beams.model.motions.front().ramp = 1e-3;
    const Vector tip = fem::mean_row(fem::port(beams.model.bodies[0], "right"), 1);
    fem::Substructure& lower = beams.model.bodies[0];
    lower.C = (Matrix(lower.C) + 0.05 * tip * tip.transpose()).sparseView(0, 0);
    const auto modal = dynamics::modal_model(beams.model);
    REQUIRE_FALSE(modal.components[0].classical());
    REQUIRE(modal.components[1].classical());
    const auto start = dynamics::sliding_equilibrium(beams.model, modal, {1});
    std::vector<Vector> u0;
    for (std::size_t b = 0; b < 2; ++b)
        u0.push_back(modal.displacement(beams.model, b, start.q[b], Vector::Zero(1)));
    const double h = 5e-8;
    REQUIRE(h < dynamics::step_limit(beams.model, modal));
    test::LiteralForwardIncrement literal(beams.model, h, 0.005, u0, start.points.front().segment);
    dynamics::Integrator integrator(
        beams.model, modal, {.h = h, .direction = {1}, .duration = 0.005, .ramp = 1e-3}, start);
    double worst = 0;
    for (int n = 0; n < 8000; ++n) {
        literal.step();
        REQUIRE(integrator.step() == dynamics::StepEvent::none);
        worst = std::max(worst, std::abs(literal.lambda() / integrator.point(0).lambda - 1));
    }
    CHECK(worst < 2e-6);
    integrator.settle();
    const double u =
        tip.dot(modal.displacement(beams.model, 0, integrator.displacement(0), Vector::Zero(1)));
    CHECK(tip.dot(literal.displacement(0)) == Approx(u).epsilon(2e-6));
}
