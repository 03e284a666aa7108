#include "reduction/craig_bampton.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "reduction/constraint_modes.hpp"

namespace slideway::reduction {

ReducedModel craig_bampton(const fem::Substructure& s, const std::vector<Index>& interface,
                           Index n_modes)
{
    const Index n_i = s.n() - static_cast<Index>(interface.size());
    if (n_modes < 0 || n_modes > n_i)
        throw InputError("n_modes = " + std::to_string(n_modes) + "; body " + s.name +
                         " has 0 to " + std::to_string(n_i) + " fixed-interface modes");
    const InterfaceSplit split = split_at_interface(s, interface);
    const SymmetricModes fixed = lowest_modes(split.K_ii, split.M_ii, n_modes);

    ReducedModel model =
        reduce_to(s, assemble_basis(split, fixed.Phi), static_cast<Index>(interface.size()));
    model.method = "craig-bampton";
    model.modes = "fixed-interface";
    model.omega = fixed.omega;
    return model;
}

} // namespace slideway::reduction
