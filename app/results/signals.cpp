#include "app/results/signals.hpp"

#include "app/results/histories.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/override.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/sliding/transient_plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>

namespace slideway::app {

namespace {

constexpr double max_spectrogram_bytes = 1e9;

template <class Entries>
auto* named(Entries& entries, const std::string& name)
{
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&name](const auto& e) -> bool { return e.name == name; });
    return found == entries.end() ? nullptr : &*found;
}

bool has_history(const assembly::Joint& joint)
{
    return !joint.law->is_linear();
}

// ---- sources of signals

struct Source {
    std::string label, unit;
    std::function<std::vector<double>(const dynamics::History&)> record;
};

// The column of the history that an entry names.
template <class History>
Source source(const SignalEntry& e, const std::vector<RecordedArray<History>>& arrays,
              const std::string& usual, std::vector<History> dynamics::History::*histories,
              Measure measure = Measure::displacement, Index column = 0, Index n_columns = 1,
              std::string_view column_name = "")
{
    const std::string& quantity = e.quantity.empty() ? usual : e.quantity;
    const auto* array = named(arrays, quantity);
    if (!array) {
        std::vector<std::string> names;
        for (const auto& a : arrays)
            names.push_back(a.name);
        throw InputError(e.places.of("quantity"), e.table() + ".quantity", "\"" + quantity + "\"",
                         "no record of " + e.of + name_hint(quantity, names));
    }
    const std::string label = e.of + "." + quantity;
    return {n_columns == 1
                ? label
                : label + "." +
                      (column_name.empty() ? std::to_string(column) : std::string(column_name)),
            unit_on(array->unit, measure),
            [=, of = e.of](const dynamics::History& history) -> std::vector<double> {
                const std::vector<double>& all = named(history.*histories, of)->*(array->values);
                std::vector<double> values;
                for (auto k = static_cast<std::size_t>(column); k < all.size();
                     k += static_cast<std::size_t>(n_columns))
                    values.push_back(all[k]);
                return values;
            }};
}

// Column that the key `slave` or `component` selects out of n.
Index column_of(const SignalEntry& e, const std::string& key, int given, Index n,
                const std::string& columns)
{
    const std::string allowed =
        e.of + " has " +
        (n == 1 ? "one alone, 0"
                : std::to_string(n) + " " + columns + ", 0 to " + std::to_string(n - 1));
    if (given < 0 && n > 1)
        throw InputError(e.places.table, e.table() + ": missing key " + key + "; " + allowed);
    if (given >= n)
        throw InputError(e.places.of(key), e.table() + "." + key, std::to_string(given), allowed);
    return std::max(given, 0);
}

void refuse_column(const SignalEntry& e, const std::string& key, int given,
                   const std::string& owner)
{
    if (given >= 0)
        throw InputError(e.places.of(key), e.table() + "." + key, std::to_string(given),
                         "this key is for " + owner);
}

// Source for a joint. Schemes that treat a Coulomb joint as dry contacts have a history per row.
Source source_of(const SignalEntry& e, const assembly::Joint& joint)
{
    const Index n = joint.n_rows();
    const Index row = column_of(e, "component", e.component, n, "components");
    Source all = source(e, joint_arrays(), "force", &dynamics::History::joints,
                        measure_at(joint.measures, row), row, n,
                        joint.law->is_patch() ? patch_components.at(static_cast<std::size_t>(row))
                                              : std::string_view());
    if (joint.law->is_dry())
        all.record = [=, of_all = all.record,
                      values =
                          named(dry_arrays(), e.quantity.empty() ? "force" : e.quantity)->values](
                         const dynamics::History& history) -> std::vector<double> {
            const dynamics::DryHistory* dry = dry_history(history, joint, row);
            return dry ? dry->*values : of_all(history);
        };
    return all;
}

