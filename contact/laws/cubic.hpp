#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"
#include "contact/laws/law_info.hpp"
#include "contact/periodic/harmonics.hpp"

#include <array>

namespace slideway::contact {

/// f = k3 r^3 on each row.
struct Cubic {
    static constexpr std::string_view keyword = "cubic", about = "f = k3 r^3";
    static constexpr Directions directions = Directions::one;
    static constexpr bool stiffens = true;

    double k3 = 0; ///< [N/m^3]

    static constexpr std::array<Parameter<Cubic>, 1> parameters{
        {{{"k3", Scaling{{1, 1}, {0, 0}}}, &Cubic::k3}}};

    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const;
    [[nodiscard]] double slope(double r) const;
    [[nodiscard]] static bool is_odd() { return true; }
    [[nodiscard]] Bound bound(Index row, double reach) const;
    void piece(const JointPhases& phases, JointPiece& out) const;
    [[nodiscard]] double potential(const JointVector& r) const; ///< [J]
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HarmonicWorkspace& work,
                        HarmonicForce& out) const;
};

template <class F>
void fields(F& f, Cubic& law)
{
    using Range = typename F::Range;
    f.number({"k3", "N/m^3", "f = k3 r^3", true, Range::not_negative()}, law.k3);
}

} // namespace slideway::contact
