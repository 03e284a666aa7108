#include "app/case/case.hpp"

#include "base/spectral.hpp"
#include "base/text.hpp"

#include <utility>

// Keys of [output] and of signals.

namespace slideway::app {

using io::Range;

void fields(io::Fields& f, SignalEntry& e)
{
    const bool spectrum = e.kind == SignalKind::spectrum, band = e.kind == SignalKind::band_level;
    f.text({"name", "", "in results and quantities", true}, e.name);
    f.text({"of", "", "a point, contact or joint of output.history", true}, e.of);
    f.text({"quantity",
            "",
            "of a point: displacement, velocity, acceleration; of a contact: normal_force, "
            "friction_force, gap, sliding_velocity, slave_velocity_x, slave_velocity_y, contact_x, "
            "contact_y, slope; of a joint: force, displacement",
            false,
            {},
            "acceleration, normal_force, force"},
           e.quantity);
    f.integer({"slave", "", "of a contact with several slave nodes: which, from 0", false,
               Range::not_negative(), "none"},
              e.slave);
    f.integer({"component", "", "of a joint with several components: which, from 0", false,
               Range::not_negative(), "none"},
              e.component);
    if (band) {
        f.pair({"band_hz", "Hz", "[low, high]: the lines low <= f < high", true,
                Range::not_negative()},
               e.band_low, e.band_high);
        if (f.has("band_hz") && !(e.band_high > e.band_low))
            f.refuse("band_hz", "expected [low, high] with high > low");
    }
    if (!spectrum) {
        f.number({"window", "s", "length of each window; lines are 1/window apart", false,
                  Range::positive()},
                 e.window);
        f.number({"hop", "s", "from one window to the next", false, Range::positive(),
                  "half the window"},
                 e.hop);
    }
    e.shape = spectrum ? WindowShape::hann : SpectrogramOptions{}.shape;
    f.choice({"shape", "", "of the window"}, e.shape);
    if (spectrum || band) {
        double from = 0, to = 0;
        const std::string where = band ? "where the largest level is sought" : "of the interval";
        f.number({"from", "s", "beginning " + where, false, {}, "the start of the record"}, from);
        f.number({"to", "s", "end " + where, false, {}, "the end of the record"}, to);
        if (f.has("from"))
            e.from = from;
        if (f.has("to"))
            e.to = to;
        if (e.from && e.to && !(*e.to > *e.from))
            f.refuse("to", "must be later than from = " + number_text(*e.from) + " s");
    }
}

void fields(io::Fields& f, OutputEntry& e)
{
    f.number({"history_rate_hz", "Hz", "samples of histories", false, Range::positive(),
              "50000; event-driven, runge-kutta, taylor: 64 per period of the excitation, without "
              "one 10000 in all"},
             e.history_rate_hz);
    f.number({"fields_rate_hz", "Hz", "frames of deformed bodies for ParaView; 0: none", false,
              Range::not_negative()},
             e.fields_rate_hz);
    std::vector<std::string> history;
    f.text_or_texts({"history",
                     "",
                     "\"substructure.port.component\" (mean over its nodes) and contacts",
                     false,
                     {},
                     "all contacts"},
                    history);
    f.refuse_repeated("history", history);
    if (f.has("history"))
        e.history = history;
    for (const Choice<SignalKind>& kind : choices(SignalKind()))
        f.tables({std::string(kind.name), "", "of a recorded history: " + std::string(kind.about)},
                 [&e, &kind](io::Fields& s) {
                     SignalEntry& signal = e.signals.emplace_back();
                     signal.kind = kind.value;
                     fields(s, signal);
                 });
}

} // namespace slideway::app
