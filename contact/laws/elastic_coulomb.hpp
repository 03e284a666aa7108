#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_info.hpp"
#include "contact/periodic/harmonics.hpp"

#include <array>
#include <optional>

namespace slideway::contact {

/// Contact with springs in both directions and Coulomb friction: stick, slip, separation.
/// N = max(0, preload + k_n r_n); T = k_t (r_t - z), the slider z follows so that |T| <= mu N.
/// Two rows, r = (r_t, r_n). Memory: z [m].
/// Source: Yang, Chu & Menq, J. Sound Vib. 211(3), 1998, doi:10.1006/jsvi.1997.1305.
struct ElasticCoulomb {
    static constexpr std::string_view keyword = "elastic-coulomb",
                                      about = "springs in both directions with friction and "
                                              "separation";
    static constexpr Directions directions = Directions::tangent_and_normal;
    /// Codes of the first row; the second row is always 0.
    static constexpr std::string_view phase_codes = "0 sticking, +1 or -1 slipping, 2 open";

    double k_t = 0, k_n = 0; ///< [N/m]
    double friction = 0;
    double preload = 0; ///< normal force at r_n = 0 [N]; negative: a clearance of -preload / k_n

    static constexpr std::array<Parameter<ElasticCoulomb>, 4> parameters{
        {{{"k_t", Scaling{{0, 0}, {1, 0}}}, &ElasticCoulomb::k_t},
         {{"k_n", Scaling{{0, 0}, {0, 1}}}, &ElasticCoulomb::k_n},
         {{"friction", Scaling{{1, 0}, {-1, 0}}}, &ElasticCoulomb::friction},
         {{"preload", Scaling{{1, 1}, {-1, -1}}}, &ElasticCoulomb::preload}}};

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
    /// With k_n = 0 the normal force is the preload.
    [[nodiscard]] bool is_constant(Index row) const;
    [[nodiscard]] std::optional<NeverActs> never_acts() const;

    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const;
    void piece(const JointPhases& phases, JointPiece& out) const;
    void pass(JointPhases& phases, int guard, const JointVector& r, const JointVector& v) const;

    /// elastic_coulomb_harmonic.cpp
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const;
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HarmonicWorkspace& work,
                        HarmonicForce& out) const
    {
        harmonic_force(R, lambda, {}, work, out);
    }
    void second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                            HarmonicWorkspace& work, HarmonicForce& out) const;
    /// elastic_coulomb_onsets.cpp
    void slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                     SlipOnsets& out) const;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, Index samples,
                       HarmonicForce& out) const;
    [[nodiscard]] bool rubs() const;
    /// States: FrictionState on the first row.
    void read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce& force,
                    TangentCycle& out) const;
    void tangent(const signed char* states, Index rows, StateTangent& out) const;
};

template <class F>
void fields(F& f, ElasticCoulomb& law)
{
    using Range = typename F::Range;
    f.number({"k_t", "N/m", "tangential", true, Range::positive()}, law.k_t);
    f.number({"k_n", "N/m", "normal; 0: the normal force is the preload whatever the motion", true,
              Range::not_negative()},
             law.k_n);
    f.number({"friction", "", "Coulomb coefficient", true, Range::not_negative()}, law.friction);
    f.number({"preload", "N", "normal force at rest; negative: a clearance of -preload/k_n"},
             law.preload);
}

} // namespace slideway::contact
