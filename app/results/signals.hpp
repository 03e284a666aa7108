#pragma once

#include "app/model/built_model.hpp"
#include "app/results/results.hpp"
#include "base/spectral.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/sliding/transient_plan.hpp"
#include "io/array_sink.hpp"

#include <string>
#include <variant>
#include <vector>

namespace slideway::app {

/// What an entry of output.spectrogram, output.spectrum or output.band_level gave. Times are those
/// of the run.
struct Signal {
    SignalEntry entry;
    std::string of;   ///< "lower.free_end.y.acceleration", "pad.normal_force.3"
    std::string unit; ///< of the record
    std::variant<Spectrogram, Spectrum, BandLevel> content;
    double from = 0, to = 0; ///< [s] interval of a spectrum, as used
    std::string left_out;    ///< why there is none; "": there is one
};

/// Refuses signals that the record to come cannot serve, unless --set shortened the run: those are
/// then left out.
/// @throws InputError with the place of the key at fault: something that is not recorded; a window
///         longer than the record, or with too few samples; an interval outside it; a band above
///         half the sampling rate, or without a line
void check_signals(const Case& c, const dynamics::TransientOptions& options,
                   const BuiltModel& built);

/// The signals of a case from what was recorded. Those for which a run that stopped early left too
/// short a record are left out, with the reason.
/// @throws InputError  as check_signals
[[nodiscard]] std::vector<Signal> signals(const Case& c, const BuiltModel& built,
                                          const dynamics::History& history, double rate_hz);

/// Adds the key figures of signals, and a line for each.
void summarise(const std::vector<Signal>& signals, Summary& summary);

/// Writes signals/NAME/...
void write_signals(io::ArraySink& sink, const std::vector<Signal>& signals);

} // namespace slideway::app
