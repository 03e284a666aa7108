#include "contact/laws/patch.hpp"

namespace slideway::contact {

const PatchLaw& Patch::patch() const
{
    return law;
}

Bound Patch::bound(Index, double) const
{
    return {};
}

} // namespace slideway::contact
