#include "app/motions/start/start.hpp"

#include <numbers>

namespace slideway::app {

using io::Range;

namespace {

void refuse_mixed(const io::Fields& f, const StartEntry& e)
{
    if (e.results.empty()) {
        for (const char* key : {"t", "level", "curve", "at", "Omega", "frequency_hz"})
            if (f.has(key))
                f.refuse(key, "applies only with results of an earlier run; give results");
        return;
    }
    for (const char* key : {"displacement", "velocity"})
        if (f.has(key))
            f.refuse(key, "give either results, or displacement and velocity");
    const char* frequency = f.has("Omega") ? "Omega" : "frequency_hz";
    if (f.has("Omega") && f.has("frequency_hz"))
        f.refuse("Omega", "give either Omega or frequency_hz");
    if (e.Omega && f.has("at"))
        f.refuse(frequency, "give either a frequency or at");
}

} // namespace

void start_fields(io::Fields& f, StartEntry& e, const std::string& also)
{
    f.named_numbers({"displacement", "m", "\"substructure.port.component\" = value"},
                    e.displacement);
    f.named_numbers({"velocity", "m/s", "velocities in the same form"}, e.velocity);
    f.text(
        {.name = "results",
         .help =
             "in place of them: results.h5 of a transient with scheme event-driven, runge-kutta or "
             "taylor, whose motion continues, or of a forced-response; or its folder, relative to "
             "the "
             "case file (in --set: to the working directory). Of the same bodies, supports, bonds "
             "and joints; loads and numbers of laws that are not linear may differ" +
             also,
         .file = true},
        e.results);
    double t = 0, Omega = 0, frequency_hz = 0;
    f.number({"t", "s", "of a transient: time of a state that it kept (keep_at)", false,
              Range::any(), "its end"},
             t);
    f.number({"level", "", "of a forced-response: whose curve it is", false, Range::positive()},
             e.level);
    f.integer({"curve", "", "of that level, as in restart", false, Range::between(1, 1000)},
              e.curve);
    f.text({"at", "", "point of that curve: begin, end, fold 1, peak 2, point 17, as in restart"},
           e.at);
    f.number({"frequency_hz", "Hz", "in place of at: the nearest point of that curve", false,
              Range::positive(), "none"},
             frequency_hz);
    f.number({"Omega", "rad/s", "in place of frequency_hz", false, Range::positive(), "none"},
             Omega);
    if (f.has("t"))
        e.t = t;
    if (f.has("Omega"))
        e.Omega = Omega;
    else if (f.has("frequency_hz"))
        e.Omega = 2 * std::numbers::pi * frequency_hz;
    refuse_mixed(f, e);
}

std::vector<std::string> forced_names(const StartEntry& e)
{
    std::vector<std::string> names;
    for (const auto* values : {&e.displacement, &e.velocity})
        for (const auto& [name, value] : *values)
            names.push_back(name);
    return names;
}

} // namespace slideway::app
