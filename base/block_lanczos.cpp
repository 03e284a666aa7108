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

constexpr Index block = 4;               // vectors at a time; one reading of the factor serves all
constexpr double tolerance = 1e-10;      // residual of a mode relative to its eigenvalue
constexpr Index verification_blocks = 5; // smallest number of blocks that search for missed modes

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
        begin_anew(0);
        return found(search());
    }

    // True if modes are missing among these.
    bool finds_more(const SymmetricModes& modes)
    {
        const Vector values = (modes.omega.array().square() - sigma_).inverse();
        scale_ = 1 / values(0);
        Q_.leftCols(count_) = modes.Phi;
        H_.diagonal().head(count_) = scale_ * values;
        const Vector known = scale_ * values.reverse();
        begin_verification(known);
        return !same(search().values.tail(count_), known);
    }

private:
    const SparseMatrix& M_;
    const HeldStiffness& inverse_;
    const double sigma_;
    const Index count_;
    const Progress& progress_;
    Matrix Q_;          ///< basis, M-orthonormal
    Matrix H_;          ///< Q^T M A Q of A = scale (K - sigma M)^-1 M, as far as known
    double scale_ = 0;  ///< makes A of the order of one, so that squares do not underflow
    Index first_ = 0;   ///< column of Q where the last block begins
    Index coupled_ = 0; ///< first column of Q to which A couples the last block
    Matrix W_, MW_, R_; ///< A Q = Q H + W R for the last block; M W
    Vector known_;      ///< largest eigenvalues at the last convergence
    Index next_look_ = 0, restarts_ = 0;
    std::minstd_rand random_{1};

    // Iterates until the largest eigenvalues have converged and no other is as large.
    SymmetricEigen search()
    {
        // A shift near zero makes the eigenvalues of rigid motions large. They are separated
        // as soon as they exist, because LAPACK computes the others only to the digits of
        // the largest one.
        const Index graded = sigma_ != 0 ? 5 * block : 0;
        while (true) {
            expand();
            const Index m = first_ + block;
            const bool full = m + block > Q_.cols();
            if (m < next_look_ && m != graded && !full) {
                append(m);
                continue;
            }
            next_look_ = m + std::max(block, count_ / 8);
            SymmetricEigen ritz = symmetric_eigen(H_.topLeftCorner(m, m));
            const bool all = converged(ritz) == count_;
            const bool verified = all && same(ritz.values.tail(count_), known_);
            if (verified && others_are_smaller(ritz))
                return ritz;
            if (all && !verified) {
                restart(ritz, count_);
                begin_verification(ritz.values.tail(count_));
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

    // Starts a search for eigenvectors orthogonal to those in Q. Largest eigenvalues: `known`.
    void begin_verification(const Vector& known)
    {
        known_ = known;
        begin_anew(count_);
        next_look_ = count_ + verification_blocks * block;
    }

    static bool same(const Vector& values, const Vector& known)
    {
        return known.size() > 0 && ((values - known).array().abs() <= 1e-8 * values.array()).all();
    }

    // True if the largest of the other eigenvalues is below the `count` largest. It may exceed the
    // last of them by a difference in frequency of 1e-6.
    [[nodiscard]] bool others_are_smaller(const SymmetricEigen& ritz) const
    {
        const Index next = ritz.values.size() - 1 - count_;
        return next < 0 ||
               ritz.values(next) + residual(ritz, next) <= (1 + 2e-6) * ritz.values(next + 1);
    }

    [[noreturn]] void fail(Index converged) const
    {
        throw std::runtime_error("the eigensolver found " + std::to_string(converged) + " of " +
                                 std::to_string(count_) + " modes");
    }

    // Random block in the range of A, so that it is smooth and at rest where rows are held.
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

    // Appends a random block to the first m vectors. A couples it to them only by round-off.
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

    // Computes W R = W minus its projection on the first m vectors of Q, with W^T M W = I. By the
    // recurrence this projection is round-off, so one pass is enough unless little of W remains. If
    // nothing of a vector remains, compared with `size`, the former norm of W, it is drawn again.
    // It is zero if M has no further rank.
    void orthonormalise(Index m, double size)
    {
        constexpr double round_off = 1e-12, ill_conditioned = 1e-4, little = 1e-6;
        R_ = Matrix::Identity(block, block);
        for (int pass = 0; pass < 8; ++pass) {
            // Rigid motions hide a remainder of 1e-11 of them; four scalings would make it large.
            const double nothing = pass < 4 ? 1e-14 : 1e-8;
            set_symmetric_product(M_, W_, MW_);
            Matrix share = Matrix::Zero(m, block), gram = Matrix::Zero(block, block);
            add_transposed_product(1, Q_.leftCols(m), MW_, share);
            add_product(-1, Q_.leftCols(m), share, W_);
            add_transposed_product(1, W_, MW_, gram);
            Vector D = gram.diagonal().cwiseMax(0).cwiseSqrt();
            if ((D.array() < little * share.colwise().norm().transpose().array()).any()) {
                set_symmetric_product(M_, W_, MW_); // the old product hides the remainder
                gram.setZero();
                add_transposed_product(1, W_, MW_, gram);
                D = gram.diagonal().cwiseMax(0).cwiseSqrt();
            }
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
                ++n_zero; // depends on the others, scaled twice
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

    [[nodiscard]] double residual(const SymmetricEigen& ritz, Index which) const
    {
        return (R_ * ritz.vectors.col(which).tail(block)).norm();
    }

    [[nodiscard]] Index converged(const SymmetricEigen& ritz) const
    {
        const Index m = ritz.values.size();
        Index n = 0;
        while (n < std::min(count_, m)) {
            const double value = ritz.values(m - 1 - n);
            if (!(value > 0 && residual(ritz, m - 1 - n) <= tolerance * value))
                break;
            ++n;
        }
        return n;
    }

    // Replaces Q by the k Ritz vectors of the largest values, in descending order. In this order
    // LAPACK computes small eigenvalues that are not coupled to the large ones to their own digits.
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
    return 2 * count + 4 * block; // twice this number: half as many restarts, but more solutions
}

SymmetricModes block_lanczos_modes(const SparseMatrix& M, const HeldStiffness& inverse,
                                   double sigma, Index count, const Progress& progress)
{
    return Lanczos(M, inverse, sigma, count, progress).modes();
}

SymmetricModes completed_modes(SymmetricModes modes, const SparseMatrix& M,
                               const HeldStiffness& inverse, double sigma, const Progress& progress)
{
    const Index count = modes.omega.size();
    Matrix M_Phi;
    set_symmetric_product(M, modes.Phi, M_Phi);
    const Matrix apart = modes.Phi.transpose() * M_Phi - Matrix::Identity(count, count);
    const bool orthonormal = apart.cwiseAbs().maxCoeff() < 1e-6; // false if M has a low rank
    if (orthonormal && !Lanczos(M, inverse, sigma, count, progress).finds_more(modes))
        return modes;
    return block_lanczos_modes(M, inverse, sigma, count, progress);
}

} // namespace slideway
