#include "reduction/modal_truncation.hpp"

#include "base/error.hpp"
#include "fem/massless.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/mechanism.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/static_errors.hpp"
#include "reduction/whole_modes.hpp"

#include <numeric>
#include <utility>

namespace slideway::reduction {

ReducedModel modal_truncation(const fem::Substructure& s, const Interface& loaded, Index n_modes,
                              double available, const Progress& progress)
{
    if (n_modes < 1 || n_modes > s.n())
        throw InputError("n_modes", std::to_string(n_modes),
                         "body " + s.name + " has 1 to " + std::to_string(s.n()) + " modes");
    InterfaceSplit split; // no interface: K_ii is K, which is not copied
    split.i.resize(static_cast<std::size_t>(s.n()));
    std::iota(split.i.begin(), split.i.end(), Index{0});
    split.factor.emplace(
        s.K, SparseMatrix(),
        [&](double factor_bytes) -> void {
            require_memory(s, {.n_modes = n_modes, .factor_bytes = factor_bytes}, available);
        },
        progress);
    const bool held = split.factor->positive_definite();
    if (!held)
        split.factor.reset();

    SymmetricModes free = fem::modes_of(s, [&]() -> SymmetricModes {
        return whole_modes(s.K, s.M, n_modes, held ? &*split.factor : nullptr, progress);
    });
    ReducedModel model = reduce_to(s, std::move(free.Phi), 0, progress);
    model.method = "modal-truncation";
    model.modes = "free-interface";
    model.omega = free.omega;
    model.truncation = held ? truncation(s, split, model, loaded, progress)
                            : truncation_of_free_body(model, free_motions(s, {}));
    return model;
}

} // namespace slideway::reduction
