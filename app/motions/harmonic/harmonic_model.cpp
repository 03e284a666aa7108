#include "app/motions/harmonic/harmonic_model.hpp"

#include "app/case/joint_entry.hpp"
#include "app/motions/frequency_field.hpp"
#include "app/motions/monitors.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/resonant_modes.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <algorithm>
#include <utility>

namespace slideway::app {

using io::Range;

namespace {

// Fewer samples than these show peaks that the exact forces do not have.
constexpr int least_samples = 128;
constexpr int samples_per_harmonic = 32;

void refuse_laws(const HarmonicEntry& e, const Case& c, const BuiltModel& built,
                 std::string_view analysis)
{
    const bool sampled = e.forces == Forces::sampled;
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const contact::JointLaw& law = built.model.joints[k].law;
        const JointEntry& entry = c.joints[k];
        if (const auto smoothing = law->smoothing(); smoothing && !sampled)
            throw InputError(entry.places.of("smoothing"), "joint." + entry.name + ".smoothing",
                             number_text(smoothing->delta),
                             "exact forces are those of stops with corners; leave smoothing out, "
                             "or give analysis.forces = \"sampled\" where " +
                                 std::string(analysis) + " takes it");
        if (!law->is_linear() &&
            !(sampled ? law->has_sampled_force() : law->has_harmonic_force())) {
            const std::string obstacle(law->harmonic_obstacle());
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"" + (obstacle.empty() ? "" : " ") + obstacle,
                             std::string(analysis) + " takes " +
                                 join(contact::laws_with_harmonic_force()) + ", and " +
                                 join(contact::laws_with(&contact::Law::is_linear)));
        }
        if (const auto idle = law->never_acts()) {
            const std::string key(idle->key);
            throw InputError(entry.places.of(key), "joint." + entry.name + "." + key,
                             number_text(idle->value), std::string(idle->expected));
        }
    }
}

// Means are balanced with loads alone.
void refuse_motions(const HarmonicEntry& e, const Case& c, std::string_view analysis)
{
    for (const MotionEntry& motion : c.motions)
        if (motion.displacement != 0 && e.static_part == StaticPart::balanced)
            throw InputError(motion.places.of("displacement"),
                             "motion." + motion.name + ".displacement",
                             number_text(motion.displacement),
                             std::string(analysis) +
                                 " takes harmonic motions, { amplitude = ... }; give a "
                                 "constant load in place of it, or static_part = \"excluded\"");
}

// The level multiplies all harmonic drives, or the only one by name.
void refuse_loads(const HarmonicEntry& e, const Case& c)
{
    const std::string& name = e.load;
    if (name.empty())
        return;
    const SourceLine& where = c.analysis.places.of("level.load");
    const std::string key = "analysis.level.load", value = "\"" + name + "\"";
    std::vector<std::string> known, others;
    bool found = false;
    for (const LoadEntry& load : c.loads) {
        if (load.harmonic)
            known.push_back(load.name);
        if (load.harmonic && load.name != name)
            others.push_back("load." + load.name);
        found = found || (load.harmonic && load.name == name);
    }
    for (const MotionEntry& motion : c.motions)
        if (motion.harmonic)
            others.push_back("motion." + motion.name);
    const bool moves =
        std::any_of(c.motions.begin(), c.motions.end(),
                    [&](const MotionEntry& motion) -> bool { return motion.name == name; });
    if (!found)
        throw InputError(where, key, value,
                         moves ? "it is a motion; leave load out: the level multiplies every "
                                 "harmonic drive, motions too"
                               : "no such harmonic load" + name_hint(name, known));
    if (!others.empty())
        throw InputError(where, key, value,
                         "the level multiplies every harmonic drive, also " + join(others) +
                             "; leave load out, or have one drive");
}

// Describes the property of the model that determines the form of the equations.
std::string form_text(dynamics::HarmonicBalance::Form form)
{
    switch (form) {
    case dynamics::HarmonicBalance::Form::modes:
        return "modal, classical damping";
    case dynamics::HarmonicBalance::Form::poles:
        return "modal; damping is not classical and couples the modes (by their poles)";
    case dynamics::HarmonicBalance::Form::lu:
        return "modal; damping is not classical and couples the modes (factorised at each "
               "frequency)";
    }
    return "";
}

} // namespace

