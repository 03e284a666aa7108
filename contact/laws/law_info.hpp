#pragma once

#include "base/types.hpp"
#include "contact/laws/directions.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace slideway::contact {

/// Effect of a factor s > 0 on a parameter p of a law on its harmonic force, row by row:
///
///   F(R; s p) = s^force F(s^displacement R; p)
///
/// exactly, beyond held onsets too. Margins of slip onsets scale like forces of the first row.
struct Scaling {
    struct Powers {
        int first, others; ///< exponents of the first row and of the others

        [[nodiscard]] int of(Index row) const { return row == 0 ? first : others; }
    };
    Powers force, displacement;
};

/// A number of a law by which motions have derivatives; the name is that in case files.
struct LawParameter {
    std::string_view name;
    std::optional<Scaling> scaling; ///< scaling of the harmonic force; empty: it has no derivative
};
template <class L>
struct Parameter : LawParameter {
    double L::*value;
};

/// Properties of a law that do not depend on its parameters.
struct LawInfo {
    std::string_view keyword, about;
    Directions directions = Directions::components;
    bool linear = false, dry = false, force = false, stiffens = false;
    bool smooth = false;         ///< without kinks and memory
    bool of_state = false;       ///< smooth too, and a function of (r, v)
    bool phases = false;         ///< each a JointPiece: schemes that locate events take it
    bool harmonic_force = false; ///< under harmonic_condition, ...
    bool patch = false;          ///< friction of a contact patch
    bool set_valued_at_rest = false;
    std::string_view harmonic_condition; ///< ... "" of none
    bool friction_states = false;
    bool slip_onsets = false;
    std::span<const LawParameter> parameters;
    bool potential = false;       ///< conservative, except for a dashpot
    bool stability = false;       ///< stability of periodic motion: smooth, or with a tangent cycle
    std::string_view phase_codes; ///< "" of a law without phases
};

/// Properties of all laws in joint_laws.hpp, in its order.
[[nodiscard]] const std::vector<LawInfo>& all_laws();
/// Keywords of those with a capability: laws_with(&LawInfo::force).
[[nodiscard]] std::vector<std::string> laws_with(bool LawInfo::*capability);
/// Keywords of those with a harmonic force; behind them those that have one under a condition, with
/// it: "elastic-coulomb", "cubic", "gap without damping".
[[nodiscard]] std::vector<std::string> laws_with_harmonic_force();

} // namespace slideway::contact
