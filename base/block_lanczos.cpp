#include "base/block_lanczos.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/held_stiffness.hpp"
#include "base/interruptible.hpp"
#include "base/sparse.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

namespace slideway {

namespace {

constexpr Index block = 4;          // vectors at a time: one reading of the factor serves them all
constexpr double tolerance = 1e-10; // residual of a mode beside its eigenvalue
constexpr Index doubted = 5;        // blocks that look for what was missed

class Lanczos {
public:
    Lanczos(const SparseMatrix& M, const HeldStiffness& inverse, double sigma, Index count,
            const Progress& progress)
        : M_(M), inverse_(inverse), sigma_(sigma), count_(count), progress_(progress),
          Q_(M.rows(), block_lanczos_dimension(count)), H_(Matrix::Zero(Q_.cols(), Q_.cols()))
    {
    }

    SymmetricModes modes()
    {
        // The eigenvalues of rigid motions, which a shift near zero makes large, are set apart as
        // soon as they are there: LAPACK finds others to the digits of the largest only.
        const Index graded = sigma_ != 0 ? 5 * block : 0;
        begin_anew(0);
        while (true) {
            expand();
            const Index m = first_ + block;
            const bool full = m + block > Q_.cols();
            if (m < next_look_ && m != graded && !full) {
                append(m);
                continue;
            }
            next_look_ = m + std::max(block, count_ / 8);
            const SymmetricEigen ritz = symmetric_eigen(H_.topLeftCorner(m, m));
            if (converged(ritz) == count_) {
                const Vector values = ritz.values.tail(count_);
                if (known_.size() > 0 && (values - known_).norm() <= 1e-8 * values.norm())
                    return found(ritz);
                known_ = values;
                restart(ritz, count_);
                begin_anew(count_);
                next_look_ = count_ + doubted * block;
            } else if (full || m == graded) {
                if (++restarts_ > 1000 || W_.isZero(0))
                    fail(converged(ritz));
                const Index k = full ? count_ + 2 * block : m;
                Matrix coupling =
                    R_ * ritz.vectors.rightCols(k).bottomRows(block).rowwise().reverse();
                for (Index j = 0; j < k; ++j)
                    if (coupling.col(j).norm() <= 1e-15 * ritz.values(m - 1 - j))
                        coupling.col(j).setZero();
                restart(ritz, k);
                H_.block(k, 0, block, k) = coupling;
                H_.block(0, k, k, block) = coupling.transpose();
                begin(k, 0);
            } else {
                append(m);
            }
        }
    }

private:
    const SparseMatrix& M_;
    const HeldStiffness& inverse_;
    const double sigma_;
    const Index count_;
    const Progress& progress_;
    Matrix Q_;          ///< basis, M-orthonormal
    Matrix H_;          ///< Q^T M A Q of A = scale (K - sigma M)^-1 M, as far as it is known
    double scale_ = 0;  ///< such that A is of the size of one, far from where squares underflow
    Index first_ = 0;   ///< of the last block in Q
    Index coupled_ = 0; ///< A of the last block has a share in the vectors from here on
    Matrix W_, MW_, R_; ///< A Q = Q H + W R for the last block; M W
    Vector known_;      ///< largest eigenvalues, as they converged last
    Index next_look_ = 0, restarts_ = 0;
    std::minstd_rand random_{1};

    [[noreturn]] void fail(Index converged) const
    {
        throw std::runtime_error("the eigensolver found " + std::to_string(converged) + " of " +
                                 std::to_string(count_) + " modes");
    }

    // In the range of A, smooth and at rest where rows are held.
    Matrix random_block()
    {
        std::uniform_real_distribution<double> uniform(-1, 1);
        Matrix X(M_.rows(), block);
        for (double& value : X.reshaped())
            value = uniform(random_);
        Matrix loads;
        set_symmetric_product(M_, X, loads);
        inverse_.solve_in_place(loads);
        return loads;
    }

    // A random block behind the first m vectors, to which A couples it by round-off alone.
    void begin_anew(Index m)
    {
        W_ = random_block();
        orthonormalise(m, 0);
        begin(m, m);
    }

    void begin(Index m, Index coupled)
    {
        Q_.middleCols(m, block) = W_;
        first_ = m;
        coupled_ = coupled;
    }

    void append(Index m)
    {
        H_.block(m, first_, block, block) = R_;
        H_.block(first_, m, block, block) = R_.transpose();
        begin(m, first_);
    }

    void expand()
    {
        ask(progress_);
        W_ = MW_;
        inverse_.solve_in_place(W_);
        Matrix own = Matrix::Zero(block, block);
        add_transposed_product(1, MW_, W_, own);
        if (scale_ == 0) {
            scale_ = 1 / own.diagonal().maxCoeff();
            if (!std::isfinite(scale_))
                fail(0);
        }
        W_ *= scale_;
        H_.block(first_, first_, block, block) = 0.5 * scale_ * (own + own.transpose());
        const Index n = first_ + block - coupled_;
        const Matrix known = H_.block(coupled_, first_, n, block);
        add_product(-1, Q_.middleCols(coupled_, n), known, W_);
        orthonormalise(first_ + block, known.norm());
    }

