#pragma once

#include "base/memory.hpp"
#include "base/progress.hpp"
#include "dynamics/frozen/transfer_functions.hpp"

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Planned size of a run.
struct FrequencyResponsePlan {
    std::vector<double> positions; ///< [m]
    std::vector<double> times;     ///< [s]; empty if no body moves
    double bytes = 0;              ///< memory of the result and its file
};

/// Frequency response with the bodies frozen at each position, eq. (45) in modes with the rows of
/// dynamics::Slide (docs/theory/frequency_response.md), H = (omega^2 - Omega^2 + j Omega D)^-1:
///
///   H_oi = o H i - o H P_s^T (diag(Z) + R H P_s^T)^-1 R H i,    P_s = P + j Omega P_rate.
///
/// Motions hold their dofs, or move on steadily. A motion x among the inputs drives the modes of
/// u = Phi q + e x by its follower e (ModalMotion), and moves contact rows and outputs with it:
///
///   i = Omega^2 Phi^T M e - j Omega Phi^T C e,    R i + R_e,    H_ox = H_oi + o e,
///
/// which is what the partition (K - Omega^2 M + j Omega C)_ib of the supported dofs b gives.
/// Sums over the modes of components with classical
/// damping are matrix products; else each frequency takes a dense factorisation.
/// Modes at which a component alone resonates without damping, such as rigid motions at 0 Hz that
/// only contacts hold, are solved for with the contact forces.
///
/// Source: Brunetti, D'Ambrogio & Fregolent, doi:10.1007/s11071-020-06081-9, section 2.3.
/// @throws InputError  options out of range; positions as in Slide; a port that is held; a
///                     frequency with an infinite response; a result that exceeds the memory
[[nodiscard]] FrequencyResponse frequency_response(const assembly::CoupledModel& model,
                                                   const ModalModel& modal,
                                                   const FrequencyResponseOptions& options,
                                                   const Progress& progress = {});

/// Throws the errors of frequency_response, except for infinite responses.
/// @param available  available memory [bytes]
[[nodiscard]] FrequencyResponsePlan
check_frequency_response(const assembly::CoupledModel& model, const ModalModel& modal,
                         const FrequencyResponseOptions& options,
                         double available = available_memory());

/// Unit of a response: "m/N", "m/s/N" or "m/s^2/N"; with rotations "rad/N", "m/(N m)", ...
[[nodiscard]] std::string response_unit(ResponseQuantity quantity, Measure output, Measure input);

/// Unit of an output per unit of a motion: "" for equal ones, "m/(m/s^2)", "rad/m", ...
[[nodiscard]] std::string transmissibility_unit(ResponseQuantity quantity, Measure output,
                                                ResponseQuantity motion_quantity, Measure motion);

} // namespace slideway::dynamics
