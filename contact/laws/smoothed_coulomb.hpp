#pragma once

#include "base/choice.hpp"
#include "contact/laws/law.hpp"

#include <array>

namespace slideway::contact {

struct StateSamples;

/// Function of v / speed that takes the place of the sign.
enum class SmoothedSign { tanh, arctan };

constexpr auto choices(SmoothedSign /*one of*/)
{
    using enum SmoothedSign;
    return std::to_array<Choice<SmoothedSign>>(
        {{tanh, "tanh", "tanh(v/speed)"}, {arctan, "arctan", "2/pi arctan(v/speed)"}});
}

struct SmoothedCoulombParameters {
    double limit = 0; ///< [N]
    double speed = 0; ///< [m/s], > 0
    SmoothedSign sign = SmoothedSign::tanh;
};

/// Dry friction with its jump smoothed, f = limit s(v / speed) on each row: a coulomb joint with
/// `smoothing`.
class SmoothedCoulomb final : public Law, public SmoothedCoulombParameters {
public:
    explicit SmoothedCoulomb(const SmoothedCoulombParameters& p = {}) : SmoothedCoulombParameters(p)
    {
    }

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool is_state_function() const override { return true; }
    void forces(const Matrix& r, const Matrix& v, RowForces& out) const override;
    [[nodiscard]] bool is_odd() const override { return true; }
    [[nodiscard]] bool is_smooth() const override { return true; }
    [[nodiscard]] RowSlope slope(double r, double v) const override;
    [[nodiscard]] bool depends_on_velocity() const override { return true; }
    [[nodiscard]] Dissipation dissipation() const override
    {
        return limit > 0 ? Dissipation::bounded_force : Dissipation::none;
    }
    [[nodiscard]] bool has_phases() const override { return true; }
    void piece(const JointPhases& phases, JointPiece& out) const override;
    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    /// By equal steps, as many as the force needs.
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;
    [[nodiscard]] std::optional<JointLaw> times(double n) const override;

private:
    /// Friction and its first two derivatives by v.
    struct Friction {
        double f = 0, slope = 0, curvature = 0;
    };

    [[nodiscard]] Friction friction(double v) const;
    void evaluate(bool second, StateSamples& samples) const;
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
};

/// The key that makes it of a coulomb joint.
template <class F>
void fields(F& f, SmoothedCoulomb& law)
{
    using Range = typename F::Range;
    bool table = false;
    f.number_or_table(
        {"smoothing", "m/s",
         "friction as a smooth function of v, limit tanh(v/smoothing), in all "
         "analyses that take smooth laws",
         false, Range::positive(), "none: exact"},
        law.speed, table, [&law](F& s) {
            s.choice({"kind", "", ""}, law.sign);
            s.number({"speed", "m/s", "scale of v", true, Range::positive()}, law.speed);
        });
}

} // namespace slideway::contact
