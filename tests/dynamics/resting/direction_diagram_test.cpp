#include "dynamics/resting/direction_diagram.hpp"

#include "contact/patch/patch_options.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

// Limit directions under moments and over them, of a ball, and of laws with kinks.

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::dynamics;

namespace {

PatchLaw law_of(PressureShape shape, PatchForm form = PatchForm::exact, int n = 1)
{
    return PatchLaw(
        {.shape = shape, .radius = 1, .normal_force = 1, .friction = 1, .form = form, .n = n});
}

// A disc of mass 1 and radius 1, mu P = 1.
RestingPatch disc(const PatchLaw& law, const Vector3& load, double inertia = 0.5)
{
    return {law, Vector3(1, 1, inertia).asDiagonal(), load, law.kappa()};
}

std::vector<double> loads_of(const DirectionDiagram& diagram, DiagramEvent event)
{
    std::vector<double> loads;
    for (const DiagramPoint& point : diagram.events)
        if (point.event == event &&
            (loads.empty() || std::abs(point.p - loads.back()) > 1e-9)) // mirrored ones once
            loads.push_back(point.p);
    return loads;
}

// The largest of f between a and b, where it has one top, by golden sections.
template <class Function>
double top_of(double a, double b, const Function& f)
{
    const double share = (std::sqrt(5.0) - 1) / 2;
    while (b - a > 1e-9) {
        const double x = b - share * (b - a), y = a + share * (b - a);
        (f(x) < f(y) ? a : b) = f(x) < f(y) ? x : y;
    }
    return f(0.5 * (a + b));
}

// M rdot w = Qe - grad D(w), by the law alone; the largest residual.
double residual(const RestingPatch& patch, const LimitDirection& d)
{
    const Vector3 x(d.w(0), d.w(1), d.w(2) / patch.rho);
    const Vector3 off =
        d.rdot * (patch.mass * x) - patch.load + patch.law.force(x.head<2>(), x(2)).force;
    return off.cwiseAbs().maxCoeff();
}

} // namespace

TEST_CASE("Under a moment alone limit directions are circles and both poles", "[resting]")
{
    const PatchLaw law = law_of(PressureShape::uniform);
    for (const double moment : {0.05, -0.05, 0.1, 0.3, 0.9}) {
        const RestingPatch patch = disc(law, {0, 0, moment});
        const LimitDirections set = limit_directions(patch);
        CAPTURE(moment, set.doubt);
        CHECK(set.certified());
        REQUIRE(set.directions.size() == 2);
        for (const LimitDirection& pole : set.directions) {
            // J rdot / rho = +-moment - kappa, and across slip decays with q1 = 1.
            const double way = pole.w(2) > 0 ? 1 : -1,
                         rdot = (way * moment - law.kappa()) * law.kappa() / 0.5;
            CHECK(pole.rdot == Approx(rdot).epsilon(1e-12));
            for (const Complex& value : pole.eigenvalues)
                CHECK(value.real() == Approx(-law.kappa() - rdot).epsilon(1e-10));
        }
        for (const LimitCircle& circle : set.circles) {
            LimitDirection d;
            d.rdot = circle.rdot;
            // Any longitude of it.
            for (const double phi : {0.0, 1.0, 4.0}) {
                d.w = {std::cos(circle.theta) * std::cos(phi),
                       std::cos(circle.theta) * std::sin(phi), std::sin(circle.theta)};
                CHECK(residual(patch, d) < 1e-13);
            }
        }
        // Circles and poles take turns to attract along a meridian.
        std::vector<bool> stable;
        auto pole = [&set](double way) -> bool {
            return std::any_of(set.directions.begin(), set.directions.end(), [&](const auto& d) {
                return d.w(2) * way > 0 && d.type == DirectionType::stable_node;
            });
        };
        stable.push_back(pole(-1));
        for (const LimitCircle& circle : set.circles)
            stable.push_back(circle.eigenvalue < 0);
        stable.push_back(pole(1));
        for (std::size_t k = 1; k < stable.size(); ++k)
            CHECK(stable[k] != stable[k - 1]);
    }
}

