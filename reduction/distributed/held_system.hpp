#pragma once

#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/distributed/spread_over_processes.hpp"
#include "reduction/interface.hpp"

#include <memory>
#include <vector>

namespace slideway::reduction {

/// Solutions of a body that is distributed over processes, with held interface, like HeldStiffness
/// in a single process. Dofs of the interface are held, and one dof of each mean, its pivot. The
/// other dofs are factorised. A dense system of two unknowns per mean then releases the pivots and
/// holds the means. Matrices have own rows of all dofs.
class HeldSystem {
public:
    /// Analyses the stiffness of the free dofs.
    HeldSystem(const Processes& processes, const SpreadOverProcesses& spread,
               const fem::Substructure& s, const Interface& interface);

    /// Memory of the factor in this process [B].
    [[nodiscard]] double factor_bytes() const { return factor_bytes_; }
    /// Factorises; false if the body can still move or hardly resists.
    [[nodiscard]] bool factorise();

    /// Replaces the load f on the other dofs by u, with u = 0 on the dofs and W u = g
    /// for the means.
    /// @param f, g  own rows x k, means x k
    void solve_in_place(Matrix& f, const Matrix& g) const;
    void solve_in_place(Matrix& f) const;

    /// Computes the constraint modes [first, first + width) of the interface: dofs, then means.
    [[nodiscard]] Matrix constraint_modes(Index first, Index width) const;
    /// Computes the lowest modes with the interface held; see lowest_modes.
    [[nodiscard]] SymmetricModes modes(Index count, const Progress& progress) const;
    /// Computes the lowest elastic modes with the interface free. Only the stiffness S of the
    /// constraint modes T is factorised in addition: K^-1 f = T S^-1 T^T f + the solution
    /// with held interface.
    /// @param T  constraint modes, own rows
    /// @throws InputError  the body can move in other ways than its rigid motions
    [[nodiscard]] SymmetricModes free_modes(Index count, const MatrixIn& T,
                                            const Progress& progress) const;

private:
    const Processes& processes_;
    const SpreadOverProcesses& spread_;
    const fem::Substructure& s_;
    fem::Share share_;
    const Interface& interface_;
    std::vector<Index> pivots_;
    std::vector<Index> internal_, free_; ///< own rows without the interface; also without pivots
    std::unique_ptr<SpreadSystem> system_;
    double factor_bytes_ = 0;
    Matrix T_, X_;  ///< own rows x means; see HeldStiffness
    Matrix border_; ///< 2 means x 2 means

    [[nodiscard]] Matrix stiffness_times(const Matrix& x) const;
    [[nodiscard]] bool resists() const;
    [[nodiscard]] bool add_border();
    void solve_free(Matrix& f) const;
    [[nodiscard]] Matrix rigid_motions() const;
    [[nodiscard]] double highest_square() const;
};

} // namespace slideway::reduction
