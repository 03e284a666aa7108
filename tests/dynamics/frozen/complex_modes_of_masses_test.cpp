#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/sliding/slide.hpp"

#include "assembly/configuration.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/frozen/characteristic_function.hpp"
#include "dynamics/modal/modes.hpp"
#include "fem/lumped.hpp"
#include "fem/rigid.hpp"
#include "support/independent.hpp"
#include "tests/dynamics/frozen/whole_model.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Contains;

namespace {

// Two masses on an incline of angle g: block (x, y) on springs kx, ky; plate driven in x, on a
// spring kp in y. cases/stability/mode_coupling.toml.
struct Incline {
    double m = 1, mp = 0.5, kx = 0.6e6, ky = 0.2e6, kp = 1e6, g = std::numbers::pi / 9;

    [[nodiscard]] assembly::CoupledModel model(double mu, double velocity) const
    {
        assembly::CoupledModel model;
        model.bodies.push_back(fem::rigid("block", {.mass = m, .fixed = {"rotation"}}));
        const double h = std::tan(g);
        const Matrix face = (Matrix(2, 2) << -1, -h, 1, h).finished();
        model.bodies.push_back(fem::rigid(
            "plate", {.mass = mp, .polylines = {{"face", face}}, .fixed = {"rotation"}}));
        const fem::Port& block = fem::port(model.bodies[0], "centre");
        const fem::Port& plate = fem::port(model.bodies[1], "centre");
        auto spring = [&](std::size_t body, const fem::Port& port, Index component, double k) {
            model.joints.push_back({"k",
                                    {},
                                    {body, fem::component_rows(port, component)},
                                    std::nullopt,
                                    contact::Linear{{k}, {0}}});
        };
        spring(0, block, 0, kx);
        spring(0, block, 1, ky);
        spring(1, plate, 1, kp);
        model.motions.push_back(assembly::make_motion("belt", 1, plate, 0));
        model.motions[0].velocity = velocity;
        model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, block, 1,
                                                       fem::port(model.bodies[1], "face"),
                                                       contact::ConstantFriction{mu}));
        return model;
    }
    /// det(K - w M) = a w^2 - b w + c with coefficients linear in r (see the case file).
    [[nodiscard]] Eigen::Vector3d polynomial(double r) const
    {
        const double t = std::tan(g);
        Eigen::Matrix2d M, K;
        M << m - mp * r * t, mp * r, -mp * t, m + mp;
        K << kx - kp * r * t, kp * r, -kp * t, ky + kp;
        const double b =
            M(0, 0) * K(1, 1) + M(1, 1) * K(0, 0) - M(0, 1) * K(1, 0) - M(1, 0) * K(0, 1);
        return {independent::determinant(M), b, independent::determinant(K)};
    }
    /// Friction coefficients at which two frequencies meet, b^2 = 4 a c: a quadratic in r.
    [[nodiscard]] std::vector<double> lock_in(double direction) const
    {
        auto discriminant = [&](double r) -> double {
            const Eigen::Vector3d p = polynomial(r);
            return p(1) * p(1) - 4 * p(0) * p(2);
        };
        const double at0 = discriminant(0), up = discriminant(1), down = discriminant(-1);
        const double A = (up + down) / 2 - at0, B = (up - down) / 2;
        std::vector<double> mu;
        for (const double sign : {1.0, -1.0}) {
            const double r = (-B + sign * std::sqrt(B * B - 4 * A * at0)) / (2 * A);
            mu.push_back(direction * std::tan(std::atan(-r) - g));
        }
        return mu;
    }
};

} // namespace

