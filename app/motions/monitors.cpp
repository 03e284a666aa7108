#include "app/motions/monitors.hpp"

#include "app/results/modal_outputs.hpp"
#include "base/error.hpp"

namespace slideway::app {

void monitor_field(io::Fields& f, std::vector<std::string>& monitors, const std::string& help)
{
    f.text_or_texts({"monitor", "", "\"substructure.port.component\", or several: " + help, true},
                    monitors);
    if (f.has("monitor") && monitors.empty())
        f.refuse("monitor", "expected at least one \"substructure.port.component\"");
    f.refuse_repeated("monitor", monitors);
}

std::vector<dynamics::ModalOutput> monitor_outputs(const std::vector<std::string>& monitors,
                                                   const Case& c, const BuiltModel& built,
                                                   const dynamics::ModalModel& modal)
{
    std::vector<dynamics::ModalOutput> outputs = modal_outputs(built.model, modal, built.outputs);
    for (std::size_t k = 0; k < outputs.size(); ++k)
        if (outputs[k].row.isZero(0) && outputs[k].follow == Complex(0))
            throw InputError(c.analysis.places.of("monitor"), "analysis.monitor",
                             "\"" + monitors[k] + "\"", "a support holds it");
    return outputs;
}

} // namespace slideway::app
