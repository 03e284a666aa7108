#include "dynamics/events/event_driven.hpp"
#include "support/coulomb_matrices.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

// Several dry contacts at once.

using namespace slideway;
using namespace slideway::dynamics;
using test::CoulombMatrices;

namespace {

using std::numbers::pi;

// Moreau: v+ = v + h (p - K x - B^T f) with the position in the middle of the step, f in
// limit Sgn(B v+), by projected Gauss-Seidel. @return x after every `every` steps, one column each
Matrix moreau(const CoulombMatrices& a, double phase, double h, int steps, int every)
{
    const Index n = a.M.rows(), k = a.B.rows();
    const Matrix M_inverse = independent::inverse(a.M);
    const Matrix W = M_inverse * a.B.transpose(), G = a.B * W;
    Vector x = Vector::Zero(n), v = Vector::Zero(n), P = Vector::Zero(k);
    Matrix path(n, steps / every);
    for (int step = 0; step < steps; ++step) {
        x += h / 2 * v;
        const Vector force = a.p * std::cos(a.Omega * (step + 0.5) * h + phase) - a.K * x;
        const Vector free = v + h * (M_inverse * force), slide = a.B * free;
        double change = 1;
        for (int sweep = 0; sweep < 200 && change > 1e-15 * h; ++sweep) {
            change = 0;
            for (Index i = 0; i < k; ++i) {
                const double before = P(i), most = h * a.limit(i);
                P(i) = std::clamp(before + (slide(i) - G.row(i).dot(P)) / G(i, i), -most, most);
                change = std::max(change, std::abs(P(i) - before));
            }
        }
        v = free - W * P;
        x += h / 2 * v;
        if ((step + 1) % every == 0)
            path.col((step + 1) / every - 1) = x;
    }
    return path;
}

CoulombMatrices three_masses()
{
    CoulombMatrices a = test::chain_matrices(3, "ground", 1, 1, 1);
    a.B = (Matrix(2, 3) << 1, 0, 0, 0, 0, 1).finished();
    a.limit = Eigen::Vector2d(0.4, 0.15);
    a.Omega = 0.8;
    return a;
}

double energy(const DrySystem& s, const Vector& q, const Vector& v)
{
    return 0.5 * (v.squaredNorm() + q.cwiseProduct(s.modes.omega).squaredNorm());
}

} // namespace

TEST_CASE("a time stepping of first order converges with order one to the motion of two dry "
          "contacts",
          "[dynamics]")
{
    // Stepping moves every event to the grid: one run's error is that of where its worst event
    // falls within a step, any fraction of h, and does not halve with h. Its mean over phases of
    // the drive does. Error: the largest of any displacement at 300 times of three cycles from
    // rest.
    const int cycles = 3, samples = 100 * cycles, phases = 24, halvings = 4;
    for (const CoulombMatrices& a : {test::two_contact_block(), three_masses()}) {
        const double period = 2 * pi / a.Omega;
        std::vector<double> error(halvings + 1, 0.0);
        int stops = 0;
        for (int n = 0; n < phases; ++n) {
            const double phase = pi * n / phases; // the other half turn: the same with other sign
            test::CoulombOnModes body = test::on_modes(a);
            body.system.p *= std::polar(1.0, phase);
            EventDrivenOptions options;
            options.t_end = cycles * period;
            options.history_rate_hz = samples / options.t_end;
            for (Index i = 0; i < 3; ++i)
                options.outputs.push_back({body.Phi.row(i).transpose(), 0});
            const MotionRecord exact = event_driven(body.system, options);
            for (const ContactEvent& event : exact.history.events)
                stops += event.kind == Transition::stick ? 1 : 0;
            Matrix x(3, samples);
            for (Index i = 0; i < 3; ++i)
                for (Index j = 0; j < samples; ++j)
                    x(i, j) = exact.history.points[static_cast<std::size_t>(i)]
                                  .u[static_cast<std::size_t>(j + 1)];
            for (int k = 0; k <= halvings; ++k) {
                const int every = 4 << k;
                const Matrix y = moreau(a, phase, period / 100 / every, samples * every, every);
                error[static_cast<std::size_t>(k)] += (y - x).cwiseAbs().maxCoeff() / phases;
            }
        }
        CHECK(stops > 2 * phases); // contacts stop and start, in every run
        // Slope of the line through log2 of the errors over the halvings -2, -1, 0, 1, 2.
        double slope = 0;
        for (int k = 0; k <= halvings; ++k)
            slope -= (k - 2) * std::log2(error[static_cast<std::size_t>(k)]) / 10;
        CAPTURE(error[0], error[1], error[2], error[3], error[4]);
        CHECK(slope > 0.8);
        CHECK(slope < 1.3);
        CHECK(error[4] < 3e-4);
    }
}

TEST_CASE("two starts of a body with several dry contacts never move apart", "[dynamics]")
{
    // d/dt of the energy of the difference is -(f1 - f2) . (v1 - v2) - v' D v <= 0: sgn is
    // monotone. From one to three contacts, with and without damping, at 200 times.
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    auto matrix = [&](Index rows, Index columns) -> Matrix {
        return Matrix::NullaryExpr(rows, columns, [&]() -> double { return normal(random); });
    };
    for (int trial = 0; trial < 8; ++trial) {
        CoulombMatrices a = test::two_contact_block();
        if (trial > 0) {
            const Index n = 3 + trial % 4, k = 1 + trial % 3;
            const Matrix R = matrix(n, n);
            a.M = Matrix::Identity(n, n);
            a.K = R * R.transpose() + 0.1 * Matrix::Identity(n, n);
            a.B = matrix(k, n);
            a.p = 3 * matrix(n, 1);
            a.limit = matrix(k, 1).cwiseAbs();
            if (trial % 2 == 1) {
                const Matrix Q = matrix(n, 1);
                a.C = 0.1 * Q * Q.transpose();
            }
        }
        const DrySystem s = test::on_modes(a).system;
        EventDrivenOptions one, two;
        two.q = matrix(a.M.rows(), 1);
        two.v = matrix(a.M.rows(), 1);
        double last = energy(s, two.q, two.v);
        const double first = last;
        double grown = 0;
        for (int step = 0; step < 200; ++step) {
            one.t_start = two.t_start = 0.6 * step;
            one.t_end = two.t_end = 0.6 * (step + 1);
            const MotionRecord x = event_driven(s, one), y = event_driven(s, two);
            one.q = x.q, one.v = x.v, two.q = y.q, two.v = y.v;
            const double now = energy(s, x.q - y.q, x.v - y.v);
            grown = std::max(grown, now - last);
            last = now;
        }
        CAPTURE(trial, first, last);
        // Round-off of the motions, whose energy is up to a thousand times that of the start.
        CHECK(grown < 1e-12 * first);
        CHECK(last < 0.5 * first);
    }
}
