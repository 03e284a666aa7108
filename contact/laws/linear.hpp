#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

/// Spring and dashpot on each row: f_i = k_i r_i + c_i v_i. Part of the linear model.
class Linear final : public Law {
public:
    std::vector<double> stiffness; ///< [N/m] or [N m/rad], per row
    std::vector<double> damping;   ///< [N s/m] or [N m s/rad], per row
    /// Values for rotations, if a case gives one number for all translations and one for all
    /// rotations.
    double rotational_stiffness = 0, rotational_damping = 0;

    Linear() = default;
    Linear(std::vector<double> k, std::vector<double> c, double rotational_k = 0,
           double rotational_c = 0);

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    [[nodiscard]] bool is_linear() const override { return true; }
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    /// Row by row from the first stiffness and damping, or from the rotational ones.
    [[nodiscard]] std::optional<JointLaw>
    adapted(const std::vector<std::string>& components) const override;
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
