#include "assembly/primal.hpp"

#include "assembly/configuration.hpp"
#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "dynamics/modal/modes.hpp"
#include "fem/plane_stress.hpp"
#include "fem/rigid.hpp"
#include "reduction/craig_bampton.hpp"
#include "support/beam_on_beam.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace slideway;
using Catch::Contains;

namespace {

// Frequencies of an independent implementation with 1e-6 Hz and 9 digits: coupled, frictionless,
// undeformed, s = 50 mm.
struct Line {
    double full, craig_bampton, hintz_herting; // [Hz]
};
const std::vector<Line> reference{
    {35.643430, 35.643430, 35.643429},          {146.139280, 146.139296, 146.139281},
    {291.370953, 291.371071, 291.370957},       {795.458271, 795.463610, 795.458271},
    {1113.133683, 1113.140969, 1113.133756},    {1569.405797, 1569.429680, 1569.406892},
    {2558.041261, 2558.218591, 2558.041261},    {3295.004274, 3295.250819, 3295.006997},
    {3522.697230, 3522.706424, 3522.697230},    {3968.514834, 3968.744780, 3968.523758},
    {5278.907352, 5280.461533, 5278.907353},    {6276.767658, 6278.581991, 6276.771675},
    {7406.950197, 7408.455572, 7407.025094},    {8901.233571, 8908.660859, 8901.233594},
    {10341.308992, 10350.769060, 10341.395472}, {10568.765729, 10569.030960, 10568.765772},
    {12083.219391, 12086.823795, 12083.378140}, {13357.945204, 13382.959674, 13357.945366},
    {15035.742167, 15064.799127, 15035.952285}, {17474.097617, 17487.304067, 17474.621507}};

Vector coupled_frequencies(const std::string& upper, const std::string& lower)
{
    const test::BeamOnBeam beams =
        test::beam_on_beam({.mu = 0, .s0 = 0.05, .upper = upper, .lower = lower});
    const auto sets = dynamics::modes(beams.model, {dynamics::ModesOf::coupled, 20});
    REQUIRE(sets.size() == 1);
    return sets.front().frequency_hz;
}

} // namespace

TEST_CASE("Coupled frequencies of the full beams match the reference", "[assembly]")
{
    const Vector f = coupled_frequencies("none", "none");
    for (std::size_t j = 0; j < reference.size(); ++j) {
        CAPTURE(j + 1);
        // The reference has mode 1 to 1e-8 and prints 1e-6 Hz, which is 1.4e-8 of it and 3.4e-9
        // of mode 2.
        CHECK(f(static_cast<Index>(j)) == Approx(reference[j].full).epsilon(j == 0 ? 1e-6 : 1e-7));
    }
}

TEST_CASE("Coupled frequencies of reduced beams match the reference, column by column",
          "[assembly]")
{
    // 1e-6 distinguishes the columns, which differ by up to 1.9e-3.
    const Vector hintz = coupled_frequencies("craig-bampton", "hintz-herting");
    const Vector fixed = coupled_frequencies("craig-bampton", "craig-bampton");
    for (std::size_t j = 0; j < reference.size(); ++j) {
        CAPTURE(j + 1);
        CHECK(hintz(static_cast<Index>(j)) == Approx(reference[j].hintz_herting).epsilon(1e-6));
        CHECK(fixed(static_cast<Index>(j)) == Approx(reference[j].craig_bampton).epsilon(1e-6));
    }
}

TEST_CASE("With all modes kept the coupled reduced beams are the full beams", "[assembly]")
{
    // The beams are coarse, so that all fixed-interface modes are few: 30 x 2 and 40 x 2 elements.
    test::BeamOnBeamOptions options{.mu = 0, .s0 = 0.05, .upper = "none", .lower = "none"};
    options.upper_nx = 30;
    options.lower_nx = 40;
    const auto full =
        dynamics::modes(test::beam_on_beam(options).model, {dynamics::ModesOf::coupled, 20});
    options.upper = options.lower = "craig-bampton";
    options.upper_modes = 31 * 3 * 2 - 8;
    options.lower_modes = 40 * 2 * 2;
    const auto reduced =
        dynamics::modes(test::beam_on_beam(options).model, {dynamics::ModesOf::coupled, 20});
    for (Index j = 0; j < 20; ++j) {
        CAPTURE(j);
        // Round-off of the reduced stiffness is at most eps (omega_max / omega_1)^2
        // = 2e-16 (2e4)^2.
        CHECK(reduced[0].frequency_hz(j) == Approx(full[0].frequency_hz(j)).epsilon(1e-7));
    }
}

TEST_CASE("Primal assembly closes every contact and holds every driven dof", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0, .s0 = 0.0503});
    const assembly::PrimalModel primal = assembly::primal_model(beams.model);
    const assembly::Sliding& sliding = beams.model.sliding.front();
    const assembly::Configuration configuration =
        assembly::undeformed_configuration(sliding).front();
    const assembly::CoupledRow row = assembly::expand(
        sliding, 0, configuration.segment, contact::compatibility_row(configuration.projection));
    Vector B_C = Vector::Zero(primal.offset.back());
    B_C.segment(primal.offset[0], row.master.size()) = row.master;
    B_C.segment(primal.offset[1], row.slave.size()) = row.slave;
    CHECK((B_C.transpose() * primal.L).cwiseAbs().maxCoeff() < 1e-15); // entries near 1

    CHECK(primal.L.rows() == 220 + 28);
    CHECK(primal.L.cols() == 220 + 28 - 3 - 1); // drive and contact
    const SparseMatrix driven = primal.stacked(beams.model.motions.front().on);
    CHECK(driven.rows() == 3);
    CHECK((driven * primal.L).norm() == 0);
}

