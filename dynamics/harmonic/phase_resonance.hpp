#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/harmonic/backbone_curves.hpp"
#include "dynamics/harmonic/motion_family.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// {F = 0, Re(p^H q^1) = 0}, n + 1 equations for (r, Omega) over ln level: the first harmonic of
/// the motion is in quadrature with the drive, which then does no reactive work. p(Omega) are the
/// loads of the modes, motions of components among them as what they do to q: inertia and drag. For
/// one load that is c_1 = 0 of the displacement at the driven dof; for a shaken base quadrature of
/// the relative motion with the inertia forces. What motions push through joints with laws of their
/// own is no load. Formulas: docs/theory/backbones.md.
class PhaseEquations {
public:
    /// @throws InputError  no load on the modes: motions drive through nonlinear joints alone
    explicit PhaseEquations(const HarmonicBalance& model);
    PhaseEquations(const PhaseEquations&) = delete;
    PhaseEquations& operator=(const PhaseEquations&) = delete;

    /// @return whether all is finite
    bool operator()(const Vector& x, double p, continuation::Equations& out);

    /// Re(p^H q^1) of a motion; nothing is evaluated again where it is the last one. Not a number
    /// where there is none.
    [[nodiscard]] double value(const Vector& x, double p);

    /// The balance with the rows of the drive behind its outputs.
    [[nodiscard]] const HarmonicBalance& model() const { return model_; }
    /// Evaluation of the last motion.
    [[nodiscard]] const HarmonicBalance::Evaluation& at() const { return at_; }

private:
    /// sign Omega^power times c_1, or s_1, of a row of q.
    struct Term {
        Vector row;
        double sign;
        int power;
        bool cosine;
    };
    [[nodiscard]] static std::vector<Term> terms_of(const DrivenModes& driven);
    [[nodiscard]] static HarmonicBalance with_terms(const HarmonicBalance& model,
                                                    const std::vector<Term>& terms);
    bool evaluate(const Vector& x, double p);

    std::vector<Term> terms_;
    MotionFamily motions_;
    const HarmonicBalance& model_;
    HarmonicBalance::Evaluation at_;
    Vector Y_, Y_Omega_;
    Matrix Y_R_;
};

struct PhaseResonanceOptions {
    std::vector<double> levels;           ///< > 0: where points are listed; the curves span them
    double Omega_low = 0, Omega_high = 0; ///< range of frequencies [rad/s], 0 < low < high
    std::size_t output = 0;               ///< output of the balance whose rms is reported
    BackboneSteps steps;
};

struct PhaseResonance {
    Vector x; ///< n + 1: r, Omega
    double level = 0, log_rms = 0;
    std::size_t curve = 0;
};

struct PhaseResonances {
    /// p: ln level; x: r, Omega; monitors: BackboneMonitor. `back` says why a curve ends.
    std::vector<continuation::Branch> curves;
    std::vector<std::vector<PhaseResonance>>
        at_levels;                 ///< resonances at each level, ascending in frequency
    std::vector<std::string> lost; ///< descriptions of resonances that were not found or followed
    bool interrupted = false;
};

/// Phase resonances of any model over the level, through folds and corners: from all of the stuck
/// system (stuck_phase_resonances), and from those of the forced response at the highest level that
/// are on no curve yet, as far as its points are close enough to separate them. Antiresonances of
/// the driven dof are among them. A curve that leaves neither of these is not found.
/// @throws InputError  options out of range; no phase resonance in the range; as PhaseEquations
[[nodiscard]] PhaseResonances phase_resonances(const HarmonicBalance& model,
                                               const PhaseResonanceOptions& options,
                                               const Progress& progress = {});

} // namespace slideway::dynamics
