#include "contact/bounded_forces.hpp"

#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace slideway::contact {

namespace {

// Tolerance of the condition of a row, relative to the terms of the row. Without it, pivoting may
// cycle: of 2000 random problems with forces at their bounds, no acceleration and condition number
// 1e9, 237 cycled with 0, 10 with 1e-15, 1 with 1e-14, none from 1e-13 on. At 1e-8 forces are
// wrong.
constexpr double satisfied = 1e-12;

// Computes f and a for a pattern of states: 0 free, +1 at high, -1 at low.
void solve_pattern(const MatrixIn& G, const VectorIn& b, const VectorIn& low, const VectorIn& high,
                   const std::vector<int>& numbers, BoundedForces& x)
{
    std::vector<Index> free;
    for (Index i = 0; i < b.size(); ++i) {
        const int side = numbers[static_cast<std::size_t>(i)];
        x.f(i) = side > 0 ? high(i) : side < 0 ? low(i) : 0.0;
        if (side == 0)
            free.push_back(i);
    }
    if (!free.empty()) {
        const Vector rest = b - G * x.f;
        const Vector held = Cholesky(G(free, free)).solve(rest(free));
        x.f(free) = held;
    }
    x.a = b - G * x.f;
    x.a(free).setZero();
}

} // namespace

// Murty's least-index principal pivoting terminates for every positive definite G.
BoundedForces bounded_forces(const MatrixIn& G, const VectorIn& b, const VectorIn& low,
                             const VectorIn& high)
{
    const Index n = b.size();
    BoundedForces x{Vector::Zero(n), Vector::Zero(n)};
    if (n == 1) {
        x.f(0) = std::clamp(b(0) / G(0, 0), low(0), high(0));
        x.a(0) = x.f(0) == b(0) / G(0, 0) ? 0 : b(0) - G(0, 0) * x.f(0);
        return x;
    }
    std::vector<int> numbers(static_cast<std::size_t>(n), 0);
    const long long most = 1000 + 100LL * n * n;
    for (long long pivot = 0; pivot < most; ++pivot) {
        solve_pattern(G, b, low, high, numbers, x);
        Index wrong = -1;
        for (Index i = 0; i < n && wrong < 0; ++i) {
            int& side = numbers[static_cast<std::size_t>(i)];
            const double slack =
                satisfied * (std::abs(b(i)) + G.row(i).cwiseAbs().dot(x.f.cwiseAbs()));
            if (side == 0 && x.f(i) > high(i) + slack / G(i, i))
                side = 1;
            else if (side == 0 && x.f(i) < low(i) - slack / G(i, i))
                side = -1;
            else if (side != 0 && side * x.a(i) < -slack)
                side = 0;
            else
                continue;
            wrong = i;
        }
        if (wrong < 0)
            return x;
    }
    throw std::runtime_error("the accelerations of the contacts were not found");
}

} // namespace slideway::contact
