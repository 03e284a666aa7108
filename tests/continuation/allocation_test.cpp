#include "problems.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <vector>

// Every way to the heap that Eigen and operator new take passes here: the GNU C library lets a
// program replace malloc.
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
    // Six cubic springs on a sine load, with monitors; no event in between.
    const Index n = 6;
    Problem problem;
    int calls = 0;
    problem.evaluate = [&](const Vector& x, double p, Equations& out) -> bool {
        // From the steps after the first ones to long before the last.
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
    Monitor sum{"sum", [](const Solution& at) { return at.x.sum() + 1; }};
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
    allocations = 0; // the counter counts
    counting = true;
    const Matrix A = Matrix::Zero(30, 30);
    const std::vector<double> v(100, A.sum());
    counting = false;
    CHECK(allocations == 2);
}
