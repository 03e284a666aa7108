#include "dynamics/events/patch_wear.hpp"

#include "contact/patch/patch_options.hpp"

#include <cmath>

namespace slideway::dynamics {

PatchWear::PatchWear(const contact::PatchLaw& law, int n)
    : cells(contact::cells_of(law.map(), n)),
      dissipated(Vector::Zero(static_cast<Index>(cells.size()))), friction_(law.options().friction)
{
}

void PatchWear::add(const contact::Vector3& velocity, double time)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const contact::LoadedPoint& load = cells.loads[i];
        const double x = velocity(0) - velocity(2) * load.at(1),
                     y = velocity(1) + velocity(2) * load.at(0);
        dissipated(static_cast<Index>(i)) +=
            friction_ * load.load * std::sqrt(x * x + y * y) * time;
    }
}

} // namespace slideway::dynamics
