#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "dynamics/frozen/frequency_response.hpp"
#include "dynamics/sliding/slide.hpp"

#include "assembly/configuration.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "fem/lumped.hpp"
#include "fem/rigid.hpp"
#include "support/beam_on_beam.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/frozen/beam_responses.hpp"
#include "tests/dynamics/frozen/whole_model.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

using namespace slideway;
using namespace slideway::test;
using Catch::Contains;

TEST_CASE("the frequency response solves the equations in the modes at every frequency",
          "[dynamics][frf]")
{
    // [s^2 + s c + omega^2, P^T; R, -Z] (q, w) = (Phi^T f, 0), dense.
    for (const double mu : {0.0, 0.1, 0.3})
        for (const dynamics::About about :
             {dynamics::About::undeformed, dynamics::About::deformed}) {
            const BeamOnBeam beams = beam_on_beam({.mu = mu});
            const dynamics::ModalModel modal = dynamics::modal_model(beams.model);
            const dynamics::StackedModes modes = dynamics::stacked_modes(modal);
            auto options = beams_options(beams.model, {0.0334721, 0.0915},
                                         {0, 5, 31.7, 146.1, 873.25, 3519, 6990, 10571, 19997});
            options.slide.about = about;
            const auto r = dynamics::frequency_response(beams.model, options);
            dynamics::Slide slide(beams.model, modal, {about});
            auto row = [&](const dynamics::Probe& probe) -> ComplexVector {
                const dynamics::ModalRows on =
                    modal.rows(probe.body, SparseMatrix(probe.row.transpose().sparseView(0, 0)));
                const Index first = on.component == 0 ? 0 : modal.components[0].n_modes();
                ComplexVector q = ComplexVector::Zero(modes.n());
                q.segment(first, on.rows.cols()) = on.rows.row(0).transpose().cast<Complex>();
                return q;
            };
            for (Index x = 0; x < r.position.size(); ++x) {
                const dynamics::LinearisedContacts at = slide.at(r.position(x));
                const Index m = modes.n(), k = at.n_rows();
                for (Index f = 0; f < r.frequency_hz.size(); ++f) {
                    const Complex s(0, 2 * std::numbers::pi * r.frequency_hz(f));
                    ComplexMatrix S = ComplexMatrix::Zero(m + k, m + k);
                    for (Index j = 0; j < m; ++j)
                        S(j, j) = s * s + s * modes.c(j) + modes.omega(j) * modes.omega(j);
                    S.topRightCorner(m, k) = at.P.transpose().cast<Complex>();
                    S.bottomLeftCorner(k, m) = at.R.cast<Complex>();
                    S.bottomRightCorner(k, k).diagonal() = -at.Z.cast<Complex>();
                    // Entries of about one: modes by the size of their diagonal.
                    Vector scale = Vector::Ones(m + k);
                    for (Index j = 0; j < m; ++j)
                        scale(j) = 1 / std::sqrt(std::abs(S(j, j)) + 1e4);
                    const auto inputs = static_cast<Index>(options.inputs.size());
                    ComplexMatrix b = ComplexMatrix::Zero(m + k, inputs);
                    for (Index i = 0; i < inputs; ++i)
                        b.col(i).head(m) = row(options.inputs[static_cast<std::size_t>(i)]);
                    const ComplexMatrix u =
                        scale.asDiagonal() *
                        independent::solve(scale.asDiagonal() * S * scale.asDiagonal(),
                                           scale.asDiagonal() * b);
                    for (std::size_t i = 0; i < options.inputs.size(); ++i) {
                        const ComplexVector q = u.col(static_cast<Index>(i)).head(m);
                        double error = 0, size = 0;
                        for (std::size_t o = 0; o < options.outputs.size(); ++o) {
                            const Complex exact = (row(options.outputs[o]).transpose() * q).value();
                            error = std::max(error, std::abs(value(r, o, i, x, f) - exact));
                            size = std::max(size, std::abs(exact));
                        }
                        CAPTURE(mu, r.position(x), r.frequency_hz(f), i);
                        CHECK(error < 1e-9 * size);
                    }
                }
            }
        }
}

