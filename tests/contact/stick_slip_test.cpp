#include "contact/stick_slip.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

using namespace slideway;
using namespace slideway::contact;

namespace {

// Every state that the law admits, each from the equations of its own: the count does not use the
// order in which the solver tries them.
std::vector<NodeForces> admissible(const NodeStep& n)
{
    std::vector<NodeForces> found;
    if (n.gap >= 0)
        found.push_back({State::none, 0, 0});
    const double determinant = n.Ann * n.Att - n.Ant * n.Atn;
    const double P = (-n.gap * n.Att + n.slip * n.Ant) / determinant,
                 Q = (-n.slip * n.Ann + n.gap * n.Atn) / determinant;
    if (P > 0 && std::abs(Q) <= n.mu_rest * P)
        found.push_back({State::stuck, P, Q});
    for (const double s : {1.0, -1.0}) {
        const double normal = -n.gap / (n.Ann - s * n.mu * n.Ant);
        const double slip = n.slip + n.Atn * normal - s * n.mu * n.Att * normal;
        if (normal > 0 && s * slip > 0)
            found.push_back({s > 0 ? State::sliding : State::backward, normal, -s * n.mu * normal});
    }
    return found;
}

class Draw {
public:
    explicit Draw(unsigned seed) : random_(seed) {}
    double operator()(double low, double high)
    {
        return std::uniform_real_distribution<double>(low, high)(random_);
    }
    // A positive definite matrix of one node, with |Ant| up to its largest.
    NodeStep node(double most_mu, bool symmetric)
    {
        NodeStep n;
        n.Ann = (*this)(0.05, 4);
        n.Att = (*this)(0.05, 4);
        n.Ant = (*this)(-0.999, 0.999) * std::sqrt(n.Ann * n.Att);
        n.Atn = symmetric ? n.Ant : n.Ant * (*this)(0.8, 1.0);
        n.gap = (*this)(-1, 0.5);
        n.slip = (*this)(-1, 1);
        n.mu = n.mu_rest = (*this)(0, most_mu);
        return n;
    }

private:
    std::mt19937_64 random_;
};

constexpr std::array all_states = {State::none, State::sliding, State::stuck, State::backward};

} // namespace

TEST_CASE("With a positive margin one node has exactly one solution, and the solver finds it",
          "[contact]")
{
    // Round-off of numbers of order one divided by margins down to 1e-6: beside a bound two states
    // may look admissible, or none; such draws are one in 1e9 and none is among these.
    Draw draw(1);
    int drawn = 0, several = 0, none = 0;
    std::array<int, 5> states{};
    while (drawn < 100000) {
        const NodeStep n = draw.node(2, drawn % 2 == 0);
        const double margin = uniqueness_margin(n);
        const std::vector<NodeForces> all = admissible(n);
        if (!(margin > 1e-6)) {
            none += all.empty() ? 1 : 0; // existence is never lost
            if (margin < -1e-6)
                several += all.size() > 1 ? 1 : 0;
            continue;
        }
        ++drawn;
        REQUIRE(all.size() == 1);
        ++states[static_cast<std::size_t>(all[0].state)];
        for (const State last : all_states) {
            const NodeForces found = solve(n, last);
            REQUIRE(found.state == all[0].state);
            REQUIRE(found.P == Approx(all[0].P).epsilon(1e-9).margin(1e-12));
            REQUIRE(found.Q == Approx(all[0].Q).epsilon(1e-9).margin(1e-12));
        }
    }
    for (const State state : all_states)
        CHECK(states[static_cast<std::size_t>(state)] > 5000);
    CHECK(none == 0);
    CHECK(several > 100); // a negative margin does mean that there can be more
}

TEST_CASE("A solver of one node says that it jams exactly where the margin is not positive",
          "[contact]")
{
    Draw draw(2);
    StickSlipSolver solver(1);
    solver.resize(1);
    int jammed = 0;
    for (int k = 0; k < 100000; ++k) {
        const NodeStep n = draw.node(2, k % 2 == 0);
        solver.A(0, 0) = n.Ann;
        solver.A(0, 1) = n.Ant;
        solver.A(1, 0) = n.Atn;
        solver.A(1, 1) = n.Att;
        solver.free << n.gap, n.slip;
        solver.force.setZero();
        solver.mu = {n.mu};
        solver.mu_rest = {n.mu_rest};
        solver.state = {State::stuck};
        const bool jams = solver.solve() == StickSlipOutcome::jamming;
        REQUIRE(jams == !(uniqueness_margin(n) > 0));
        jammed += jams ? 1 : 0;
    }
    CHECK(jammed > 10000);
    CHECK(jammed < 90000);
}

TEST_CASE("Friction at rest above that of sliding holds a node that sticks, and not one that "
          "slides",
          "[contact]")
{
    // Ann = Att = 1, no coupling: P = 1; sticking needs |Q| = 0.5, sliding forward leaves a slip of
    // 0.2: both are solutions, and the state of the last step decides.
    const NodeStep n{1, 0, 0, 1, -1, 0.5, 0.3, 0.6};
    CHECK(solve(n, State::stuck).state == State::stuck);
    CHECK(solve(n, State::stuck).Q == -0.5);
    CHECK(solve(n, State::none).state == State::stuck);
    const NodeForces slides = solve(n, State::sliding);
    CHECK(slides.state == State::sliding);
    CHECK(slides.Q == -0.3);
    CHECK(solve({1, 0, 0, 1, -1, 0.7, 0.3, 0.6}, State::stuck).state == State::sliding);
    CHECK(solve({1, 0, 0, 1, -1, 0.2, 0.3, 0.6}, State::sliding).state == State::stuck);
}

