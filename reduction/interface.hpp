#pragma once

#include "base/types.hpp"

#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace slideway::fem {
struct Port;
}

namespace slideway::reduction {

/// A load vector on a body.
struct InternalLoad {
    std::string name; ///< "load.weight"
    Vector f;         ///< n

    bool operator==(const InternalLoad& other) const
    {
        return name == other.name && f.size() == other.f.size() && f == other.f;
    }
};

/// Coordinates that a reduction keeps in addition to modes: dofs, and displacements y = W u that
/// combine several of them, such as those of a port that follows a group in the mean.
struct Interface {
    std::vector<Index> dofs; ///< ascending, no repeats
    SparseMatrix means;      ///< rows x n, independent of each other and of the dofs; may be none
    /// Loads that act on the inside of the body, such as its weight. They keep no dofs: the reduced
    /// body gets T^T f, and its truncation states what that lacks.
    std::vector<InternalLoad> loads = {};

    Interface() = default;
    Interface(std::vector<Index> dofs) : dofs(std::move(dofs)) {} // a list of dofs is an interface
    Interface(std::initializer_list<Index> dofs) : dofs(dofs) {}

    [[nodiscard]] Index n_dofs() const { return static_cast<Index>(dofs.size()); }
    [[nodiscard]] Index size() const { return n_dofs() + means.rows(); }
    /// Rows of the interface on a body of n dofs, dofs first.
    [[nodiscard]] SparseMatrix rows(Index n) const;
};

/// Collects the parts of an interface.
class InterfaceOf {
public:
    explicit InterfaceOf(Index n) : n_(n) {}

    /// Adds a port. A row of one dof adds this dof, a row of several dofs adds their mean.
    /// @param component  -1: all components
    void add(const fem::Port& port, Index component = -1);
    /// Returns the interface without rows that depend on others.
    [[nodiscard]] Interface made() const;

private:
    Index n_;
    std::set<Index> dofs_;
    std::vector<SparseMatrix> means_;
};

} // namespace slideway::reduction
