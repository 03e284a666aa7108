#include "fem/matrix_files/rigid_forces.hpp"

#include "base/text.hpp"
#include "fem/massless.hpp"

#include <cmath>
#include <cstddef>

namespace slideway::fem {

std::string rigid_force_note(const Substructure& s)
{
    Matrix force = Matrix::Zero(s.n(), s.rigid.cols()), size = force; // K R and |K| |R|
    for (Index j = 0; j < s.K.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(s.K, j); it; ++it) {
            force.row(it.row()) += it.value() * s.rigid.row(j);
            size.row(it.row()) += std::abs(it.value()) * s.rigid.row(j).cwiseAbs();
        }
    double worst = rigid_round_off;
    Index dof = -1, motion = -1;
    for (Index k = 0; k < force.cols(); ++k)
        for (Index i = 0; i < force.rows(); ++i)
            if (std::abs(force(i, k)) > worst * size(i, k)) {
                worst = std::abs(force(i, k)) / size(i, k);
                dof = i;
                motion = k;
            }
    if (dof < 0)
        return "";
    return s.rigid_names[static_cast<std::size_t>(motion)] + " meets a force at " +
           dof_name(s, dof) + ", " + number_text(worst, 2) +
           " of its stiffness; a free body meets none: it is held in the file, or labels, "
           "positions, units or coordinate systems are wrong";
}

} // namespace slideway::fem
