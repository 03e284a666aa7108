#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

/// f = k3 r^3 + c3 r^2 v on each row.
class Cubic final : public Law {
public:
    double k3 = 0; ///< [N/m^3]; < 0: a spring that softens
    double c3 = 0; ///< [N s/m^3]

    Cubic() = default;
    explicit Cubic(double stiffness, double damping = 0) : k3(stiffness), c3(damping) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool stiffens() const override { return true; }
    [[nodiscard]] bool is_odd() const override { return true; }
    [[nodiscard]] bool is_smooth() const override { return true; }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] bool depends_on_velocity() const override { return c3 != 0; }
    [[nodiscard]] Dissipation dissipation() const override
    {
        return c3 > 0 ? Dissipation::unbounded_force : Dissipation::none;
    }
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    /// Energy of the spring.
    [[nodiscard]] bool has_potential() const override { return true; }
    [[nodiscard]] double potential(const JointVector& r) const override;
    [[nodiscard]] std::optional<JointLaw> without_dashpot() const override;
    [[nodiscard]] std::vector<PolynomialTerm> polynomial() const override;
    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    /// Both numbers scale the force together; each alone does if the other one is 0.
    [[nodiscard]] std::span<const LawParameter> parameters() const override;
    [[nodiscard]] std::optional<JointLaw> times(double n) const override;

private:
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
};

template <class F>
void fields(F& f, Cubic& law)
{
    f.number({"k3", "N/m^3", "f = k3 r^3; < 0: the spring softens", true}, law.k3);
    f.number({"c3", "N s/m^3", "damping that grows with the displacement, f = c3 r^2 v"}, law.c3);
}

} // namespace slideway::contact
