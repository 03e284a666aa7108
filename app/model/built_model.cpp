#include "app/model/built_model.hpp"

#include "dynamics/modal/shared_modes.hpp"

namespace slideway::app {

std::shared_ptr<const dynamics::ModalModel> modal_model(const BuiltModel& built,
                                                        const Monitor& monitor)
{
    return dynamics::modal_model(built.model, built.modes.get(), monitor.until_stopped());
}

} // namespace slideway::app
