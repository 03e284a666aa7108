#include "reduction/guyan.hpp"

#include "reduction/constraint_modes.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/static_errors.hpp"

namespace slideway::reduction {

ReducedModel guyan(const fem::Substructure& s, const Interface& interface, double available,
                   const Progress& progress)
{
    const Index n_b = interface.size();
    require_kept_dofs(s, n_b);
    const InterfaceSplit split = split_at_interface(
        s, interface,
        [&](double factor_bytes) -> void {
            require_memory(s, {.n_interface = n_b, .factor_bytes = factor_bytes}, available);
        },
        progress);
    ReducedModel model = reduce_to(s, constraint_basis(s, split, 0, progress), n_b, progress);
    model.method = "guyan";
    model.truncation = truncation(s, split, model, interface, progress);
    return model;
}

} // namespace slideway::reduction
