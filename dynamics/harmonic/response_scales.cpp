#include "dynamics/harmonic/response_scales.hpp"

#include <algorithm>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr double smallest_share = 0.2; // of the largest amplitude: rows count at least so much
constexpr double forgets = 0.25;       // of that, from one look at the scales to the next

} // namespace

Vector AmplitudeScales::operator()(const VectorIn& x)
{
    const contact::Harmonics& h = model_.harmonics();
    const Index size = h.size(), means = h.means ? 1 : 0, n_r = model_.n_rows();
    Vector amplitude(n_r);
    for (Index a = 0; a < n_r; ++a)
        amplitude(a) = x.segment(model_.first(a) + means, size - means).norm();
    const double value = amplitude.maxCoeff();
    most_ = std::max(forgets * most_, value);
    const double least = std::max({smallest_share * value, smallest_history * most_, 1e-100});
    Vector scale(model_.n());
    for (Index a = 0; a < n_r; ++a)
        scale.segment(model_.first(a), size)
            .setConstant(amplitudes_per_range * std::max(amplitude(a), least));
    return scale;
}

continuation::Scales LevelScales::operator()(const VectorIn& x, double /*p*/)
{
    constexpr double of_frequency = 0.1; // counts as much as a change of all displacements by e
    const Index n = amplitudes.n();
    Vector s(x.size());
    s.head(n) = amplitudes(x.head(n)) / amplitudes_per_range;
    s(n) = of_frequency * x(n);
    s.tail(x.size() - n - 1).setConstant(2 * s(n));
    return {std::move(s), 1};
}

} // namespace slideway::dynamics
