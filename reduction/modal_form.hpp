#pragma once

#include "base/progress.hpp"
#include "base/types.hpp"

#include <vector>

namespace slideway {
struct SymmetricModes;
}

namespace slideway::fem {
struct Substructure;
}

namespace slideway::reduction {

/// Equations of one body in its undamped modes: q'' + D q' + omega^2 q = Phi^T f, u = Phi
/// q. Damping is classical if it leaves the modes uncoupled; then D = diag(c) is not stored
/// as a matrix.
struct ModalForm {
    Vector omega; ///< m [rad/s], ascending; 0 for rigid motions
    Vector c;     ///< m: diagonal of D, 2 zeta omega of classical damping [1/s]
    Matrix Phi;   ///< n x m, mass-normalised; zero rows at held dofs
    Matrix D;     ///< m x m [1/s]; empty if the damping is classical
    /// m x m [1/s^2]: Phi^T (K_skew + i H) Phi, which adds to omega^2; empty: none. D is stored
    /// then.
    ComplexMatrix S;

    [[nodiscard]] Index n_modes() const { return omega.size(); }
    [[nodiscard]] bool classical() const { return D.size() == 0; }
};

/// Computes all modes of a body (small or reduced) with some dofs held at zero. Damping is
/// classical according to leaves_uncoupled (modal_coupling.hpp). The parts of C and K beside the
/// symmetric ones are in D and S.
/// @throws InputError  a dof without mass; more than max_modal_dofs dofs
/// @throws Interrupted
[[nodiscard]] ModalForm modal_form(const fem::Substructure& s, const std::vector<Index>& held = {},
                                   const Progress& progress = {});

/// Returns the form with damping C in known modes. Phi is that of the modes, except for modes of
/// equal frequency (to 1e-12) with different damping. Every combination of them is a mode, and
/// those are taken that the damping leaves uncoupled, the least damped first.
/// @throws Interrupted
[[nodiscard]] ModalForm damped_form(const SymmetricModes& modes, const SparseMatrix& C,
                                    const Progress& progress = {});

/// Largest size of a body whose modes are all computed; larger ones must be reduced first (dense,
/// n^2 doubles and n^3 operations).
inline constexpr Index max_modal_dofs = 3000;

} // namespace slideway::reduction
