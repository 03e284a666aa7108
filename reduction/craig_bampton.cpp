#include "reduction/craig_bampton.hpp"

#include "base/error.hpp"
#include "base/sparse.hpp"
#include "fem/massless.hpp"
#include "reduction/constraint_modes.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/static_errors.hpp"
#include "reduction/whole_modes.hpp"

#include <utility>

namespace slideway::reduction {

ReducedModel craig_bampton(const fem::Substructure& s, const Interface& interface, Index n_modes,
                           double available, const Progress& progress)
{
    const Index n_b = interface.size();
    const Index n_i = s.n() - n_b;
    if (n_modes > 0 && n_i == 0)
        throw InputError("n_modes", std::to_string(n_modes),
                         "the interface of body " + s.name + " keeps all its " +
                             std::to_string(s.n()) +
                             " dofs (ports of bonds, joints, contacts, motions, loads, inputs and "
                             "boundary), so that it has no fixed-interface modes; use ports of "
                             "fewer nodes, or leave reduction out");
    if (n_modes < 0 || n_modes > n_i)
        throw InputError("n_modes", std::to_string(n_modes),
                         "body " + s.name + " has 0 to " + std::to_string(n_i) +
                             " fixed-interface modes");
    require_kept_dofs(s, n_b + n_modes);
    const InterfaceSplit split = split_at_interface(
        s, interface,
        [&](double factor_bytes) -> void {
            require_memory(s, {n_b, n_modes, factor_bytes}, available);
        },
        progress);

    // Modes are computed first, so that the Lanczos basis is freed before T is created.
    SymmetricModes fixed{Vector(0), Matrix(n_i, 0)};
    if (n_modes > 0)
        fixed = fem::modes_of(
            s,
            [&]() -> SymmetricModes {
                return whole_modes(split.K_ii, submatrix(s.M, split.i, split.i), n_modes,
                                   &*split.factor, progress);
            },
            &split.i);
    const Index n_kept = fixed.omega.size();
    Matrix T = constraint_basis(s, split, n_kept, progress);
    set_internal_rows(split, fixed.Phi, T.rightCols(n_kept));
    fixed.Phi.resize(0, 0);

    ReducedModel model = reduce_to(s, std::move(T), n_b, progress);
    model.method = "craig-bampton";
    model.modes = "fixed-interface";
    model.omega = fixed.omega;
    model.truncation = truncation(s, split, model, interface, progress);
    return model;
}

} // namespace slideway::reduction
