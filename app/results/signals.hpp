#pragma once

#include "app/model/built_model.hpp"
#include "app/results/results.hpp"
#include "base/spectral.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/sliding/transient_plan.hpp"
#include "io/entries.hpp"

#include <string>
#include <variant>
#include <vector>

namespace slideway::app {

/// Signal of an entry of output.spectrogram, output.spectrum or output.band_level. Times are those
/// of the run.
struct Signal {
    SignalEntry entry;
    std::string of;   ///< "lower.free_end.y.acceleration", "pad.normal_force.3"
    std::string unit; ///< unit of the record
    std::variant<Spectrogram, Spectrum, BandLevel> content;
    double from = 0, to = 0;     ///< [s] interval of a spectrum, as used
    SpectralPeak peak;           ///< highest line of a spectrogram, peak of a spectrum
    double peak_time = 0;        ///< [s] time of this line, or of the largest level
    double median = 0, most = 0; ///< median and largest level of a band
    std::string left_out;        ///< reason why it was left out; "" if it exists
};

/// Refuses signals for which the record will not suffice. If --set shortened the run, such signals
/// are left out instead.
/// @throws InputError  with the place of the wrong key: a quantity that is not recorded; a window
///                     longer than the record, or with too few samples; an interval outside of it;
///                     a band above half the sampling rate, or without a spectral line
void check_signals(const Case& c, const dynamics::TransientOptions& options,
                   const BuiltModel& built);

/// Computes the signals of a case. If a run that stopped early has too short a record for a signal,
/// the signal is left out, with the reason.
/// @throws InputError  as check_signals
[[nodiscard]] std::vector<Signal> signals(const Case& c, const BuiltModel& built,
                                          const dynamics::History& history, double rate_hz);

/// Adds a line for each signal.
void summarise(const std::vector<Signal>& signals, Summary& summary);
/// Describes NAME.peak... and NAME.level... of the signals that exist.
void signal_quantities(io::Entries& q, std::vector<Signal>& signals);
/// Describes signals/NAME/...
void signal_arrays(io::Entries& a, std::vector<Signal>& signals);

} // namespace slideway::app
