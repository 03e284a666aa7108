#include "app/motions/over_parameter/over_parameter.hpp"

#include "app/motions/frequency_field.hpp"
#include "app/motions/start/long_period.hpp"
#include "base/error.hpp"
#include "base/key_path.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace slideway::app {

using io::Range;

namespace {

// Range of a level or a key. The reader of the table of the key verifies its values.
Range range_of(const std::string& key)
{
    return key == "level" ? Range::positive() : Range::any();
}

void key_field(io::Fields& o, std::string& key)
{
    o.text(
        {"key", "",
         "level: a factor on the harmonic drive; or a key of the case by its path, as for --set: "
         "\"joint.stops.clearance\", \"substructure.pair.masses.left.x\"",
         true},
        key);
}

void set_frequency(OverParameter& e, double rad_per_s)
{
    const bool hertz = rad_per_s != 1;
    e.unit = hertz ? "Hz" : "rad/s";
    e.rad_per_s = rad_per_s;
    e.result_name = hertz ? "frequency" : "Omega";
}

void set_key(OverParameter& e, const std::string& key)
{
    if (key.empty())
        return;
    e.over = key;
    e.result_name = last_word(key);
    e.unit = "";
}

io::Key over_key()
{
    return {.name = "over",
            .help = "in place of a range of frequencies, with the frequency in [excitation]",
            .default_text = "none"};
}

void check_over(const io::Fields& f, const char* starts, const char* example)
{
    const bool frequency = f.has("Omega") || f.has("frequency_hz");
    if (f.has("over") && frequency)
        f.refuse("over", "give either over or a range of frequencies");
    if (f.has(starts) && !f.has("over") && !frequency)
        f.refuse("frequency_hz", std::string("give the ") + example);
}

} // namespace

std::string key_fields(io::Fields& o, double& from, double& to, const EndsHelp& help)
{
    std::string key;
    key_field(o, key);
    const Range range = range_of(key);
    o.number({"from", "", help.from, true, range}, from);
    o.number({"to", "", help.to, true, range}, to);
    if (o.has("from") && o.has("to") && from == to)
        o.refuse("to", "expected another value than from");
    return key;
}

dynamics::JointedSystem driven_system(const OverParameter& e, double from, double to, const Case& c,
                                      const BuiltModel& built, const dynamics::ModalModel& modal)
{
    dynamics::JointedSystem system = dynamics::jointed_system(built.model, modal);
    if (e.over_frequency()) {
        system.Omega = from;
        system.p = system.p_at(from);
    }
    refuse_long_periods(e, from, to, c, system);
    return system;
}

void refuse_long_periods(const OverParameter& e, double from, double to, const Case& c,
                         const dynamics::DrivenModes& system)
{
    if (!e.over_frequency()) {
        refuse_long_period(system, c);
        return;
    }
    const std::string key = e.result_name == "frequency" ? "frequency_hz" : "Omega";
    refuse_long_period(system, std::min(from, to), c.analysis.places.of(key), "analysis." + key,
                       e.rad_per_s, e.unit);
}

std::string values_text(const OverParameter& e, std::size_t n, double from, double to)
{
    return std::to_string(n) + ", " + e.result_name + " " + number_text(e.reported_value(from), 9) +
           " to " + number_text(e.reported_value(to), 9) + (e.unit.empty() ? "" : " " + e.unit);
}

std::string last_word(const std::string& key)
{
    return split_key(key).back();
}

void over_fields(io::Fields& f, OverParameter& e, double& from, double& to, const EndsHelp& help,
                 const std::function<void(io::Fields&, const std::string& unit, double factor,
                                          const Range&)>& more)
{
    frequency_field(f, from, to, help.from, help.to,
                    [&](io::Fields& r, const std::string& unit, double factor) {
                        set_frequency(e, factor);
                        more(r, unit, factor, Range::positive());
                    });
    bool given = false;
    f.table(over_key(), given, [&](io::Fields& o) {
        const std::string key = key_fields(o, from, to, help);
        more(o, "", 1, range_of(key));
        set_key(e, key);
    });
    check_over(f, "monitor", "range of frequencies, { from = 150, to = 250 }");
}

void over_values_fields(io::Fields& f, OverParameter& e, Values& values, const ValuesRule& rule,
                        const char* starts)
{
    if (const double rad_per_s = frequency_values_field(f, values, rule); rad_per_s > 0) {
        values.scale(rad_per_s);
        set_frequency(e, rad_per_s);
    }
    bool given = false;
    f.table(over_key(), given, [&](io::Fields& o) {
        std::string key;
        key_field(o, key);
        values_table(o, {.range = range_of(key)}, values, rule, o.has("key"));
        set_key(e, key);
    });
    check_over(f, starts, "frequencies, [150, 250] or { from = 150, to = 250, n = 21 }");
}

void set_units(OverParameter& e, const std::function<std::string(const std::string& key)>& unit_of)
{
    if (!e.over_frequency())
        e.unit = unit_of(e.over);
}

void refuse_frequency(const OverParameter& e, const Case& c, bool known)
{
    if (e.over_frequency() && c.excitation.Omega > 0)
        throw InputError(c.excitation.where, "excitation: the frequency goes from the one end of "
                                             "its range in [analysis] to the other; leave "
                                             "[excitation] out");
    if (!e.over_frequency() && !(c.excitation.Omega > 0) && !known)
        throw InputError(c.analysis.places.of("over"), "analysis.over",
                         "{ key = \"" + e.over + "\" }",
                         "give the frequency of the drive in [excitation]");
}

} // namespace slideway::app
