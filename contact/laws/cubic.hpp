#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

/// f = k3 r^3 on each row.
class Cubic final : public Law {
public:
    double k3 = 0; ///< [N/m^3]

    Cubic() = default;
    explicit Cubic(double stiffness) : k3(stiffness) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool stiffens() const override { return true; }
    [[nodiscard]] bool is_odd() const override { return true; }
    [[nodiscard]] bool is_smooth() const override { return true; }
    [[nodiscard]] double slope(double r) const override;
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    [[nodiscard]] bool has_potential() const override { return true; }
    [[nodiscard]] double potential(const JointVector& r) const override;
    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;

private:
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
};

template <class F>
void fields(F& f, Cubic& law)
{
    using Range = typename F::Range;
    f.number({"k3", "N/m^3", "f = k3 r^3", true, Range::not_negative()}, law.k3);
}

} // namespace slideway::contact
