#include "reduction/distributed/mode_search.hpp"

#include "base/interruptible.hpp"
#include "reduction/distributed/own_rows.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace slideway::reduction {

namespace {

// Finds the lowest modes orthogonal to others, from a start vector, to a tolerance.
using ModeSearch = std::function<SymmetricModes(Index count, const MatrixIn& others,
                                                const Vector& start, double tolerance)>;

void add(SymmetricModes& modes, const SymmetricModes& others)
{
    const Index m = modes.omega.size(), more = others.omega.size();
    modes.omega.conservativeResize(m + more);
    modes.omega.tail(more) = others.omega;
    modes.Phi.conservativeResize(Eigen::NoChange, m + more);
    modes.Phi.rightCols(more) = others.Phi;
}

// Returns the `count` lowest of the modes in ascending order.
SymmetricModes lowest_of(const SymmetricModes& modes, Index count)
{
    std::vector<Index> order(static_cast<std::size_t>(modes.omega.size()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&modes](Index a, Index b) -> bool {
        return modes.omega(a) < modes.omega(b);
    });
    order.resize(static_cast<std::size_t>(count));
    return {modes.omega(order), modes.Phi(Eigen::all, order)};
}

// Finds the lowest modes, including those of equal frequency that a search from one start vector
// may miss, for example for several equal parts. Further searches start orthogonal to the modes
// found, until the lowest remaining mode is not below them.
// @param n  number of all modes
// @param start  returns a start vector
SymmetricModes searched(Index count, Index n, const ModeSearch& lowest,
                        const std::function<Vector(Index draw)>& start)
{
    constexpr double exact = 1e-12;
    constexpr double rough = 1e-4;  // detects a mode far above, the usual case
    constexpr double beside = 1e-9; // a mode with the last frequency is no improvement
    const Index n_rows = start(0).size();
    SymmetricModes all = lowest(count, Matrix(n_rows, 0), start(0), exact);
    if (all.omega.size() < count)
        throw std::runtime_error("the eigensolver found " + std::to_string(all.omega.size()) +
                                 " of " + std::to_string(count) + " modes");
    SymmetricModes modes = all;
    for (Index draw = 1; all.omega.size() < n; ++draw) {
        const double last = modes.omega(count - 1);
        const SymmetricModes near = lowest(1, all.Phi, start(draw), rough);
        if (near.omega.size() == 0 || near.omega(0) > (1 + 10 * rough) * last)
            break;
        const SymmetricModes next = lowest(1, all.Phi, near.Phi.col(0), exact);
        if (next.omega.size() == 0 || next.omega(0) >= (1 - beside) * last)
            break;
        add(all, next);
        modes = lowest_of(all, count);
    }
    return modes;
}

// Performs a step of inverse iteration whose residuals are sums of twice the digits, and
// then computes the modes within the span. The frequencies then do not depend on the
// round-off of a factor.
void refine(SymmetricModes& modes, const SpreadOverProcesses& spread, const fem::Substructure& s,
            const ModeProblem& problem)
{
    const auto stiffness_times = [&](const Matrix& x) -> Matrix {
        return spread.careful_product(s.K, x);
    };
    const Matrix loads = spread.product(s.M, modes.Phi);
    Matrix X = loads;
    problem.solve(X);
    for (int pass = 0; pass < 2; ++pass) {
        Matrix left = loads - stiffness_times(X);
        problem.solve(left);
        X += left;
    }
    const Vector scale = modes.omega.cwiseAbs2();
    X = X * scale.asDiagonal(); // approximately unit mass
    const auto symmetric = [](const Matrix& A) -> Matrix { return 0.5 * (A + A.transpose()); };
    const SymmetricModes within = all_modes(symmetric(spread.inner(X, stiffness_times(X))),
                                            symmetric(spread.inner(X, spread.product(s.M, X))));
    modes.omega = within.omega;
    modes.Phi = X * within.Phi;
}

} // namespace

SymmetricModes lowest_modes(const Processes& processes, const SpreadOverProcesses& spread,
                            SpreadSystem& system, const fem::Substructure& s,
                            const ModeProblem& problem, Index count, const Progress& progress)
{
    const fem::Share share = spread.share();
    const Index n = s.n(), n_own = share.size(n);
    const std::vector<Index> moving = own_beside(problem.held, share, n);
    const MatrixRows mass = rows_beside(s.M, problem.held, moving, share);
    const Matrix rigid = taken(problem.rigid, moving);
    const Vector random = scattered(share, n);
    const SolveInPlace inverse = [&](Eigen::Ref<Matrix> b) {
        Matrix f = Matrix::Zero(n_own, b.cols());
        put(b, moving, f);
        problem.solve(f);
        b = taken(f, moving);
    };
    const auto start = [&](Index draw) -> Vector { // in the range of the inverse
        Matrix f = spread.product(s.M, scattered(share, n, draw));
        problem.solve(f);
        return taken(f, moving).col(0);
    };
    const auto go_on = [&]() -> bool {
        const bool own = !progress || progress(0);
        return processes.largest(own ? 0 : 1) == 0;
    };
    const ModeSearch lowest = [&](Index wanted, const MatrixIn& others, const Vector& from,
                                  double tolerance) -> SymmetricModes {
        Matrix beside(rigid.rows(), rigid.cols() + others.cols());
        beside << rigid, others;
        std::optional<SymmetricModes> found =
            system.lowest_modes(mass, wanted, beside, inverse, from, tolerance, go_on);
        if (!found)
            throw Interrupted();
        return *std::move(found);
    };
    const SymmetricModes found = searched(count, problem.n, lowest, start);
    SymmetricModes modes{found.omega, Matrix::Zero(n_own, count)};
    put(found.Phi, moving, modes.Phi);
    refine(modes, spread, s, problem);
    const Matrix product = spread.inner(spread.product(s.M, random), modes.Phi);
    for (Index j = 0; j < count; ++j)
        if (product(0, j) < 0)
            modes.Phi.col(j) = -modes.Phi.col(j);
    return modes;
}

Index vectors_of_modes(Index count)
{
    return std::max(2 * count, count + 15) + 4 * count; // SLEPc's basis, and copies of the modes
}

} // namespace slideway::reduction
