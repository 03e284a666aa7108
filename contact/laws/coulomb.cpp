#include "contact/laws/coulomb.hpp"

#include "contact/laws/law_of.hpp"
namespace slideway::contact {

double Coulomb::dry_limit() const
{
    return limit;
}

Bound Coulomb::bound(Index, double) const
{
    return {};
}

template JointLaw::JointLaw(Coulomb law);

} // namespace slideway::contact