TEST_CASE("the reduction of the shipped beams keeps the response below 2 kHz", "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1}),
                     full = beam_on_beam({.mu = 0.1, .upper = "none", .lower = "none"});
    const std::vector<double> positions = {0.0334721, 0.061, 0.0915};
    std::vector<double> frequencies;
    for (int k = 0; k < 40; ++k)
        frequencies.push_back(25 + 50 * k);
    const auto reduced = dynamics::frequency_response(
        beams.model, beams_options(beams.model, positions, frequencies));
    const auto whole =
        dynamics::frequency_response(full.model, beams_options(full.model, positions, frequencies));
    std::vector<double> errors;
    for (Index x = 0; x < reduced.position.size(); ++x)
        for (Index f = 0; f < reduced.frequency_hz.size(); ++f)
            errors.push_back(std::abs(value(reduced, 0, 0, x, f) - value(whole, 0, 0, x, f)) /
                             std::abs(value(whole, 0, 0, x, f)));
    std::sort(errors.begin(), errors.end());
    CAPTURE(errors.back());
    CHECK(errors[errors.size() / 2] < 1e-6);
}

TEST_CASE("without friction input and output may change places, with friction not",
          "[dynamics][frf]")
{
    for (const double mu : {0.0, 0.3}) {
        const BeamOnBeam beams = beam_on_beam({.mu = mu});
        auto options = beams_options(beams.model, {0.0334721, 0.0915}, {100, 3519, 10571});
        options.inputs = options.outputs = {probe(beams.model, 1, "bottom_left", 1),
                                            probe(beams.model, 0, "top_right", 1)};
        const auto r = dynamics::frequency_response(beams.model, options);
        for (Index x = 0; x < 2; ++x)
            for (Index f = 0; f < 3; ++f) {
                const Complex H = value(r, 0, 1, x, f), back = value(r, 1, 0, x, f);
                CAPTURE(mu, x, f);
                if (mu == 0) // sums in another order
                    CHECK(std::abs(H - back) < 1e-11 * std::abs(H));
                else
                    CHECK(std::abs(H - back) > 1e-3 * std::abs(H));
            }
    }
}

TEST_CASE("velocity and acceleration are j Omega times displacement and velocity",
          "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1});
    auto options = beams_options(beams.model, {0.05}, {0, 100, 3519});
    const auto u = dynamics::frequency_response(beams.model, options);
    options.quantity = dynamics::ResponseQuantity::velocity;
    const auto v = dynamics::frequency_response(beams.model, options);
    options.quantity = dynamics::ResponseQuantity::acceleration;
    const auto a = dynamics::frequency_response(beams.model, options);
    for (Index f = 0; f < 3; ++f) {
        const Complex j_Omega(0, 2 * std::numbers::pi * u.frequency_hz(f));
        const double size = std::abs(value(u, 0, 0, 0, f)) * std::norm(j_Omega);
        CHECK(std::abs(value(v, 0, 0, 0, f) - j_Omega * value(u, 0, 0, 0, f)) <=
              1e-15 * size); // rounding of a product
        CHECK(std::abs(value(a, 0, 0, 0, f) - j_Omega * value(v, 0, 0, 0, f)) <= 1e-15 * size);
    }
}

TEST_CASE("the response at 0 Hz is the static displacement", "[dynamics][frf]")
{
    // Undeformed equilibrium: linear in the load, so a difference of two loads is a unit force.
    BeamOnBeam beams = beam_on_beam({.mu = 0.3, .s0 = 0.0501});
    const auto modal = dynamics::modal_model(beams.model);
    auto state = [&](double force) -> double {
        beams.model.loads[0].signal = assembly::Constant{force};
        const auto e =
            dynamics::sliding_equilibrium(beams.model, modal, {1}, dynamics::About::undeformed);
        return probe(beams.model, 0, "top_right", 1)
            .row.dot(modal.displacement(beams.model, 0, e.q[0], Vector::Zero(1)));
    };
    auto options = beams_options(beams.model, {}, {0});
    options.inputs = {{"upper.end", 1, beams.model.loads[0].row}};
    const auto r = dynamics::frequency_response(beams.model, options);
    CHECK(r.position(0) == Approx(0.0501).epsilon(1e-12));
    const double difference = state(-1) - state(-2);
    CHECK(r.response(0, 0).real(0, 0) ==
          Approx(difference).epsilon(1e-10)); // same modes, same sums
    CHECK(r.response(0, 0).imag(0, 0) == 0);
}

