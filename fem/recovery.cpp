#include "fem/recovery.hpp"

#include "base/error.hpp"

namespace slideway::fem {

RecoveryPart part(const Recovery& whole, const std::vector<std::string>& groups)
{
    if (!whole.part)
        throw InputError("parts of a mesh are offered for plane-stress and solid bodies");
    const Elements elements = elements_of(whole.mesh, groups);
    RecoveryPart some = whole.part(elements);
    some.shown.mesh = part(whole.mesh, elements); // at the current position of the whole mesh
    return some;
}

} // namespace slideway::fem
