#include "app/analyses/frf.hpp"

#include "app/analyses/preload.hpp"
#include "app/case/located.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/frozen/frequency_response.hpp"

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
        options.positions = slide.positions.values();
    if (slide.position)
        options.positions = {*slide.position};
    if (slide.times.given)
        options.times = slide.times.values();
    options.frequencies_hz = e.frequencies_hz.values();
    options.inputs = built.inputs;
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

void write_arrays(io::ArraySink& sink, const Frf& e, const BuiltModel& built,
                  const FrequencyResponse& r)
{
    sink.attribute("about", std::string(name_of(e.slide.about)));
    sink.write("frequency", r.frequency_hz, "Hz", "of the force or motion");
    sink.write("position", r.position, "m",
               "arc length of the slave along the master curve; 0 without contacts");
    if (r.time.size() > 0)
        sink.write("time", r.time, "s", "when the motions get there");
    for (std::size_t o = 0; o < r.outputs.size(); ++o)
        for (std::size_t i = 0; i < r.inputs.size(); ++i) {
            const std::string group = "frf/" + r.outputs[o] + "." +
                                      std::string(name_of(e.quantity)) + "/" + r.inputs[i] + "/";
            const std::string unit = unit_of(e, built, o, i);
            sink.write(group + "real", r.response(o, i).real, unit,
                       "positions x frequencies, force or motion exp(j Omega t)");
            sink.write(group + "imag", r.response(o, i).imag, unit, "positions x frequencies");
        }
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

std::string place(const FrequencyResponse& r, Index x)
{
    std::string text = number_text(1e3 * r.position(x), 5) + " mm";
    if (r.time.size() > 0)
        text += " (t = " + number_text(r.time(x), 5) + " s)";
    return text;
}

Summary summarise(const Frf& e, const BuiltModel& built, const FrequencyResponse& r)
{
    Summary s;
    const bool contact = !built.model.sliding.empty();
    const auto n_x = r.position.size(), n_f = r.frequency_hz.size();
    if (r.interrupted) {
        s.status = Status::interrupted;
        s.message = "interrupted; " + std::to_string(n_f) + " frequencies at " +
                    std::to_string(n_x) + (n_x == 1 ? " position" : " positions") + " are kept";
    }
    s.used = {{"method",
               "bodies frozen at each position, coupled in their modes (Brunetti, D'Ambrogio "
               "& Fregolent 2020, eq. 45)"},
              {"about", std::string(name_of(e.slide.about))},
              {"form", r.classical ? "modal, classical damping"
                                   : "modal; damping is not classical and couples the modes "
                                     "(factorised at each frequency)"},
              {"modes", std::to_string(r.n_modes)},
              {"contact_rows", std::to_string(r.n_rows)},
              {"positions", std::to_string(n_x)},
              {"frequencies", std::to_string(n_f)}};
    if (r.inputs.size() > built.inputs.size())
        s.used.emplace_back("motion_quantity",
                            std::string(name_of(e.motion_quantity.value_or(e.quantity))) +
                                " of the motions among the inputs");
    s.extent = std::to_string(n_f) + (n_f == 1 ? " frequency at " : " frequencies at ") +
               std::to_string(n_x) + (n_x == 1 ? " position" : " positions");
    const std::size_t input = first_input(e, built);
    const Response& first = r.response(0, input);
    const std::string unit = unit_of(e, built, 0, input);
    auto add = [&s](const std::string& name, std::vector<double> value, const std::string& prefix) {
        s.quantities.push_back({name, std::move(value), prefix});
    };
    Index x = 0, f = 0;
    double sum = 0;
    for (Index k = 0; k < n_x; ++k)
        for (Index l = 0; l < n_f; ++l) {
            if (magnitude(first, k, l) > magnitude(first, x, f)) {
                x = k;
                f = l;
            }
            sum += first.real(k, l) * first.real(k, l) + first.imag(k, l) * first.imag(k, l);
        }
    add("peak.magnitude", {magnitude(first, x, f)}, unit);
    add("peak.frequency", {r.frequency_hz(f)}, "Hz");
    if (contact)
        add("peak.position", {r.position(x)}, "m");
    add("rms.magnitude", {std::sqrt(sum / static_cast<double>(n_x * n_f))}, unit);
    s.lines.push_back(r.outputs.front() + " over " + r.inputs[input] + ": at most " +
                      number_text(magnitude(first, x, f), 4) + (unit.empty() ? "" : " ") + unit +
                      " at " + number_text(r.frequency_hz(f), 6) + " Hz" +
                      (contact ? ", " + place(r, x) : ""));
    if (n_x > 1)
        return s;

    std::vector<Index> highest = peaks(first, 0);
    highest.resize(std::min(highest.size(), most_peaks));
    std::sort(highest.begin(), highest.end());
    std::vector<double> frequency, height;
    std::vector<std::string> words;
    for (const Index position : highest) {
        frequency.push_back(r.frequency_hz(position));
        height.push_back(magnitude(first, 0, position));
        words.push_back(number_text(r.frequency_hz(position), 6));
    }
    if (!highest.empty()) {
        s.quantities.push_back(list("peaks.frequency", frequency, "Hz"));
        s.quantities.push_back(list("peaks.magnitude", height, unit));
        s.lines.push_back("resonance peaks: " + join(words) + " Hz");
    }
    if (n_f <= most_values) {
        const Vector re = first.real.row(0), im = first.imag.row(0);
        s.quantities.push_back(list("response.real", {re.begin(), re.end()}, unit));
        s.quantities.push_back(list("response.imag", {im.begin(), im.end()}, unit));
    }
    return s;
}

} // namespace