TEST_CASE("lightly damped beams resonate at their complex modes", "[dynamics][frf]")
{
    // Eigenvalues s of the saddle system in modes, damping 1e-3 and 1e-2 of the shipped: the peak
    // of a mode lies within its decay rate of Im s, and neighbours shift it by as much times their
    // distance.
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1, .alpha = 2e-2, .beta = 3.6e-10});
    const auto modal = dynamics::modal_model(beams.model);
    dynamics::Slide slide(beams.model, modal, {});
    const double position = 0.0334721;
    const auto at = slide.at(position);
    // B_C q = 0 by a basis of the null space of R; forces P^T w do no work on that of P.
    const Index m = modal.n_modes();
    Vector omega2(m), c(m);
    omega2 << modal.components[0].omega.array().square(),
        modal.components[1].omega.array().square();
    c << modal.components[0].c, modal.components[1].c;
    const Matrix L_C = independent::kernel(at.R), L_E = independent::kernel(at.P);
    const Matrix M = independent::product(L_E.transpose(), L_C),
                 K = independent::product(L_E.transpose(), omega2.asDiagonal() * L_C);
    const ComplexVector squares = independent::eigenvalues(independent::solve(M, K));
    std::vector<double> natural;
    for (const Complex& square : squares)
        natural.push_back(std::sqrt(square).real() / (2 * std::numbers::pi));
    std::sort(natural.begin(), natural.end());
    for (std::size_t k = 0; k < 8; ++k) {
        std::vector<double> frequencies;
        const double f0 = natural[k], step = 1e-5 * f0;
        for (int i = -40; i <= 40; ++i)
            frequencies.push_back(f0 + i * step);
        const auto r = dynamics::frequency_response(
            beams.model, beams_options(beams.model, {position}, frequencies));
        std::vector<double> size;
        for (Index f = 0; f < 81; ++f)
            size.push_back(std::abs(value(r, 0, 0, 0, f)));
        const auto peak = std::max_element(size.begin(), size.end()) - size.begin();
        CAPTURE(k, f0, peak);
        // Half widths of 4 steps at 42 Hz (alpha) and of less than 2 at the others (beta).
        CHECK(std::abs(static_cast<double>(peak) - 40) <= 4);
        CHECK(size[static_cast<std::size_t>(peak)] > 1.5 * std::max(size.front(), size.back()));
    }
}

TEST_CASE("a dashpot that couples the modes acts as in the dense equations", "[dynamics][frf]")
{
    // Three masses; the dashpot from the first to ground makes the damping not classical.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "chain", fem::chain_network({"ground", "", {2, 1, 3}, {800, 500, 300}, {40, 0, 0}})));
    dynamics::FrequencyResponseOptions options;
    options.frequencies_hz = {0, 0.5, 2.1, 5, 40};
    options.inputs = {{"1", 0, Vector::Unit(3, 0)}, {"3", 0, Vector::Unit(3, 2)}};
    options.outputs = {{"2", 0, Vector::Unit(3, 1)}};
    options.quantity = dynamics::ResponseQuantity::displacement;
    const auto r = dynamics::frequency_response(model, options);
    CHECK_FALSE(r.classical);
    CHECK(r.time.size() == 0);
    const Matrix M = model.bodies[0].M, C = model.bodies[0].C, K = model.bodies[0].K;
    for (Index f = 0; f < r.frequency_hz.size(); ++f) {
        const double w = 2 * std::numbers::pi * r.frequency_hz(f);
        const ComplexMatrix A = (K - w * w * M).cast<Complex>() + Complex(0, w) * C;
        const ComplexMatrix H = independent::inverse(A);
        for (std::size_t i = 0; i < 2; ++i) { // 3 x 3, condition below 1e4
            const Complex exact = H(1, i == 0 ? 0 : 2);
            CHECK(std::abs(value(r, 0, i, 0, f) - exact) < 1e-11 * std::abs(exact));
        }
    }
}

