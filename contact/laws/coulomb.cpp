#include "contact/laws/coulomb.hpp"

namespace slideway::contact {

double Coulomb::dry_limit() const
{
    return limit;
}

Bound Coulomb::bound(Index, double) const
{
    return {};
}

} // namespace slideway::contact
