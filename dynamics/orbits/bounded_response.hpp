#pragma once

#include "dynamics/modal/dry_contacts.hpp"

namespace slideway::dynamics {

/// Whether undamped modes are driven at their own frequency by more than friction takes of it, of
/// one mode at most 4/pi limit |b|: the motion grows for ever.
[[nodiscard]] bool grows_without_bound(const DrySystem& system);
/// @throws std::runtime_error  grows_without_bound; a constant load on a rigid motion exceeds what
///                             friction takes of it
void refuse_no_steady_state(const DrySystem& system);

} // namespace slideway::dynamics
