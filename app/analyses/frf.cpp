#include "app/analyses/frf.hpp"

#include "app/analyses/preload.hpp"
#include "app/case/located.hpp"
#include "app/results/quantities.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/frozen/frequency_response.hpp"
#include "io/entries.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::FrequencyResponse;
using dynamics::Response;
using io::Range;

constexpr std::size_t most_peaks = 20; // listed of one position
constexpr Index most_values = 20;      // frequencies of one position whose response is listed

const std::string per_input = "of the output / of the input";

constexpr std::string_view motion_prefix = "motion.";

// "motion.NAME"; a port has two dots.
bool names_motion(const std::string& input)
{
    return input.starts_with(motion_prefix) && std::count(input.begin(), input.end(), '.') == 1;
}

// The motions of the model among the inputs.
std::vector<std::size_t> motions_of(const Frf& e, const BuiltModel& built)
{
    std::vector<std::size_t> found;
    for (const std::string& input : e.inputs) {
        if (!names_motion(input))
            continue;
        const std::string name = input.substr(motion_prefix.size());
        const std::vector<assembly::Motion>& all = built.model.motions;
        const auto found_peak =
            std::find_if(all.begin(), all.end(),
                         [&](const assembly::Motion& motion) { return motion.name == name; });
        if (found_peak == all.end()) {
            std::vector<std::string> known;
            for (const assembly::Motion& motion : all)
                known.push_back(motion.name);
            throw InputError("inputs", "\"" + input + "\"",
                             known.empty() ? "the case has no [[motion]]"
                                           : "no such motion" + name_hint(name, known));
        }
        found.push_back(static_cast<std::size_t>(found_peak - all.begin()));
    }
    return found;
}

// The first input of the case among those of the result, in which forces come first.
std::size_t first_input(const Frf& e, const BuiltModel& built)
{
    return names_motion(e.inputs.front()) ? built.inputs.size() : 0;
}

dynamics::FrequencyResponseOptions options_of(const Frf& e, const BuiltModel& built)
{
    const SlideEntry& slide = e.slide;
    dynamics::FrequencyResponseOptions options;
    options.slide.about = slide.about;
    options.slide.friction = e.friction;
    options.slide.t_start = slide.t_start;
    if (slide.positions.given)
        options.positions = slide.positions.all;
    if (slide.position)
        options.positions = {*slide.position};
    if (slide.times.given)
        options.times = slide.times.all;
    options.frequencies_hz = e.frequency_hz.all;
    options.inputs = built.inputs;
    options.direct = built.direct;
    options.motions = motions_of(e, built);
    options.motion_quantity = e.motion_quantity.value_or(e.quantity);
    options.outputs = built.outputs;
    options.quantity = e.quantity;
    options.threads = threads();
    return options;
}

// Unit of an output per input.
std::string unit_of(const Frf& e, const BuiltModel& built, std::size_t output, std::size_t input)
{
    const Measure measure = built.outputs[output].measure;
    const std::size_t n = built.inputs.size();
    if (input < n)
        return dynamics::response_unit(e.quantity, measure, built.inputs[input].measure);
    const std::size_t motion = motions_of(e, built)[input - n];
    return dynamics::transmissibility_unit(e.quantity, measure,
                                           e.motion_quantity.value_or(e.quantity),
                                           built.model.motions[motion].measure);
}

double magnitude(const Response& r, Index x, Index f)
{
    return std::hypot(r.real(x, f), r.imag(x, f));
}

// Frequencies at which the response of one position is larger than beside it, the highest first.
std::vector<Index> peaks(const Response& r, Index x)
{
    std::vector<Index> list;
    for (Index f = 1; f + 1 < r.real.cols(); ++f)
        if (magnitude(r, x, f) > magnitude(r, x, f - 1) &&
            magnitude(r, x, f) >= magnitude(r, x, f + 1))
            list.push_back(f);
    std::sort(list.begin(), list.end(),
              [&](Index a, Index b) -> bool { return magnitude(r, x, a) > magnitude(r, x, b); });
    return list;
}

