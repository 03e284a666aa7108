#include "dynamics/orbits/refusals.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"

#include <stdexcept>

namespace slideway::dynamics {

void refuse_no_contact(const DryContacts& contacts)
{
    if (contacts.n_contacts() == 0)
        throw InputError("no [[joint]] with law = " +
                         listed(quoted(contact::laws_with(&contact::Law::is_dry)), "or") +
                         "; regimes are those of a dry contact");
}

void refuse_no_closed_form(const DrySystem& system)
{
    refuse_no_contact(system);
    const Index m = system.n_modes();
    if (system.force.size() != m || system.inertia.size() != m || system.drag.size() != m)
        throw std::invalid_argument("DrivenModes: the parts of the loads are missing");
    if (pushes_rigid_motion(system))
        throw InputError("a constant load pushes a rigid motion that friction alone holds: the "
                         "boundaries have no closed form; the motion itself: method = "
                         "\"steady-state\" or \"simulation\"");
}

} // namespace slideway::dynamics
