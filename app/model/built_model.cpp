#include "app/model/built_model.hpp"

#include "assembly/massless.hpp"
#include "assembly/other_parts.hpp"
#include "assembly/primal.hpp"
#include "base/error.hpp"
#include "dynamics/modal/shared_modes.hpp"

#include <string>
#include <string_view>

namespace slideway::app {

bool has_structural_damping(const BuiltModel& built)
{
    return assembly::has_structural_damping(built.model);
}

std::shared_ptr<const dynamics::ModalModel>
modal_model(const BuiltModel& built, const Monitor& monitor, dynamics::OtherParts other_parts)
{
    try {
        return dynamics::modal_model(built.model, built.modes.get(), monitor.until_stopped(),
                                     other_parts);
    } catch (const InputError& error) { // bodies of a modal model have no ports to name dofs with
        if (std::string_view(error.what()).find(" no mass; ") == std::string_view::npos)
            throw;
        for (const assembly::PrimalModel& part : assembly::components(built.model))
            if (const std::string text = assembly::massless_text(built.model, part.bodies, part);
                !text.empty())
                throw InputError("body " + part.name + ": " + text);
        throw;
    }
}

} // namespace slideway::app
