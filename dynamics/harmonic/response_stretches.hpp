#pragma once

#include "continuation/trace.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"

/// How forced_response follows a branch: in stretches, each with scales of its own.
namespace slideway::dynamics {

constexpr double amplitudes_per_range = 5; ///< scale of x in amplitudes, that of p is the range
constexpr double smallest_history = 1e-3;  ///< of the largest amplitude of late: rows count so much
constexpr double per_frequency = 2;        ///< the scale of p is at most so many times p

/// Scales of x from amplitudes, those of late too.
class AmplitudeScales {
public:
    explicit AmplitudeScales(const HarmonicBalance& model) : model_(model) {}

    [[nodiscard]] Vector operator()(const VectorIn& x);

private:
    const HarmonicBalance& model_;
    double most_ = 0;
};

/// The same points in the other order.
[[nodiscard]] continuation::Branch reversed(continuation::Branch branch);

/// A start that is corrected at p; direction +1: towards larger p.
[[nodiscard]] continuation::Start start_of(const Vector& x, double p, int direction);

/// Whether two points of branches are one, in scaled length.
[[nodiscard]] bool same_point(const VectorIn& x, double p, const VectorIn& y, double q,
                              const continuation::Scales& scales);

[[nodiscard]] bool interrupted(const continuation::Branch& branch);

/// What is followed in stretches, each with the scales of its beginning: that of p is the range,
/// but no more than `of_p` times p.
struct Stretches {
    const continuation::Problem& problem;
    continuation::Options options; ///< its scales are those of the last stretch
    AmplitudeScales amplitudes;
    double of_p;
    const Progress& progress;

    [[nodiscard]] continuation::Scales scales_at(const VectorIn& x, double p);
    /// A branch from its first point.
    [[nodiscard]] continuation::Branch begin(const continuation::Start& start);
    /// Adds points at the back until there are `most`.
    void go_on(continuation::Branch& branch, Index most);
    /// Goes on at the back of a branch of another run.
    void take_up(continuation::Branch& branch);
};

} // namespace slideway::dynamics
