#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"

#include <string>

namespace slideway::contact {

/// Spring and dashpot on each row: f_i = k_i r_i + c_i v_i. Part of the linear model.
struct Linear {
    static constexpr std::string_view keyword = "linear", about = "spring and dashpot";
    static constexpr Directions directions = Directions::components;
    static constexpr bool linear = true;

    std::vector<double> stiffness; ///< [N/m] or [N m/rad], per row
    std::vector<double> damping;   ///< [N s/m] or [N m s/rad], per row
    /// Values for rotations, if a case gives one number for all translations and one for all
    /// rotations.
    double rotational_stiffness = 0, rotational_damping = 0;

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
    void piece(const JointPhases& phases, JointPiece& out) const;
    /// Row by row from the first stiffness and damping, or from the rotational ones.
    [[nodiscard]] Linear on(const std::vector<std::string>& components) const;
};

template <class F>
void fields(F& f, Linear& law)
{
    using Range = typename F::Range;
    law.stiffness.resize(1);
    law.damping.resize(1);
    f.number({"stiffness", "N/m", "per translation", false, Range::not_negative()},
             law.stiffness[0]);
    f.number({"damping", "N s/m", "per translation", false, Range::not_negative()}, law.damping[0]);
    f.number(
        {"rotational_stiffness", "N m/rad", "if both ports rotate", false, Range::not_negative()},
        law.rotational_stiffness);
    f.number(
        {"rotational_damping", "N m s/rad", "if both ports rotate", false, Range::not_negative()},
        law.rotational_damping);
}

} // namespace slideway::contact
