#include "reduction/memory_estimate.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/symmetric_modes.hpp"

#include <algorithm>
#include <cmath>

namespace slideway::reduction {

double reduction_memory(const fem::Substructure& s, const ReductionSize& size)
{
    const auto n = static_cast<double>(s.n());
    const auto r = static_cast<double>(size.n_interface + size.n_modes);
    const double column = 8 * n;
    const double entry = sizeof(double) + sizeof(SparseMatrix::StorageIndex);
    const double K = entry * static_cast<double>(s.K.nonZeros()),
                 M = entry * static_cast<double>(s.M.nonZeros());

    // Successive stages, in addition to the factor and K_ii: CHOLMOD's permuted copy of K_ii and
    // the copy for a factorisation in a detached thread; M_ii and the search for modes; the basis
    // with separate modes and blocks of solutions.
    const double factorising = 2 * K;
    const double searching =
        size.n_modes > 0
            ? M + column * static_cast<double>(lowest_modes_vectors(s.n(), size.n_modes))
            : 0;
    constexpr double solutions = 32 + 8; // a block, and eight columns ordered like the factor
    const double spanning = column * (r + static_cast<double>(size.n_modes) + solutions);

    // M, C, K: dense, then sparse; scaled copies for the condition number and the static errors.
    const double reduced = r * r * (3 * entry + 4 * 8.0);
    return size.factor_bytes + K + std::max({factorising, searching, spanning}) + reduced;
}

double plane_reduction_memory(Index n, Index n_modes)
{
    if (n < 2)
        return 0;
    const auto rows = static_cast<double>(n);
    return rows * (50 * std::log2(rows) + 600 + 24 * static_cast<double>(n_modes));
}

void require_memory(const fem::Substructure& s, const ReductionSize& size, double available)
{
    slideway::require_memory(reduction_memory(s, size),
                             "the reduction of body " + s.name + " (" + std::to_string(s.n()) +
                                 " dofs, " + std::to_string(size.n_interface) +
                                 " interface dofs, " + std::to_string(size.n_modes) + " modes)",
                             "Touch fewer dofs (contacts, motions, loads, boundary), keep fewer "
                             "modes (n_modes), or coarsen the mesh",
                             available);
}

void require_kept_dofs(const fem::Substructure& s, Index n_kept)
{
    if (n_kept == 0)
        throw InputError("body " + s.name +
                         " would keep no dof: no bond, joint, contact, motion, boundary or load on "
                         "a part of it touches it; give n_modes > 0");
}

} // namespace slideway::reduction
