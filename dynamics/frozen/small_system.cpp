#include "dynamics/frozen/small_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

bool solve_in_place(std::vector<Complex>& A, std::vector<Complex>& b, Index n, Index n_rhs)
{
    auto a = [&A, n](Index i, Index j) -> Complex& {
        return A[static_cast<std::size_t>(i * n + j)];
    };
    auto rhs = [&b, n_rhs](Index i, Index j) -> Complex& {
        return b[static_cast<std::size_t>(i * n_rhs + j)];
    };
    for (Index i = 0; i < n; ++i) {
        double largest = 0;
        for (Index j = 0; j < n; ++j)
            largest = std::max({largest, std::abs(a(i, j).real()), std::abs(a(i, j).imag())});
        if (!(largest > 0) || !std::isfinite(largest))
            return false;
        for (Index j = 0; j < n; ++j)
            a(i, j) /= largest;
        for (Index j = 0; j < n_rhs; ++j)
            rhs(i, j) /= largest;
    }
    for (Index k = 0; k < n; ++k) {
        Index pivot = k;
        for (Index i = k + 1; i < n; ++i)
            if (std::norm(a(i, k)) > std::norm(a(pivot, k)))
                pivot = i;
        if (!(std::norm(a(pivot, k)) > 1e-290))
            return false;
        if (pivot != k) {
            for (Index j = k; j < n; ++j)
                std::swap(a(k, j), a(pivot, j));
            for (Index j = 0; j < n_rhs; ++j)
                std::swap(rhs(k, j), rhs(pivot, j));
        }
        for (Index i = k + 1; i < n; ++i) {
            const Complex factor = over(a(i, k), a(k, k));
            for (Index j = k + 1; j < n; ++j)
                a(i, j) -= times(factor, a(k, j));
            for (Index j = 0; j < n_rhs; ++j)
                rhs(i, j) -= times(factor, rhs(k, j));
        }
    }
    for (Index k = n; k-- > 0;)
        for (Index j = 0; j < n_rhs; ++j) {
            for (Index i = k + 1; i < n; ++i)
                rhs(k, j) -= times(a(k, i), rhs(i, j));
            rhs(k, j) = over(rhs(k, j), a(k, k));
        }
    return true;
}

} // namespace slideway::dynamics