TEST_CASE("an imposed motion acts as the partition of the supported dofs", "[dynamics][frf]")
{
    // Masses 1 and 4 of a chain move with x, so that u_i = -(Z_ii)^-1 Z_ib x, Z = K + j w C - w^2
    // M. A dashpot to ground couples the modes.
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped(
        "chain",
        fem::chain_network({"ground", "", {2, 1, 3, 0.5}, {800, 500, 300, 900}, {40, 0, 7, 0}})));
    const Matrix M = model.bodies[0].M, C = model.bodies[0].C, K = model.bodies[0].K;
    for (const int mass : {1, 4})
        model.motions.push_back(
            assembly::make_motion("m" + std::to_string(mass), 0,
                                  fem::port(model.bodies[0], "m" + std::to_string(mass)), 0));
    dynamics::FrequencyResponseOptions options;
    options.frequencies_hz = {0.5, 2.1, 5, 40};
    options.inputs = {{"2", 0, Vector::Unit(4, 1)}};
    options.motions = {1, 0};
    for (Index k = 0; k < 4; ++k)
        options.outputs.push_back({std::to_string(k + 1), 0, Vector::Unit(4, k)});
    using enum dynamics::ResponseQuantity;
    for (const auto of_motion : {displacement, velocity, acceleration})
        for (const auto quantity : {displacement, velocity, acceleration}) {
            options.motion_quantity = of_motion;
            options.quantity = quantity;
            const auto r = dynamics::frequency_response(model, options);
            CHECK(r.inputs == std::vector<std::string>{"2", "motion.m4", "motion.m1"});
            for (Index f = 0; f < r.frequency_hz.size(); ++f) {
                const Complex s(0, 2 * std::numbers::pi * r.frequency_hz(f));
                const ComplexMatrix Z = K.cast<Complex>() + s * C + s * s * M;
                const ComplexMatrix inside = independent::inverse(Z.block(1, 1, 2, 2));
                const Complex power =
                    std::pow(s, static_cast<int>(quantity) - static_cast<int>(of_motion));
                const auto check = [&](Index o, std::size_t i, Complex exact) {
                    CAPTURE(o, i, r.frequency_hz(f));
                    CHECK(std::abs(value(r, static_cast<std::size_t>(o), i, 0, f) - exact) <
                          1e-11 * std::abs(power)); // responses of the order of 1
                };
                for (const std::size_t i : {1U, 2U}) {
                    const Index b = i == 1 ? 3 : 0;
                    const ComplexVector u = -inside * Z.block(1, b, 2, 1);
                    check(1, i, power * u(0));
                    check(2, i, power * u(1));
                    check(b, i, power);
                    check(3 - b, i, 0);
                }
            }
        }
}

TEST_CASE("motions among the inputs of a frequency response are refused with the reason",
          "[dynamics][frf]")
{
    assembly::CoupledModel model;
    model.bodies.push_back(
        fem::lumped("chain", fem::chain_network({"ground", "", {2, 1}, {800, 500}, {4, 5}})));
    model.motions.push_back(
        assembly::make_motion("shaker", 0, fem::port(model.bodies[0], "m1"), 0));
    dynamics::FrequencyResponseOptions options;
    options.frequencies_hz = {0, 1};
    options.inputs = {{"chain.1.x", 0, Vector::Unit(2, 0)}};
    options.outputs = {{"chain.2.x", 0, Vector::Unit(2, 1)}};
    CHECK_THROWS_WITH(
        dynamics::frequency_response(model, options),
        Contains("motion shaker imposes it; give \"motion.shaker\" for the response"));
    options.inputs = {};
    options.motions = {0};
    options.quantity = dynamics::ResponseQuantity::displacement;
    CHECK_THROWS_WITH(dynamics::frequency_response(model, options),
                      Contains("0; at 0 Hz") && Contains("motion_quantity = \"displacement\""));
    options.motion_quantity = options.quantity;
    const auto r = dynamics::frequency_response(model, options);
    CHECK(std::abs(value(r, 0, 0, 0, 0) - 1.0) < 1e-14); // at 0 Hz all moves with the motion
}

