#pragma once

#include "app/analyses/backbone/backbone.hpp"
#include "dynamics/harmonic/damped_modes.hpp"
#include "dynamics/harmonic/phase_resonance.hpp"

#include <optional>

#include <string>
#include <vector>

namespace slideway::app {

/// An extremum at one of the levels asked for, as it is told.
struct ToldExtremum {
    double level = 0, frequency = 0;    ///< [Hz]
    std::vector<double> rms, phase_lag; ///< of each monitor [rad]
    bool maximum = false, kink = false, largest = false;
    std::size_t curve = 0, piece = 0; ///< from 0
    int stable = -1;                  ///< 1 or 0; -1: not asked for
    std::string states;               ///< "left stick, right stick/slip"; "" without friction
};

/// A node of a curve: where a kink piece begins or ends.
struct ToldNode {
    std::size_t curve = 0;
    double level = 0, frequency = 0, rms = 0;
    std::string joint, what;
};

/// How far a point of another method is from the largest maximum of its level.
struct Judgement {
    double level = 0;
    double frequency = 0, rms = 0; ///< relative to those of the maximum
};

/// All of a run.
struct BackboneResults {
    dynamics::Ridges ridges; ///< without the method: empty, as the others
    dynamics::PhaseResonances phase;
    std::vector<dynamics::DampedMode> modes;
    std::vector<Judgement> of_phase, of_modes; ///< levels at which there is a point
    std::vector<std::string> left_out;         ///< modes, in words
    std::vector<ToldExtremum> extrema;         ///< level by level, ascending in frequency
    std::vector<ToldNode> nodes;               ///< curve by curve
    Vector stuck_hz;                           ///< in the range
    Index n = 0, n_modes = 0;                  ///< unknowns of a motion, modes
    dynamics::HarmonicBalance::Form form = dynamics::HarmonicBalance::Form::modes;
};

/// Why a curve of another method ends, in words.
[[nodiscard]] std::string end_of(const continuation::Branch& branch);

[[nodiscard]] Summary summarise(const Backbone& e, const BackboneResults& results,
                                const std::vector<std::string>& units);
void write_backbones(io::ArraySink& sink, const Backbone& e, const BackboneResults& results,
                     const std::vector<std::string>& units);

} // namespace slideway::app