// Largest magnitude of a response: the indices of its position and frequency.
std::pair<Index, Index> largest(const Response& r)
{
    std::pair<Index, Index> found{0, 0};
    for (Index x = 0; x < r.real.rows(); ++x)
        for (Index f = 0; f < r.real.cols(); ++f)
            if (magnitude(r, x, f) > magnitude(r, found.first, found.second))
                found = {x, f};
    return found;
}

double root_mean_square(const Response& r)
{
    double sum = 0;
    for (Index x = 0; x < r.real.rows(); ++x)
        for (Index f = 0; f < r.real.cols(); ++f)
            sum += r.real(x, f) * r.real(x, f) + r.imag(x, f) * r.imag(x, f);
    return std::sqrt(sum / static_cast<double>(r.real.size()));
}

FrfPeaks peaks_of(const FrfResults& results)
{
    const FrequencyResponse& r = results.found;
    const std::size_t input = first_input(*results.e, *results.built);
    const Response& first = r.response(0, input);
    const auto [x, f] = largest(first);
    FrfPeaks out;
    out.unit = unit_of(*results.e, *results.built, 0, input);
    out.magnitude = magnitude(first, x, f);
    out.frequency = r.frequency_hz(f);
    if (!results.built->model.sliding.empty())
        out.position = r.position(x);
    if (r.time.size() > 0)
        out.time = r.time(x);
    out.rms = root_mean_square(first);
    if (r.position.size() > 1)
        return out;
    std::vector<Index> highest = peaks(first, 0);
    highest.resize(std::min(highest.size(), most_peaks));
    std::sort(highest.begin(), highest.end());
    for (const Index k : highest) {
        out.frequencies.push_back(r.frequency_hz(k));
        out.magnitudes.push_back(magnitude(first, 0, k));
    }
    if (r.frequency_hz.size() <= most_values) {
        out.real = first.real.row(0);
        out.imag = first.imag.row(0);
    }
    return out;
}

// @param positions, frequency_hz  those of the run; an interrupted one has fewer
Settings settings(const Frf& e, const BuiltModel& built, const Vector& positions,
                  const Vector& frequency_hz)
{
    const auto range = [](const Vector& values, double factor, int digits, const char* unit) {
        const double first = factor * values(0), last = factor * values(values.size() - 1);
        return ", " + number_text(first, digits) +
               (values.size() > 1 ? " to " + number_text(last, digits) : "") + unit;
    };
    return {
        {"method", "bodies frozen at each position, coupled in their modes (Brunetti, "
                   "D'Ambrogio & Fregolent 2020, eq. 45)"},
        {"about", std::string(name_of(e.slide.about))},
        {"positions", std::to_string(positions.size()) +
                          (built.model.sliding.empty() ? "" : range(positions, 1e3, 8, " mm"))},
        {"frequencies", std::to_string(frequency_hz.size()) + range(frequency_hz, 1, 6, " Hz")}};
}