TEST_CASE("Two masses on an incline flutter from the friction coefficient of the closed form",
          "[dynamics]")
{
    const Incline incline;
    for (const double velocity : {1.0, -1.0}) {
        // The slave slides against the motion of the plate.
        const double direction = -velocity;
        int found = 0;
        for (const double at : incline.lock_in(direction)) {
            // Beyond the vertical the contact force no longer holds the bodies apart.
            if (!(at > 0) || std::abs(incline.g + direction * std::atan(at)) > std::numbers::pi / 2)
                continue;
            ++found;
            CAPTURE(velocity, at);
            std::vector<bool> unstable;
            for (const double factor : {0.999, 1.001}) {
                const double r = -std::tan(incline.g + direction * std::atan(factor * at));
                const Eigen::Vector3d p = incline.polynomial(r);
                const Complex root = std::sqrt(Complex(p(1) * p(1) - 4 * p(0) * p(2)));
                const Complex s = std::sqrt(-(p(1) + root) / (2 * p(0)));
                const auto result =
                    complex_modes(incline.model(factor * at, velocity), {.band_high_hz = 2e3});
                const ModeLocus& locus = result.loci[0];
                unstable.push_back(!locus.zones.empty());
                // Close to the double eigenvalue: sqrt of the 1e-12 of the iteration, times the
                // distance 1e-3 that is left, makes 1e-8.
                CHECK(locus.largest->growth_rate ==
                      Approx(std::abs(s.real())).margin(1e-7 * std::abs(s)));
            }
            CHECK(unstable[0] != unstable[1]);
        }
        CHECK(found == (velocity > 0 ? 1 : 0));
    }
}

namespace {

// Block on a spring and a dashpot, pressed by N on a track that moves with v, friction falling with
// speed: m s^2 + (c + N mu'(v)) s + k = 0.
struct FallingFriction {
    double m = 2, N = 40, k = 1800, c = 8, v = 0.1;
    contact::FrictionDecay law{0.4, 0.2, 0.05};

    /// c + N mu'
    [[nodiscard]] double damping() const
    {
        return c - N * (law.mu_static - law.mu_dynamic) / law.speed *
                       std::exp(-std::abs(v) / law.speed);
    }
    [[nodiscard]] assembly::CoupledModel model() const
    {
        assembly::CoupledModel model;
        model.bodies.push_back(fem::rigid("block", {.mass = m, .fixed = {"rotation"}}));
        const Matrix face = (Matrix(3, 2) << -10, 0, 0.5, 0, 30, 0).finished();
        model.bodies.push_back(fem::rigid(
            "track", {.mass = 1, .polylines = {{"face", face}}, .fixed = {"y", "rotation"}}));
        const fem::Port& centre = fem::port(model.bodies[0], "centre");
        const fem::Port& track = fem::port(model.bodies[1], "centre");
        model.joints.push_back({"spring",
                                {},
                                {0, fem::component_rows(centre, 0)},
                                std::nullopt,
                                contact::Linear{{k}, {c}}});
        model.motions.push_back(assembly::make_motion("belt", 1, track, 0));
        model.motions[0].velocity = v;
        model.loads.push_back({"press", {}, 0, fem::mean_row(centre, 1), assembly::Constant{-N}});
        model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 0, centre, 1,
                                                       fem::port(model.bodies[1], "face"), law));
        return model;
    }
};

} // namespace

TEST_CASE("Friction that falls with velocity adds its negative damping", "[dynamics]")
{
    for (const double v : {0.1, -0.1})
        for (const About about : {About::undeformed, About::deformed}) {
            const FallingFriction block{.v = v};
            const auto result = complex_modes(block.model(), {.about = about, .band_high_hz = 100});
            const double half = block.damping() / (2 * block.m);
            const Complex exact(-half, std::sqrt(block.k / block.m - half * half));
            CAPTURE(v, about == About::deformed);
            REQUIRE(result.loci[0].s.cols() == 1);
            CHECK(std::abs(result.loci[0].s(0, 0) - exact) < 1e-10 * std::abs(exact));
            CHECK(half < 0); // c below the threshold of 21.7 N s/m
            CHECK(result.loci[0].zones.size() == 1);
            CHECK(result.loci[0].n_dense == 0);
        }
}

