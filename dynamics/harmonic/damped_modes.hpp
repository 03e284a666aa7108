#pragma once

#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/harmonic/backbone_curves.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include "base/dense_solve.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

/// Damped nonlinear mode: periodic motion without drive, kept alive by negative damping -xi of all
/// modes and harmonics. n + 2 equations for (r, Omega, xi) over ln a, a the modal amplitude:
///
///   r + G(Omega, xi) f(r) = 0,   ln |q^1| - ln a = 0,   sum of c0 s - s0 c = 0
///
/// q^1 = c_1 - j s_1 of all modes, mass-normalised: a^2 is of the fundamental alone. The last fixes
/// the phase: the first harmonics c, s of r are in phase with c0, s0 of a motion close by.
///
/// Source: M. Krack, "Nonlinear modal analysis of nonconservative systems: extension of the
/// periodic motion concept", Computers & Structures 154, 2015,
/// doi:10.1016/j.compstruc.2015.03.008. Formulas: docs/theory/backbones.md.
class DampedEquations {
public:
    explicit DampedEquations(const HarmonicBalance& model) : model_(model), at_(model) {}

    /// @param x  n + 2: r, Omega, xi
    /// @param p  ln a
    /// @return whether all is finite
    bool operator()(const Vector& x, double p, continuation::Equations& out);

    /// F alone; nothing is done again where it is the last motion.
    bool evaluate(const Vector& x);
    /// Evaluation of the last motion.
    [[nodiscard]] const HarmonicBalance::Evaluation& at() const { return at_; }

    /// Takes the phase from a motion close by.
    void take_phase(const VectorIn& x)
    {
        size_ = x.head(model_.n()).norm();
        reference_ = x.head(model_.n()) / size_;
    }

    /// Level of the drive that does the work of the negative damping in a motion at phase
    /// resonance, xi Omega |q^1|^2 / |p^H q^1|, of the last motion; at most 1e300.
    [[nodiscard]] double level() const;

    /// Equations of the same motions over p = ln level: n + 3 equations for (r, Omega, xi, ln a).
    /// The last one is ln of the level of the motion - p = 0.
    bool over_level(const Vector& x, double p, continuation::Equations& out);

private:
    const HarmonicBalance& model_;
    HarmonicBalance::Evaluation at_;
    continuation::Equations own_;
    Vector reference_, F_xi_;
    double size_ = 1; ///< size of r, which scales the rows

    /// Re(w . dq^1) along the motions, n + 2.
    [[nodiscard]] Vector along_modes(const ComplexVector& q, ComplexVector w) const;
};

struct DampedModeOptions {
    Index mode = 0;        ///< mode of the stuck system, from 1; 0: the one nearest to ...
    double Omega_near = 0; ///< ... this frequency [rad/s]
    Index number = 0;      ///< number that results give the mode; 0: its own
    double level_from = 0; ///< begins there, or lower where contacts slip there; 0 < from <= to
    double level_to = 0;   ///< > 0: ends there
    double Omega_low = 0, Omega_high = 0; ///< range of frequencies [rad/s], 0 < low < high
    double amplitude_from = 0; ///< modal amplitude to begin with in place of level_from; 0: none
    std::size_t output = 0;    ///< output of the balance whose rms is reported
    BackboneSteps steps;       ///< steps of ln a
    std::vector<double> levels = {}; ///< where points are listed
};

/// Numbers of points along a damped mode beside those of BackboneMonitor.
enum DampedMonitor {
    damped_ratio = 3, ///< xi / (2 Omega): maxima are located
    damped_level = 4, ///< level over level_to, minus 1: the curve ends at zero
};

struct DampedMotion {
    Vector x; ///< n + 2: r, Omega, xi
    double amplitude = 0, level = 0, log_rms = 0;
    double ratio = 0; ///< xi / (2 Omega)
};

struct DampedMode {
    Index mode = 0;   ///< number among the modes of the stuck system, 1 the lowest
    double Omega = 0; ///< undamped frequency of that mode [rad/s]
    /// No joint acts on it at small amplitudes: there it is linear, of that frequency and this
    /// damping ratio (except for what damping couples), and the condensed equations have no point.
    bool linear = false;
    double linear_ratio = 0;
    double level_from = 0, level_to = 0; ///< range of levels of the options; from = 0: none
    /// Branch over p = ln of modal amplitude, x = (r, Omega, xi). `back` holds the reason of its
    /// end.
    continuation::Branch branch;
    std::vector<std::vector<DampedMotion>>
        at_levels;                 ///< motions at each level, in the order of the curve
    std::vector<std::string> lost; ///< descriptions of missing motions
};

/// Largest damping ratio of a mode within its range of levels.
struct LargestRatio {
    double ratio = 0, level = 0;
};
/// Returns the largest ratio. While contacts stick, the ratio is constant to round-off: of equal
/// ratios, to 1e-9, the one of the lowest level counts. The start below the range does not.
[[nodiscard]] LargestRatio largest_ratio(const DampedMode& mode);

/// A damped mode from the linear one, where all contacts stick, upward in amplitude, until its
/// level by energy balance is level_to, or its frequency leaves the range. Where linear damping
/// couples the modes, Newton's method makes shape and xi of the undamped mode; they are not those
/// of the complex mode.
/// @throws InputError  options out of range; no such mode; one that moves no joint, or that the
///                     drive does not see; without linear damping and without amplitude_from
[[nodiscard]] DampedMode damped_mode(const HarmonicBalance& model, const DampedModeOptions& options,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
