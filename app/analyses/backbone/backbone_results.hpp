#pragma once

#include "app/analyses/backbone/backbone.hpp"
#include "app/analyses/harmonic/response_curves.hpp"
#include "dynamics/harmonic/damped_modes.hpp"
#include "dynamics/harmonic/largest_maximum.hpp"
#include "dynamics/harmonic/phase_resonance.hpp"

#include <optional>

#include <string>
#include <vector>

namespace slideway::app {

/// An extremum at one of the levels asked for, as it is told.
struct ToldExtremum {
    double level = 0, value = 0;        ///< level and value of the parameter
    double frequency = 0;               ///< [Hz]
    std::vector<double> rms, phase_lag; ///< rms and phase lag [rad] of each monitor
    bool maximum = false, kink = false, largest = false;
    std::size_t curve = 0, piece = 0; ///< from 0
    int stable = -1;                  ///< 1 or 0; -1: not asked for
    std::string states;               ///< "left stick, right stick/slip"; "" without friction
    std::vector<dynamics::PeakSlopes> derivatives; ///< by BackboneResults::parameters
};

/// Where a kink piece begins or ends: a node, or an end of the curve.
struct ToldNode {
    std::size_t curve = 0;
    double value = 0, frequency = 0, rms = 0; ///< value of the parameter; frequency [Hz]
    std::string joint;
    bool end = false; ///< true at an end of the curve
};

/// How far a point of another method is from the largest maximum of its level.
struct Judgement {
    double level = 0;
    double frequency = 0, rms = 0; ///< relative to those of the maximum
};

/// A motion that is drawn.
struct DrawnMotion {
    std::string
        what; ///< "lowest", "first slip", "largest damping", "highest"; "largest": asked for
    Vector x; ///< n + 1: r, Omega
    ToldExtremum told;
};

/// All of a run.
struct BackboneResults {
    dynamics::Ridges ridges;         ///< without the method: empty, as the others
    std::string parameter = "level"; ///< over which
    double unit = 1;                 ///< value of the parameter at p = 0
    std::vector<std::string>
        parameters; ///< parameters of the derivatives: "level", "left_face.preload"
    std::vector<dynamics::ValuesWithout> missing; ///< requested values that have no maximum
    std::vector<dynamics::LargestChange> changes; ///< changes of the largest maximum
    std::optional<dynamics::BestPreload> best_preload;
    dynamics::PhaseResonances phase;
    std::vector<dynamics::DampedMode> modes, linear_modes; ///< modes with joints that act; others
    std::vector<Judgement> of_phase, of_modes;             ///< levels at which there is a point
    std::vector<std::string> left_out;                     ///< modes, in words
    std::vector<ToldExtremum> extrema;              ///< level by level, ascending in frequency
    std::vector<ToldNode> nodes;                    ///< curve by curve
    std::optional<dynamics::RidgePoint> first_slip; ///< along maxima
    std::vector<DrawnMotion> shapes;
    std::vector<ResponseCurve> responses; ///< level by level
    bool interrupted = false;
    Recorded recorded;
    Vector stuck_hz;          ///< in the range
    Index n = 0, n_modes = 0; ///< unknowns of a motion, modes
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
};

/// Range and tolerance of forced responses. @param level  of the drive
[[nodiscard]] dynamics::ForcedResponseOptions response_options(const Backbone& e, double level);

[[nodiscard]] BackboneResults compute(const Backbone& e, const BuiltModel& built,
                                      const HarmonicModel& harmonic, const Monitor& monitor);

/// Why a curve of another method ends, in words.
[[nodiscard]] std::string end_of(const continuation::Branch& branch);

/// Level of each point of a damped mode.
[[nodiscard]] Vector levels_of(const dynamics::DampedMode& mode);

/// @param model  of which they are
[[nodiscard]] Summary summarise(const Backbone& e, const BackboneResults& results,
                                const dynamics::HarmonicBalance& model);
void write_backbones(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                     const dynamics::HarmonicBalance& model);

} // namespace slideway::app
