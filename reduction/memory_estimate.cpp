#include "reduction/memory_estimate.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"

#include <algorithm>

namespace slideway::reduction {

double reduction_memory(const fem::Substructure& s, const ReductionSize& size)
{
    const auto n = static_cast<double>(s.n());
    const auto r = static_cast<double>(size.n_interface + size.n_modes);
    const double column = 8 * n;
    const double basis = column * r;

    // K_ii and M_ii; CHOLMOD's permuted copy of the former while it factorises, and the copy that a
    // factorisation owns which can be left.
    const double entry = sizeof(double) + sizeof(SparseMatrix::StorageIndex);
    const double matrices =
        entry * (3 * static_cast<double>(s.K.nonZeros()) + static_cast<double>(s.M.nonZeros()));

    const double block = static_cast<double>(congruence_columns);
    const double solutions = 2 * block * column; // right-hand sides and CHOLMOD's workspace
    const double lanczos =
        column * static_cast<double>(lowest_modes_vectors(s.n(), std::max<Index>(1, size.n_modes)));
    const double product = block * column;
    const double working = std::max({solutions, size.n_modes > 0 ? lanczos : 0.0, product});

    // M, C, K: dense, then sparse; scaled copies for the condition and the static errors.
    const double reduced = r * r * (3 * entry + 4 * 8.0);
    return basis + size.factor_bytes + matrices + working + reduced;
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
                         " would keep no dof: no contact, motion, load or boundary touches it");
}

} // namespace slideway::reduction