Summary summarise(FrfResults& results)
{
    const Frf& e = *results.e;
    const FrequencyResponse& r = results.found;
    Summary s;
    const auto n_x = r.position.size(), n_f = r.frequency_hz.size();
    if (r.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted; " + std::to_string(n_f) + " frequencies at " +
                    plural(n_x, "position") + " are kept";
    }
    s.used = settings(e, *results.built, r.position, r.frequency_hz);
    s.used.emplace_back("form", r.classical
                                    ? "modal, classical damping"
                                    : "modal; damping is not classical and couples the modes "
                                      "(factorised at each frequency)");
    s.used.emplace_back("modes", std::to_string(r.n_modes));
    s.used.emplace_back("contact_rows", std::to_string(r.n_rows));
    if (r.inputs.size() > results.built->inputs.size())
        s.used.emplace_back("motion_quantity",
                            std::string(name_of(e.motion_quantity.value_or(e.quantity))) +
                                " of the motions among the inputs");
    s.extent = std::to_string(n_f) + (n_f == 1 ? " frequency at " : " frequencies at ") +
               plural(n_x, "position");
    add_quantities(s, [&](io::Entries& q) { quantities(q, results); });
    const FrfPeaks& peak = results.peaks;
    s.lines.push_back(
        r.outputs.front() + " over " + r.inputs[first_input(e, *results.built)] + ": at most " +
        number_text(peak.magnitude, 4) + (peak.unit.empty() ? "" : " ") + peak.unit + " at " +
        number_text(peak.frequency, 6) + " Hz" +
        (peak.position ? ", " + number_text(1e3 * *peak.position, 5) + " mm" : "") +
        (peak.position && peak.time ? " (t = " + number_text(*peak.time, 5) + " s)" : ""));
    if (!peak.frequencies.empty()) {
        std::vector<std::string> words;
        for (const double frequency : peak.frequencies)
            words.push_back(number_text(frequency, 6));
        s.lines.push_back("resonance peaks: " + join(words) + " Hz");
    }
    return s;
}

} // namespace

void fields(io::Fields& f, Frf& e)
{
    slide_fields(f, e.slide, true);
    f.text_or_texts(
        {"inputs", "",
         "\"substructure.port.component\": a unit force (on a rotation a unit moment) on each, "
         "spread as loads are; or \"motion.NAME\": a unit of that imposed motion, a support "
         "that shakes",
         true},
        e.inputs);
    f.text_or_texts(
        {"outputs", "", "\"substructure.port.component\": mean over the nodes of the port", true},
        e.outputs);
    for (const auto& [key, names] :
         {std::pair{"inputs", &e.inputs}, std::pair{"outputs", &e.outputs}}) {
        if (f.has(key) && names->empty())
            f.refuse(key, "expected at least one \"substructure.port.component\"");
        f.refuse_repeated(key, *names);
    }
    f.choice({"quantity", "", "of the outputs, per unit of force, moment or motion"}, e.quantity);
    dynamics::ResponseQuantity motion_quantity{};
    f.choice({.name = "motion_quantity",
              .help = "of the motions among the inputs, of which the response is per unit",
              .default_text = "as quantity: a transmissibility"},
             motion_quantity);
    if (f.has("motion_quantity"))
        e.motion_quantity = motion_quantity;
    if (e.motion_quantity && std::none_of(e.inputs.begin(), e.inputs.end(), names_motion))
        f.refuse("motion_quantity", "no input is a motion; give \"motion.NAME\" in inputs");
    values_field(f,
                 {.name = "frequency_hz",
                  .unit = "Hz",
                  .help = "of the force or motion",
                  .required = true,
                  .range = Range::not_negative(),
                  .former = "frequencies_hz"},
                 e.frequency_hz, {.what = "frequency"});
    double friction = 0;
    f.number({"friction", "", "coefficient of all contacts", false, Range::not_negative(),
              "the laws of the contacts"},
             friction);
    if (f.has("friction"))
        e.friction = friction;
}

Needs needs(const Frf& e)
{
    std::vector<std::string> forced;
    std::copy_if(e.inputs.begin(), e.inputs.end(), std::back_inserter(forced),
                 [](const std::string& input) -> bool { return !names_motion(input); });
    return {.forced = {"inputs", std::move(forced)},
            .observed = {"outputs", e.outputs},
            .forces_without_mass = true};
}

std::string check(const Frf& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    dynamics::FrequencyResponseOptions options;
    const std::vector<double> positions =
        located(c.analysis.places, "analysis", [&]() -> std::vector<double> {
            options = options_of(e, built);
            return dynamics::check_frequency_response(
                       built.model, *modal_model(built, monitor, dynamics::OtherParts::taken),
                       options)
                .positions;
        });
    const auto vector = [](const auto& values) {
        return Vector(Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size())));
    };
    return check_text(e.type,
                      settings(e, built, vector(positions), vector(options.frequencies_hz)));
}

