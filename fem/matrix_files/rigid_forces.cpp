#include "fem/matrix_files/rigid_forces.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"

#include <cmath>
#include <cstddef>

namespace slideway::fem {

namespace {

constexpr Index largest_released = 1500; // dofs; the result is dense

struct RigidForce {
    double worst = 0; ///< force against a rigid motion, relative to |A| |r| of its row
    Index dof = -1, motion = -1;
};

// Returns the largest force above `least`.
RigidForce largest_force(const SparseMatrix& A, const Matrix& rigid, double least)
{
    Matrix force = Matrix::Zero(rigid.rows(), rigid.cols()), size = force; // A R and |A| |R|
    for (Index j = 0; j < A.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
            force.row(it.row()) += it.value() * rigid.row(j);
            size.row(it.row()) += std::abs(it.value()) * rigid.row(j).cwiseAbs();
        }
    RigidForce found{least, -1, -1};
    for (Index k = 0; k < force.cols(); ++k)
        for (Index i = 0; i < force.rows(); ++i)
            if (std::abs(force(i, k)) > found.worst * size(i, k))
                found = {std::abs(force(i, k)) / size(i, k), i, k};
    return found;
}

} // namespace

std::string rigid_force_note(const Substructure& s)
{
    const auto [worst, dof, motion] = largest_force(s.K, s.rigid, rigid_round_off);
    if (dof < 0)
        return "";
    return s.rigid_names[static_cast<std::size_t>(motion)] + " meets a force at " +
           dof_name(s, dof) + ", " + number_text(worst, 2) +
           " of its stiffness; a free body meets none: it is held in the file, or labels, "
           "positions, units or coordinate systems are wrong";
}

std::string release_rigid_motions(Substructure& s)
{
    constexpr double of_double = 1e-13;
    if (s.rigid.cols() == 0 || s.n() > largest_released || s.n() <= s.rigid.cols())
        return "";
    const Matrix momenta = s.M * s.rigid;
    const SymmetricFactor mass(s.rigid.transpose() * momenta);
    if (!(mass.smallest_pivot() > 0))
        return "";
    double removed = 0;
    for (SparseMatrix* matrix : {&s.K, &s.H}) {
        if (matrix->nonZeros() == 0)
            continue;
        const double worst = largest_force(*matrix, s.rigid, of_double).worst;
        if (worst <= of_double || worst > rigid_round_off)
            continue;
        const auto project = [&](const Matrix& A) -> Matrix { // A P
            return A - (A * s.rigid) * mass.solve(momenta.transpose());
        };
        const Matrix released = project(project(Matrix(*matrix)).transpose());
        *matrix = (0.5 * (released + released.transpose())).sparseView(0, 0);
        removed = std::max(removed, worst);
    }
    return removed == 0 ? ""
                        : "forces against rigid motions, up to " + number_text(removed, 2) +
                              " of the stiffness, are round-off of the file and were removed";
}

} // namespace slideway::fem
