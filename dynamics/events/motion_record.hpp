#pragma once

#include "dynamics/modal/dry_contacts.hpp"
#include "dynamics/modal/outputs.hpp"

#include <vector>

// What runs that locate events are asked for, and what they record.

namespace slideway::dynamics {

struct EventDrivenOptions {
    double t_start = 0;               ///< [s]
    double t_end = 1;                 ///< [s], > t_start
    Vector q, v;                      ///< m, at the start; empty: at rest
    double history_rate_hz = 0;       ///< [Hz] samples; 0: none
    std::vector<ModalOutput> outputs; ///< sampled
    bool energies = true;             ///< the account, by quadrature of the closed form
    bool tangent = false;             ///< the derivative of the end with respect to the start
    double still = 1e-3; ///< amplitudes up to still limit sum_i b_i^2 / max(omega_i, Omega)^2 [m]
                         ///< over the last period count as no motion, >= 0
};

enum class Transition { stick, slip, reversal };

struct ContactEvent {
    double time = 0; ///< [s]
    Index contact = 0;
    Transition kind = Transition::stick;
};

/// A joint with a law of its own that changes its phase.
struct JointEvent {
    double time = 0; ///< [s]
    std::size_t joint = 0;
    int row = 0;
    int after = 0; ///< contact::JointPhases::of
};

/// What a contact does in the last period 2 pi / Omega before the end, or in the whole of a
/// shorter run.
struct ContactPeriod {
    Regime regime = Regime::no_motion;
    int stops = 0;          ///< stick phases that begin in it
    double amplitude = 0;   ///< [m] (max - min)/2 of the displacement: no samples, turning points
    double dissipation = 0; ///< [J]
    double sticking = 0;    ///< fraction of the time
};

/// One entry per sample.
struct CoulombHistory {
    std::vector<double> displacement, velocity; ///< [m, m/s] sliding of the contact
    std::vector<double> force;                  ///< [N] f: of the first body on the second
    std::vector<int> state;                     ///< 0 sticking, +1 or -1 sliding
};

/// Energies since the start [J]; motions of components count in the drive.
struct CoulombEnergy {
    double stored = 0;   ///< kinetic and elastic, of the motion relative to the imposed ones
    double loads = 0;    ///< work of the constant loads
    double drive = 0;    ///< work of harmonic loads and motions
    double friction = 0; ///< dissipated in the contacts
    double damping = 0;  ///< dissipated in the bodies
    double joints = 0;   ///< gone into joints with a law of their own

    [[nodiscard]] double residual() const
    {
        return stored - loads - drive + friction + damping + joints;
    }
};

struct [[nodiscard]] EventDrivenResult {
    bool interrupted = false;
    double t_stop = 0;      ///< [s]
    Vector q, v;            ///< m, at t_stop
    Matrix tangent;         ///< 2 m x 2 m: d(q, v at t_stop) / d(q, v at t_start), if asked for
    std::vector<int> state; ///< k
    std::vector<ContactEvent> events;
    std::vector<ContactPeriod> last_period; ///< k
    long long n_evaluations = 0;            ///< of closed forms in the search of events
    CoulombEnergy energy;                   ///< at t_stop; friction always, the rest if asked for

    std::vector<double> time;                               ///< [s] of the samples
    std::vector<CoulombHistory> contacts;                   ///< k
    std::vector<std::vector<double>> u, output_v, output_a; ///< of each output
    std::vector<CoulombEnergy> energies;                    ///< of each sample
};

} // namespace slideway::dynamics
