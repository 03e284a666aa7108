#include "reduction/modal_damping.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "reduction/modal_form.hpp"

#include <cmath>

namespace slideway::reduction {

namespace {

// Returns the modes with stiffness.
SymmetricModes elastic_modes(const fem::Substructure& s, const Progress& progress)
{
    if (s.n() > max_modal_dofs)
        throw InputError("body " + s.name + " has " + std::to_string(s.n()) +
                         " dofs; damping ratios need all its modes. Give it a reduction (at most " +
                         std::to_string(max_modal_dofs) + " dofs go without)");
    const SymmetricModes modes = fem::modes_of(
        s, [&]() -> SymmetricModes { return all_modes(Matrix(s.K), Matrix(s.M), progress); });
    const Index n_rigid = (modes.omega.array() == 0).count();
    const Index n = modes.omega.size() - n_rigid;
    return {modes.omega.tail(n), modes.Phi.rightCols(n)};
}

void check_ratio(const std::string& key, double ratio)
{
    if (!(std::isfinite(ratio) && ratio >= 0))
        throw InputError(key, number_text(ratio), "expected a number >= 0");
}

void add(fem::Substructure& s, const SymmetricModes& modes, const Vector& ratios)
{
    const Vector c = 2 * ratios.cwiseProduct(modes.omega.head(ratios.size()));
    const Matrix momenta = s.M * modes.Phi.leftCols(ratios.size());
    const Matrix damping = momenta * c.asDiagonal() * momenta.transpose();
    const Matrix symmetric = 0.5 * (damping + damping.transpose());
    const SparseMatrix C = s.C + SparseMatrix(symmetric.sparseView(0, 0));
    s.C = C;
}

} // namespace

void add_modal_damping(fem::Substructure& reduced, const Vector& ratios, const Progress& progress)
{
    for (Index j = 0; j < ratios.size(); ++j)
        check_ratio("ratios[" + std::to_string(j) + "]", ratios(j));
    if (ratios.size() == 0)
        return;
    const SymmetricModes modes = elastic_modes(reduced, progress);
    if (ratios.size() > modes.omega.size())
        throw InputError("ratios: " + std::to_string(ratios.size()) + " are given, body " +
                         reduced.name + " has " + std::to_string(modes.omega.size()) +
                         " modes with stiffness" +
                         (modes.omega.size() < reduced.n() ? " (rigid motions get none)" : ""));
    add(reduced, modes, ratios);
}

void add_modal_damping(fem::Substructure& reduced, double ratio, const Progress& progress)
{
    check_ratio("ratio", ratio);
    if (ratio == 0)
        return;
    const SymmetricModes modes = elastic_modes(reduced, progress);
    add(reduced, modes, Vector::Constant(modes.omega.size(), ratio));
}

} // namespace slideway::reduction
