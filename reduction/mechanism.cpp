#include "reduction/mechanism.hpp"

#include "base/sparse.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"

#include <Eigen/SVD>

namespace slideway::reduction {

std::string free_motions(const fem::Substructure& s, const std::vector<Index>& held)
{
    const std::vector<Index> free = complement(s.n(), held);
    if (free.empty())
        return "";
    const SparseMatrix K_ff = submatrix(s.K, free, free);
    if (SparseCholesky(K_ff).positive_definite())
        return "";

    // Combinations c of the rigid motions that leave the held dofs at rest and carry no force.
    const Index n_rigid = s.rigid.cols();
    if (n_rigid > 0) {
        const double scale = s.K.diagonal().cwiseAbs().maxCoeff();
        Matrix residual(s.n() + static_cast<Index>(held.size()), n_rigid);
        residual.topRows(s.n()) = s.K * s.rigid / scale;
        for (std::size_t h = 0; h < held.size(); ++h)
            residual.row(s.n() + static_cast<Index>(h)) = s.rigid.row(held[h]);
        const Vector size = s.rigid.colwise().norm();
        residual = residual * size.cwiseInverse().asDiagonal();
        const Eigen::JacobiSVD<Matrix> svd(residual, Eigen::ComputeThinU | Eigen::ComputeFullV);

        std::vector<std::string> motions;
        for (Index k = 0; k < n_rigid; ++k) {
            if (k < svd.singularValues().size() && svd.singularValues()(k) > 1e-7)
                continue;
            std::string motion;
            for (Index r = 0; r < n_rigid; ++r)
                if (std::abs(svd.matrixV()(r, k)) > 1e-3)
                    motion += (motion.empty() ? "" : " with ") + s.rigid_names[static_cast<std::size_t>(r)];
            motions.push_back(motion);
        }
        if (!motions.empty())
            return join(motions);
    }
    return "an internal mechanism (a part of the body is held by no spring, or meshes are not joined)";
}

} // namespace slideway::reduction
