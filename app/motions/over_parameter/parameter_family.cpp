#include "app/motions/over_parameter/parameter_family.hpp"

#include <cmath>
#include <utility>

namespace slideway::app {

ParameterFamily parameter_family(const ParameterRange& range, Needs needs,
                                 std::vector<std::string> monitors, const Case& c,
                                 const BuiltModel& built,
                                 const std::shared_ptr<const dynamics::ModalModel>& modal,
                                 dynamics::JointedSystem system)
{
    dynamics::OrbitParameter parameter =
        parameter_of("over", range.over, range.from, range.to, c, system);
    std::shared_ptr<KeyedModels> models;
    if (parameter.kind == dynamics::OrbitParameter::Kind::key) {
        parameter.value = range.begin;
        parameter.range = std::abs(range.to - range.from);
        models = std::make_shared<KeyedModels>(std::move(needs), std::move(monitors), c, built,
                                               modal, std::vector{range.over});
    }
    if (models && range.ends_checked)
        for_key("over", range.over, [&]() {
            for (const double end : {range.from, range.to})
                models->check({end});
        });
    return {parameter, models, {std::move(system), parameter, {}, systems_of(models)}};
}

} // namespace slideway::app