    // W R = W less its share in the first m vectors of Q, with W^T M W = I. By the recurrence the
    // share is round-off: one pass will do, but where little of W is left. A vector of which
    // nothing is left beside `size`, that of W before, is drawn anew; it is zero where M sees no
    // more.
    void orthonormalise(Index m, double size)
    {
        constexpr double round_off = 1e-12, ill_conditioned = 1e-4, nothing = 1e-14;
        R_ = Matrix::Identity(block, block);
        for (int pass = 0; pass < 8; ++pass) {
            set_symmetric_product(M_, W_, MW_);
            Matrix share = Matrix::Zero(m, block), gram = Matrix::Zero(block, block);
            add_transposed_product(1, Q_.leftCols(m), MW_, share);
            add_product(-1, Q_.leftCols(m), share, W_);
            add_transposed_product(1, W_, MW_, gram);
            Vector D = gram.diagonal().cwiseMax(0).cwiseSqrt();
            Index n_zero = 0;
            for (Index j = 0; j < block; ++j)
                if (D(j) <= nothing * std::max(pass == 0 ? size : 0.0, share.col(j).norm())) {
                    D(j) = 0;
                    ++n_zero;
                }
            if (pass == 0 && n_zero > 0) {
                const Matrix anew = random_block();
                for (Index j = 0; j < block; ++j)
                    if (D(j) == 0) {
                        W_.col(j) = anew.col(j);
                        R_.col(j).setZero();
                    }
                continue;
            }
            const Vector D_inv = (D.array() > 0).select(D.cwiseInverse(), 0.0);
            const SymmetricEigen parts = symmetric_eigen(
                0.5 * D_inv.asDiagonal() * (gram + gram.transpose()) * D_inv.asDiagonal());
            const double largest = parts.values(block - 1);
            while (pass > 1 && n_zero < block && parts.values(n_zero) <= nothing * largest)
                ++n_zero; // depends on the others, twice enlarged
            Vector root = parts.values.cwiseMax(1e-15 * largest).cwiseSqrt();
            root.head(n_zero).setZero();
            const Vector root_inv = (root.array() > 0).select(root.cwiseInverse(), 0.0);
            const Matrix B = D_inv.asDiagonal() * parts.vectors * root_inv.asDiagonal();
            R_ = (root.asDiagonal() * parts.vectors.transpose() * D.asDiagonal() * R_).eval();
            multiply_columns(W_, B);
            multiply_columns(MW_, B);
            if (n_zero >= block || (parts.values(n_zero) > ill_conditioned * largest &&
                                    (share * D_inv.asDiagonal()).cwiseAbs().sum() < round_off))
                return;
        }
        fail(0);
    }

    [[nodiscard]] Index converged(const SymmetricEigen& ritz) const
    {
        const Index m = ritz.values.size();
        Index n = 0;
        while (n < std::min(count_, m)) {
            const double value = ritz.values(m - 1 - n);
            const double residual = (R_ * ritz.vectors.col(m - 1 - n).tail(block)).norm();
            if (!(value > 0 && residual <= tolerance * value))
                break;
            ++n;
        }
        return n;
    }

    // Q becomes the k Ritz vectors of the largest values, those first: LAPACK finds small
    // eigenvalues behind large ones, which are not coupled to them, to their own digits.
    void restart(const SymmetricEigen& ritz, Index k)
    {
        multiply_columns(Q_.leftCols(ritz.values.size()),
                         ritz.vectors.rightCols(k).rowwise().reverse());
        H_.setZero();
        H_.diagonal().head(k) = ritz.values.tail(k).reverse();
    }

    SymmetricModes found(const SymmetricEigen& ritz)
    {
        multiply_columns(Q_.leftCols(ritz.values.size()),
                         ritz.vectors.rightCols(count_).rowwise().reverse());
        const Vector squares =
            (sigma_ + scale_ / ritz.values.tail(count_).reverse().array()).max(0.0);
        SymmetricModes modes{squares.cwiseSqrt(), Matrix()};
        Q_.conservativeResize(Eigen::NoChange, count_);
        modes.Phi = std::move(Q_);
        Matrix M_Phi;
        set_symmetric_product(M_, modes.Phi, M_Phi);
        for (Index j = 0; j < count_; ++j)
            modes.Phi.col(j) /= std::sqrt(modes.Phi.col(j).dot(M_Phi.col(j)));
        return modes;
    }
};

} // namespace

Index block_lanczos_dimension(Index count)
{
    return 2 * count + 10 * block;
}

SymmetricModes block_lanczos_modes(const SparseMatrix& M, const HeldStiffness& inverse,
                                   double sigma, Index count, const Progress& progress)
{
    return Lanczos(M, inverse, sigma, count, progress).modes();
}

} // namespace slideway
