#pragma once

#include "base/choice.hpp"
#include "contact/laws/joint_phases.hpp"
#include "dynamics/orbits/orbit_branches.hpp"

#include <array>
#include <optional>
#include <vector>

namespace slideway::dynamics {

/// Effect of a change of phase on the force of a joint. The numbers are those in files.
enum class OrbitEventKind { opening = 0, closing = 1, other = 2 };
constexpr auto choices(OrbitEventKind /*one of*/)
{
    using enum OrbitEventKind;
    return std::to_array<Choice<OrbitEventKind>>(
        {{opening, "opening"}, {closing, "closing"}, {other, "other"}});
}

/// Where the force of a joint begins, ends, or becomes another function of the motion.
struct OrbitEvent {
    double phase = 0; ///< [rad] of the drive, from 0 to 2 pi n
    std::size_t joint = 0;
    Index row = 0;
    OrbitEventKind kind = OrbitEventKind::other;
    int side =
        0; ///< side of the stop: its force acts for side (displacement - level) > 0; 0: no stop
    double displacement = 0, speed = 0; ///< displacement and speed of the row [m, m/s]
};

/// The phases of joints at a state, where the drive has phase 0.
[[nodiscard]] std::vector<contact::JointPhases> phases_of(const std::vector<ModalLaw>& joints,
                                                          double Omega, const VectorIn& z);
/// Effect of an event on the force of its joint; empty if the force is zero in both phases.
/// @param phases  phases of the joint before the event; afterwards those after it
[[nodiscard]] std::optional<OrbitEventKind>
pass_event(const ModalLaw& joint, const JointEvent& event, contact::JointPhases& phases);

struct OrbitExtremum {
    std::size_t output = 0;
    double phase = 0, value = 0; ///< [rad, m]
    bool maximum = false;
};

/// A periodic motion over its whole period, also where it was found by halves.
struct WholeOrbit {
    int periods = 1;
    double p = 0, Omega = 0;
    ComplexVector multipliers; ///< multipliers over n periods, the largest first
    bool stable = false;
    /// |z + phi_{n T/2}(z)| / |z|, n odd: 0 of a motion that is its own mirror. Motions of an even
    /// number of periods have none.
    std::optional<double> symmetry;
    std::vector<OrbitExtremum> extrema; ///< extrema of the outputs
    std::vector<OrbitEvent> events;
    std::vector<OrbitEquations::Stop> stops;
    SampledOrbit samples;
};

/// @param x  states at the nodes of the form, or the first of them
[[nodiscard]] WholeOrbit whole_orbit(const OrbitFamily& family, const OrbitForm& form,
                                     const Vector& x, double p,
                                     const std::vector<ModalOutput>& outputs, double tolerance,
                                     int samples_per_period);

/// The motion of a branch at one value of the parameter between its points k and k + 1.
/// @pre p lies between theirs
[[nodiscard]] PeriodicMotion motion_between(const OrbitFamily& family, const OrbitBranch& branch,
                                            Index k, double p, const OrbitBranchOptions& options);

} // namespace slideway::dynamics
