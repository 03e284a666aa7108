#include "dynamics/harmonic/resting_output.hpp"

#include <cmath>
#include <numbers>

namespace slideway::dynamics {

double bound_of_rms(const HarmonicBalance& model, const HarmonicBalance::Evaluation& evaluation,
                    std::size_t k)
{
    const ModalOutput& output = model.outputs()[k];
    double square = 0; // of the amplitudes of all modes and harmonics
    for (Index n = 1; n <= model.harmonics().n_h; ++n)
        square += model.modal(evaluation, n).squaredNorm();
    return (output.row.norm() * std::sqrt(square) + std::abs(output.follow) * evaluation.level) /
           std::numbers::sqrt2;
}

bool rests(const HarmonicBalance& model, const HarmonicBalance::Evaluation& evaluation,
           std::size_t k, double rms)
{
    return rms <= resting_share * bound_of_rms(model, evaluation, k);
}

} // namespace slideway::dynamics
