#include "contact/stick_slip.hpp"

#include "contact/complementarity.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace slideway::contact {

namespace {

using Eigen::Index;

// Number of rounds of state changes before nodes are solved one after another.
constexpr int most_rounds = 8;
// Pivots below this fraction of the largest entry are round-off of cancelling entries (rigid
// bodies).
constexpr double singular_pivot = 1e-11;
// Numbers of sweeps of the relaxation; change of forces at which it ends, and the largest accepted
// change, relative to the largest force.
constexpr int few_sweeps = 50, most_sweeps = 500;
constexpr double relaxed = 1e-13, loosely_relaxed = 1e-6;
// A slip below this fraction of the terms of its sum counts as zero; relaxation leaves so much.
constexpr double no_slip = 1e-11;
// Allowed residual of a redundant equation, relative to the largest gap or slip.
constexpr double consistent = 1e-9;

State sliding_along(double sense)
{
    return sense < 0 ? State::backward : State::sliding;
}

// Computes forces for sliding with a given sense of friction. True if the motion has that sense.
bool slide(const NodeStep& n, double sense, NodeForces& forces)
{
    const double a = n.Ann - sense * n.mu * n.Ant;
    if (!(a > 0))
        return false;
    forces.P = -n.gap / a;
    forces.Q = -sense * n.mu * forces.P;
    forces.state = sliding_along(sense);
    return sense * (n.slip + n.Atn * forces.P + n.Att * forces.Q) > 0;
}

} // namespace

double uniqueness_margin(const NodeStep& n)
{
    return std::min((n.Ann - n.mu_rest * std::abs(n.Ant)) / n.Ann,
                    (n.Ann * n.Att - n.Ant * n.Atn) / (n.Ann * n.Att));
}

NodeForces solve(const NodeStep& n, State last)
{
    NodeForces forces;
    if (n.gap >= 0)
        return forces;
    if (slides(last) && slide(n, sense(last), forces))
        return forces;
    const double determinant = n.Ann * n.Att - n.Ant * n.Atn;
    const NodeForces stuck{State::stuck, (n.Ant * n.slip - n.Att * n.gap) / determinant,
                           (n.Atn * n.gap - n.Ann * n.slip) / determinant};
    if (stuck.P > 0 && std::abs(stuck.Q) <= n.mu_rest * stuck.P)
        return stuck;
    const double first = stuck.Q > 0 ? -1 : 1;
    if (slide(n, first, forces) || slide(n, -first, forces))
        return forces;
    (void)slide(n, first, forces); // |Q| = mu P: round-off rejects both states
    return forces;
}

StickSlipSolver::StickSlipSolver(Index most)
    : free(2 * most), force(2 * most), A_(2 * most, 2 * most), work_(2 * most, 2 * most),
      right_(2 * most), last_(2 * most)
{
    for (std::vector<double>* values : {&mu, &mu_rest})
        values->reserve(static_cast<std::size_t>(most));
    state.reserve(static_cast<std::size_t>(most));
    found_.reserve(static_cast<std::size_t>(most));
    unknown_.reserve(static_cast<std::size_t>(2 * most));
    pivot_.reserve(static_cast<std::size_t>(2 * most));
}

void StickSlipSolver::resize(Index n)
{
    n_ = n;
    mu.resize(static_cast<std::size_t>(n));
    mu_rest.resize(static_cast<std::size_t>(n));
    state.resize(static_cast<std::size_t>(n));
}

NodeStep StickSlipSolver::node(Index k) const
{
    const auto i = static_cast<std::size_t>(k);
    return {A_(2 * k, 2 * k),
            A_(2 * k, 2 * k + 1),
            A_(2 * k + 1, 2 * k),
            A_(2 * k + 1, 2 * k + 1),
            free(2 * k),
            free(2 * k + 1),
            mu[i],
            mu_rest[i]};
}

