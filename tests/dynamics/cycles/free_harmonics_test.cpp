#include "dynamics/cycles/free_harmonics.hpp"

#include "base/dense_solve.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/joint_laws.hpp"
#include "dynamics/cycles/conservative_backbone.hpp"
#include "dynamics/cycles/conservative_equations.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace slideway;
using namespace slideway::dynamics;
using Catch::Matchers::Contains;

namespace {

// The first bending modes of a cantilever of unit mass, seen at its tip, with a cubic spring there;
// `fast` is the frequency of one more mode. Frequencies are in parts of the first one.
JointedSystem cantilever(double fast, double load, double k3 = 1)
{
    JointedSystem s;
    s.modes.omega = Vector{{1, 6.2669, 17.547, fast}};
    s.modes.c = Vector::Zero(4);
    s.p0 = load * Vector{{2, -2, 2, -2}};
    s.force = s.inertia = s.drag = s.p = ComplexVector::Zero(4);
    s.B.resize(0, 4);
    s.limit.resize(0);
    s.r.resize(0);
    s.joints.push_back(
        {"tip", contact::Cubic{k3}, {Matrix{{2, -2, 2, -2}}, ComplexVector::Zero(1)}});
    return s;
}

const std::vector<ModalOutput> tip = {{Vector{{2, -2, 2, -2}}, 0, "tip"}};

FreeOptions first_mode(double from, double to)
{
    FreeOptions o;
    o.from = from;
    o.to = to;
    o.modes = {0};
    return o;
}

Vector taken(const FreeHarmonics& to, const FreeHarmonics& from, const Vector& x)
{
    return to.taken_over(from, x);
}

} // namespace

TEST_CASE("free motions by harmonics are those of Taylor steps", "[orbits]")
{
    // The independent method: Taylor steps over a period, of all modes. A load makes the motion
    // unsymmetric.
    for (const double load : {0.0, 0.05}) {
        const ConservativeSystem system = conservative_system(cantilever(60, load));
        REQUIRE(FreeHarmonics::takes(system));
        const ConservativeBackbones out =
            conservative_backbones(system, tip, first_mode(1e-6, 2e-3));
        REQUIRE(out.curves.size() >= 1);
        REQUIRE(out.notes.size() == 1);
        CHECK_THAT(out.notes.front(), Contains("harmonics") && Contains("follow the joints"));
        const FreeCurve& curve = out.curves.front();
        REQUIRE(curve.branch.n_points() > 20);
        ConservativeEquations shooting(system, tip, 1e-13);
        for (Index k = 0; k < curve.branch.n_points(); k += 8) {
            const Vector x = curve.branch.x.col(k);
            const double p = curve.branch.p(k), size = std::exp(p);
            CHECK(x(9) == Approx(0).margin(1e-10));
            const Vector z = x.head(8), end = passage(system.system, z, two_pi / x(8), {}).end;
            // Newton's method leaves 1e-11, and harmonics that were left out as much.
            CHECK((end - z).head(4).cwiseProduct(system.system.modes.omega).norm() < 1e-9 * size);
            CHECK((end - z).tail(4).norm() < 1e-9 * size);
            CHECK(system.energy(z) == Approx(size * size / 2).epsilon(1e-10));
            shooting.take_phase(x);
            const FreeEquations::At& exact = shooting.at(x, p);
            CHECK(curve.branch.monitors(free_stable, k) == (exact.stable ? 1 : 0));
            const MotionRange range = shooting.range(exact, 0);
            CHECK(curve.branch.monitors(free_outputs, k) == Approx(range.least).epsilon(1e-9));
            CHECK(curve.branch.monitors(free_outputs + 1, k) == Approx(range.most).epsilon(1e-9));
        }
        // A motion at rest at t = 0 has its extremum on a sample.
        for (Index k = 0; k < curve.branch.n_points(); ++k)
            CHECK(curve.branch.monitors(free_outputs + 1, k) >
                  curve.branch.monitors(free_outputs, k));
    }
}

TEST_CASE("a backbone passes internal resonances, and says so", "[orbits]")
{
    // The fifth harmonic meets the second mode from 1.2 times the first frequency on. Harmonics
    // grow along the curve without a new beginning. Taylor steps over a period are independent.
    const ConservativeSystem system = conservative_system(cantilever(60, 0));
    const ConservativeBackbones out = conservative_backbones(system, tip, first_mode(1e-6, 3));
    REQUIRE(!out.curves.empty());
    REQUIRE(!out.notes.empty());
    CHECK_THAT(out.notes.front() + out.notes.back(), Contains("internal resonance"));
    double largest = 0;
    for (const FreeCurve& curve : out.curves)
        for (Index k = 0; k < curve.branch.n_points(); k += 10) {
            const Vector x = curve.branch.x.col(k);
            const double p = curve.branch.p(k), size = std::exp(p);
            CAPTURE(k, p, x(8));
            const Vector z = x.head(8), end = passage(system.system, z, two_pi / x(8), {}).end;
            CHECK((end - z).head(4).cwiseProduct(system.system.modes.omega).norm() < 1e-8 * size);
            CHECK((end - z).tail(4).norm() < 1e-8 * size);
            largest = std::max(largest, x(8));
        }
    CHECK(largest > 1.3);
}

