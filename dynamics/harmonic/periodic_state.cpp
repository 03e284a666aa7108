#include "dynamics/harmonic/periodic_state.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "dynamics/harmonic/response_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr double other_model = 1e-6; // of the amplitude: no motion of this model

// Largest residual as a share of the amplitude that would change it as much.
double relative_residual(const HarmonicBalance& model, const HarmonicBalance::Evaluation& motion)
{
    const continuation::Equations& equations = motion.equations;
    if (!equations.F.allFinite() || !equations.F_x.allFinite())
        return std::numeric_limits<double>::infinity();
    const Vector amplitude = AmplitudeScales(model)(motion.R) / amplitudes_per_range;
    const Vector rows = equations.F_x.cwiseAbs() * amplitude;
    double largest = 0;
    for (Index i = 0; i < rows.size(); ++i)
        if (rows(i) > 0)
            largest = std::max(largest, std::abs(equations.F(i)) / rows(i));
    return largest;
}

} // namespace

ModalState periodic_state(const HarmonicBalance& model, const HarmonicBalance::Evaluation& motion,
                          double phase)
{
    ModalState state{model.modal_means(motion), Vector::Zero(model.system().n_modes())};
    for (Index k = 1; k <= model.harmonics().n_h; ++k) {
        const auto n = static_cast<double>(k);
        const ComplexVector q = model.modal(motion, k) * std::polar(1.0, n * phase);
        state.q += q.real();
        state.v -= n * motion.Omega * q.imag();
    }
    return state;
}

void check_motion(const HarmonicBalance& model, const HarmonicBalance::Evaluation& motion,
                  double tolerance, const std::string& what)
{
    const double off = relative_residual(model, motion);
    if (!(off <= std::max(other_model, 100 * tolerance)))
        throw InputError(what + " does not solve the equations of this case at level " +
                         number_text(motion.level, 6) + ": off by " + number_text(off, 2) +
                         " of its amplitude; expected results of the same model with the same "
                         "joints, loads and forces");
}

} // namespace slideway::dynamics
