#pragma once

#include "fem/substructure.hpp"
#include "reduction/distributed/processes.hpp"
#include "reduction/distributed/spread_over_processes.hpp"
#include "reduction/interface.hpp"

#include <memory>
#include <vector>

namespace slideway::reduction {

/// The answers of a body that is spread over processes while its interface is held, as
/// HeldStiffness gives them of one in a single process: dofs of the interface are held, and one dof
/// of each of its means, its pivot, while the rest is factorised; a dense system of two unknowns a
/// mean then lets the pivots go and holds the means. Matrices have own rows of all dofs.
class HeldSystem {
public:
    /// Analyses the stiffness of what is not held.
    HeldSystem(const Processes& processes, const SpreadOverProcesses& spread,
               const fem::Substructure& s, const Interface& interface);

    /// Of this process [B].
    [[nodiscard]] double factor_bytes() const { return factor_bytes_; }
    /// False if the body can still move, or hardly resists.
    [[nodiscard]] bool factorise();

    /// u with u = 0 on the dofs and W u = g of the means, in place of the load f on the other dofs.
    /// @param f  own rows x k; g: means x k
    void solve_in_place(Matrix& f, const Matrix& g) const;
    void solve_in_place(Matrix& f) const;

    /// The constraint modes [first, first + width) of the interface: dofs, then means.
    [[nodiscard]] Matrix constraint_modes(Index first, Index width) const;
    /// The lowest modes with the interface held, as lowest_modes.
    [[nodiscard]] SymmetricModes modes(Index count, const Progress& progress) const;
    /// The lowest elastic modes with the interface free. Nothing else is factorised but the
    /// stiffness S of the constraint modes T: K^-1 f = T S^-1 T^T f + the answer while it is held.
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
    std::vector<Index> internal_, free_; ///< own rows: not of the interface; of those no pivots
    std::unique_ptr<SpreadSystem> system_;
    double factor_bytes_ = 0;
    Matrix T_, X_;  ///< own rows x means, of HeldStiffness
    Matrix border_; ///< 2 means x 2 means

    [[nodiscard]] Matrix stiffness_times(const Matrix& x) const;
    [[nodiscard]] bool resists() const;
    [[nodiscard]] bool add_border();
    void solve_free(Matrix& f) const;
    [[nodiscard]] Matrix rigid_motions() const;
    [[nodiscard]] double highest_square() const;
};

} // namespace slideway::reduction