Source source_of(const SignalEntry& e, const BuiltModel& built)
{
    const auto* sliding = named(built.model.sliding, e.of);
    const auto* joint = named(built.model.joints, e.of);
    if (!sliding)
        refuse_column(e, "slave", e.slave, "contacts");
    if (!joint)
        refuse_column(e, "component", e.component, "joints");
    if (const auto* probe = named(built.probes, e.of))
        return source(e, point_arrays(), "acceleration", &dynamics::History::points,
                      probe->measure);
    const bool recorded = built.recorded_contacts.contains(e.of);
    if (sliding && recorded)
        return source(e, sliding_arrays(), "normal_force", &dynamics::History::sliding,
                      Measure::displacement,
                      column_of(e, "slave", e.slave, sliding->n_slaves(), "slave nodes"),
                      sliding->n_slaves());
    if (joint && recorded && has_history(*joint))
        return source_of(e, *joint);

    std::vector<std::string> names;
    for (const dynamics::Probe& probe : built.probes)
        names.push_back(probe.name);
    for (const std::string& name : built.recorded_contacts)
        if (const auto* other = named(built.model.joints, name); !other || has_history(*other))
            names.push_back(name);
    throw InputError(e.places.of("of"), e.table() + ".of", "\"" + e.of + "\"",
                     (joint && !has_history(*joint) ? "linear joints are not recorded"
                                                    : "not recorded by output.history") +
                         name_hint(e.of, names));
}

// ---- requirements on a record

// Samples at t_start + k / rate; the record ends one interval after the last.
struct Sampling {
    double t_start = 0, rate = 0;
    Index n_samples = 0;

    [[nodiscard]] double t_end() const { return t_start + static_cast<double>(n_samples) / rate; }
    [[nodiscard]] std::string text() const
    {
        return number_text(t_start, 6) + " to " + number_text(t_end() - 1 / rate, 6) + " s";
    }
};

// Sampling of dynamics::transient for a complete run. Unless the step is given, the sampling
// interval is a whole number of steps.
Sampling planned(const dynamics::TransientOptions& t)
{
    Sampling s{t.t_start, t.history_rate_hz};
    if (t.h > 0)
        s.rate = 1 / (t.h * std::max(1.0, std::round(1 / (t.history_rate_hz * t.h))));
    s.n_samples = static_cast<Index>((t.t_end - t.t_start) * s.rate + 1e-6) + 1;
    return s;
}

Sampling recorded(const dynamics::History& history, double rate_hz)
{
    return {history.time.empty() ? 0 : history.time.front(), rate_hz,
            static_cast<Index>(history.time.size())};
}

Index samples(double duration, double rate)
{
    return static_cast<Index>(std::llround(std::min(duration * rate, 1e15)));
}

SpectrogramOptions window_of(const SignalEntry& e, double rate)
{
    const Index window = samples(e.window, rate);
    return {window, e.hop > 0 ? samples(e.hop, rate) : std::max<Index>(1, window / 2), e.shape};
}

SampleRange interval_of(const SignalEntry& e, const Sampling& s)
{
    const SampleRange range = samples_between(s.rate, e.from.value_or(s.t_start) - s.t_start,
                                              e.to.value_or(s.t_end()) - s.t_start);
    return {range.begin, std::min(range.end, s.n_samples)};
}

// A wrong key, its value and the allowed values.
struct Problem {
    std::string key, value, allowed;
    bool short_record = false; ///< true if a longer record would suffice
};

std::optional<Problem> problem_of_window(const SignalEntry& e, const Sampling& s)
{
    const SpectrogramOptions o = window_of(e, s.rate);
    const std::string window = number_text(e.window), hop = number_text(e.hop);
    if (o.window < min_window)
        return Problem{"window", window,
                       "too short; expected at least " + std::to_string(min_window) + " samples, " +
                           number_text(min_window / s.rate, 6) + " s"};
    if (o.window > s.n_samples)
        return Problem{"window", window,
                       "longer than the record of " + std::to_string(s.n_samples) + " samples, " +
                           s.text(),
                       true};
    if (o.hop < 1)
        return Problem{"hop", hop,
                       "too short; expected at least one sample, " + number_text(1 / s.rate, 6) +
                           " s"};
    const double bytes = 8.0 * static_cast<double>(n_windows(s.n_samples, o)) *
                         static_cast<double>(o.window / 2 + 1);
    if (e.kind == SignalKind::spectrogram && bytes > max_spectrogram_bytes)
        return Problem{"hop", e.hop > 0 ? hop : "(not given)",
                       "the spectrogram would take " + number_text(bytes / 1e9, 3) +
                           " GB; at most 1 GB: give a longer hop"};
    return {};
}

