#include "reduction/modal_form.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "base/symmetric_modes.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "fem/substructure.hpp"
#include "reduction/modal_coupling.hpp"

namespace slideway::reduction {

ModalForm damped_form(const SymmetricModes& modes, const SparseMatrix& C, const Progress& progress)
{
    Matrix D = modal_damping_matrix(C, modes.Phi, progress);
    const Vector c = D.diagonal();
    if (leaves_uncoupled(D))
        D.resize(0, 0);
    return {modes.omega, c, modes.Phi, D};
}

ModalForm modal_form(const fem::Substructure& s, const std::vector<Index>& held,
                     const Progress& progress)
{
    const std::vector<Index> free = complement(s.n(), held);
    const auto m = static_cast<Index>(free.size());
    if (m > max_modal_dofs)
        throw InputError(
            "body " + s.name + " has " + std::to_string(m) +
            " dofs; all its modes are needed here and would take " +
            number_text(3.0 * 8e-9 * static_cast<double>(m) * static_cast<double>(m), 2) +
            " GB. Give it a reduction (at most " + std::to_string(max_modal_dofs) +
            " dofs go without)");

    const SymmetricModes modes = fem::modes_of(
        s,
        [&]() -> SymmetricModes {
            return all_modes(Matrix(submatrix(s.K, free, free)), Matrix(submatrix(s.M, free, free)),
                             progress);
        },
        &free);

    ModalForm form = damped_form(modes, submatrix(s.C, free, free), progress);
    Matrix Phi = Matrix::Zero(s.n(), m);
    for (Index r = 0; r < m; ++r)
        Phi.row(free[static_cast<std::size_t>(r)]) = modes.Phi.row(r);
    form.Phi = std::move(Phi);
    return form;
}

} // namespace slideway::reduction