std::vector<std::string> notes(const Frf& e, const BuiltModel& built)
{
    return preload_notes(built, static_loads(built, e.slide.about, e.friction.has_value()));
}

void arrays(io::Entries& a, FrfResults& r)
{
    dynamics::FrequencyResponse& found = r.found;
    a.attribute(r.about, "about", "`undeformed` or `deformed`");
    a.array(found.frequency_hz, "frequency", "Hz",
            "frequency of the force or motion exp(j Omega t)", "n_f");
    a.array(found.position, "position", "m",
            "arc length of the slave along the master curve; 0 without contacts", "n_x");
    a.array(found.time, "time", "s", "time at which the motions get there", "n_x",
            "if a body moves");
    a.each_group(r.outputs, "frf", "OUT",
                 "an output with its quantity, for example `lower.free_end.y.acceleration`",
                 [&](std::size_t o) {
                     a.each_group(
                         found.inputs, "", "IN",
                         "an input, for example `upper.tip.y`, or `motion.shaker` for an "
                         "imposed motion",
                         [&](std::size_t i) {
                             const std::string unit =
                                 a.unit([&] { return unit_of(*r.e, *r.built, o, i); }, per_input);
                             a.derived([&] { return found.response(o, i).real; }, "real", unit,
                                       "real part of the mean of the output per unit of input",
                                       "n_x x n_f");
                             a.derived([&] { return found.response(o, i).imag; }, "imag", unit,
                                       "imaginary part", "n_x x n_f");
                         });
                 });
    a.note("Responses to a force are per N, with rotations in rad/N, m/(N m), rad/(N m), ... "
           "Responses to a motion are per unit of its `motion_quantity`. They have no unit (a "
           "transmissibility) if that is the quantity of the output.");
}

void quantities(io::Entries& q, FrfResults& r)
{
    FrfPeaks& p = r.peaks;
    const std::string unit = q.unit(p.unit, per_input), one = "at one position";
    q.note("The quantities belong to the first output over the first input. Maxima are those of "
           "the computed frequencies.");
    q.array(p.magnitude, "peak.magnitude", unit, "largest magnitude");
    q.array(p.frequency, "peak.frequency", "Hz", "its frequency");
    q.array(p.position, "peak.position", "m", "its position", "", "with contacts");
    q.array(p.rms, "rms.magnitude", unit,
            "root of the mean square over all positions and frequencies");
    q.array(p.frequencies, "peaks.frequency", "Hz",
            "frequencies of the 20 highest local maxima, ascending", "k", one);
    q.array(p.magnitudes, "peaks.magnitude", unit, "magnitudes of these maxima", "k", one);
    q.array(p.real, "response.real", unit, "real parts", "n_f",
            "at one position and at most 20 frequencies");
    q.array(p.imag, "response.imag", unit, "imaginary parts", "n_f",
            "at one position and at most 20 frequencies");
}

Outcome run(const Frf& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto result = std::make_shared<FrfResults>();
    result->e = &e;
    result->built = &built;
    result->about = name_of(e.slide.about);
    result->found = located(c.analysis.places, "analysis", [&]() -> FrequencyResponse {
        const dynamics::FrequencyResponseOptions options = options_of(e, built);
        const std::size_t n =
            std::max({options.positions.size(), options.times.size(), std::size_t(1)});
        const Progress progress = monitor.part("positions", static_cast<double>(n));
        return frequency_response(built.model,
                                  *modal_model(built, monitor, dynamics::OtherParts::taken),
                                  options, progress);
    });
    if (result->found.position.size() == 0 || result->found.frequency_hz.size() == 0)
        throw Interrupted();
    for (const std::string& output : result->found.outputs)
        result->outputs.push_back(output + "." + std::string(name_of(e.quantity)));
    result->peaks = peaks_of(*result);
    return {.summary = summarise(*result), .arrays = writer_of(result)};
}

} // namespace slideway::app