TEST_CASE("the numbers do not depend on threads or on the other positions", "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1});
    std::vector<double> positions, frequencies;
    for (int k = 0; k < 500; ++k)
        positions.push_back(0.011 + 1e-4 * k);
    for (int k = 0; k < 200; ++k)
        frequencies.push_back(97.0 * k);
    auto options = beams_options(beams.model, positions, frequencies);
    const auto one = dynamics::frequency_response(beams.model, options);
    options.threads = 3;
    const auto three = dynamics::frequency_response(beams.model, options);
    for (std::size_t k = 0; k < one.responses.size(); ++k) {
        CHECK(one.responses[k].real == three.responses[k].real);
        CHECK(one.responses[k].imag == three.responses[k].imag);
    }
    const auto alone = dynamics::frequency_response(
        beams.model, beams_options(beams.model, {positions[321]}, frequencies));
    for (Index f = 0; f < 200; ++f) // other blocks of the products: round-off of sums
        CHECK(std::abs(value(alone, 0, 0, 0, f) - value(one, 0, 0, 321, f)) <=
              1e-10 * std::abs(value(one, 0, 0, 321, f)));

    // Partial results after an interruption.
    const auto stopped = dynamics::frequency_response(
        beams.model, options, [](double fraction) -> bool { return fraction < 0.5; });
    CHECK(stopped.interrupted);
    REQUIRE(stopped.position.size() > 0);
    REQUIRE(stopped.position.size() < 500);
    CHECK(stopped.frequency_hz.size() == 200);
    CHECK(stopped.response(0, 0).real == one.response(0, 0).real.topRows(stopped.position.size()));
}

TEST_CASE("a response that is stopped among its frequencies keeps those it has", "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1});
    std::vector<double> frequencies;
    for (int k = 0; k < 2000; ++k)
        frequencies.push_back(10.0 * k);
    auto options = beams_options(beams.model, {0.05}, frequencies);
    const dynamics::ModalModel modal = dynamics::modal_model(beams.model);
    int questions = 0;
    const auto whole =
        dynamics::frequency_response(beams.model, modal, options, [&](double) -> bool {
            ++questions;
            return true;
        });
    REQUIRE(questions > 30); // each block of 64 frequencies checks
    for (const int threads : {1, 3}) {
        options.threads = threads;
        // Several threads together ask as often as one, so it is stopped among the questions
        // whichever thread is ahead. Their first block may be the last that ends, and no fraction
        // be known before.
        double last = 0;
        bool rises = true;
        int asked = 0;
        const auto part =
            dynamics::frequency_response(beams.model, modal, options, [&](double fraction) -> bool {
                rises = rises && fraction >= last;
                last = fraction;
                return ++asked < questions / 2;
            });
        CHECK(part.interrupted);
        CHECK(rises);
        const Index n = part.frequency_hz.size();
        REQUIRE(static_cast<double>(n) >= 2000 * last); // fraction of those that are kept
        REQUIRE(n < 2000);
        if (threads == 1)
            REQUIRE(n > 0);
        if (n == 0)
            continue;
        REQUIRE(part.position.size() == 1);
        CHECK(part.response(0, 0).real == whole.response(0, 0).real.leftCols(n));
        CHECK(part.response(0, 0).imag == whole.response(0, 0).imag.leftCols(n));
    }
    CHECK_THROWS_AS(
        dynamics::frequency_response(beams.model, options, [](double) -> bool { return false; }),
        Interrupted); // before there is anything to keep
}

