#pragma once

#include "dynamics/modal/dry_contacts.hpp"

namespace slideway::dynamics {

/// @throws InputError  no joint of a dry law
void refuse_no_contact(const DryContacts& contacts);

/// @throws InputError  no contact; pushes_rigid_motion: a mean force on the contacts that the
///                     closed forms of regimes leave out
void refuse_no_closed_form(const DrySystem& system);

} // namespace slideway::dynamics
