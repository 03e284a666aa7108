#include "app/analyses/periodic_orbits/periodic_orbits.hpp"

#include "app/analyses/periodic_orbits/search_results.hpp"
#include "app/analyses/shared/monitors.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::OrbitParameter;

void refuse_laws(const Case& c, const BuiltModel& built)
{
    std::vector<std::string> taken;
    for (const contact::LawInfo& law : contact::all_laws())
        if (PeriodicOrbits::takes[0].law(law))
            taken.emplace_back(law.keyword);
    for (std::size_t k = 0; k < c.joints.size(); ++k)
        if (!PeriodicOrbits::takes[0].law(built.model.joints[k].law.info())) {
            const JointEntry& entry = c.joints[k];
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"",
                             std::string(PeriodicOrbits::type) +
                                 " takes laws whose force is a "
                                 "function of the motion alone: " +
                                 join(taken));
        }
}

// A number of a joint, "joint.stops.clearance". @param of  the table that names it
dynamics::LawNumber number_of(const std::string& of, const std::string& key,
                              const dynamics::JointedSystem& system)
{
    const auto refused = [&](const std::string& why) -> InputError {
        return {of + ".key", "\"" + key + "\"", why};
    };
    const std::size_t first = key.find('.') + 1, last = key.rfind('.');
    const std::string name = key.substr(first, last - first), number = key.substr(last + 1);
    std::vector<std::string> joints;
    for (std::size_t k = 0; k < system.joints.size(); ++k) {
        const dynamics::ModalLaw& joint = system.joints[k];
        joints.push_back(joint.name);
        if (joint.name != name)
            continue;
        std::vector<std::string> numbers;
        for (const contact::LawParameter& p : joint.law.info().parameters)
            numbers.emplace_back(p.name);
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
            throw refused("no such number" + name_hint(number, numbers));
        return {k, number};
    }
    throw refused("no such joint with a law of its own" + name_hint(name, joints));
}

OrbitParameter parameter_of(const std::string& of, const std::string& key,
                            const dynamics::JointedSystem& system)
{
    if (key == "Omega")
        return {OrbitParameter::Kind::Omega};
    if (key == "level")
        return {OrbitParameter::Kind::level};
    return {OrbitParameter::Kind::number, number_of(of, key, system)};
}

// Of two parameters, the second as the case has it.
dynamics::OrbitFamily curves_family(const LabelCurvesEntry& curves, const std::string& over,
                                    const dynamics::JointedSystem& system,
                                    const OrbitParameter& first)
{
    OrbitParameter second = parameter_of("curves", curves.key, system);
    if (second.kind == first.kind) // the same number is refused before
        throw InputError("curves.key", "\"" + curves.key + "\"",
                         "the branches go over " + over +
                             ", a number of a joint too; expected \"level\"");
    dynamics::OrbitFamily family(system, first, std::move(second));
    const auto [low, high] = std::minmax(curves.options.from, curves.options.to);
    if (family.second_value() < low || family.second_value() > high)
        throw InputError("curves.from", number_text(curves.options.from),
                         "expected a range that holds " + number_text(family.second_value()) +
                             ", the value of the case");
    return family;
}

// The state at phase 0; a motion that starts elsewhere goes on to it.
Vector start_of(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                const OrbitModel& model)
{
    Vector z = Vector::Zero(2 * model.family.m());
    if (!e.start.given)
        return z;
    const dynamics::JointedSystem& system = model.family.system();
    const StartSource source = read_start(e.start, c);
    const double t = start_time(source, {}, system.Omega);
    const Start start = start_on(e.start, source, c, built, *model.modal, system, t);
    z << start.state.q, start.state.v;
    constexpr double turn = 2 * std::numbers::pi, none = 1e-12;
    const double phase = std::fmod(system.Omega * t, turn);
    if (phase <= none * turn || turn - phase <= none * turn)
        return z;
    dynamics::PassageOptions options;
    options.tolerance = e.options.step_tolerance;
    const dynamics::Passage to = dynamics::passage(dynamics::turned(system, phase), z,
                                                   (turn - phase) / system.Omega, options);
    if (!to.failure.empty())
        throw InputError("start", "\"" + e.start.results + "\"",
                         "the motion breaks off before phase 0 of the drive: " + to.failure);
    return to.end;
}

