#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

struct ElasticCoulombParameters {
    double k_t = 0, k_n = 0; ///< [N/m]
    double friction = 0;
    double preload = 0; ///< normal force at r_n = 0 [N]; negative: a clearance of -preload / k_n
    /// True for one row, r = r_t, with the preload as normal force; k_n = 0.
    bool single = false;
    /// True if the preload is the limit of the friction force: friction = 1.
    bool by_limit = false;
};

/// Contact with springs in both directions and Coulomb friction: stick, slip, separation.
/// N = max(0, preload + k_n r_n); T = k_t (r_t - z), the slider z follows so that |T| <= mu N.
/// Two rows, r = (r_t, r_n), or a single one (Jenkins element). Memory: z [m].
/// Source: Yang, Chu & Menq, J. Sound Vib. 211(3), 1998, doi:10.1006/jsvi.1997.1305.
class ElasticCoulomb final : public Law, public ElasticCoulombParameters {
public:
    explicit ElasticCoulomb(const ElasticCoulombParameters& p = {}) : ElasticCoulombParameters(p) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    /// With k_n = 0 the normal force is the preload.
    [[nodiscard]] bool is_constant(Index row) const override;
    [[nodiscard]] bool is_odd() const override { return single; }
    [[nodiscard]] bool has_memory() const override { return true; }
    [[nodiscard]] std::optional<NeverActs> never_acts() const override;
    /// Between single components, one row; empty with k_n > 0 or several components.
    [[nodiscard]] std::optional<JointLaw>
    adapted(const std::vector<std::string>& components) const override;

    [[nodiscard]] bool has_phases() const override { return true; }
    /// Codes of the first row; the second row is always 0.
    [[nodiscard]] std::string_view phase_codes() const override;
    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const override;
    void piece(const JointPhases& phases, JointPiece& out) const override;
    void pass(JointPhases& phases, int guard, const JointVector& r,
              const JointVector& v) const override;

    /// elastic_coulomb_harmonic.cpp
    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                            HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    [[nodiscard]] bool has_friction_states() const override { return true; }
    [[nodiscard]] bool rubs() const override;
    /// elastic_coulomb_onsets.cpp
    void slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                     SlipOnsets& out) const override;
    [[nodiscard]] bool has_tangent_cycle() const override { return true; }
    /// States: FrictionState on the first row.
    void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const override;
    void tangent(const signed char* states, Index rows, StateTangent& out) const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;

private:
    /// Motion of a single row as that of two rows, the second of which rests.
    [[nodiscard]] ElasticCoulomb on_two_rows(const VectorIn& R, const VectorIn& lambda,
                                             HarmonicWorkspace& work) const;
    [[nodiscard]] std::shared_ptr<Law> copy() const override;
};

template <class F>
void fields(F& f, ElasticCoulomb& law)
{
    using Range = typename F::Range;
    f.number({"k_t", "N/m", "tangential", true, Range::positive()}, law.k_t);
    const bool by_limit = f.has("limit");
    f.number({"k_n", "N/m",
              "normal; 0: the normal force is the preload whatever the motion, also between single "
              "components",
              !by_limit, Range::not_negative()},
             law.k_n);
    f.number({"friction", "", "Coulomb coefficient", !by_limit, Range::not_negative()},
             law.friction);
    f.number({"preload", "N", "normal force at rest; negative: a clearance of -preload/k_n"},
             law.preload);
    double limit = 0;
    f.number({"limit", "N",
              "largest friction force in one direction, in place of k_n, friction and preload",
              false, Range::positive(), "none"},
             limit);
    if (!by_limit)
        return;
    for (const char* key : {"k_n", "friction", "preload"})
        if (f.has(key))
            f.refuse(key, "limit is the friction force by itself; leave one of them out");
    law.friction = 1;
    law.preload = limit;
    law.single = law.by_limit = true;
}

} // namespace slideway::contact