TEST_CASE("A growth without oscillation is a zone of frequency zero", "[dynamics]")
{
    // A soft spring and no dashpot: two positive real eigenvalues.
    const FallingFriction block{.k = 10, .c = 0};
    const auto result = complex_modes(block.model(), {.band_high_hz = 100});
    const double half = block.damping() / (2 * block.m);
    REQUIRE(half * half > block.k / block.m);
    const double largest = -half + std::sqrt(half * half - block.k / block.m);
    const ModeLocus& locus = result.loci[0];
    REQUIRE(locus.zones.size() == 1);
    CHECK(locus.zones[0].frequency_hz == 0);
    CHECK(locus.zones[0].growth_rate == Approx(largest).epsilon(1e-10));
    CHECK(locus.largest->growth_rate == Approx(largest).epsilon(1e-10));
    CHECK(locus.n_dense == 1);

    // Strong damping: nothing oscillates and nothing grows.
    const FallingFriction calm{.k = 10, .c = 100};
    const auto quiet = complex_modes(calm.model(), {.band_high_hz = 100});
    CHECK(quiet.loci[0].zones.empty());
    CHECK_FALSE(quiet.loci[0].largest);
}

TEST_CASE("Shapes of bodies without contact, and of modes with one frequency, are theirs",
          "[dynamics]")
{
    // Two masses on springs of their own, alike and not: S(s) has exact zeros on its diagonal.
    for (const double k : {400.0, 900.0})
        for (const double c : {0.0, 1.5}) {
            assembly::CoupledModel model;
            model.bodies.push_back(
                fem::lumped("masses", {{{"a", {{"x", 1}}}, {"b", {{"x", 1}}}},
                                       {{"a", "ground", 400}, {"b", "ground", k}},
                                       {{"a", "ground", c}, {"b", "ground", c}},
                                       {}}));
            const auto result = complex_modes(model, {.band_high_hz = 100});
            CAPTURE(k, c);
            CHECK(result.loci[0].s.cols() == 2);
            const ModalModel modal = modal_model(model);
            const StackedModes modes = stacked_modes(modal);
            Slide slide(model, modal, {});
            const LinearisedContacts none = slide.at(0);
            Eigen::Matrix2cd right;
            for (Index j = 0; j < 2; ++j) {
                const ModeVectors v = mode_vectors(modes, none, result.loci[0].s(0, j), j);
                REQUIRE(v.q_right.allFinite());
                REQUIRE(v.q_left.allFinite());
                right.col(j) = v.q_right;
                if (k != 400) // each mass alone
                    CHECK(v.q_right.cwiseAbs().minCoeff() < 1e-8);
            }
            CHECK(std::abs(independent::determinant(right)) > 0.1); // two shapes, not one twice
        }
}

TEST_CASE("A mode that one row of another scale sees is counted soon", "[dynamics]")
{
    // Friction falling with speed: rows of B_C and of rates whose sizes differ by many orders on a
    // circle far beyond the modes.
    const FallingFriction block;
    const assembly::CoupledModel model = block.model();
    const ModalModel modal = modal_model(model);
    const StackedModes modes = stacked_modes(modal);
    Slide slide(model, modal, {});
    CharacteristicFunction function(modes);
    function.set(slide.at(slide.start()));
    const double omega = std::sqrt(block.k / block.m);
    CHECK(function.count_inside(0.5 * omega) == 0);
    CHECK(function.count_inside(2 * omega) == 2);
    const std::optional<int> far = function.count_inside(1e5 * omega);
    CHECK((!far || *far == 2)); // or too costly to determine, but never wrong
}

TEST_CASE("Complex modes of a model that contact and drive hold are refused", "[dynamics]")
{
    FallingFriction held;
    assembly::CoupledModel model = held.model();
    model.joints.clear();
    const fem::Port& centre = fem::port(model.bodies[0], "centre");
    model.motions.clear();
    model.motions.push_back(assembly::make_motion("drive", 0, centre, 0));
    model.motions[0].velocity = 0.1;
    model.motions.push_back(
        assembly::make_motion("rest", 1, fem::port(model.bodies[1], "centre"), 0));
    CHECK_THROWS_WITH(complex_modes(model, {.band_high_hz = 100}),
                      Contains("hold every motion of the bodies: there are no modes"));
}