TEST_CASE("Over a moment circles shrink into a pole and vanish in pairs", "[resting]")
{
    // Circles of latitude theta need the moment g(theta) = (spin - J/m slip) sin theta, in radii.
    // At the pole it is kappa - j q1, where slip across begins to grow; tangency is kappa.
    for (const auto& [shape, j, q1] : {std::tuple{PressureShape::uniform, 0.5, 1.0},
                                       {PressureShape::flat_punch, 0.5, std::numbers::pi / 4},
                                       {PressureShape::hertz, 0.3, 3 * std::numbers::pi / 8}}) {
        const PatchLaw law = law_of(shape);
        const DirectionDiagram diagram = direction_diagram(
            disc(law, {0, 0, 0}, j), {.rate = {0, 0, 1}, .from = -0.2, .to = 0.9, .points = 45});
        CAPTURE(name_of(shape), diagram.doubt);
        CHECK(diagram.certified());
        for (const DirectionBranch& branch : diagram.branches)
            for (const LimitDirection& d : branch.directions) {
                const bool pole = d.w.head<2>().norm() < 1e-6,
                           circle = d.type == DirectionType::stable_circle ||
                                    d.type == DirectionType::unstable_circle;
                CHECK((d.type == DirectionType::degenerate || circle == !pole));
            }
        const std::vector<double> tangency = loads_of(diagram, DiagramEvent::tangency),
                                  pitchfork = loads_of(diagram, DiagramEvent::pitchfork),
                                  fold = loads_of(diagram, DiagramEvent::fold);
        REQUIRE(tangency.size() == 1);
        CHECK(tangency[0] == Approx(law.kappa()).epsilon(1e-10));
        const double leaves = law.kappa() - j * q1;
        std::vector<double> poles = {leaves};
        if (-leaves > -0.2)
            poles.insert(poles.begin(), -leaves); // of the other pole
        REQUIRE(pitchfork.size() == poles.size());
        for (std::size_t k = 0; k < poles.size(); ++k)
            CHECK(pitchfork[k] == Approx(poles[k]).margin(1e-9).epsilon(0));
        const double turn = top_of(0.0, std::numbers::pi / 2, [&law = law, j = j](double theta) {
            const Vector3 f = law.force({std::cos(theta), 0}, std::sin(theta)).force;
            return j * f(0) * std::tan(theta) - f(2);
        });
        REQUIRE(fold.size() == 2);
        CHECK(fold[0] == Approx(-turn).epsilon(1e-9));
        CHECK(fold[1] == Approx(turn).epsilon(1e-9));
    }
}

TEST_CASE("Under a force and a moment an axisymmetric body has all directions on one circle",
          "[resting]")
{
    // The cover of the sphere finds the same: a mass that differs by 1e-9 leaves the circle to it.
    for (const PatchForm form : {PatchForm::exact, PatchForm::potential, PatchForm::harmonic})
        for (const Vector3& load : {Vector3(0.35, 0, 0.1), Vector3(0.04, 0.03, -0.02),
                                    Vector3(-0.6, 0.2, 0.4), Vector3(0.1, 0, 0.9)}) {
            const PatchLaw law = law_of(PressureShape::uniform, form, 4);
            const RestingPatch on_circle = disc(law, load);
            RestingPatch on_sphere = on_circle;
            on_sphere.mass(1, 1) += 1e-9;
            const LimitDirections circle = limit_directions(on_circle),
                                  sphere = limit_directions(on_sphere);
            CAPTURE(name_of(form), load.transpose(), circle.doubt, sphere.doubt);
            CHECK(circle.certified());
            CHECK(sphere.certified());
            REQUIRE(circle.directions.size() == sphere.directions.size());
            for (const LimitDirection& d : circle.directions) {
                CHECK(residual(on_circle, d) < 1e-13);
                CHECK(std::any_of(sphere.directions.begin(), sphere.directions.end(),
                                  [&d](const LimitDirection& other) {
                                      return (other.w - d.w).norm() < 1e-6 && other.type == d.type;
                                  }));
            }
        }
}