OrbitModel setup(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                 const Monitor& monitor)
{
    refuse_laws(c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    std::vector<dynamics::ModalOutput> outputs = monitor_outputs(e.monitors, c, built, *modal);
    dynamics::JointedSystem system = dynamics::jointed_system(built.model, *modal);
    if (e.over_frequency()) {
        system.Omega = e.at;
        system.p = system.p_at(e.at);
    }
    const OrbitParameter parameter = parameter_of("over", e.over, system);
    std::optional<dynamics::OrbitFamily> of_curves;
    if (e.curves)
        of_curves = curves_family(*e.curves, e.over, system, parameter);
    OrbitModel model{
        modal, {std::move(system), parameter}, std::move(of_curves), std::move(outputs), {}, {}};
    model.family.move_to(e.at);
    dynamics::check(e.options);
    dynamics::check_half_period(model.family, e.period.value_or(1), e.half_period);
    if (e.search)
        model.search = search_of(e, built, *modal, model.family);
    else
        model.start = start_of(e, c, built, model);
    return model;
}

std::string range_text(const PeriodicOrbits& e)
{
    return e.told + " " + number_text(e.told_value(e.options.from), 9) + " to " +
           number_text(e.told_value(e.options.to), 9) + (e.unit.empty() ? "" : " " + e.unit);
}

std::string start_text(const PeriodicOrbits& e, const OrbitModel& model)
{
    if (e.search) {
        const std::size_t n = model.search->z.front().size();
        return std::to_string(n) + (n == 1 ? " start" : " starts") + " at each of " +
               std::to_string(e.search->at.size()) + " values";
    }
    return (e.start.given ? "the start given at " : "rest at ") +
           number_text(e.told_value(e.at), 9);
}

} // namespace

OrbitModel orbit_model(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                       const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> OrbitModel { return setup(e, c, built, monitor); });
}

Needs needs(const PeriodicOrbits& e)
{
    if (e.search)
        return {.forced = {"search", forced_names(starts_of(*e.search).front())},
                .observed = {"monitor", e.monitors}};
    return {.forced = {"start", forced_names(e.start)}, .observed = {"monitor", e.monitors}};
}

std::vector<std::filesystem::path> input_files(const PeriodicOrbits& e, const Case& c)
{
    return input_files(e.start, c);
}

void refuse(const PeriodicOrbits& e, const Case& c)
{
    const auto harmonic = [](const auto& drives) -> bool {
        return std::any_of(drives.begin(), drives.end(),
                           [](const auto& drive) -> bool { return drive.harmonic.has_value(); });
    };
    if (!harmonic(c.loads) && !harmonic(c.motions))
        throw InputError(c.analysis.where, "analysis", "\"" + std::string(e.type) + "\"",
                         "nothing moves harmonically; expected a harmonic load or motion");
    if (e.over_frequency() && c.excitation.Omega > 0)
        throw InputError(c.excitation.where, "excitation: the frequency goes from the one end of "
                                             "its range in [analysis] to the other; leave "
                                             "[excitation] out");
    if (!e.over_frequency() && !(c.excitation.Omega > 0))
        throw InputError(c.analysis.places.of("over"), "analysis.over",
                         "{ key = \"" + e.over + "\" }",
                         "give the frequency of the drive in [excitation]");
}

std::string check(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    const OrbitModel model = orbit_model(e, c, built, monitor);
    const std::string asymmetry = model.family.asymmetry();
    return "analysis periodic-orbits of " + join(e.monitors) + ": " + range_text(e) + ", from " +
           start_text(e, model) + ", " +
           (asymmetry.empty() ? "the model is its own mirror"
                              : "the model is not its own mirror (" + asymmetry + ")") +
           ", " + std::to_string(model.family.m()) + " modes\n";
}

Outcome run(const PeriodicOrbits& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto model = std::make_shared<const OrbitModel>(orbit_model(e, c, built, monitor));
    const auto results = std::make_shared<const OrbitResults>(
        located(c.analysis.places, "analysis",
                [&]() -> OrbitResults { return compute(e, *model, monitor); }));
    return {.summary = summarise(e, *model, *results),
            .arrays = [&e, model,
                       results](io::ArraySink& sink) { write_orbits(sink, e, *model, *results); },
            .pictures =
                [&e, &built, model, results](const auto& folder) {
                    write_shapes(folder, e, built, *model, *results);
                }};
}

} // namespace slideway::app