void fields(io::Fields& f, Frf& e)
{
    slide_fields(f, e.slide, true);
    f.texts({"inputs", "",
             "\"substructure.port.component\": a unit force (on a rotation a unit moment) on each, "
             "spread as loads are; or \"motion.NAME\": a unit of that imposed motion, a support "
             "that shakes",
             true},
            e.inputs);
    f.texts(
        {"outputs", "", "\"substructure.port.component\": mean over the nodes of the port", true},
        e.outputs);
    for (const auto& [key, names] :
         {std::pair{"inputs", &e.inputs}, std::pair{"outputs", &e.outputs}}) {
        if (f.has(key) && names->empty())
            f.refuse(key, "expected at least one \"substructure.port.component\"");
        for (auto name = names->begin(); name != names->end(); ++name)
            if (std::find(names->begin(), name, *name) != name)
                f.refuse(key, "\"" + *name + "\" is listed twice");
    }
    f.choice({"quantity", "", "of the outputs, per unit of force, moment or motion"}, e.quantity);
    dynamics::ResponseQuantity motion_quantity{};
    f.choice({"motion_quantity",
              "",
              "of the motions among the inputs, of which the response is per unit",
              false,
              {},
              "as quantity: a transmissibility"},
             motion_quantity);
    if (f.has("motion_quantity"))
        e.motion_quantity = motion_quantity;
    if (e.motion_quantity && std::none_of(e.inputs.begin(), e.inputs.end(), names_motion))
        f.refuse("motion_quantity", "no input is a motion; give \"motion.NAME\" in inputs");
    range_field(f, {"frequencies_hz", "Hz", "of the force or motion", true, Range::not_negative()},
                e.frequencies_hz);
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
    return {.forced = {"inputs", std::move(forced)}, .observed = {"outputs", e.outputs}};
}

std::string check(const Frf& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    dynamics::FrequencyResponseOptions options;
    const std::vector<double> positions =
        located(c.analysis.places, "analysis", [&]() -> std::vector<double> {
            options = options_of(e, built);
            return dynamics::check_frequency_response(built.model, *modal_model(built, monitor),
                                                      options)
                .positions;
        });
    const std::size_t n = positions.size();
    std::string text = "analysis frf, " + std::string(name_of(e.slide.about)) + ": " +
                       std::to_string(options.frequencies_hz.size()) + " frequencies, " +
                       number_text(options.frequencies_hz.front()) + " to " +
                       number_text(options.frequencies_hz.back()) + " Hz, at " + std::to_string(n) +
                       " position" + (n == 1 ? "" : "s");
    if (!built.model.sliding.empty())
        text += ", " + number_text(1e3 * positions.front(), 8) +
                (n == 1 ? "" : " to " + number_text(1e3 * positions.back(), 8)) + " mm";
    return text + "\n";
}

std::vector<std::string> notes(const Frf& e, const BuiltModel& built)
{
    return preload_notes(built, static_loads(built, e.slide.about, e.friction.has_value()));
}

Outcome run(const Frf& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto result = std::make_shared<const FrequencyResponse>(
        located(c.analysis.places, "analysis", [&]() -> FrequencyResponse {
            const dynamics::FrequencyResponseOptions options = options_of(e, built);
            const std::size_t n =
                std::max({options.positions.size(), options.times.size(), std::size_t(1)});
            const Progress progress = monitor.part("positions", static_cast<double>(n));
            return frequency_response(built.model, *modal_model(built, monitor), options, progress);
        }));
    if (result->position.size() == 0 || result->frequency_hz.size() == 0)
        throw Interrupted();
    return {.summary = summarise(e, built, *result),
            .arrays = [&e, &built, result](io::ArraySink& sink) {
                write_arrays(sink, e, built, *result);
            }};
}

} // namespace slideway::app