TEST_CASE("two masses on a joint respond where one of them alone would resonate", "[dynamics][frf]")
{
    // Undamped; the joint (contact springs that stick, stiffness k along its normal) is no part of
    // the modes. At sqrt(k1 / m1) and, of the free mass, at 0 Hz the sums over modes are infinite,
    // the response is not.
    const double m1 = 2, k1 = 800, m2 = 3, k = 500;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::lumped("one", fem::chain_network({"ground", "", {m1}, {k1}, {}})));
    model.bodies.push_back(
        fem::lumped("two", {.masses = {{"m", {{"x", m2}}}}, .springs = {}, .dashpots = {}}));
    Matrix normal(2, 1);
    normal << 0, 1;
    assembly::Joint joint{
        "pad", {}, {0, normal.sparseView()}, assembly::RowsOn{1, normal.sparseView()}, {}};
    joint.law = contact::ElasticCoulomb({.k_t = 100, .k_n = k, .friction = 0.5, .preload = 10});
    model.joints.push_back(joint);
    dynamics::FrequencyResponseOptions options;
    options.inputs = {{"two.m.x", 1, Vector::Ones(1)}};
    options.outputs = {{"one.m1.x", 0, Vector::Ones(1)}};
    options.quantity = dynamics::ResponseQuantity::displacement;
    options.frequencies_hz = {0, std::sqrt(k1 / m1) / (2 * std::numbers::pi), 7.7};
    auto exact = [&](double f) -> double { // k / det
        const double w2 = std::pow(2 * std::numbers::pi * f, 2);
        return k / ((k1 + k - w2 * m1) * (k - w2 * m2) - k * k);
    };
    const auto r = dynamics::frequency_response(model, options);
    for (Index f = 0; f < 3; ++f) {
        CHECK(r.response(0, 0).real(0, f) == Approx(exact(r.frequency_hz(f))).epsilon(1e-12));
        CHECK(r.response(0, 0).imag(0, f) == 0);
    }
}

TEST_CASE("a block on two feet answers through friction as its balance says", "[dynamics][frf]")
{
    // A force f in y anywhere on the block takes f off the sum of the normal forces, whatever the
    // feet share; so x follows -mu f / (k - m Omega^2 + j Omega c), dragged along by the track.
    const double m = 3, k = 1200, c = 5, mu = 0.4, half_base = 0.25, height = 0.4;
    assembly::CoupledModel model;
    model.bodies.push_back(fem::rigid(
        "block", {.mass = m,
                  .inertia = 0.2,
                  .at = {0, height},
                  .points = {{"front", {half_base, -height}}, {"rear", {-half_base, -height}}}}));
    Matrix face(2, 2);
    face << -5, 0, 5, 0;
    model.bodies.push_back(fem::rigid(
        "track",
        {.mass = 1, .polylines = {{"face", face}}, .fixed = {"centre.y", "centre.rotation"}}));
    model.motions.push_back(
        assembly::make_motion("belt", 1, fem::port(model.bodies[1], "centre"), 0));
    model.motions[0].velocity = 0.5;
    auto row = [&](const std::string& port, Index component) -> dynamics::Probe {
        return {port, 0, fem::mean_row(fem::port(model.bodies[0], port), component)};
    };
    assembly::Joint spring{
        "spring", {}, {0, row("centre", 0).row.transpose().sparseView()}, {}, {}};
    spring.law = contact::Linear{{k}, {c}};
    model.joints.push_back(spring);
    model.loads.push_back({"press", {}, 0, row("centre", 1).row, assembly::Constant{-30}});
    for (const std::string foot : {"rear", "front"})
        model.sliding.push_back(assembly::make_sliding(
            foot, model.bodies, 0, fem::port(model.bodies[0], foot), 1,
            fem::port(model.bodies[1], "face"), contact::ConstantFriction{mu}));
    dynamics::FrequencyResponseOptions options;
    options.quantity = dynamics::ResponseQuantity::displacement;
    options.frequencies_hz = {0, 1, std::sqrt(k / m) / (2 * std::numbers::pi), 50};
    options.inputs = {row("centre", 0), row("centre", 1), row("front", 1)};
    options.outputs = {row("centre", 0), row("rear", 1)};
    for (const dynamics::About about : {dynamics::About::undeformed, dynamics::About::deformed}) {
        options.slide.about = about;
        const auto r = dynamics::frequency_response(model, options);
        CHECK(r.n_rows == (about == dynamics::About::deformed ? 6 : 2));
        for (Index f = 0; f < 4; ++f) {
            const double w = 2 * std::numbers::pi * r.frequency_hz(f);
            const Complex H = 1.0 / Complex(k - m * w * w, w * c);
            CAPTURE(r.frequency_hz(f));
            // Sums of three modes; k - m Omega^2 loses digits at the resonance.
            CHECK(std::abs(value(r, 0, 0, 0, f) - H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 0, 1, 0, f) + mu * H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 0, 2, 0, f) + mu * H) < 1e-11 * std::abs(H));
            CHECK(std::abs(value(r, 1, 0, 0, f)) < 1e-11 * std::abs(H)); // the feet stay down
        }
    }
}

