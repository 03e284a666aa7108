#pragma once

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "fem/substructure.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace slideway::fem {

/// Name of a dof: that of its named node, or of the first port with a row of this dof alone,
/// "middle.x". Without either it is "dof 3", counted from 1.
[[nodiscard]] std::string dof_name(const Substructure& s, Index dof);

/// Dofs whose diagonal entry of the mass matrix is not positive.
[[nodiscard]] std::vector<Index> massless_dofs(const SparseMatrix& M);

/// Number of names that massless_text lists.
inline constexpr std::size_t massless_listed = 5;
/// Message about dofs without mass, with the remedy: "middle.x has no mass; ...".
[[nodiscard]] std::string massless_text(const std::vector<std::string>& names);

/// Returns the result of `compute`. Its std::domain_error becomes an InputError that names the
/// body, and its dofs without mass if they are the reason.
/// @param dofs  dofs whose modes it computes; null: all
template <class Compute>
auto modes_of(const Substructure& s, const Compute& compute,
              const std::vector<Index>* dofs = nullptr) -> decltype(compute())
{
    try {
        return compute();
    } catch (const NoMass& error) {
        std::vector<std::string> names;
        for (const Index dof : massless_dofs(s.M))
            if (!dofs || std::find(dofs->begin(), dofs->end(), dof) != dofs->end())
                names.push_back(names.size() < massless_listed ? dof_name(s, dof) : "");
        throw InputError("body " + s.name + ": " +
                         (names.empty() ? std::string(error.what()) : massless_text(names)));
    } catch (const std::domain_error& error) {
        throw InputError("body " + s.name + ": " + error.what());
    }
}

} // namespace slideway::fem
