#pragma once

#include "base/measure.hpp"
#include "dynamics/modal/driven_modes.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {
struct Joint;
}

namespace slideway::dynamics {

/// Rigid dry contacts on all modes q: B^T f on the left-hand side of DrivenModes,
///
///   f_k in limit_k Sgn(v_k),   v = B q' + Re(j Omega r exp(j Omega t))
///
/// with the static limit in place of the limit at rest, where v is the sliding velocity of each row
/// of the Coulomb joints (first body minus second), and r the part of their displacement that
/// harmonic imposed motions move.
struct DryContacts {
    Matrix B;                           ///< k x m; round-off of a row is set to 0
    Vector limit;                       ///< k [N, for a rotation N m], >= 0
    std::vector<std::string> names;     ///< k: dry_contact_name
    ComplexVector r;                    ///< k [m or rad]
    std::vector<Measure> measures = {}; ///< k; empty: displacements
    Vector static_limit = {};           ///< k: limit that ends rest, >= limit; empty: limit

    [[nodiscard]] double limit_at_rest(Index contact) const
    {
        return static_limit.size() > 0 ? static_limit(contact) : limit(contact);
    }
    [[nodiscard]] bool has_static_limits() const
    {
        return static_limit.size() > 0 && (static_limit.array() > limit.array()).any();
    }

    [[nodiscard]] Index n_contacts() const { return limit.size(); }
};

/// q'' + D q' + omega^2 q + B^T f = p0 + Re(p exp(j Omega t)).
struct DrySystem : DrivenModes, DryContacts {};

/// Steady-state motion of a dry contact.
enum class Regime { no_motion, stick_slip, continuous };
[[nodiscard]] std::string regime_name(Regime regime); ///< "no-motion", "stick-slip", "continuous"

/// Name of a row of a Coulomb joint, with the number of the row if there are several.
[[nodiscard]] std::string dry_contact_name(const assembly::Joint& joint, Index row);

/// The Coulomb joints of a model.
/// @throws InputError  a contact that moves no mass
[[nodiscard]] DryContacts dry_contacts(const assembly::CoupledModel& model,
                                       const ModalModel& modal);
/// @throws InputError  as driven_modes and dry_contacts; no frequency of excitation; a joint that
///                     is neither linear nor Coulomb; damping that feeds energy
[[nodiscard]] DrySystem dry_system(const assembly::CoupledModel& model, const ModalModel& modal);

/// @throws InputError  B B^T is singular: how the contacts share friction is not determined
void refuse_dependent_contacts(const DryContacts& contacts);
/// Refuses dependent rows in general. @param names  names of their contacts
void refuse_dependent_rows(const Matrix& B, const std::vector<std::string>& names,
                           const std::string& allowed = "");

} // namespace slideway::dynamics
