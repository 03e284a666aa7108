#include "reduction/guyan.hpp"

#include "reduction/constraint_modes.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/static_errors.hpp"

namespace slideway::reduction {

ReducedModel guyan(const fem::Substructure& s, const std::vector<Index>& interface, Index,
                   double available)
{
    const auto n_b = static_cast<Index>(interface.size());
    require_kept_dofs(s, n_b);
    const InterfaceSplit split = split_at_interface(s, interface, [&](double factor_bytes) -> void {
        require_memory(s, {.n_interface = n_b, .factor_bytes = factor_bytes}, available);
    });
    ReducedModel model = reduce_to(s, constraint_basis(s, split), n_b);
    model.method = "guyan";
    model.truncation = truncation(s, split, model, interface);
    return model;
}

} // namespace slideway::reduction
