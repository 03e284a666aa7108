#pragma once

#include "base/choice.hpp"
#include "base/progress.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/modal/scheme.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <array>
#include <optional>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

class SharedModes;

/// Where a transient begins.
enum class Start {
    automatic,           ///< at the equilibrium that applies; with nonlinear joints at rest
    sliding_equilibrium, ///< for models with a sliding contact
    static_equilibrium,  ///< for models without one
    rest                 ///< undeformed
};
constexpr auto choices(Start /*one of*/)
{
    using enum Start;
    return std::to_array<Choice<Start>>({{automatic, "auto"},
                                         {sliding_equilibrium, "sliding-equilibrium"},
                                         {static_equilibrium, "static-equilibrium"},
                                         {rest, "rest"}});
}

/// Action if a slave node opens or an open one closes.
enum class Separation { stop, follow };
constexpr auto choices(Separation /*one of*/)
{
    using enum Separation;
    return std::to_array<Choice<Separation>>({{stop, "stop"}, {follow, "follow"}});
}

/// Action if a slave node stops sliding.
enum class Sticking { stop, follow };
constexpr auto choices(Sticking /*one of*/)
{
    using enum Sticking;
    return std::to_array<Choice<Sticking>>({{stop, "stop"}, {follow, "follow"}});
}

/// Options of the statistics of contact states.
struct StateStatistics {
    std::optional<double> from; ///< [s] time from which on; none: the end of the ramps
    double episode = 5e-6;      ///< [s] shortest stick or opening that is counted
    double window = 10e-6; ///< [s] over which the normal force is averaged for its largest value
};

/// Displacements and velocities of components at the start; of all states with these that of least
/// energy.
struct GivenStart {
    std::vector<Probe> displaced, moving;
    std::vector<double> displacement, velocity; ///< [m, m/s], as many
};

struct TransientOptions {
    Scheme scheme = Scheme::forward_increment; ///< `transient`: one of equal steps
    double h = 0; ///< time step [s]; 0: 0.9 of the limit (modal-propagator: 20 steps
                  ///< per history sample; with a contact at least 10), shortened to divide the
                  ///< sampling interval
    double t_start = 0; ///< [s] time at the start
    double t_end = 1;   ///< [s], > t_start
    Start start = Start::automatic;
    std::optional<GivenStart> given; ///< in place of `start`
    Separation separation = Separation::stop;
    Sticking sticking = Sticking::stop;
    StateStatistics statistics;
    double history_rate_hz = 50e3; ///< [Hz] samples of histories
    double fields_rate_hz = 0;     ///< [Hz] frames of deformed bodies; 0: none
};

/// Time step and sampling.
struct TransientPlan {
    double h = 0, h_limit = 0;
    long long n_steps = 0;
    long long steps_per_sample = 1, steps_per_frame = 0;
    [[nodiscard]] double history_rate_hz() const
    {
        return 1 / (h * static_cast<double>(steps_per_sample));
    }
};

/// The scheme of equal steps that a transient could take in place of its own, at its default step.
struct OtherScheme {
    Scheme scheme = Scheme::forward_increment;
    double h = 0; ///< [s]
    long long n_steps = 0;
    double time = 0; ///< [s] estimated computing time of these steps and their histories
};

/// All that `transient` finds out before its first step; refuses what `transient` refuses.
struct TransientCheck {
    TransientPlan plan;
    std::optional<OtherScheme> other; ///< without a time; none if it does not take the model
    std::shared_ptr<const ModalModel> modal;
    std::vector<double> direction; ///< sliding direction per contact, +1 along the master polyline;
                                   ///< 0 for contacts that may stick
    Start start = Start::rest;     ///< actual start, never automatic
    SlidingEquilibrium equilibrium;
};
[[nodiscard]] TransientCheck check_transient(const assembly::CoupledModel& model,
                                             const TransientOptions& options, std::size_t n_probes,
                                             const Progress& progress = {},
                                             SharedModes* shared = nullptr);

} // namespace slideway::dynamics