std::optional<Problem> problem_of_band(const SignalEntry& e, const Sampling& s)
{
    const std::string band = "[" + number_text(e.band_low) + ", " + number_text(e.band_high) + "]";
    if (e.band_high > s.rate / 2)
        return Problem{"band_hz", band,
                       "above half the sampling rate, " + number_text(s.rate / 2, 6) +
                           " Hz; raise output.history_rate_hz"};
    const Index window = window_of(e, s.rate).window;
    if (lines_in_band(s.rate, window, e.band_low, e.band_high) == 0)
        return Problem{"band_hz", band,
                       "no spectral line in the band; lines are 1/window = " +
                           number_text(s.rate / static_cast<double>(window), 6) + " Hz apart"};
    return {};
}

// Problem of the interval of a spectrum or of a band level.
std::optional<Problem> problem_of_interval(const SignalEntry& e, const Sampling& s)
{
    const double slack = 1e-6 / s.rate;
    for (const auto& [key, t] : {std::pair{"from", e.from}, {"to", e.to}})
        if (t && (*t < s.t_start - slack || *t > s.t_end() + slack))
            return Problem{key, number_text(*t), "outside the record, " + s.text(), true};
    const std::string key = e.to ? "to" : "from";
    const std::string value = number_text(e.to ? *e.to : e.from.value_or(s.t_start));
    const Index size = interval_of(e, s).size();
    if (e.kind == SignalKind::spectrum && size < min_window)
        return Problem{key, value,
                       "the interval has " + std::to_string(std::max<Index>(0, size)) +
                           " samples; expected at least " + std::to_string(min_window) + ", " +
                           number_text(min_window / s.rate, 6) + " s"};
    return {};
}

// Windows of a band level whose centre (a time of the run) lies in the requested interval.
SampleRange windows_between(const SignalEntry& e, const Vector& time)
{
    auto before = [&time](double t) -> Index {
        return std::lower_bound(time.begin(), time.end(), t) - time.begin();
    };
    return {e.from ? before(*e.from) : 0, e.to ? before(*e.to) : time.size()};
}

std::optional<Problem> problem_of_search(const SignalEntry& e, const Sampling& s)
{
    Vector time = window_centres(s.n_samples, s.rate, window_of(e, s.rate));
    time.array() += s.t_start;
    if (windows_between(e, time).size() > 0)
        return {};
    return Problem{e.to ? "to" : "from", number_text(e.to ? *e.to : *e.from),
                   "no window has its centre between from and to; windows are " +
                       number_text(e.window) + " s long, their centres lie between " +
                       number_text(time(0), 6) + " and " + number_text(time(time.size() - 1), 6) +
                       " s"};
}

// Reason why a record does not suffice for an entry, if so.
std::optional<Problem> problem(const SignalEntry& e, const Sampling& s)
{
    std::optional<Problem> found;
    if (e.kind != SignalKind::spectrum)
        found = problem_of_window(e, s);
    if (!found && e.kind == SignalKind::band_level)
        found = problem_of_band(e, s);
    if (!found)
        found = problem_of_interval(e, s);
    if (!found && e.kind == SignalKind::band_level)
        found = problem_of_search(e, s);
    return found;
}

// ---- signals and their key figures

double median(const Vector& values)
{
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}

