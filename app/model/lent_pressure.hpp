#pragma once

#include "app/case/case.hpp"
#include "contact/laws/lender.hpp"
#include "fem/substructure.hpp"

namespace slideway::app {

/// What surrounds a joint of a case and may press on it.
/// @param first  the port of its first body
[[nodiscard]] contact::Lender lender_of(const Case& c, const JointEntry& entry,
                                        const fem::Port& first);

} // namespace slideway::app
