#include "app/analyses/preload.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <variant>

namespace slideway::app {

namespace {

double constant_part(const assembly::Load& load)
{
    if (const auto* constant = std::get_if<assembly::Constant>(&load.signal))
        return constant->force;
    if (const auto* raised = std::get_if<assembly::Raised>(&load.signal))
        return raised->force;
    return 0;
}

const char* text_of(StaticLoads role)
{
    switch (role) {
    case StaticLoads::press:
        return ": taken for the normal forces of the contacts alone";
    case StaticLoads::press_and_bend:
        return ": taken for the static deformation and the normal forces of the contacts alone";
    case StaticLoads::left_out:
        break;
    }
    return ": left out, the result is that of the unloaded model";
}

} // namespace

StaticLoads static_loads(const BuiltModel& built, dynamics::About about, bool friction_given)
{
    const std::vector<assembly::Sliding>& contacts = built.model.sliding;
    if (contacts.empty())
        return StaticLoads::left_out;
    if (about == dynamics::About::deformed)
        return StaticLoads::press_and_bend;
    // Friction that varies with the speed is a dashpot in proportion to the normal force.
    const bool varies =
        std::any_of(contacts.begin(), contacts.end(), [](const assembly::Sliding& contact) -> bool {
            return !std::holds_alternative<contact::ConstantFriction>(contact.friction);
        });
    return varies && !friction_given ? StaticLoads::press : StaticLoads::left_out;
}

std::vector<std::string> preload_notes(const BuiltModel& built, StaticLoads role)
{
    std::vector<std::string> names;
    for (std::size_t k = 0; k < built.model.loads.size(); ++k) {
        const assembly::Load& load = built.model.loads[k];
        if (const double force = constant_part(load); force != 0)
            names.push_back(load.name + " (" + number_text(force, 6) + " " +
                            unit_on(built.loads[k].unit, load.measure) + ")");
    }
    if (names.empty())
        return {};
    constexpr std::size_t most = 5;
    const std::size_t n = names.size();
    names.resize(std::min(n, most));
    return {std::to_string(n) + (n == 1 ? " constant load, " : " constant loads, ") + join(names) +
            (n > most ? ", ..." : "") + text_of(role) +
            "; no analysis stiffens a body under preload"};
}

} // namespace slideway::app
