#include "app/motions/driven_joints.hpp"

#include "app/case/joint_entry.hpp"
#include "assembly/joint.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace slideway::app {

void refuse_without_drive(std::string_view type, const Case& c)
{
    const auto harmonic = [](const auto& drives) -> bool {
        return std::any_of(drives.begin(), drives.end(),
                           [](const auto& drive) -> bool { return drive.harmonic.has_value(); });
    };
    if (!harmonic(c.loads) && !harmonic(c.motions))
        throw InputError(c.analysis.where, "analysis", "\"" + std::string(type) + "\"",
                         "the model has no drive; expected a harmonic load or motion");
}

void refuse_laws(std::string_view type, const Takes& takes, const Case& c, const BuiltModel& built)
{
    std::vector<std::string> taken;
    for (const contact::Law& law : contact::all_laws())
        if (takes.law(law))
            taken.emplace_back(law.keyword());
    for (std::size_t k = 0; k < c.joints.size(); ++k)
        if (!takes.law(built.model.joints[k].law)) {
            const JointEntry& entry = c.joints[k];
            throw InputError(entry.places.of("law"), "joint." + entry.name + ".law",
                             "\"" + entry.law + "\"",
                             std::string(type) +
                                 " takes laws whose force is a "
                                 "function of the motion alone: " +
                                 join(taken));
        }
}

} // namespace slideway::app
