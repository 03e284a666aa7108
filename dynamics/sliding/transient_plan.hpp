#pragma once

#include "assembly/coupled_model.hpp"
#include "base/progress.hpp"
#include "dynamics/modal/shared_modes.hpp"
#include "dynamics/sliding/sliding_equilibrium.hpp"

#include <string>
#include <vector>

namespace slideway::dynamics {

struct TransientOptions {
    std::string scheme = "forward-increment"; ///< or "modal-propagator"
    double h = 0; ///< time step [s]; 0: 0.9 of the limit (modal-propagator: 20 steps
                  ///< per history sample; with a contact at least 10), shortened to divide the
                  ///< sampling interval
    double t_start = 0;              ///< [s] time at the start
    double t_end = 1;                ///< [s], > t_start
    std::string start = "auto";      ///< "sliding-equilibrium", "static-equilibrium" (no contact),
                                     ///< "rest" (undeformed); "auto": the equilibrium that applies
    std::string separation = "stop"; ///< when a slave node opens or closes: "stop", or "follow"
    double history_rate_hz = 50e3;   ///< [Hz] samples of histories
    double fields_rate_hz = 0;       ///< [Hz] frames of deformed bodies; 0: none
};

/// Time step and sampling.
struct TransientPlan {
    double h = 0, h_limit = 0;
    long long n_steps = 0;
    long long steps_per_sample = 1, steps_per_frame = 0;
};

/// All that `transient` finds out before its first step; refuses what `transient` refuses.
struct TransientCheck {
    TransientPlan plan;
    std::shared_ptr<const ModalModel> modal;
    std::vector<double> direction; ///< of sliding, per contact, +1 along the master polyline
    std::string start;             ///< as used
    SlidingEquilibrium equilibrium;
};
[[nodiscard]] TransientCheck check_transient(const assembly::CoupledModel& model,
                                             const TransientOptions& options,
                                             std::size_t n_probes = 0,
                                             const Progress& progress = {},
                                             SharedModes* shared = nullptr);

} // namespace slideway::dynamics