TEST_CASE("A diagram over a force beside a moment is certified", "[resting]")
{
    // At load zero circles; mirrored loads have mirrored sets. Each tangency is the force that
    // friction bears beside the moment.
    const PatchLaw law = law_of(PressureShape::uniform);
    const DirectionDiagram diagram = direction_diagram(
        disc(law, {0, 0, 0.1}), {.rate = {1, 0, 0}, .from = -1.2, .to = 1.2, .points = 49});
    CAPTURE(diagram.doubt);
    CHECK(diagram.certified());
    double low = 0, high = 100; // slip of spin 1 whose torque is 0.1: it falls with slip
    while (high - low > 1e-13 * high)
        (law.force({0.5 * (low + high), 0}, 1).force(2) > 0.1 ? low : high) = 0.5 * (low + high);
    const double most = law.force({low, 0}, 1).force(0);
    const std::vector<double> tangency = loads_of(diagram, DiagramEvent::tangency);
    REQUIRE(tangency.size() == 2);
    CHECK(tangency[0] == Approx(-most).epsilon(1e-10));
    CHECK(tangency[1] == Approx(most).epsilon(1e-10));
    const std::vector<double> folds = loads_of(diagram, DiagramEvent::fold);
    REQUIRE(folds.size() % 2 == 0);
    for (std::size_t k = 0; k < folds.size(); ++k)
        CHECK(folds[k] == Approx(-folds[folds.size() - 1 - k]).epsilon(1e-9));
    CHECK(diagram.sets[24].circles.size() >= 1); // of load 0
}

TEST_CASE("A diagram over a force across a constant one goes by the size of both", "[resting]")
{
    // No plane holds all directions; the events are those of sqrt(p^2 + 0.2^2) = 1 and 1/2.
    const DirectionDiagram diagram =
        direction_diagram(disc(law_of(PressureShape::uniform), {0, 0.2, 0}),
                          {.rate = {1, 0, 0}, .from = -1.2, .to = 1.2, .points = 50});
    CAPTURE(diagram.doubt);
    CHECK(diagram.certified());
    const std::vector<double> tangency = loads_of(diagram, DiagramEvent::tangency),
                              pitchfork = loads_of(diagram, DiagramEvent::pitchfork);
    REQUIRE(tangency.size() == 2);
    REQUIRE(pitchfork.size() == 2);
    for (const std::size_t k : {0u, 1u}) {
        CHECK(std::hypot(tangency[k], 0.2) == Approx(1).epsilon(1e-10));
        CHECK(std::hypot(pitchfork[k], 0.2) == Approx(0.5).epsilon(1e-9));
    }
    CHECK(loads_of(diagram, DiagramEvent::fold).empty());
}

TEST_CASE("A diagram over a moment is the same in every unit", "[resting]")
{
    // A disc of 2 kg and 1 cm, in mm, tonne, s.
    const PatchOptions si{.radius = 0.01, .normal_force = 10, .friction = 0.2};
    PatchOptions mm = si;
    mm.radius = 10;
    const DirectionDiagram a = direction_diagram(
                               {PatchLaw(si), Vector3(2, 2, 1e-4).asDiagonal(), {0, 0, 0}, 0.005},
                               {.rate = {0, 0, 1}, .from = 0, .to = 0.02, .points = 30}),
                           b = direction_diagram(
                               {PatchLaw(mm), Vector3(2e-3, 2e-3, 0.1).asDiagonal(), {0, 0, 0}, 5},
                               {.rate = {0, 0, 1}, .from = 0, .to = 20, .points = 30});
    CHECK(a.certified());
    CHECK(b.certified());
    REQUIRE(a.events.size() == b.events.size());
    CHECK(a.events.size() >= 3);
    for (std::size_t k = 0; k < a.events.size(); ++k) {
        CHECK(a.events[k].event == b.events[k].event);
        CHECK(b.events[k].p == Approx(1e3 * a.events[k].p).epsilon(1e-9));
    }
}

