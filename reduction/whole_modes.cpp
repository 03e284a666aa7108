#include "reduction/whole_modes.hpp"

#include <algorithm>

namespace slideway::reduction {

Index whole_count(const Vector& omega, Index count)
{
    constexpr double equal_frequency = 1e-9; // relative difference
    Index whole = std::min(count, omega.size());
    while (whole > 0 && whole < omega.size() && omega(whole) > 0 &&
           omega(whole) - omega(whole - 1) <= equal_frequency * omega(whole))
        ++whole;
    return whole;
}

SymmetricModes whole_modes(const SparseMatrix& K, const SparseMatrix& M, Index count,
                           const HeldStiffness* stiffness, const Progress& progress)
{
    const Index n = K.rows(), n_massive = (M.diagonal().array() > 0).count();
    for (Index more = 1;; more *= 2) {
        Index wanted = std::min(count + more, n_massive);
        // Dofs without mass have no part in a computation of all modes.
        if (wanted <= count || (n_massive < n && needs_all_modes(n, wanted)))
            wanted = count;
        SymmetricModes modes = lowest_modes(K, M, wanted, stiffness, progress);
        const Index whole = whole_count(modes.omega, count);
        if (whole < modes.omega.size() || wanted < count + more)
            return {modes.omega.head(whole).eval(), modes.Phi.leftCols(whole).eval()};
    }
}

} // namespace slideway::reduction
