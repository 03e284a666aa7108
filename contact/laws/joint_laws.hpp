#pragma once

#include "contact/laws/coulomb.hpp"
#include "contact/laws/cubic.hpp"
#include "contact/laws/elastic_coulomb.hpp"
#include "contact/laws/force_table.hpp"
#include "contact/laws/gap.hpp"
#include "contact/laws/iwan.hpp"
#include "contact/laws/linear.hpp"
#include "contact/laws/patch.hpp"
#include "contact/laws/polynomial.hpp"

#include <variant>

/// List of all joint laws, the only one. It is read where a case names a law, and where messages
/// name the laws with a capability. The rest of the program uses Law.
namespace slideway::contact {

using JointLaws =
    std::variant<Linear, Coulomb, ElasticCoulomb, Iwan, Gap, Cubic, Polynomial, ForceTable, Patch>;

} // namespace slideway::contact