// Solves gap = 0 for all closed nodes and slip = 0 for stuck nodes. Forces that a singular system
// does not determine keep the value of the last step.
StickSlipSolver::System StickSlipSolver::solve_states()
{
    unknown_.clear();
    for (Index k = 0; k < n_; ++k) {
        const State contact_state = state[static_cast<std::size_t>(k)];
        if (contact_state == State::none)
            continue;
        unknown_.push_back(2 * k);
        if (contact_state == State::stuck && mu_rest[static_cast<std::size_t>(k)] > 0)
            unknown_.push_back(2 * k + 1);
    }
    const auto n = static_cast<Index>(unknown_.size());
    double largest = 0, farthest = 0;
    for (Index j = 0; j < n; ++j) {
        const Index column = unknown_[static_cast<std::size_t>(j)];
        const auto k = static_cast<std::size_t>(column / 2);
        const double ratio = slides(state[k]) ? sense(state[k]) * mu[k] : 0;
        for (Index i = 0; i < n; ++i) {
            const Index row = unknown_[static_cast<std::size_t>(i)];
            work_(i, j) = A_(row, column) - (ratio != 0 ? ratio * A_(row, column + 1) : 0);
            largest = std::max(largest, std::abs(work_(i, j)));
        }
        right_(j) = -free(column);
        farthest = std::max(farthest, std::abs(right_(j)));
    }
    force.head(2 * n_).setZero();
    pivot_.clear();
    Index r = 0;                    // rows that are eliminated
    for (Index c = 0; c < n; ++c) { // elimination, rows exchanged for the largest pivot
        Index pivot = r;
        for (Index i = r + 1; i < n; ++i)
            if (std::abs(work_(i, c)) > std::abs(work_(pivot, c)))
                pivot = i;
        if (r == n || !(std::abs(work_(pivot, c)) > singular_pivot * largest)) {
            const Index kept = unknown_[static_cast<std::size_t>(c)];
            force(kept) = last_(kept);
            right_.head(n) -= force(kept) * work_.col(c).head(n);
            continue;
        }
        if (pivot != r) {
            for (Index j = c; j < n; ++j)
                std::swap(work_(r, j), work_(pivot, j));
            std::swap(right_(r), right_(pivot));
        }
        for (Index i = r + 1; i < n; ++i)
            work_(i, c) /= work_(r, c);
        for (Index j = c + 1; j < n; ++j)
            work_.col(j).segment(r + 1, n - r - 1) -=
                work_(r, j) * work_.col(c).segment(r + 1, n - r - 1);
        right_.segment(r + 1, n - r - 1) -= right_(r) * work_.col(c).segment(r + 1, n - r - 1);
        pivot_.push_back(c);
        ++r;
    }
    for (Index i = r; i < n; ++i)
        if (!(std::abs(right_(i)) <= consistent * farthest))
            return System::inconsistent;
    for (Index i = r - 1; i >= 0; --i) {
        const Index c = pivot_[static_cast<std::size_t>(i)];
        right_(i) /= work_(i, c);
        right_.head(i) -= right_(i) * work_.col(c).head(i);
        force(unknown_[static_cast<std::size_t>(c)]) = right_(i);
    }
    for (Index k = 0; k < n_; ++k)
        if (const auto i = static_cast<std::size_t>(k); slides(state[i]))
            force(2 * k + 1) = -sense(state[i]) * mu[i] * force(2 * k);
    return r == n ? System::regular : System::singular;
}

// Changes each state that contradicts its inequality. True if there was one.
// @param at_limit  a node with friction at its limit need not slip
bool StickSlipSolver::change_states(bool at_limit)
{
    bool changed = false;
    for (Index k = 0; k < n_; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const double P = force(2 * k), Q = force(2 * k + 1);
        State next = state[i];
        if (next == State::none) {
            if (free(2 * k) + A_.row(2 * k).head(2 * n_).dot(force.head(2 * n_)) < 0)
                next = State::stuck;
        } else if (!(P > 0)) {
            next = State::none;
        } else if (mu_rest[i] == 0) { // forces do not depend on the sense of sliding
            const double slip =
                free(2 * k + 1) + A_.row(2 * k + 1).head(2 * n_).dot(force.head(2 * n_));
            state[i] = slip == 0 ? State::stuck : sliding_along(slip);
            continue;
        } else if (next == State::stuck) {
            if (std::abs(Q) > mu_rest[i] * P)
                next = sliding_along(-Q);
        } else if (at_limit && does_not_slip(k, consistent)) {
            continue;
        } else if (!(sense(next) * (free(2 * k + 1) +
                                    A_.row(2 * k + 1).head(2 * n_).dot(force.head(2 * n_))) >
                     0)) {
            next = State::stuck;
        }
        changed = changed || next != state[i];
        state[i] = next;
    }
    return changed;
}

