#include "contact/laws/joint_laws.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_points.hpp"

#include "support/harmonic_models.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

// Forced responses against closed forms and against time integration.

using namespace slideway;
using namespace slideway::dynamics;

namespace {

using std::numbers::pi;

DrivenJoints masses(const Vector& stiffness, const Vector& damping, const Vector& load,
                    const Vector& constant, const contact::JointLaw& law, const Matrix& rows)
{
    const Index m = stiffness.size(); // unit masses
    DrivenJoints s;
    s.modes.omega = stiffness.cwiseSqrt();
    s.modes.c = damping;
    s.p0 = constant;
    s.force = load.cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(m);
    s.joints.push_back({"joint", law, {rows, ComplexVector::Zero(rows.rows())}});
    return s;
}

// m = k = k3 = 1, c = 0.1, F = 0.4.
DrivenJoints duffing()
{
    return masses(Vector::Ones(1), Vector::Constant(1, 0.1), Vector::Constant(1, 0.4),
                  Vector::Zero(1), contact::Cubic{1}, Matrix::Ones(1, 1));
}

// Zeros of dF^2/d(A^2) on the curve of one harmonic, ((k - w + 3/4 a)^2 + c^2 w) a = F^2 with
// a = A^2, w = Omega^2: its branch of higher frequencies, between amplitudes.
double fold(double low, double high)
{
    const double c = 0.1, F = 0.4;
    auto w_of = [&](double a) -> double {
        const double b = 1 + 0.75 * a, half = b - c * c / 2;
        return half + std::sqrt(half * half - b * b + F * F / a);
    };
    auto f = [&](double A) -> double {
        const double a = A * A, w = w_of(a), e = 1 - w + 0.75 * a;
        return e * e + c * c * w + 1.5 * a * e;
    };
    const bool below = f(low) < 0;
    for (int k = 0; k < 100; ++k) {
        const double middle = (low + high) / 2;
        ((f(middle) < 0) == below ? low : high) = middle;
    }
    return std::sqrt(w_of(low * low));
}

// Modes and their rates at t = 0, of a motion.
std::pair<Vector, Vector> state_at_zero(const HarmonicBalance& hb,
                                        const HarmonicBalance::Evaluation& at)
{
    const double Omega = at.Omega;
    const contact::Harmonics& h = hb.harmonics();
    const Index m = hb.system().n_modes(), means = h.means ? 1 : 0;
    Vector q = Vector::Zero(m), v = Vector::Zero(m);
    for (Index i = 0; i < m; ++i) {
        const Vector Y = hb.output(at, ModalOutput{Vector::Unit(m, i), 0});
        q(i) = h.means ? Y(0) : 0;
        for (Index k = 1; k <= h.n_h; ++k) {
            q(i) += Y(means + 2 * (k - 1));
            v(i) += static_cast<double>(k) * Omega * Y(means + 2 * (k - 1) + 1);
        }
    }
    return {q, v};
}

// Harmonics of output 0 in the last of many periods, from the state of harmonic balance at t = 0.
Vector integrated(DrivenJoints system, const HarmonicBalance& hb,
                  const HarmonicBalance::Evaluation& at, int cycles)
{
    const double Omega = at.Omega;
    system.Omega = Omega;
    system.p = system.p_at(Omega);
    const contact::Harmonics& h = hb.harmonics();
    const Index m = system.n_modes(), means = h.means ? 1 : 0, samples = 512;
    RungeKuttaOptions options;
    std::tie(options.run.q, options.run.v) = state_at_zero(hb, at);
    options.run.t_end = cycles * 2 * pi / Omega;
    options.tolerance = 1e-11;
    options.run.history_rate_hz = static_cast<double>(samples) * Omega / (2 * pi);
    options.run.energies = false;
    options.run.outputs = {{Vector::Unit(m, 0), 0}};
    const MotionRecord r = runge_kutta(test::without_contacts(system), options);
    REQUIRE(r.failure.empty());
    const std::size_t last = r.history.time.size() - static_cast<std::size_t>(samples);
    Vector Y = Vector::Zero(h.size());
    for (std::size_t i = last; i < r.history.time.size(); ++i) {
        const double u = r.history.points[0].u[i], theta = Omega * r.history.time[i];
        if (h.means)
            Y(0) += u / static_cast<double>(samples);
        for (Index k = 1; k <= h.n_h; ++k) {
            const double part = static_cast<double>(k) * theta;
            Y(means + 2 * (k - 1)) += 2 * u * std::cos(part) / static_cast<double>(samples);
            Y(means + 2 * (k - 1) + 1) += 2 * u * std::sin(part) / static_cast<double>(samples);
        }
    }
    return Y;
}

// Distance of harmonic balance from the integrated motion at the last point of a curve, relative.
double distance(const DrivenJoints& system, Index n_h, double from, double to, int cycles)
{
    const Index m = system.n_modes();
    HarmonicBalance hb(system, {n_h, true}, {{Vector::Unit(m, 0), 0}});
    const ForcedResponse r =
        forced_response(hb, {.Omega_from = from, .Omega_to = to, .stability = false});
    REQUIRE(r.branch.back.stop == continuation::Stop::bound);
    const Index last = r.branch.n_points() - 1;
    HarmonicBalance::Evaluation at(hb);
    hb.evaluate(r.branch.x.col(last), to, 1, at);
    Vector Y;
    hb.output(at, 0, Y);
    return (integrated(system, hb, at, cycles) - Y).norm() / Y.norm();
}

} // namespace