void compute(Signal& signal, const std::vector<double>& record, const Sampling& s)
{
    const SignalEntry& e = signal.entry;
    if (e.kind == SignalKind::spectrogram) {
        Spectrogram content = spectrogram(record, s.rate, window_of(e, s.rate));
        content.time.array() += s.t_start;
        Index window = 0, line = 0;
        const double most =
            content.power.rightCols(content.power.cols() - 1).maxCoeff(&window, &line);
        signal.peak = {content.frequency(line + 1), std::sqrt(2 * most)};
        signal.peak_time = content.time(window);
        signal.content = std::move(content);
    } else if (e.kind == SignalKind::spectrum) {
        const SampleRange range = interval_of(e, s);
        signal.from = s.t_start + static_cast<double>(range.begin) / s.rate;
        signal.to = s.t_start + static_cast<double>(range.end) / s.rate;
        signal.content = spectrum(std::span(record).subspan(static_cast<std::size_t>(range.begin),
                                                            static_cast<std::size_t>(range.size())),
                                  s.rate, e.shape);
        signal.peak = std::get<Spectrum>(signal.content).peak;
    } else {
        BandLevel content =
            band_level(record, s.rate, e.band_low, e.band_high, window_of(e, s.rate));
        content.time.array() += s.t_start;
        const SampleRange sought = windows_between(e, content.time);
        Index window = 0;
        signal.most = content.level.segment(sought.begin, sought.size()).maxCoeff(&window);
        signal.peak_time = content.time(sought.begin + window);
        signal.median = median(content.level);
        signal.content = std::move(content);
    }
}

std::string line_of(const Signal& signal)
{
    const SignalEntry& e = signal.entry;
    const std::string kind(name_of(e.kind)),
        unit = " " + signal.unit,
        peak = number_text(signal.peak.amplitude, 3) + unit + " at " +
               number_text(signal.peak.frequency, 5) + " Hz",
        time = "t = " + number_text(signal.peak_time, 4) + " s";
    if (!signal.left_out.empty())
        return kind + " left out; " + signal.left_out;
    if (e.kind == SignalKind::spectrogram)
        return kind + " of " + signal.of + ", highest line " + peak + " and " + time;
    if (e.kind == SignalKind::spectrum)
        return kind + " of " + signal.of + " from " + number_text(signal.from, 4) + " to " +
               number_text(signal.to, 4) + " s, peak " + peak;
    return "level of " + signal.of + " in " + number_text(e.band_low, 5) + " to " +
           number_text(e.band_high, 5) + " Hz, median " + number_text(signal.median, 3) +
           ", at most " + number_text(signal.most, 3) + unit + " at " + time;
}

// Unit of a power.
std::string squared(const std::string& unit)
{
    const bool plain = unit.find_first_of("/^ ") == std::string::npos;
    return (plain ? unit : "(" + unit + ")") + "^2";
}

void content_arrays(io::Entries& a, Signal& signal, Spectrogram& content)
{
    const std::string only = "of a spectrogram";
    a.array(content.time, "time", "s", "centres of the windows", "n_t", only);
    a.array(content.frequency, "frequency", "Hz", "spectral lines, 1/window apart", "n_f", only);
    a.array(content.power, "power", a.unit([&] { return squared(signal.unit); }, "U^2"),
            "power of each line; a sine of amplitude a on a line has a^2/2 there", "n_t x n_f",
            only);
}

void content_arrays(io::Entries& a, Signal& signal, Spectrum& content)
{
    const std::string only = "of a spectrum";
    a.array(content.frequency, "frequency", "Hz", "spectral lines, 1/interval apart", "n_f", only);
    a.array(content.amplitude, "amplitude", a.unit(signal.unit, "U"),
            "amplitude of each line; a sine of amplitude a on a line has a there", "n_f", only);
    a.array(signal.from, "from", "s", "first sample", "", only);
    a.array(signal.to, "to", "s", "first sample left out", "", only);
}

void content_arrays(io::Entries& a, Signal& signal, BandLevel& content)
{
    const std::string only = "of a band level";
    a.array(content.time, "time", "s", "centres of the windows", "n_t", only);
    a.array(content.level, "level", a.unit(signal.unit, "U"),
            "amplitude: root of the sum of 2 S over the lines low <= f < high, S their power",
            "n_t", only);
}

// Visits the signals that exist. The describer visits one of each kind.
void each_signal(io::Entries& a, std::vector<Signal>& all, const std::string& group,
                 const std::function<void(Signal&)>& members)
{
    if (a.describes()) {
        all.resize(3);
        all[0].content = Spectrogram();
        all[1].content = Spectrum();
        all[2].content = BandLevel();
    }
    a.note("U stands for the unit of the record of a signal.");
    for (Signal& signal : all)
        if (signal.left_out.empty())
            a.each_group(
                {signal.entry.name}, group, "S",
                "a signal of `output.spectrogram`, `output.spectrum` or `output.band_level`",
                [&](std::size_t /*the only one*/) { members(signal); });
}

} // namespace

