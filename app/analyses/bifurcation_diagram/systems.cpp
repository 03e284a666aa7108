#include "app/analyses/bifurcation_diagram/systems.hpp"

#include "app/motions/driven_joints.hpp"
#include "app/motions/monitors.hpp"
#include "app/motions/start/phase_zero.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <utility>

namespace slideway::app {

SystemsOver::SystemsOver(const BifurcationDiagram& e, const Case& c, const BuiltModel& built,
                         const Monitor& monitor)
    : e_(e), c_(c), built_(built), modal_(modal_model(built, monitor)),
      outputs_(monitor_outputs(e.observed(), c, built, *modal_)),
      own_(driven_system(e, e.values.from, e.values.to, c, built, *modal_)),
      stored_(stored_model(built, *modal_, own_)),
      over_(parameter_family({e.over, e.values.from, e.values.to, e.values.from, false}, needs(e),
                             e.observed(), c, built, modal_, own_))
{
    over_.family.set_go_on(monitor.until_stopped());
    watched_ = e.observed();
    dynamics::LongMotionOptions options;
    options.watched = outputs_;
    take_sections(e.sections, own_, watched_, options);
    sections_ = options.sections;
}

studies::DiagramSystem SystemsOver::at(double value)
{
    if (!over_.family.move_to(value))
        throw InputError("over.key", "\"" + e_.over + "\"",
                         over_.family.refusal().empty() ? "it cannot be " + number_text(value)
                                                        : over_.family.refusal());
    studies::DiagramSystem out{{over_.family.system(), {}}, over_.family.outputs(outputs_), {}};
    if (over_.models) {
        const auto keyed = over_.models->system({value});
        out.watched = keyed->outputs; // on its modes
        out.to_states = keyed->to_states;
        out.from_states = keyed->from_states;
    }
    out.family.set_go_on(over_.family.go_on());
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
        for (const Vector& z :
             states_of_starts(e_.start, grid, c_, built, modal, over_.family, e_.options.tolerance))
            out.starts.emplace_back(over_.family.on_modes(z));
    };
    if (!over_.models || (grid.empty() && !e_.start.given)) {
        add(built_, *modal_);
    } else {
        const KeyedModels::Model model = over_.models->model({value});
        add(model.built, *model.modal);
    }
    return out;
}

} // namespace slideway::app