TEST_CASE("Folds of Duffing's oscillator with one harmonic are those of the closed form",
          "[dynamics]")
{
    HarmonicBalance hb(duffing(), {1, false}, {{Vector::Ones(1), 0}});
    const ForcedResponse r = forced_response(hb, {.Omega_from = 0.5, .Omega_to = 3});
    const auto folds = continuation::points_of(r.branch, continuation::PointKind::fold);
    REQUIRE(folds.size() == 2);
    CHECK(r.branch.p(folds[0]) == Approx(fold(1.9, 2.1)).epsilon(1e-10));
    CHECK(r.branch.p(folds[1]) == Approx(fold(0.5, 0.9)).epsilon(1e-10));
    // One harmonic: the peak is sqrt(2) of the rms.
    const auto peak = continuation::points_of(r.branch, continuation::PointKind::monitor_maximum);
    REQUIRE(peak.size() == 1);
    const ResponsePoints points = response_points(hb, r);
    CHECK(points.outputs[0].peak(peak[0]) ==
          Approx(std::sqrt(2) * points.outputs[0].rms(peak[0])).epsilon(1e-12));
}

TEST_CASE("Between its folds Duffing's oscillator is unstable", "[dynamics]")
{
    HarmonicBalance hb(duffing(), {9, false}, {{Vector::Ones(1), 0}});
    const ForcedResponse r = forced_response(hb, {.Omega_from = 0.5, .Omega_to = 3});
    const auto folds = continuation::points_of(r.branch, continuation::PointKind::fold);
    REQUIRE(folds.size() == 2);
    for (Index k = 0; k < r.branch.n_points(); ++k)
        if (k != folds[0] && k != folds[1]) // there a multiplier is 1 except for round-off
            CHECK((r.branch.monitors(monitor_stable, k) == 0) == (k > folds[0] && k < folds[1]));
}

TEST_CASE("Duffing's oscillator with nine harmonics moves as time integration says", "[dynamics]")
{
    // Both motions of 1.6 rad/s: the upper from below, the lower from above. Harmonics fall by
    // about twenty each two.
    for (const double from : {0.5, 3.0}) {
        CAPTURE(from);
        CHECK(distance(duffing(), 9, from, 1.3, 60) < 1e-6);
    }
    CHECK(distance(duffing(), 9, 0.5, 1.9, 60) < 1e-6);
    CHECK(distance(duffing(), 1, 0.5, 1.9, 60) > 1e-3);
}

