#pragma once

#include "base/choice.hpp"
#include "dynamics/orbits/capture.hpp"
#include "dynamics/orbits/irregularity.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Which passages of a level count.
enum class SectionDirection { both, rising, falling };
constexpr auto choices(SectionDirection /*one of*/)
{
    using enum SectionDirection;
    return std::to_array<Choice<SectionDirection>>(
        {{both, "both"}, {rising, "rising"}, {falling, "falling"}});
}

/// Where states of a motion are taken: at a phase of the drive, or where something watched, or its
/// velocity, passes a level.
struct Section {
    std::optional<double> phase; ///< [rad], 0 to 2 pi; in place of the next ones
    std::size_t of = 0;          ///< index of the watched quantity
    bool velocity = false;       ///< true: velocity in place of displacement
    double level = 0;            ///< [m] or [m/s]
    SectionDirection direction = SectionDirection::both;
};

struct LongMotionOptions {
    int discard = 0;          ///< periods of the drive before recording begins, >= 0
    int periods = 300;        ///< N after these, >= 1
    double tolerance = 1e-10; ///< tolerance of Taylor steps
    std::vector<ModalOutput> watched;
    std::vector<Section> sections;
    bool indicators = true; ///< exponent, and states for the 0-1 test
    bool stop_when_settled = false;
    CaptureRule capture;
    int longest = 40;  ///< periods of a motion to settle on, >= 1
    int last = 20;     ///< periods at the end that are sampled
    int samples = 100; ///< in each of these
};
/// @throws InputError  out of range
void check(const LongMotionOptions& options);

/// States of a motion where it meets a section, in the order of time.
struct SectionPoints {
    std::vector<double> time; ///< [s] from the start
    std::vector<double>
        motion; ///< displacement and velocity of all that is watched, point by point
};

/// Extrema of one displacement in a motion.
struct Turns {
    double least = 0, most = 0; ///< over the periods that are told
    long long maxima = 0, minima = 0;
};

/// The last periods.
struct SampledMotion {
    Vector time;                         ///< [s] from the start
    Matrix displacement, velocity;       ///< watched x samples
    std::vector<MotionExtremum> extrema; ///< times from the start
};

/// Record of a motion over many periods of the drive.
struct [[nodiscard]] LongMotion {
    bool interrupted = false;
    std::string failure; ///< why it broke off; "": it did not
    int taken = 0;       ///< periods, with those discarded
    int told = 0;        ///< number of recorded periods, after the discarded ones
    Vector end;          ///< 2 m: (q, q') where it stopped, at phase 0
    std::vector<SectionPoints> sections;
    std::vector<Turns> turns;   ///< extrema of the watched quantities
    double penetration = 0;     ///< [m] the largest beyond a stop; 0: none is reached
    long long impacts = 0;      ///< closings of joints
    std::vector<double> growth; ///< ln of what a disturbance grows by, in each period told
    std::vector<double> states; ///< displacement of the first that is watched, at their starts
    struct Settled {
        KnownOrbit orbit;
        int since = 0; ///< periods from the start to its first state beside the orbit
    };
    std::optional<Settled> settled;
    SampledMotion last;

    [[nodiscard]] bool transient(int discard) const { return settled && settled->since > discard; }
};

/// Runs a motion over many periods and tells whether it settles: states at phase 0 that recur to
/// capture.radius of their size for some periods in a row are a guess, Newton's method
/// (periodic_motion) decides on the orbit, and CaptureRule on whether the motion has come to it.
///
/// The largest exponent follows one column of the variational equations, through jumps where a
/// dashpot touches, in the energy norm.
///
/// @param z  2 m: (q, q') at phase 0
/// @throws InputError             as check
/// @throws std::invalid_argument  a family over a key of its model
[[nodiscard]] LongMotion long_motion(const OrbitFamily& family, const Vector& z,
                                     const LongMotionOptions& options,
                                     const Progress& progress = {});

} // namespace slideway::dynamics