TEST_CASE("The limits of a block ahead of which its contact trails are those of Painleve",
          "[contact]")
{
    // docs/theory/substructures.md, section 7: m = J = x = 1, height 2; Ann = 1/m + x^2/J,
    // Ant = x height / J, Att = 1/m + height^2/J; sliding forward N = 1 / (2 - 2 mu) per unit of
    // closing, backward 1 / (2 + 2 mu); jamming from mu = 1 on.
    auto block = [](double mu, double slip) -> NodeStep { return {2, 2, 2, 5, -1, slip, mu, mu}; };
    for (const double mu : {0.9, 0.99}) {
        CHECK(solve(block(mu, 1e3), State::sliding).P == Approx(1 / (2 - 2 * mu)).epsilon(1e-12));
        CHECK(solve(block(mu, -1e3), State::backward).P == Approx(1 / (2 + 2 * mu)).epsilon(1e-12));
    }
    CHECK(uniqueness_margin(block(1.01, 0)) == Approx(-0.01).epsilon(1e-12));
}

namespace {

// Bodies of random compliance under n nodes, symmetric positive definite of 2 n.
void fill(StickSlipSolver& solver, Eigen::Index n, double mu, Draw& draw)
{
    solver.resize(n);
    Eigen::MatrixXd B(2 * n, 2 * n);
    for (Eigen::Index i = 0; i < 2 * n; ++i)
        for (Eigen::Index j = 0; j < 2 * n; ++j)
            B(i, j) = draw(-1, 1) / static_cast<double>(n);
    const Eigen::MatrixXd A = B * B.transpose() + Eigen::MatrixXd::Identity(2 * n, 2 * n);
    for (Eigen::Index i = 0; i < 2 * n; ++i)
        for (Eigen::Index j = 0; j < 2 * n; ++j)
            solver.A(i, j) = A(i, j);
    for (Eigen::Index k = 0; k < n; ++k) {
        solver.free(2 * k) = draw(-1, 0.3);
        solver.free(2 * k + 1) = draw(-0.4, 0.4);
        const auto i = static_cast<std::size_t>(k);
        solver.mu[i] = solver.mu_rest[i] = mu;
        solver.state[i] = all_states[static_cast<std::size_t>(draw(0, 3.999))];
    }
    solver.force.setZero();
}

// Largest amount by which a condition of the law fails.
double violation(StickSlipSolver& s, Eigen::Index n)
{
    double worst = 0;
    for (Eigen::Index k = 0; k < n; ++k) {
        double gap = s.free(2 * k), slip = s.free(2 * k + 1);
        for (Eigen::Index j = 0; j < 2 * n; ++j) {
            gap += s.A(2 * k, j) * s.force(j);
            slip += s.A(2 * k + 1, j) * s.force(j);
        }
        const double P = s.force(2 * k), Q = s.force(2 * k + 1);
        const double mu = s.mu[static_cast<std::size_t>(k)];
        worst = std::max({worst, -gap, -P, std::abs(Q) - mu * P, std::min(std::abs(gap), P)});
        if (std::abs(slip) > 1e-9) // sliding against its friction at the limit
            worst = std::max(worst, std::abs(Q + mu * P * (slip > 0 ? 1 : -1)));
    }
    return worst;
}

} // namespace

TEST_CASE("Several nodes obey the law, whatever states they come from", "[contact]")
{
    // The relaxation ends at changes of 1e-13 of forces of order one.
    Draw draw(3);
    StickSlipSolver solver(21);
    for (const Eigen::Index n : {2, 3, 7, 21})
        for (int k = 0; k < 500; ++k) {
            fill(solver, n, draw(0, 0.8), draw);
            CAPTURE(n, k);
            REQUIRE(solver.solve() == StickSlipOutcome::exact);
            REQUIRE(violation(solver, n) < 1e-10);
            // From their own states they are found again, by the equations alone: to round-off.
            const Eigen::VectorXd before = solver.force.head(2 * n);
            const std::vector<State> states = solver.state;
            REQUIRE(solver.solve() == StickSlipOutcome::exact);
            REQUIRE(solver.state == states);
            REQUIRE((solver.force.head(2 * n) - before).cwiseAbs().maxCoeff() < 1e-11);
        }
}

TEST_CASE("Two stuck nodes of a rigid body share their friction in a way that is not unique",
          "[contact]")
{
    // m = J = 1, feet at (+-1, -1): both move along the track by the same motions. Normal forces
    // and the sum of the friction forces follow from the balance: slip* = -1 / (h^2 m) ... = 0.1.
    StickSlipSolver solver(2);
    solver.resize(2);
    const double x[] = {-1, 1};
    for (Eigen::Index i = 0; i < 2; ++i)
        for (Eigen::Index j = 0; j < 2; ++j) {
            solver.A(2 * i, 2 * j) = 1 + x[i] * x[j];
            solver.A(2 * i, 2 * j + 1) = x[i];
            solver.A(2 * i + 1, 2 * j) = x[j];
            solver.A(2 * i + 1, 2 * j + 1) = 2;
        }
    solver.free << -1, 0.1, -1, 0.1;
    solver.force.setZero();
    solver.mu = solver.mu_rest = {0.5, 0.5};
    solver.state = {State::stuck, State::stuck};
    CHECK(solver.solve() == StickSlipOutcome::not_unique);
    CHECK(solver.state == std::vector<State>{State::stuck, State::stuck});
    // No acceleration: P1 + P2 = 1, Q1 + Q2 = -0.1, moment (P2 - P1) + (Q1 + Q2) = 0.
    CHECK(solver.force(0) + solver.force(2) == Approx(1).epsilon(1e-12));
    CHECK(solver.force(2) - solver.force(0) == Approx(0.1).epsilon(1e-11));
    CHECK(solver.force(1) + solver.force(3) == Approx(-0.1).epsilon(1e-11));
}