TEST_CASE("Beyond the folds of nine harmonics Duffing's oscillator jumps, before them it stays",
          "[dynamics]")
{
    // The folds of cases/harmonic_balance/duffing.toml, given to 1e-10, within 1e-7 from both
    // sides. By 200 classical Runge-Kutta steps a cycle: their error shifts a fold by (2 pi /
    // 400)^4 / 120, 5e-10. A fold lets go slowly: at a distance delta after cycles that grow as
    // delta^(-1/2), here 3556 and 1079; at 1e-5 it is 405 and 112.
    auto cycles_kept = [](Eigen::Vector2d s, double Omega, int most) -> int {
        const Eigen::Vector2d start = s;
        auto rate = [Omega](const Eigen::Vector2d& y, double t) -> Eigen::Vector2d {
            return {y(1), 0.4 * std::cos(Omega * t) - y(0) - y(0) * y(0) * y(0) - 0.1 * y(1)};
        };
        const int n = 200;
        const double step = 2 * pi / Omega / n;
        for (int cycle = 0; cycle < most; ++cycle) {
            if ((s - start).norm() > 0.1)
                return cycle;
            for (int i = 0; i < n; ++i) {
                const double t = i * step;
                const Eigen::Vector2d a = rate(s, t), b = rate(s + step / 2 * a, t + step / 2),
                                      c = rate(s + step / 2 * b, t + step / 2),
                                      d = rate(s + step * c, t + step);
                s += step / 6 * (a + 2 * b + 2 * c + d);
            }
        }
        return most;
    };
    struct Fold {
        double hz, from, outwards;
    };
    for (const Fold& fold : {Fold{0.3194164368, 0.5, 1}, Fold{0.2204506946, 3, -1}}) {
        CAPTURE(fold.hz);
        const double inside = 2 * pi * fold.hz * (1 - 1e-7 * fold.outwards),
                     outside = 2 * pi * fold.hz * (1 + 1e-7 * fold.outwards);
        HarmonicBalance hb(duffing(), {9, false}, {{Vector::Ones(1), 0}});
        const ForcedResponse r =
            forced_response(hb, {.Omega_from = fold.from, .Omega_to = inside, .stability = false});
        REQUIRE(r.branch.back.stop == continuation::Stop::bound);
        HarmonicBalance::Evaluation at(hb);
        hb.evaluate(r.branch.x.rightCols(1), inside, 1, at);
        const auto [q, v] = state_at_zero(hb, at);
        const Eigen::Vector2d start(q(0), v(0));
        CHECK(cycles_kept(start, inside, 6000) == 6000);
        CHECK(cycles_kept(start, outside, 6000) < 5000);
    }
}

TEST_CASE("With means balanced, harmonic balance approaches time integration", "[dynamics]")
{
    struct Case {
        const char* name;
        DrivenJoints system;
        double from, to;
    };
    const Vector one = Vector::Ones(1);
    Matrix plane = Matrix::Identity(2, 2);
    const std::vector<Case> cases = {
        // A mass with a Jenkins element, sliding for half of the cycle.
        {"jenkins",
         masses(1e4 * Vector::Ones(2), 4 * Vector::Ones(2), 10 * Vector::Unit(2, 0),
                Vector::Zero(2), contact::ElasticCoulomb({4e3, 0, 0.5, 20}), plane),
         140, 105},
        // Varying load: the mass lifts off.
        {"separation",
         masses(1e4 * Vector::Ones(2), 20 * Vector::Ones(2), Vector{{10, 14}}, Vector::Zero(2),
                contact::ElasticCoulomb({4e3, 5e3, 0.4, 5}), plane),
         150, 105},
        // A stop on one side under a constant load.
        {"gap",
         masses(1e4 * one, 10 * one, 10 * one, 4 * one, contact::Gap({1e4, 1e-3}),
                Matrix::Ones(1, 1)),
         150, 118}};
    for (const Case& c : cases) {
        double last = 1;
        for (const Index n_h : {1, 3, 9}) {
            const double error = distance(c.system, n_h, c.from, c.to, 60);
            CAPTURE(c.name, n_h);
            CHECK(error < last);
            last = error;
        }
        CHECK(last < 5e-5); // 27 harmonics: 2.2e-7, 1.4e-8, 1.4e-8
    }
}
