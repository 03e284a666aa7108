#pragma once

#include "contact/laws/coulomb.hpp"
#include "contact/laws/cubic.hpp"
#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/gap.hpp"
#include "contact/laws/linear.hpp"
#include "contact/laws/patch.hpp"

#include <variant>

/// Every law there is: the only list. It is read where a case names a law, and where texts name
/// those with a capability; the rest of the program sees JointLaw.
namespace slideway::contact {

using JointLaws = std::variant<Linear, Coulomb, ElasticCoulomb, Gap, Cubic, Patch>;

} // namespace slideway::contact