// @param part  fraction of the terms of the sum below which a slip counts as zero
bool StickSlipSolver::does_not_slip(Index k, double part) const
{
    const auto terms = A_.row(2 * k + 1).head(2 * n_).transpose().cwiseProduct(force.head(2 * n_));
    const double star = free(2 * k + 1);
    return std::abs(star + terms.sum()) <= part * (std::abs(star) + terms.cwiseAbs().sum());
}

// Sets nodes to stuck if their friction is at its limit but they do not slip.
void StickSlipSolver::hold()
{
    for (Index k = 0; k < n_; ++k)
        if (const auto i = static_cast<std::size_t>(k);
            slides(state[i]) && does_not_slip(k, no_slip))
            state[i] = State::stuck;
}

// Verifies the result: if the equations of the final states are regular, their solution is unique.
StickSlipOutcome StickSlipSolver::finish()
{
    hold();
    last_.head(2 * n_) = force.head(2 * n_);
    found_ = state;
    if (solve_states() == System::regular && !change_states())
        return StickSlipOutcome::exact;
    force.head(2 * n_) = last_.head(2 * n_);
    state = found_;
    return StickSlipOutcome::not_unique;
}

// Changes states until they agree with the forces. Undetermined forces keep the value of the last
// step.
StickSlipOutcome StickSlipSolver::keep_undetermined()
{
    for (int round = 0; round < most_rounds; ++round) {
        const System system = solve_states();
        if (system == System::inconsistent)
            break;
        if (!change_states(true)) {
            hold();
            return system == System::regular ? StickSlipOutcome::exact
                                             : StickSlipOutcome::not_unique;
        }
    }
    return StickSlipOutcome::jamming;
}

// Tries all combinations of states, those with stuck nodes first, until one agrees with its forces.
StickSlipOutcome StickSlipSolver::try_all_states()
{
    constexpr State states[] = {State::stuck, State::sliding, State::backward, State::none};
    const int n_trials = 1 << (2 * n_);
    for (int trial = 0; trial < n_trials; ++trial) {
        for (Index k = 0; k < n_; ++k)
            state[static_cast<std::size_t>(k)] = states[(trial >> (2 * k)) & 3];
        const System system = solve_states();
        if (system == System::inconsistent || change_states(true))
            continue;
        hold();
        return system == System::regular ? StickSlipOutcome::exact : StickSlipOutcome::not_unique;
    }
    return StickSlipOutcome::jamming;
}

StickSlipOutcome StickSlipSolver::relax(int sweeps)
{
    double change = 0, largest = 0;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        change = largest = 0;
        for (Index k = 0; k < n_; ++k) {
            const auto i = static_cast<std::size_t>(k);
            NodeStep one = node(k);
            const double P = force(2 * k), Q = force(2 * k + 1);
            force.segment<2>(2 * k).setZero();
            one.gap += A_.row(2 * k).head(2 * n_).dot(force.head(2 * n_));
            one.slip += A_.row(2 * k + 1).head(2 * n_).dot(force.head(2 * n_));
            const NodeForces found = contact::solve(one, state[i]);
            state[i] = found.state;
            force(2 * k) = found.P;
            force(2 * k + 1) = found.Q;
            change = std::max({change, std::abs(found.P - P), std::abs(found.Q - Q)});
            largest = std::max({largest, found.P, std::abs(found.Q)});
        }
        if (change <= relaxed * largest)
            return finish();
    }
    return change <= loosely_relaxed * largest ? StickSlipOutcome::loose
                                               : StickSlipOutcome::jamming;
}

