#pragma once

#include "contact/laws/joint_force.hpp"
#include "dynamics/events/patch_wear.hpp"
#include "dynamics/modal/dry_contacts.hpp"
#include "dynamics/modal/history.hpp"
#include "dynamics/modal/outputs.hpp"

#include <optional>
#include <string>
#include <vector>

// Options and records of runs that locate events.

namespace slideway::dynamics {

/// Phases of contacts and joints, which determine a motion together with t, q and q'.
struct MotionPhases {
    std::vector<int> contacts;                ///< k: 0 sticks, +1 or -1 slides
    Vector held;                              ///< k [m]: positions of held contacts
    std::vector<contact::JointPhases> joints; ///< phases of the joints of a JointedSystem
    double step = 0;                          ///< next step [s]; 0: as at the first start
};

/// State of a motion at one time.
struct KeptState {
    double t = 0; ///< [s]
    Vector q, v;  ///< m
    MotionPhases phases;
};

struct EventDrivenOptions {
    double t_start = 0;               ///< [s]
    double t_end = 1;                 ///< [s], > t_start
    Vector q, v;                      ///< m, state at the start; empty: at rest
    double history_rate_hz = 0;       ///< sampling rate [Hz]; 0: no samples
    std::vector<ModalOutput> outputs; ///< sampled outputs
    bool energies = true;             ///< compute energies, by quadrature of closed forms
    bool tangent = false;             ///< compute the derivative of the end by the start
    double still = 1e-3; ///< amplitudes up to still limit sum_i b_i^2 / max(omega_i, Omega)^2 [m]
                         ///< over the last period count as no motion, >= 0
    std::vector<double> keep_at; ///< times at which the state is stored [s], ascending
    /// Approximate number of cells of the map of each patch, for its PatchWear; 0: no wear.
    std::vector<int> wear_cells;
    /// Phases of a KeptState, with its q and v. Phases that end at the start, because laws or the
    /// drive differ, are skipped. Empty: phases follow from the motion, and joints have not slipped
    /// yet.
    std::optional<MotionPhases> phases;
};

/// Behaviour of a contact in the last period 2 pi / Omega, or in a shorter run.
struct ContactPeriod {
    Regime regime = Regime::no_motion;
    int stops = 0;          ///< number of stick phases that begin in it
    double amplitude = 0;   ///< [m] (max - min)/2 of the displacement: no samples, turning points
    double dissipation = 0; ///< [J]
    double sticking = 0;    ///< fraction of the time
};

/// Record of a run. Energies: `stored` belongs to the motion relative to imposed motions, `loads`
/// to constant loads, `drive` to harmonic loads and imposed motions.
struct [[nodiscard]] MotionRecord {
    bool interrupted = false;
    std::string failure;    ///< reason why it stopped before t_end, or empty
    double t_stop = 0;      ///< [s]
    Vector q, v;            ///< m, at t_stop
    Matrix tangent;         ///< 2 m x 2 m: d(q, v at t_stop) / d(q, v at t_start), if requested;
                            ///< the scheme taylor may add columns
    std::vector<int> state; ///< k
    std::vector<ContactPeriod> last_period; ///< k
    Energy energy;                          ///< at t_stop; friction always, others if requested
    long long n_evaluations = 0; ///< number of evaluations of closed forms or right-hand sides
    long long n_steps = 0, n_rejected = 0; ///< numbers of steps, for schemes with steps
    /// States at the times keep_at that were reached, and at t_stop. A run from one of them with
    /// the same later times keep_at and the same end, at least a period later, repeats the rest bit
    /// for bit.
    std::vector<KeptState> kept;

    std::vector<std::optional<PatchWear>> wear; ///< wear of each patch; empty if no patch has wear

    /// History. Its points are the requested outputs; its contacts and joints are those of the
    /// system.
    History history;
};

} // namespace slideway::dynamics
