#pragma once

#include "contact/laws/law.hpp"

#include <vector>

namespace slideway::contact {

struct IwanParameters {
    double k_t = 0;   ///< stiffness of all sliders while they stick [N/m]
    double limit = 0; ///< friction force of all sliders while they slip [N]
    double chi = 0;   ///< power of the density of sliders over phi, > -1
    double beta = 0;  ///< stiffness of the slider that slips last over that of the others
    int n = 50;       ///< number of sliders of the density
};

/// Iwan's element: springs in series with sliders, side by side on one row. Slider i sticks until
/// its spring is stretched by phi_i; the density of their stiffness over phi is
///
///   rho(phi) = R phi^chi,  0 < phi < phi_max,   and S at phi_max
///
/// chi = beta = 0 is a uniform density. The n intervals of phi grow by the factor 1 + 10 / n, from
/// 0 to phi_max. A slider has the stiffness and the limit of its interval, so that k_t and limit
/// are exact, and other forces have errors of order 1 / n^2. Motions below the first phi, about
/// 2e-5 phi_max, dissipate nothing. Memory: place z_i of each slider [m]. Source: Segalman, J.
/// Appl. Mech. 72(5), 2005, doi:10.1115/1.2005252 (four parameters); Iwan, J. Appl. Mech. 33(4),
/// 1966, doi:10.1115/1.3625199.
class Iwan final : public Law, public IwanParameters {
public:
    /// Slider with its shares of k_t and limit.
    struct Slider {
        double stiffness = 0, limit = 0;
    };

    explicit Iwan(const IwanParameters& p = {});

    [[nodiscard]] const std::vector<Slider>& sliders() const { return sliders_; }
    [[nodiscard]] double stiffness(std::size_t i) const { return k_t * sliders_[i].stiffness; }
    [[nodiscard]] double slip_limit(std::size_t i) const { return limit * sliders_[i].limit; }
    /// Displacement at which slider i begins to slip from rest [m].
    [[nodiscard]] double stretch(std::size_t i) const { return slip_limit(i) / stiffness(i); }

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    void force(JointMemory& memory, const JointVector& r, const JointVector& v,
               ForceAndTangent& out) const override;
    [[nodiscard]] bool is_odd() const override { return true; }
    [[nodiscard]] bool has_memory() const override { return true; }

    [[nodiscard]] bool has_phases() const override { return true; }
    [[nodiscard]] std::string_view phase_codes() const override;
    [[nodiscard]] JointPhases phases_at(const JointVector& r, const JointVector& v) const override;
    void piece(const JointPhases& phases, JointPiece& out) const override;
    void pass(JointPhases& phases, int guard, const JointVector& r,
              const JointVector& v) const override;

    [[nodiscard]] bool has_harmonic_force() const override { return true; }
    /// Sum of the exact forces of the sliders.
    void harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                        HarmonicWorkspace& work, HarmonicForce& out) const override;
    void sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega, Index samples,
                       HarmonicForce& out) const override;
    [[nodiscard]] std::vector<JointLaw> parts() const override;
    [[nodiscard]] std::span<const LawParameter> parameters() const override;
    [[nodiscard]] std::optional<JointLaw> times(double n) const override;

private:
    /// Places and states of the sliders in the memory of phases: z_i, and -1, 0 or 1 for slip back,
    /// stick and slip forward.
    struct Places {
        double *z, *state;
    };
    [[nodiscard]] Places places(JointMemory& memory) const;
    /// Displacements at which the next slider that sticks begins to slip back and forward.
    struct Ends {
        double back, forward;
        bool any; ///< true if a slider sticks
    };
    [[nodiscard]] Ends ends(const JointMemory& memory) const;
    [[nodiscard]] std::shared_ptr<Law> copy() const override;

    std::vector<Slider> sliders_;
};

template <class F>
void fields(F& f, Iwan& law)
{
    using Range = typename F::Range;
    IwanParameters p;
    f.number({"k_t", "N/m", "stiffness while all sliders stick", true, Range::positive()}, p.k_t);
    f.number({"limit", "N", "friction force while all sliders slip", true, Range::positive()},
             p.limit);
    f.number({"chi",
              "",
              "power of the density of sliders: in microslip the dissipation per cycle grows with "
              "amplitude^(3 + chi)",
              false,
              {.min = -1, .max = 10, .min_open = true}},
             p.chi);
    f.number({"beta", "", "stiffness of the slider that slips last over that of the others", false,
              Range::between(0, 1e6)},
             p.beta);
    f.integer({"sliders", "", "number of sliders of the density", false, Range::between(1, 1000)},
              p.n);
    law = Iwan(p);
}

} // namespace slideway::contact
