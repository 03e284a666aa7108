#include "app/analyses/analyses.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/threads.hpp"
#include "dynamics/frozen/frequency_response.hpp"
#include "io/hdf5_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace slideway::app {

namespace {

using dynamics::FrequencyResponse;
using dynamics::Response;

constexpr std::size_t most_peaks = 20; // listed of one position
constexpr Index most_values = 20;      // frequencies of one position whose response is listed

dynamics::FrequencyResponseOptions options_of(const Case& c, const BuiltModel& built)
{
    const SlideEntry& slide = c.analysis.slide;
    const FrequencyResponseEntry& frf = c.analysis.frf;
    dynamics::FrequencyResponseOptions options;
    options.slide.about =
        slide.about == "deformed" ? dynamics::About::deformed : dynamics::About::undeformed;
    options.slide.friction = frf.friction;
    options.slide.t_start = slide.t_start;
    if (slide.positions.given)
        options.positions = slide.positions.values();
    if (slide.position)
        options.positions = {*slide.position};
    if (slide.times.given)
        options.times = slide.times.values();
    options.frequencies_hz = frf.frequencies_hz.values();
    options.inputs = built.inputs;
    options.outputs = built.outputs;
    options.quantity = frf.quantity;
    options.threads = threads();
    return options;
}

std::string magnitude_unit(const Case& c)
{
    return dynamics::response_unit(c.analysis.frf.quantity);
}

double magnitude(const Response& r, Index x, Index f)
{
    return std::hypot(r.real(x, f), r.imag(x, f));
}

void write_arrays(const std::filesystem::path& file, const Case& c, const FrequencyResponse& r)
{
    io::Hdf5Writer h5(file);
    h5.attribute("title", c.title);
    h5.attribute("analysis", "frf");
    h5.attribute("about", c.analysis.slide.about);
    h5.write("frequency", r.frequency_hz, "Hz", "of the force");
    h5.write("position", r.position, "m",
             "arc length of the slave along the master curve; 0 without contacts");
    if (r.time.size() > 0)
        h5.write("time", r.time, "s", "when the motions get there");
    for (std::size_t o = 0; o < r.outputs.size(); ++o)
        for (std::size_t i = 0; i < r.inputs.size(); ++i) {
            const std::string at =
                "frf/" + r.outputs[o] + "." + c.analysis.frf.quantity + "/" + r.inputs[i] + "/";
            h5.write(at + "real", r.response(o, i).real, magnitude_unit(c),
                     "positions x frequencies, force exp(j Omega t)");
            h5.write(at + "imag", r.response(o, i).imag, magnitude_unit(c),
                     "positions x frequencies");
        }
    h5.close();
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

Summary summarise(const Case& c, const BuiltModel& built, const FrequencyResponse& r)
{
    Summary s;
    const bool contact = !built.model.sliding.empty();
    const auto n_x = r.position.size(), n_f = r.frequency_hz.size();
    if (r.interrupted) {
        s.status = "interrupted";
        s.message = "interrupted; " + std::to_string(n_f) + " frequencies at " +
                    std::to_string(n_x) + (n_x == 1 ? " position" : " positions") + " are kept";
    }
    s.used = {{"method", "eq. (45) in modes, bodies frozen at each position"},
              {"about", c.analysis.slide.about},
              {"form", r.classical ? "modal, classical damping"
                                   : "modal; damping is not classical and couples the modes "
                                     "(factorised at each frequency)"},
              {"modes", std::to_string(r.n_modes)},
              {"contact_rows", std::to_string(r.n_rows)},
              {"positions", std::to_string(n_x)},
              {"frequencies", std::to_string(n_f)}};
    s.extent = std::to_string(n_f) + (n_f == 1 ? " frequency at " : " frequencies at ") +
               std::to_string(n_x) + (n_x == 1 ? " position" : " positions");
    const Response& first = r.responses.front();
    const std::string unit = magnitude_unit(c);
    auto add = [&s](const std::string& name, std::vector<double> value, const std::string& of) {
        s.quantities.push_back({name, std::move(value), of});
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
    s.lines.push_back(r.outputs.front() + " over " + r.inputs.front() + ": at most " +
                      number_text(magnitude(first, x, f), 4) + " " + unit + " at " +
                      number_text(r.frequency_hz(f), 6) + " Hz" +
                      (contact ? ", " + place(r, x) : ""));
    if (n_x > 1)
        return s;

    std::vector<Index> list = peaks(first, 0);
    list.resize(std::min(list.size(), most_peaks));
    std::sort(list.begin(), list.end());
    std::vector<double> frequency, height;
    std::vector<std::string> words;
    for (const Index at : list) {
        frequency.push_back(r.frequency_hz(at));
        height.push_back(magnitude(first, 0, at));
        words.push_back(number_text(r.frequency_hz(at), 6));
    }
    if (!list.empty()) {
        add("peaks.frequency", frequency, "Hz");
        add("peaks.magnitude", height, unit);
        s.lines.push_back("resonance peaks: " + join(words) + " Hz");
    }
    if (n_f <= most_values) {
        const Vector re = first.real.row(0), im = first.imag.row(0);
        add("response.real", {re.begin(), re.end()}, unit);
        add("response.imag", {im.begin(), im.end()}, unit);
    }
    return s;
}

} // namespace

Outcome run_frf(const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    auto result = located(c.analysis.places, "analysis", [&]() -> FrequencyResponse {
        const dynamics::FrequencyResponseOptions options = options_of(c, built);
        const std::size_t n =
            std::max({options.positions.size(), options.times.size(), std::size_t(1)});
        const Progress progress = monitor.part("positions", static_cast<double>(n));
        return frequency_response(built.model, options, progress);
    });
    if (result.position.size() == 0 || result.frequency_hz.size() == 0)
        throw Interrupted();
    Summary summary = summarise(c, built, result);
    return {std::move(summary), [&c, result = std::move(result)](const auto& folder) {
                write_arrays(folder / "results.h5", c, result);
            }};
}

void check_frf(const Case& c, const BuiltModel& built, const Monitor& /*monitor*/)
{
    located(c.analysis.places, "analysis", [&] {
        const dynamics::FrequencyResponseOptions options = options_of(c, built);
        const dynamics::FrequencyResponsePlan plan =
            dynamics::check_frequency_response(built.model, options);
        std::printf("analysis frf, %s: %zu frequencies, %s to %s Hz, at %zu position%s",
                    c.analysis.slide.about.c_str(), options.frequencies_hz.size(),
                    number_text(options.frequencies_hz.front()).c_str(),
                    number_text(options.frequencies_hz.back()).c_str(), plan.positions.size(),
                    plan.positions.size() == 1 ? "" : "s");
        if (!built.model.sliding.empty())
            std::printf(", %s%s mm", number_text(1e3 * plan.positions.front(), 8).c_str(),
                        plan.positions.size() == 1
                            ? ""
                            : (" to " + number_text(1e3 * plan.positions.back(), 8)).c_str());
        std::printf("\n");
    });
}

} // namespace slideway::app