TEST_CASE("Coupled mode shapes close the contact and are mass-orthonormal", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({.mu = 0, .s0 = 0.05});
    const auto set = dynamics::modes(beams.model, {dynamics::ModesOf::coupled, 6}).front();
    const assembly::Sliding& sliding = beams.model.sliding.front();
    const assembly::Configuration configuration =
        assembly::undeformed_configuration(sliding).front();
    const assembly::CoupledRow row = assembly::expand(
        sliding, 0, configuration.segment, contact::compatibility_row(configuration.projection));
    const Vector closure =
        set.shapes[0].transpose() * row.master + set.shapes[1].transpose() * row.slave;
    CHECK(closure.cwiseAbs().maxCoeff() < 1e-12 * set.shapes[0].cwiseAbs().maxCoeff());
    Matrix mass = Matrix::Zero(6, 6);
    for (std::size_t b = 0; b < 2; ++b)
        mass += set.shapes[b].transpose() * (beams.model.bodies[b].M * set.shapes[b]);
    CHECK((mass - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff() < 1e-8); // Lanczos vectors
}

TEST_CASE("Modes of the bodies alone leave the contact open and hold the drive", "[assembly]")
{
    const test::BeamOnBeam beams = test::beam_on_beam({});
    const auto sets = dynamics::modes(beams.model, {dynamics::ModesOf::bodies, 3});
    REQUIRE(sets.size() == 2);
    CHECK(sets[0].name == "lower");
    CHECK(sets[0].frequency_hz(0) == Approx(45.514362).epsilon(1e-6)); // clamped and free
    CHECK(sets[1].frequency_hz(0) == 0);                               // guided: slides in y
    CHECK(sets[1].shapes[0].isZero(0));
}

TEST_CASE("Coupled modes with friction are refused, naming the key", "[assembly]")
{
    test::BeamOnBeam beams = test::beam_on_beam({});
    beams.model.sliding.front().where = {"case.toml", 21};
    CHECK_THROWS_WITH(assembly::primal_model(beams.model),
                      Contains("case.toml:21") && Contains("contact.rub.friction = 0.3") &&
                          Contains("not symmetric"));
    CHECK_THROWS_AS(dynamics::modes(beams.model, {dynamics::ModesOf::coupled, 5}), InputError);
    CHECK_NOTHROW(dynamics::modes(beams.model, {dynamics::ModesOf::bodies, 5}));
    CHECK_THROWS_WITH(dynamics::modes(beams.model, {dynamics::ModesOf::bodies, 0}),
                      Contains("n_modes = 0"));
}

TEST_CASE("Two contacts of the coupled beams are both closed", "[assembly]")
{
    // A second contact at another node of the upper beam would lie on the surface only by chance. A
    // repetition of the first one is no new condition.
    test::BeamOnBeam beams = test::beam_on_beam({.mu = 0});
    beams.model.sliding.push_back(beams.model.sliding.front());
    beams.model.sliding.back().name = "rub2";
    beams.model.sliding.back().where = {"case.toml", 40};
    CHECK_THROWS_WITH(assembly::primal_model(beams.model),
                      Contains("case.toml:40") && Contains("contact.rub2") && Contains("already"));
    CHECK_NOTHROW(assembly::primal_model(beams.model, false));
}

TEST_CASE("A bar between two frictionless rails moves only along them", "[assembly]")
{
    // Two contacts with two slave nodes each: the rails hold y at four nodes, two of each edge.
    assembly::CoupledModel model;
    const fem::PlaneStressOptions steel{{210e9, 0.3, 7800}, 0.01};
    model.bodies.push_back(
        fem::plane_stress("bar", test::rectangle_mesh(0.02, 0, 0.01, 1, 2), steel));
    for (const double y : {0.0, 0.01}) {
        Matrix line(2, 2); // body on the right of the way
        line << (y > 0 ? 0.1 : -0.1), y, (y > 0 ? -0.1 : 0.1), y;
        model.bodies.push_back(fem::rigid(y > 0 ? "roof" : "floor",
                                          {.polylines = {{"face", line}}, .fixed = {"centre"}}));
    }
    for (const std::size_t rail : {1U, 2U})
        model.sliding.push_back(assembly::make_sliding(
            rail == 1 ? "below" : "above", model.bodies, 0,
            fem::port(model.bodies[0], rail == 1 ? "bottom" : "top"), rail,
            fem::port(model.bodies[rail], "face"), contact::ConstantFriction{0}));
    const assembly::PrimalModel primal = assembly::primal_model(model);
    CHECK(primal.n() == 12 - 4);
    const auto set = dynamics::modes(model, {dynamics::ModesOf::coupled, 3}).front();
    CHECK(set.frequency_hz(0) == 0); // slides
    CHECK(set.frequency_hz(1) > 1e4);
    // The first mode is the translation in x of the whole bar.
    const Vector shape = set.shapes[0].col(0);
    CHECK((shape - model.bodies[0].rigid.col(0) * shape(0)).norm() < 1e-7 * shape.norm());
}
