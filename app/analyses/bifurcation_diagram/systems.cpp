#include "app/analyses/bifurcation_diagram/systems.hpp"

#include "app/motions/driven_joints.hpp"
#include "app/motions/monitors.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <utility>

namespace slideway::app {

using Kind = dynamics::OrbitParameter::Kind;

namespace {

dynamics::JointedSystem own_system(const BifurcationDiagram& e, const Case& c,
                                   const BuiltModel& built, const dynamics::ModalModel& modal)
{
    refuse_laws(e.type, e.takes[0], c, built);
    dynamics::JointedSystem system = dynamics::jointed_system(built.model, modal);
    if (e.over_frequency()) {
        system.Omega = e.from;
        system.p = system.p_at(e.from);
    }
    refuse_long_periods(e, e.from, e.to, c, system);
    return system;
}

dynamics::OrbitParameter own_parameter(const BifurcationDiagram& e, const Case& c,
                                       const dynamics::JointedSystem& system)
{
    dynamics::OrbitParameter parameter = parameter_of("over", e.over, e.from, e.to, c, system);
    if (parameter.kind == Kind::key) {
        parameter.value = e.from;
        parameter.range = e.to - e.from;
    }
    return parameter;
}

} // namespace

SystemsOver::SystemsOver(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
    : e_(e), c_(c), built_(built), modal_(modal_model(built, monitor)),
      outputs_(monitor_outputs(e.observed(), c, built, *modal_)),
      own_(own_system(e, c, built, *modal_)), stored_(stored_model(built, *modal_, own_)),
      parameter_(own_parameter(e, c, own_)),
      models_(parameter_.kind == Kind::key
                  ? std::make_shared<KeyedModels>(needs(e), e.observed(), c, built, modal_,
                                                  std::vector<std::string>{e.over})
                  : nullptr),
      family_(own_, parameter_, {}, systems_of(models_))
{
    family_.set_go_on(monitor.until_stopped());
    watched_ = e.observed();
    dynamics::LongMotionOptions options;
    options.watched = outputs_;
    take_sections(e.sections, own_, watched_, options);
    sections_ = options.sections;
}

studies::DiagramSystem SystemsOver::at(double value)
{
    if (!family_.move_to(value))
        throw InputError("over.key", "\"" + e_.over + "\"",
                         family_.refusal().empty() ? "it cannot be " + number_text(value)
                                                   : family_.refusal());
    studies::DiagramSystem out{{family_.system(), {}}, family_.outputs(outputs_), {}};
    if (models_) {
        const auto keyed = models_->system({value});
        out.watched = keyed->outputs; // on its modes
        out.to_states = keyed->to_states;
        out.from_states = keyed->from_states;
    }
    out.family.set_go_on(family_.go_on());
    dynamics::LongMotionOptions options;
    options.watched = std::move(out.watched);
    std::vector<std::string> names = e_.observed();
    take_sections(e_.sections, out.family.system(), names, options);
    out.watched = std::move(options.watched);
    return out;
}

studies::DiagramSystem SystemsOver::with_starts(double value, const std::vector<StartEntry>& grid)
{
    studies::DiagramSystem out = at(value);
    const auto add = [&](const BuiltModel& built, const dynamics::ModalModel& modal) -> void {
        std::vector<Vector> starts;
        if (grid.empty())
            starts = {
                state_at_phase_zero(e_.start, c_, built, modal, family_, e_.options.tolerance)};
        else
            starts = states_of("starts", grid, built, modal, family_);
        for (const Vector& z : starts)
            out.starts.emplace_back(family_.on_modes(z));
    };
    if (!models_ || (grid.empty() && !e_.start.given)) {
        add(built_, *modal_);
    } else {
        const KeyedModels::Model model = models_->model({value});
        add(model.built, *model.modal);
    }
    return out;
}

} // namespace slideway::app
