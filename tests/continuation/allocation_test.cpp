#include "problems.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <vector>

// Replaces malloc, which the GNU C library permits. All allocations of Eigen and operator
// new call it.
namespace {
bool counting = false;
long long allocations = 0;
} // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* malloc(std::size_t size)
{
    allocations += counting;
    return __libc_malloc(size);
}
}

using namespace slideway;
using namespace slideway::continuation;

TEST_CASE("Steps along a branch do not allocate", "[continuation]")
{
    // Six cubic springs with a sine load and monitors, without events.
    const Index n = 6;
    Problem problem;
    int calls = 0;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        // counts from the steps after the first ones until long before the last
        counting = ++calls > 40 && calls < 300;
        out.F_x.setZero();
        for (Index i = 0; i < n; ++i) {
            out.F(i) = x(i) + x(i) * x(i) * x(i) + 0.1 * x((i + 1) % n) - p;
            out.F_x(i, i) += 1 + 3 * x(i) * x(i);
            out.F_x(i, (i + 1) % n) += 0.1;
            out.F_p(i) = -1;
        }
        return true;
    };
    Monitor sum{"sum", [](const Solution& solution) { return solution.x.sum() + 1; }};
    sum.zeros = sum.maxima = true;
    sum.max_change = 10;
    problem.monitors = {sum};
    Options options;
    options.max_points = 200;
    const Branch branch = trace(problem, {Vector::Zero(n), 0}, options);
    counting = false;
    CHECK(branch.n_points() == 200);
    CHECK(calls > 300);
    CHECK(allocations == 0);
    allocations = 0; // the counter works
    counting = true;
    const Matrix A = Matrix::Zero(30, 30);
    const std::vector<double> v(100, A.sum());
    counting = false;
    CHECK(allocations == 2);
}
