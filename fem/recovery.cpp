#include "fem/recovery.hpp"

#include "base/error.hpp"

namespace slideway::fem {

Recovery composed(const std::shared_ptr<const Recovery>& whole,
                  const std::function<Vector(const Vector& q)>& map)
{
    Recovery made{whole->mesh, {}, {}};
    made.in_space = whole->in_space;
    made.stress_across = whole->stress_across;
    made.forces = whole->forces;
    made.displacement = [whole, map](const Vector& q) -> Matrix {
        return whole->displacement(map(q));
    };
    if (whole->stress)
        made.stress = [whole, map](const Vector& q) -> Matrix { return whole->stress(map(q)); };
    return made;
}

RecoveryPart part(const Recovery& whole, const std::vector<std::string>& groups)
{
    if (!whole.part)
        throw InputError("parts of a mesh are offered for plane, axisymmetric and solid bodies");
    const Elements elements = elements_of(whole.mesh, groups);
    RecoveryPart some = whole.part(elements);
    some.shown.mesh = part(whole.mesh, elements); // at the current position of the whole mesh
    return some;
}

} // namespace slideway::fem