// Forces of all nodes by complementary pivots. Each node has P and, with friction, the parts of Q
// along and against the segment and the speed of slip: Stewart & Trinkle, Int. J. Numer. Methods
// Eng. 39, 1996. A force of friction at rest above that of sliding does not count.
StickSlipOutcome StickSlipSolver::pivot()
{
    const double a = A_.topLeftCorner(2 * n_, 2 * n_).diagonal().cwiseAbs().maxCoeff(),
                 length = free.head(2 * n_).cwiseAbs().maxCoeff();
    struct Row {
        Index entry; // row of A_; a speed has that of P
        double sign; // sign of the force along that row; 0: a speed
        Index node;
    };
    std::vector<Row> rows; // of each node: P and, with friction, Q > 0, Q < 0, speed
    for (Index k = 0; k < n_; ++k) {
        rows.push_back({2 * k, 1, k});
        if (mu[static_cast<std::size_t>(k)] > 0)
            rows.insert(rows.end(), {{2 * k + 1, 1, k}, {2 * k + 1, -1, k}, {2 * k, 0, k}});
    }
    const auto n = static_cast<Index>(rows.size());
    Eigen::MatrixXd M(n, n);
    Eigen::VectorXd q(n);
    for (Index i = 0; i < n; ++i) {
        const Row& row_i = rows[static_cast<std::size_t>(i)];
        q(i) = row_i.sign * free(row_i.entry) / length;
        for (Index j = 0; j < n; ++j) {
            const Row& row_j = rows[static_cast<std::size_t>(j)];
            const bool along = row_i.entry % 2 == 1,
                       moves = row_j.entry % 2 == 1; // of friction
            if (row_i.sign != 0 && row_j.sign != 0)
                M(i, j) = row_i.sign * row_j.sign * A_(row_i.entry, row_j.entry) / a;
            else if (row_i.node != row_j.node || (row_i.sign == 0 && row_j.sign == 0))
                M(i, j) = 0;
            else if (row_j.sign == 0)
                M(i, j) = along ? 1 : 0;
            else
                M(i, j) = moves ? -1 : mu[static_cast<std::size_t>(row_i.node)];
        }
    }
    const std::optional<Eigen::VectorXd> z = complementary_pivots(M, q);
    if (!z)
        return StickSlipOutcome::jamming;
    force.head(2 * n_).setZero();
    std::fill(state.begin(), state.end(), State::none);
    for (Index i = 0; i < n; ++i) {
        const Row& row = rows[static_cast<std::size_t>(i)];
        const auto k = static_cast<std::size_t>(row.node);
        force(row.entry) += row.sign * (*z)(i)*length / a;
        if (row.entry % 2 == 0 && row.sign != 0 && (*z)(i) > 0)
            state[k] = State::stuck;
        if (row.sign == 0 && (*z)(i) > 0 && state[k] == State::stuck)
            state[k] = sliding_along(-force(2 * row.node + 1));
    }
    return finish();
}

StickSlipOutcome StickSlipSolver::solve()
{
    for (Index k = 0; k < n_; ++k)
        if (!(uniqueness_margin(node(k)) > 0))
            return StickSlipOutcome::jamming;
    if (n_ == 1) {
        const NodeForces found = contact::solve(node(0), state[0]);
        state[0] = found.state;
        force(0) = found.P;
        force(1) = found.Q;
        return StickSlipOutcome::exact;
    }
    // The relaxation starts from the forces of the last step.
    last_.head(2 * n_) = force.head(2 * n_);
    for (int round = 0; round < most_rounds; ++round) {
        if (solve_states() != System::regular)
            break;
        if (!change_states())
            return StickSlipOutcome::exact;
    }
    force.head(2 * n_) = last_.head(2 * n_);
    if (const StickSlipOutcome found = relax(few_sweeps);
        found == StickSlipOutcome::exact || found == StickSlipOutcome::not_unique)
        return found;
    constexpr Index few_nodes = 3;
    found_ = state;
    if (const StickSlipOutcome found = n_ <= few_nodes ? try_all_states() : keep_undetermined();
        found != StickSlipOutcome::jamming)
        return found;
    state = found_;
    force.head(2 * n_) = last_.head(2 * n_);
    const StickSlipOutcome relaxed_more = relax(most_sweeps);
    return relaxed_more == StickSlipOutcome::jamming ? pivot() : relaxed_more;
}

} // namespace slideway::contact