TEST_CASE("multipliers of symmetric motions are those of a whole period", "[orbits]")
{
    // Odd motions that are at rest at t = 0 are integrated over a quarter of their period.
    const ConservativeSystem system = conservative_system(cantilever(60, 0));
    FreeHarmonics::Size size{15, 0.9, 1.2};
    FreeHarmonics any(system, tip, size);
    size.at_rest = true;
    FreeHarmonics at_rest(system, tip, size);
    size.odd = true;
    FreeHarmonics odd(system, tip, size);
    const ConservativeBackbones out = conservative_backbones(system, tip, first_mode(1e-6, 5e-4));
    const FreeCurve& curve = out.curves.front();
    const double p = curve.branch.p(curve.branch.n_points() - 1);
    // From the state at a largest deflection the harmonics of a linear motion, then Newton's
    // method.
    for (FreeHarmonics* equations : {&odd, &at_rest, &any}) {
        Vector x = equations->small_motion(0, p);
        x(equations->at_Omega()) = curve.branch.x(8, curve.branch.n_points() - 1);
        const Index n = x.size();
        for (int k = 0; k < 30; ++k) {
            equations->take_phase(x);
            continuation::Equations at{Vector::Zero(n), Matrix::Zero(n, n), Vector::Zero(n)};
            REQUIRE(equations->evaluate(x, p, at));
            x -= Lu<double>(at.F_x).solve(at.F);
        }
        CHECK(x(equations->at_Omega()) ==
              Approx(curve.branch.x(8, curve.branch.n_points() - 1)).epsilon(1e-9));
        ComplexVector found = equations->at(x, p).others.multipliers;
        ComplexVector expected = odd.at(taken(odd, *equations, x), p).others.multipliers;
        REQUIRE(found.size() == expected.size());
        const auto by_angle = [](const Complex& a, const Complex& b) -> bool {
            return std::arg(a) < std::arg(b);
        };
        std::sort(found.begin(), found.end(), by_angle);
        std::sort(expected.begin(), expected.end(), by_angle);
        // Symplectic steps: of order six, twelve in a period of the fastest mode.
        CHECK((found - expected).norm() < 1e-6);
    }
}

TEST_CASE("harmonic equations of free motions have exact derivatives", "[orbits]")
{
    const ConservativeSystem system = conservative_system(cantilever(60, 0.1));
    const bool at_rest = GENERATE(false, true);
    FreeHarmonics::Size size{4, 0.9, 1.6};
    size.at_rest = at_rest;
    FreeHarmonics equations(system, tip, size);
    REQUIRE(equations.n_slow() == 2);
    const double p = std::log(0.3);
    Vector x = equations.small_motion(0, p);
    for (Index i = 0; i + 2 < x.size(); ++i)
        x(i) += 0.01 * std::sin(static_cast<double>(3 * i + 1));
    x(equations.at_Omega()) = 1.05;
    x(equations.at_Omega() + 1) = 0.02;
    equations.take_phase(x);
    const auto at = [&](const Vector& where) {
        continuation::Equations out{Vector::Zero(x.size()), Matrix::Zero(x.size(), x.size()),
                                    Vector::Zero(x.size())};
        REQUIRE(equations.evaluate(where, p, out));
        return out;
    };
    const Matrix F_x = at(x).F_x;
    constexpr double step = 1e-6;
    for (Index i = 0; i < x.size(); ++i) {
        const Vector by = (at(x + step * Vector::Unit(x.size(), i)).F -
                           at(x - step * Vector::Unit(x.size(), i)).F) /
                          (2 * step);
        // Scale of the error of central differences with steps of 1e-6: round-off over the step.
        const double scale = std::max(1.0, F_x.col(i).norm());
        // The row of energies holds where r is what the modes make of it.
        const Index rows = x.size() - 1;
        CHECK((by - F_x.col(i)).head(rows).norm() < 1e-8 * scale);
    }
}

TEST_CASE("the work of a backbone does not depend on the fastest mode", "[orbits]")
{
    // A mode a million times faster than the first one: Taylor steps would take hours. It follows
    // the force by its compliance, 4 / fast^2, which is nothing here: the curve is that of three
    // modes.
    const ConservativeSystem fast = conservative_system(cantilever(1e6, 0)),
                             slower = conservative_system(cantilever(1e5, 0));
    FreeOptions o = first_mode(1e-5, 1.5e-3);
    o.Omega = {1.01};
    const auto at = [&](const ConservativeSystem& system) {
        const ConservativeBackbones out = conservative_backbones(system, tip, o);
        REQUIRE(out.curves.size() == 1);
        const FreeCurve& curve = out.curves.front();
        const auto found =
            std::find(curve.labels.begin(), curve.labels.end(), OrbitLabel::frequency);
        REQUIRE(found != curve.labels.end());
        return curve.branch.p(found - curve.labels.begin());
    };
    CHECK(at(fast) == Approx(at(slower)).epsilon(1e-9));
}
