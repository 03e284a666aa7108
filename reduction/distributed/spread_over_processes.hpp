#pragma once

#include "base/rigid_motion.hpp"
#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/spread.hpp"

#include <memory>
#include <vector>

namespace slideway::reduction {

/// Rows of a body, distributed over the processes of a run. Each process has its share, and all
/// processes must make every call.
class SpreadOverProcesses : public Spread {
public:
    /// @param s         body with the columns of the share of this process
    /// @param progress  polled within long products, on all processes
    SpreadOverProcesses(const Processes& processes, const fem::Substructure& s,
                        Progress progress = {});

    [[nodiscard]] fem::Share share() const override { return share_; }
    [[nodiscard]] Matrix sum(Matrix part) const override;
    [[nodiscard]] Matrix product(const SparseMatrix& A, const MatrixIn& x) const override;
    [[nodiscard]] Matrix careful_product(const SparseMatrix& A, const MatrixIn& x) const override;
    /// Ignores `progress`, which may return false on one process only.
    [[nodiscard]] Matrix congruence(const SparseMatrix& A, const MatrixIn& T,
                                    const Progress& progress = {}) const override;

    /// Resistance of the motion x. @param x  own rows
    [[nodiscard]] Resistance resistance(const SparseMatrix& K, const Vector& x) const;

    /// Returns the same rows on all processes, whichever process owns them. @param dofs  ascending
    [[nodiscard]] Matrix rows_of(const std::vector<Index>& dofs, const MatrixIn& own) const;

private:
    const Processes& processes_;
    Progress progress_;
    fem::Share share_;
    Index n_ = 0;
    std::vector<Index> others_; ///< rows of other processes in own columns, ascending
    std::unique_ptr<RowExchange> exchange_;

    [[nodiscard]] Index place(Index row) const; ///< index among own rows, then others
    [[nodiscard]] Matrix with_others(const MatrixIn& own) const;
};

} // namespace slideway::reduction
