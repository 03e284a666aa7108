#include "app/analyses/periodic_orbits/periodic_orbits.hpp"

#include "app/analyses/periodic_orbits/search_results.hpp"
#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/motions/driven_joints.hpp"
#include "app/motions/monitors.hpp"
#include "app/motions/over_parameter/parameter_family.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "app/results/quantities.hpp"
#include "assembly/joint.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace slideway::app {

namespace {

using dynamics::OrbitParameter;

struct Families {
    dynamics::OrbitFamily family;
    std::optional<dynamics::OrbitFamily> of_curves;
    std::shared_ptr<KeyedModels> models; ///< models of the first branch, if its parameter is a key
};

// The branches, and the labels with the second parameter as the case has it.
Families families_of(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                     const std::shared_ptr<const dynamics::ModalModel>& modal,
                     const dynamics::JointedSystem& system)
{
    using Kind = OrbitParameter::Kind;
    ParameterFamily over = parameter_family({e.over, e.options.from, e.options.to, e.at}, needs(e),
                                            e.monitors, c, built, modal, system);
    const OrbitParameter& first = over.parameter;
    std::vector<std::string> keys;
    if (first.kind == Kind::key)
        keys.push_back(e.over);
    std::optional<dynamics::OrbitFamily> of_curves;
    if (e.curves) {
        OrbitParameter second = parameter_of("curves", e.curves->key, e.curves->options.from,
                                             e.curves->options.to, c, system);
        std::optional<double> own;
        if (second.kind == Kind::number && first.kind == Kind::number) {
            own = system.joints[second.number.joint].law->parameter(second.number.name);
            second = {Kind::key};
        }
        std::vector<double> values(keys.size(), e.at);
        if (second.kind == Kind::key) {
            second.value = own ? *own : value_of_key(c, "curves", e.curves->key);
            second.range = std::abs(e.curves->options.to - e.curves->options.from);
            keys.push_back(e.curves->key);
        }
        const std::shared_ptr<KeyedModels> of_both =
            keys.empty()
                ? nullptr
                : std::make_shared<KeyedModels>(needs(e), e.monitors, c, built, modal, keys);
        if (second.kind == Kind::key)
            for_key("curves", e.curves->key, [&]() {
                for (const double end : {e.curves->options.from, e.curves->options.to}) {
                    std::vector<double> key_values = values;
                    key_values.push_back(end);
                    of_both->check(key_values);
                }
            });
        of_curves.emplace(system, first, second, systems_of(of_both));
        const auto [low, high] = std::minmax(e.curves->options.from, e.curves->options.to);
        if (of_curves->second_value() < low || of_curves->second_value() > high)
            throw InputError("curves.from", number_text(e.curves->options.from),
                             "expected a range that holds " +
                                 number_text(of_curves->second_value()) +
                                 ", the value of the case");
    }
    return {std::move(over.family), std::move(of_curves), std::move(over.models)};
}

Vector start_of(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                const OrbitModel& model)
{
    const OrbitModel::Built built_model = model.built_at(e.at, built);
    return state_at_phase_zero(e.start, c, *built_model.built, *built_model.modal, model.family,
                               e.options.step_tolerance);
}

void set_frequency(dynamics::JointedSystem& system, double Omega)
{
    system.Omega = Omega;
    system.p = system.p_at(Omega);
}

OrbitModel setup(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                 const Monitor& monitor)
{
    refuse_laws(e.type, e.takes[0], c, built);
    std::shared_ptr<const dynamics::ModalModel> modal = modal_model(built, monitor);
    std::vector<dynamics::ModalOutput> outputs = monitor_outputs(e.monitors, c, built, *modal);
    dynamics::JointedSystem system = dynamics::jointed_system(built.model, *modal);
    std::optional<StoredOrbits> earlier;
    if (e.restart.given)
        earlier = read_orbits(e, c);
    if (e.over_frequency())
        set_frequency(system, e.at);
    else if (earlier && !(c.excitation.Omega > 0))
        set_frequency(system, earlier->value("Omega"));
    refuse_long_periods(e, e.options.from, e.options.to, c, system);
    StoredOrbitModel stored = stored_model(built, *modal, system);
    Families families = families_of(e, c, built, modal, system);
    OrbitModel model{modal,
                     std::move(families.family),
                     std::move(families.of_curves),
                     std::move(families.models),
                     std::move(outputs),
                     std::move(stored),
                     {},
                     {},
                     {}};
    model.family.move_to(e.at);
    model.family.set_go_on(monitor.until_stopped());
    if (model.of_curves)
        model.of_curves->set_go_on(monitor.until_stopped());
    dynamics::check(e.options);
    dynamics::check_half_period(model.family, e.period.value_or(1), e.half_period);
    if (e.search)
        model.search = search_of(e, built, model);
    else if (earlier)
        model.restart = take_up(e, c, *earlier, model.stored, model.family, model.monitors);
    else
        model.start = start_of(e, c, built, model);
    return model;
}

bool has_new_points(const TakenUp& from, const OrbitResults& results)
{
    const std::vector<dynamics::OrbitBranch>&branches = results.found.branches,
          &before = from.restart.branches;
    if (!from.restart.keeps() || branches.size() != before.size())
        return !branches.empty();
    for (std::size_t b = 0; b < branches.size(); ++b)
        if (branches[b].branch.n_points() != before[b].branch.n_points())
            return true;
    return false;
}

} // namespace

OrbitModel::Built OrbitModel::built_at(double p, const BuiltModel& own) const
{
    if (!models)
        return {std::shared_ptr<const BuiltModel>(std::shared_ptr<void>(), &own), modal};
    KeyedModels::Model model = models->model({p});
    return {std::make_shared<const BuiltModel>(std::move(model.built)), std::move(model.modal)};
}

OrbitModel orbit_model(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                       const Monitor& monitor)
{
    return located(c.analysis.places, "analysis",
                   [&]() -> OrbitModel { return setup(e, c, built, monitor); });
}

Needs needs(const PeriodicOrbits& e)
{
    if (e.search)
        return {.forced = {"search", forced_names(starts_of(e.search->starts).front())},
                .observed = {"monitor", e.monitors}};
    return {.forced = {"start", forced_names(e.start)}, .observed = {"monitor", e.monitors}};
}

std::vector<std::filesystem::path> input_files(const PeriodicOrbits& e, const Case& c)
{
    if (e.restart.given)
        return {restart_file(e, c)};
    return input_files(e.start, c);
}

void refuse(const PeriodicOrbits& e, const Case& c)
{
    refuse_without_drive(e.type, c);
    refuse_frequency(e, c, e.restart.given);
}

std::string check(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    return check_text(e.type, settings(e, orbit_model(e, c, built, monitor)));
}

Outcome run(const PeriodicOrbits& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto model = std::make_shared<const OrbitModel>(orbit_model(e, c, built, monitor));
    const auto results = std::make_shared<OrbitResults>(
        located(c.analysis.places, "analysis",
                [&]() -> OrbitResults { return compute(e, model, monitor); }));
    return {.summary = summarise(*results),
            .arrays = writer_of(results),
            .pictures = [&built,
                         results](const auto& folder) { write_shapes(folder, built, *results); },
            .continues = e.restart.given ? restart_file(e, c) : std::filesystem::path(),
            .new_points = !model->restart || has_new_points(*model->restart, *results)};
}

} // namespace slideway::app
