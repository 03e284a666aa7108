#pragma once

#include "base/choice.hpp"
#include "dynamics/orbits/capture.hpp"
#include "dynamics/orbits/irregularity.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Direction in which a passage of a level counts.
enum class SectionDirection { both, rising, falling };
constexpr auto choices(SectionDirection /*one of*/)
{
    using enum SectionDirection;
    return std::to_array<Choice<SectionDirection>>(
        {{both, "both"}, {rising, "rising"}, {falling, "falling"}});
}

/// Condition at which states of a motion are recorded: a phase of the drive, or a passage of a
/// level by a watched displacement or velocity.
struct Section {
    std::optional<double> phase; ///< phase [rad], 0 to 2 pi; if set, the rest is ignored
    std::size_t of = 0;          ///< index of the watched quantity
    bool velocity = false;       ///< true: velocity in place of displacement
    double level = 0;            ///< level [m] or [m/s]
    SectionDirection direction = SectionDirection::both;
};

struct LongMotionOptions {
    int discard = 0;          ///< periods of the drive before recording begins, >= 0
    int periods = 300;        ///< N, periods after `discard`, >= 1
    double tolerance = 1e-10; ///< tolerance of Taylor steps
    std::vector<ModalOutput> watched;
    std::vector<Section> sections;
    bool indicators = true; ///< compute the exponent and the states for the 0-1 test
    bool stop_when_settled = false;
    CaptureRule capture;
    int longest = 40;  ///< largest number of periods of an orbit to settle on, >= 1
    int last = 20;     ///< number of periods at the end that are sampled
    int samples = 100; ///< samples in each of the last periods
};
/// @throws InputError  out of range
void check(const LongMotionOptions& options);

/// States of a motion at its passages of a section, in the order of time.
struct SectionPoints {
    std::vector<double> time;   ///< time from the start [s]
    std::vector<double> motion; ///< displacements and velocities of watched outputs, per point
};

/// Extrema of one displacement in a motion.
struct Turns {
    double least = 0, most = 0; ///< over the recorded periods
    long long maxima = 0, minima = 0;
};

/// Samples of the last periods.
struct SampledMotion {
    Vector time;                         ///< time from the start [s]
    Matrix displacement, velocity;       ///< watched x samples
    std::vector<MotionExtremum> extrema; ///< extrema, times from the start
};

/// Record of a motion over many periods of the drive.
struct [[nodiscard]] LongMotion {
    bool interrupted = false;
    std::string failure;      ///< reason why it ended early, or empty
    int taken = 0;            ///< number of periods, including discarded ones
    int recorded_periods = 0; ///< number of recorded periods, after the discarded ones
    Vector end;               ///< last state (q, q') at phase 0, 2 m entries
    std::vector<SectionPoints> sections;
    std::vector<Turns> turns;   ///< extrema of the watched quantities
    double penetration = 0;     ///< largest penetration of a stop [m]; 0 if none is reached
    long long impacts = 0;      ///< number of closings of joints
    std::vector<double> growth; ///< ln of the growth of a disturbance in each recorded period
    std::vector<double> states; ///< first watched displacement at the start of these periods
    struct Settled {
        KnownOrbit orbit;
        int since = 0; ///< periods from the start to its first state near the orbit
    };
    std::optional<Settled> settled;
    SampledMotion last;

    [[nodiscard]] bool transient(int discard) const { return settled && settled->since > discard; }
};

/// Computes a motion over many periods, and detects whether it settles on an orbit. States at phase
/// 0 that recur within capture.radius of their size, for several consecutive periods, give a guess.
/// Newton's method (periodic_motion) then finds the orbit. CaptureRule decides whether the motion
/// has settled on it.
///
/// The largest exponent follows one column of the variational equations, through jumps where a
/// dashpot touches, in the energy norm.
///
/// @param z  2 m: (q, q') at phase 0
/// @throws InputError             see check
/// @throws std::invalid_argument  the parameter of the family is a key of its model
[[nodiscard]] LongMotion long_motion(const OrbitFamily& family, const Vector& z,
                                     const LongMotionOptions& options,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