TEST_CASE("A ball slides before it rolls in one direction", "[resting]")
{
    // Mass m and radius 5 R, Hertz pressure: the contact moves as 2/7 m along the plane and 2/5 m
    // (5 R)^2 in rotation, and feels 2/7 of a force in the centre. Tangency at 7/2 mu P, pitchfork
    // at 7/2 - b/(rho kappa), rho b = 45 pi^2/512/25; no fold (M. Antali's second problem).
    constexpr double m = 1, ratio = 5;
    for (const auto& [form, n] : {std::pair{PatchForm::exact, 1},
                                  {PatchForm::harmonic, 1},
                                  {PatchForm::harmonic, 2},
                                  {PatchForm::harmonic, 3},
                                  {PatchForm::harmonic, 4}}) {
        const PatchLaw law = law_of(PressureShape::hertz, form, n);
        const RestingPatch ball{law,
                                Vector3(2 * m / 7, 2 * m / 7, 0.4 * m * ratio * ratio).asDiagonal(),
                                {0, 0, 0},
                                law.kappa()};
        const DirectionDiagram diagram =
            direction_diagram(ball, {.rate = {2.0 / 7, 0, 0}, .from = 0, .to = 5, .points = 51});
        CAPTURE(name_of(form), n, diagram.doubt);
        CHECK(diagram.certified());
        CHECK(loads_of(diagram, DiagramEvent::fold).empty());
        const std::vector<double> tangency = loads_of(diagram, DiagramEvent::tangency),
                                  pitchfork = loads_of(diagram, DiagramEvent::pitchfork);
        REQUIRE(tangency.size() == 1);
        REQUIRE(pitchfork.size() == 1);
        if (form == PatchForm::exact) {
            CHECK(tangency[0] == Approx(3.5).epsilon(1e-11));
            CHECK(pitchfork[0] == Approx(3.48).epsilon(1e-10));
            // b = 45 pi^2/(512 lambda^2) is the spin acceleration of pure spin on that sphere.
            const LimitDirections free = limit_directions(ball);
            const auto pole = std::find_if(free.directions.begin(), free.directions.end(),
                                           [](const auto& d) { return d.w(2) > 0; });
            REQUIRE(pole != free.directions.end());
            CHECK(
                -pole->rdot ==
                Approx(45 * std::pow(std::numbers::pi, 2) / (512 * ratio * ratio)).epsilon(1e-12));
            // Free, it always ends in pure spin: j lies above 2/(3 + 2 nu).
            CHECK(pole->type == DirectionType::stable_node);
            CHECK(free.circles.size() == 1);
        }
    }
}

TEST_CASE("A law with kinks has certified limit directions", "[resting]")
{
    // Zhuravlev's fractions. F_T = 1; beside pure slip G = Q - (J/m)^-1 T cot(theta) falls to
    // F_P = 1 - t1 kappa/j, as the exact law has it: right value and slope there.
    const PatchLaw kinked = law_of(PressureShape::uniform, PatchForm::pade, 1);
    for (const double F : {0.05, 0.2, 0.45, 0.55, 0.9, 1.2}) {
        const RestingPatch patch = disc(kinked, {F, 0, 0});
        const LimitDirections set = limit_directions(patch);
        CAPTURE(F, set.doubt);
        CHECK(set.certified());
        const LimitDirection* slip = nullptr;
        for (const LimitDirection& d : set.directions) {
            CHECK(residual(patch, d) < 1e-13);
            if (d.w(0) > 1 - 1e-12)
                slip = &d;
        }
        REQUIRE(slip);
        CHECK(slip->rdot == Approx(F - 1).epsilon(1e-12));
        CHECK((slip->type == DirectionType::saddle) == (F < 0.5));
    }
    // Over the load it has the tangency and the pitchfork of the exact law; there curves have a
    // corner, of second degree too. The fold is the top of -G.
    for (const int n : {1, 2}) {
        const PatchLaw law = law_of(PressureShape::uniform, PatchForm::pade, n);
        const DirectionDiagram diagram = direction_diagram(
            disc(law, {0, 0, 0}), {.rate = {1, 0, 0}, .from = 0, .to = 1.3, .points = 41});
        CAPTURE(n, diagram.doubt);
        CHECK(diagram.certified());
        const std::vector<double> tangency = loads_of(diagram, DiagramEvent::tangency),
                                  pitchfork = loads_of(diagram, DiagramEvent::pitchfork);
        REQUIRE(tangency.size() == 1);
        CHECK(tangency[0] == Approx(1).epsilon(1e-10));
        REQUIRE(pitchfork.size() == 1);
        CHECK(pitchfork[0] == Approx(0.5).epsilon(1e-9));
        const double fold = top_of(0.8, 1.57, [&law](double theta) {
            const Vector3 f = law.force({std::cos(theta), 0}, std::sin(theta)).force;
            return 2 * f(2) / std::tan(theta) - f(0);
        });
        const std::vector<double> folds = loads_of(diagram, DiagramEvent::fold);
        CHECK(std::any_of(folds.begin(), folds.end(),
                          [fold](double F) -> bool { return std::abs(F - fold) < 1e-9; }));
    }
    // A body whose centre is beside the patch: no closed form, and kinks inside of cells.
    Matrix3 mass;
    mass << 1, 0, 0, 0, 1, -0.3, 0, -0.3, 0.59;
    const RestingPatch beside{kinked, mass, {0.2, 0.1, -0.03}, kinked.kappa()};
    const LimitDirections set = limit_directions(beside);
    CHECK(set.certified());
    for (const LimitDirection& d : set.directions)
        CHECK(residual(beside, d) < 1e-13);
}
