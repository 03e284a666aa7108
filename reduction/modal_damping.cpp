#include "reduction/modal_damping.hpp"

#include "base/error.hpp"
#include "base/symmetric_modes.hpp"
#include "base/text.hpp"
#include "fem/massless.hpp"
#include "reduction/modal_form.hpp"
#include "reduction/whole_modes.hpp"

#include <cmath>
#include <numbers>

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

// Refuses different ratios of modes of equal frequency: the damping would depend on the
// combinations of them that happen to be computed.
void check_equal_modes(const fem::Substructure& s, const Vector& omega, const Vector& ratios)
{
    for (Index first = 0, last = 0; first < ratios.size(); first = last) {
        last = whole_count(omega, first + 1);
        for (Index k = first + 1; k < last; ++k) {
            const double ratio = k < ratios.size() ? ratios(k) : 0;
            if (ratio != ratios(first))
                throw InputError(
                    "ratios[" + std::to_string(k) + "]", number_text(ratio),
                    "modes " + std::to_string(first + 1) + " to " + std::to_string(last) +
                        " of body " + s.name + " have equal frequencies (" +
                        number_text(omega(first) / (2 * std::numbers::pi), 7) +
                        " Hz), so every combination of them is a mode; expected the same ratio "
                        "for each of them, " +
                        number_text(ratios(first)));
        }
    }
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
    check_equal_modes(reduced, modes.omega, ratios);
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
