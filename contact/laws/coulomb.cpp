#include "contact/laws/coulomb.hpp"

namespace slideway::contact {

LawDescription Coulomb::description() const
{
    return {"coulomb", "rigid dry friction", Directions::components};
}

Bound Coulomb::bound(Index, double) const
{
    return {};
}

} // namespace slideway::contact