TEST_CASE("what a frequency response refuses", "[dynamics][frf]")
{
    const BeamOnBeam beams = beam_on_beam({.mu = 0.1});
    auto message = [](const assembly::CoupledModel& model,
                      const dynamics::FrequencyResponseOptions& options) -> std::string {
        try {
            (void)dynamics::frequency_response(model, options);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    const auto good = beams_options(beams.model, {0.05}, {100});
    CHECK(message(beams.model, good).empty());
    auto options = good;
    options.frequencies_hz = {};
    CHECK_THAT(message(beams.model, options), Contains("frequency_hz = []"));
    options.frequencies_hz = {10, -1};
    CHECK_THAT(message(beams.model, options),
               Contains("frequency_hz = -1; expected a number >= 0"));
    options = good;
    options.inputs.clear();
    CHECK_THAT(message(beams.model, options), Contains("inputs = []"));
    options = good;
    options.positions = {0.05, 0.13};
    CHECK_THAT(
        message(beams.model, options),
        Contains("positions.to = 0.13; the master surface of contact rub reaches from 0 to 0.1 m"));
    options.positions = {};
    options.slide.t_start = 0.2;
    options.times = {0.1, 0.3};
    CHECK_THAT(message(beams.model, options),
               Contains("times.from = 0.1; the motions begin at t_start = 0.2 s"));
    options.times = {0.3, 5};
    CHECK_THAT(message(beams.model, options), Contains("times.to = 5") && Contains("at 0.1537 m"));
    options = good;
    options.outputs = {probe(beams.model, 1, "right", 0)};
    options.outputs[0].name = "upper.end.x";
    CHECK_THAT(message(beams.model, options),
               Contains("outputs = \"upper.end.x\"; motion drive imposes it, so that no "
                        "force moves it; give \"motion.drive\" in inputs"));

    BeamOnBeam still = beam_on_beam({.mu = 0});
    still.model.motions[0].velocity = 0;
    CHECK_THAT(message(still.model, good), Contains("position = 0.05; no motion slides the slave"));

    // Nothing holds a free mass at 0 Hz; a mass on a spring resonates.
    assembly::CoupledModel mass;
    mass.bodies.push_back(
        fem::lumped("m", {.masses = {{"m", {{"x", 2.0}}}}, .springs = {}, .dashpots = {}}));
    options = good;
    options.positions = {};
    options.inputs = options.outputs = {{"m.m.x", 0, Vector::Ones(1)}};
    options.frequencies_hz = {1, 0};
    CHECK_THAT(message(mass, options), Contains("at 0 Hz the response is infinite"));
    mass.bodies[0] = fem::lumped("m", fem::chain_network({"ground", "", {2}, {800}, {}}));
    options.frequencies_hz = {1, 20 / (2 * std::numbers::pi)};
    CHECK_THAT(message(mass, options), Contains("at 3.18") && Contains("the response is infinite"));
    options.positions = {0.1};
    CHECK_THAT(message(mass, options),
               Contains("position = 0.1; the model has no sliding contact"));

    CHECK_THROWS_WITH(dynamics::check_frequency_response(
                          beams.model, dynamics::modal_model(beams.model), good, 10),
                      Contains("the result would take") && Contains("take larger steps"));
}
