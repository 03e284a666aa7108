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

/// Motions of a body that have no mass: M N = 0.
struct MasslessMotions {
    SparseMatrix N;        ///< n x k: N(at(k), k) = 1 and N(at(k), l) = 0
    std::vector<Index> at; ///< dof that each motion moves by one
};

/// Returns the motions without mass in which the dofs `at_rest` (ascending) do not move. These are
/// dofs without mass, and if s.massless_below > 0 also combinations of dofs that have mass.
/// @throws InputError  such combinations in a part that is too large for its eigenvalues
[[nodiscard]] MasslessMotions massless_motions(const Substructure& s,
                                               const std::vector<Index>& at_rest = {});

/// Largest and smallest share of a mass matrix that counts as none, as an eigenvalue of the matrix
/// scaled to a unit diagonal.
struct MassLimits {
    double none = 0;     ///< motions below have no mass
    double negative = 0; ///< > 0: those below -negative have a negative mass
};
/// @param precision  relative precision of the entries, 0: that of double
[[nodiscard]] MassLimits mass_limits(Index n, double precision);

/// Result of a check of a mass matrix.
struct MassCheck {
    Index negative = -1;   ///< dof with the largest share of a motion with negative mass, or -1
    double least = 0;      ///< share of the mass of that motion, see MassLimits
    bool combined = false; ///< motions without mass combine dofs that have mass
};
/// Tests a symmetric mass matrix, which may have motions without mass.
[[nodiscard]] MassCheck check_mass(const SparseMatrix& M, const MassLimits& limits);

/// Relative precision of the numbers of a matrix: that of single precision, or of decimal numbers
/// with at least seven digits. 0: more than these.
[[nodiscard]] double relative_precision(const SparseMatrix& A);

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
