#include "app/analyses/shared/given_start.hpp"

#include "app/results/modal_outputs.hpp"

#include <utility>
#include <vector>

namespace slideway::app {

void fields(io::Fields& f, GivenStart& start)
{
    f.named_numbers({"displacement", "m", "\"substructure.port.component\" = value"},
                    start.displacement);
    f.named_numbers({"velocity", "m/s", "likewise"}, start.velocity);
}

Needs::Ports ports_of(const GivenStart& start)
{
    Needs::Ports ports{"start", {}};
    for (const auto* values : {&start.displacement, &start.velocity})
        for (const auto& [name, value] : *values)
            ports.names.push_back(name);
    return ports;
}

dynamics::ModalState start_state(const GivenStart& start, const BuiltModel& built,
                                 const dynamics::ModalModel& modal,
                                 const dynamics::DrivenModes& system, double t)
{
    std::vector<dynamics::ModalOutput> rows = modal_outputs(built.model, modal, built.inputs);
    dynamics::GivenComponents displacement, velocity;
    auto row = rows.begin();
    for (const auto& [given, values] :
         {std::pair{&displacement, &start.displacement}, std::pair{&velocity, &start.velocity}})
        for (const auto& [name, value] : *values) {
            given->rows.push_back(std::move(*row++));
            given->values.push_back(value);
        }
    return dynamics::start_state(system, displacement, velocity, t);
}

} // namespace slideway::app
