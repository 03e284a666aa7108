#pragma once

#include "continuation/corrector.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"

#include <algorithm>

/// Lengths by which unknowns of responses are compared.
namespace slideway::dynamics {

constexpr double amplitudes_per_range = 5; ///< scale of x in amplitudes, that of p is the range
constexpr double smallest_history =
    1e-3; ///< lower bound of the scale of a row, relative to its recent largest amplitude
constexpr double per_frequency = 2; ///< the scale of p is at most so many times p

/// Scales of x from amplitudes, those of late too.
class AmplitudeScales {
public:
    explicit AmplitudeScales(const HarmonicBalance& model) : model_(model) {}

    [[nodiscard]] Index n() const { return model_.n(); }

    [[nodiscard]] Vector operator()(const VectorIn& x);

private:
    const HarmonicBalance& model_;
    double most_ = 0;
};

/// Scales of a branch of responses: x by amplitudes, p by its range, but no more than `of_p` times
/// p.
struct ResponseScales {
    AmplitudeScales amplitudes;
    double range, of_p;

    [[nodiscard]] continuation::Scales operator()(const VectorIn& x, double p)
    {
        return {amplitudes(x), std::min(range, of_p * p)};
    }
};

/// Scales of a curve over the logarithm of a level or an amplitude, x = (r, Omega [, damping]):
/// displacements by amplitudes, Omega by a tenth, a damping rate like 2 Omega times its ratio.
struct LevelScales {
    AmplitudeScales amplitudes;

    [[nodiscard]] continuation::Scales operator()(const VectorIn& x, double p);
};

} // namespace slideway::dynamics
