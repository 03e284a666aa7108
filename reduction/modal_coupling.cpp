#include "reduction/modal_coupling.hpp"

#include <cmath>

namespace slideway::reduction {

Matrix modal_damping_matrix(const SparseMatrix& C, const Matrix& Phi)
{
    constexpr double round_off = 1e-14; // of the terms of a sum, and of the modes
    const Matrix D = Phi.transpose() * (C * Phi);
    const Matrix size = Phi.cwiseAbs();
    const Matrix terms = size.transpose() * (C.cwiseAbs() * size);
    return (D.array().abs() > round_off * terms.array()).select(D, 0.0);
}

bool leaves_uncoupled(const Matrix& D)
{
    constexpr double small = 1e-6;
    for (Index j = 0; j < D.cols(); ++j)
        for (Index i = 0; i < D.rows(); ++i)
            if (i != j && std::abs(D(i, j)) > small * std::sqrt(std::abs(D(i, i) * D(j, j))))
                return false;
    return true;
}

} // namespace slideway::reduction