void motion_fields(io::Fields& f, HarmonicEntry& e)
{
    f.integer({"n_h", "", "harmonics of the motion", false, Range::between(1, 100)}, e.n_h);
    f.choice({"static_part"}, e.static_part);
    f.choice({"forces", "",
              "of the joints: exact (located events, closed form), or sampled over time and "
              "transformed, to check"},
             e.forces);
    f.integer({"samples", "", "per cycle, of sampled forces; at least 32 n_h", false,
               Range::between(least_samples, 1 << 20)},
              e.samples);
    if (f.has("samples") && e.forces != Forces::sampled)
        f.refuse("samples", "exact forces have none; give forces = \"sampled\"");
    if (e.forces == Forces::sampled && e.samples < samples_per_harmonic * e.n_h)
        f.refuse("samples", "expected at least " + std::to_string(samples_per_harmonic) +
                                " n_h = " + std::to_string(samples_per_harmonic * e.n_h) +
                                "; fewer make peaks that are none");
}

ValuesRule level_rule()
{
    return {.what = "level", .order = Order::any, .most = 1000};
}

void level_field(io::Fields& f, HarmonicEntry& e, const std::string& help, bool required)
{
    ValuesRule rule = level_rule();
    rule.more = [&e](io::Fields& l) {
        l.text({.name = "load",
                .help = "that the level multiplies; then no other may be harmonic",
                .default_text = "every harmonic load and motion"},
               e.load);
    };
    values_field(f, {"level", "", help, required, Range::positive()}, e.levels, rule);
}

void response_range_field(io::Fields& f, double& from, double& to, const std::string& help_from,
                          const std::string& help_to)
{
    frequency_field(f, from, to, help_from, help_to);
    if (f.has("monitor") && !f.has("Omega") && !f.has("frequency_hz"))
        f.refuse("frequency_hz", "give the range of frequencies, { from = 150, to = 250 }");
}

void refuse_drives(const HarmonicEntry& e, const Case& c, std::string_view analysis)
{
    if (c.excitation.Omega > 0)
        throw InputError(c.excitation.where,
                         "excitation: the frequency of a forced response goes from "
                         "analysis.frequency_hz.from to .to; leave [excitation] out");
    refuse_motions(e, c, analysis);
    refuse_loads(e, c);
}

HarmonicModel harmonic_model(const HarmonicEntry& e, const Case& c, const BuiltModel& built,
                             std::string_view analysis, const Monitor& monitor,
                             std::optional<std::array<double, 2>> range)
{
    refuse_laws(e, c, built, analysis);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    dynamics::DrivenJoints system = dynamics::driven_joints(built.model, *modal);
    if (range) {
        const auto [low, high] = std::minmax((*range)[0], (*range)[1]);
        system = dynamics::without_bounded_resonances(std::move(system), e.n_h, low, high);
    }
    dynamics::HarmonicBalance balance{system,
                                      {e.n_h, e.static_part == StaticPart::balanced},
                                      monitor_outputs(e.monitors, c, built, *modal),
                                      e.forces == Forces::sampled ? e.samples : 0};
    return {std::move(modal), std::move(balance)};
}

Settings harmonic_settings(const HarmonicEntry& e, const std::array<double, 2>& range,
                           const dynamics::HarmonicBalance& model)
{
    return {
        {"monitor", join(e.monitors)},
        {"frequency",
         number_text(range[0] / two_pi, 9) + " to " + number_text(range[1] / two_pi, 9) + " Hz"},
        {"n_h", std::to_string(e.n_h)},
        {"static_part", std::string(name_of(e.static_part))},
        {"forces",
         std::string(name_of(e.forces)) +
             (e.forces == Forces::sampled ? ", " + std::to_string(e.samples) + " per cycle" : "")},
        {"form", form_text(model.form())},
        {"modes", std::to_string(model.system().n_modes())},
        {"unknowns", std::to_string(model.n())}};
}

} // namespace slideway::app