void check_signals(const Case& c, const dynamics::TransientOptions& options,
                   const BuiltModel& built)
{
    // --set analysis.t_end=1 shortens a run on purpose; it is treated as a run that stopped early.
    auto overridden = [&c](const char* key) -> bool {
        return is_override(c.analysis.places.of(key));
    };
    const bool shortened = overridden("t_start") || overridden("t_end");
    for (const SignalEntry& e : c.output.signals) {
        (void)source_of(e, built);
        const auto found = problem(e, planned(options));
        if (found && !(found->short_record && shortened))
            throw InputError(e.places.of(found->key), e.table() + "." + found->key, found->value,
                             found->allowed);
    }
}

std::vector<Signal> signals(const Case& c, const BuiltModel& built,
                            const dynamics::History& history, double rate_hz)
{
    const Sampling sampling = recorded(history, rate_hz);
    std::vector<Signal> list;
    for (const SignalEntry& e : c.output.signals) {
        const Source from = source_of(e, built);
        Signal& signal = list.emplace_back(Signal{.entry = e, .of = from.label, .unit = from.unit});
        if (const auto found = problem(e, sampling))
            signal.left_out = found->key + " = " + found->value + "; " + found->allowed;
        else
            compute(signal, from.record(history), sampling);
    }
    return list;
}

void summarise(const std::vector<Signal>& signals, Summary& summary)
{
    for (const Signal& signal : signals)
        summary.lines.push_back(signal.entry.name + ": " + line_of(signal));
}

void signal_quantities(io::Entries& q, std::vector<Signal>& signals)
{
    each_signal(q, signals, "", [&](Signal& signal) {
        const std::string unit = q.unit(signal.unit, "U");
        if (std::holds_alternative<BandLevel>(signal.content)) {
            const std::string only = "of a band level";
            q.array(signal.median, "level.median", unit, "median of the level over the run", "",
                    only);
            q.array(signal.most, "level.max", unit, "largest level between `from` and `to`", "",
                    only);
            q.array(signal.peak_time, "level.max.time", "s", "time of this level", "", only);
            q.derived(signal.median > 0 ? std::optional(signal.most / signal.median) : std::nullopt,
                      "level.max_over_median", "", "ratio of both", "", "of a band level");
            return;
        }
        const bool in_time = std::holds_alternative<Spectrogram>(signal.content);
        const std::string only = in_time ? "of a spectrogram" : "of a spectrum",
                          meaning = in_time ? "amplitude of the highest line"
                                            : "highest peak, which may lie between two lines";
        q.array(signal.peak.amplitude, "peak.amplitude", unit, meaning, "", only);
        q.array(signal.peak.frequency, "peak.frequency", "Hz", "its frequency", "", only);
        if (in_time)
            q.array(signal.peak_time, "peak.time", "s", "its time", "", only);
    });
}

void signal_arrays(io::Entries& a, std::vector<Signal>& signals)
{
    a.note("The mean of each window or interval of a signal is removed. The rest is multiplied by "
           "the window function and divided by its sum. A sine between two lines appears smaller, "
           "with at least 0.85 of its amplitude for `hann`, and 0.64 for `rectangular`. A band "
           "level is 1.0498 times the amplitude of a sine whose lines are all in the band "
           "(`tukey-0.25`; `hann`: 1.2247).");
    a.note("Records of signals are samples without a filter, so motion above half of "
           "`output.history_rate_hz` appears at other frequencies (aliasing). If a run stopped "
           "early or was shortened by `--set`, signals with too short records are omitted and "
           "reported.");
    each_signal(a, signals, "signals", [&](Signal& signal) {
        std::visit([&](auto& content) { content_arrays(a, signal, content); }, signal.content);
        if (a.describes() && !std::holds_alternative<Spectrogram>(signal.content))
            return; // described once
        a.array(signal.of, "of", "",
                "record that it is taken from, for example `lower.free_end.y.acceleration`; the "
                "number of the slave node or component follows if there are several, for a patch "
                "the name of the component");
    });
}

} // namespace slideway::app
