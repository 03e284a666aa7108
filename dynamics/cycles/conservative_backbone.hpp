#pragma once

#include "base/choice.hpp"
#include "base/progress.hpp"
#include "continuation/branch.hpp"
#include "dynamics/cycles/conservative_system.hpp"
#include "dynamics/orbits/orbit_label.hpp"

#include "dynamics/modal/outputs.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Rows of Branch::monitors of backbones. Behind them: the least and the largest value of each
/// output, then one for each requested frequency.
enum FreeMonitor {
    free_growth = 0,  ///< largest modulus of the multipliers, those that are 1 left out
    free_stable = 1,  ///< 1 or 0
    free_others = 2,  ///< test function of other motions near by: zero where branches cross
    free_grazing = 3, ///< zero: an extremum at a stop
    free_beyond = 4,  ///< different extrema beyond stops
    free_range = 5,   ///< zero: the end of the range of amplitudes
    free_outputs = 6,
};

/// Parameter of curves of free motions.
enum class FreeParameter { energy, amplitude };
constexpr auto choices(FreeParameter /*one of*/)
{
    using enum FreeParameter;
    return std::to_array<Choice<FreeParameter>>(
        {{energy, "energy", "kinetic and potential, above that at rest"},
         {amplitude, "amplitude", "half of the peak-to-peak value of the first output"}});
}

struct FreeOptions {
    FreeParameter over = FreeParameter::energy;
    double from = 0, to = 0;       ///< [J], or [m] of output 0: 0 < from < to
    std::vector<Index> modes;      ///< modes of small motions, from 0; empty: all
    std::vector<double> Omega;     ///< frequencies at which points are wanted [rad/s]
    double tolerance = 1e-11;      ///< tolerance of Newton's method, relative to the size of states
    double step_tolerance = 1e-13; ///< tolerance of Taylor steps
    double max_step =
        0.1; ///< longest step of ln sqrt(energy), and of states relative to their size
    int max_points = 5000; ///< largest number of points of a curve, >= 2
    int max_curves = 20;   ///< >= 1
};

/// Free periodic motions from small ones, or from a branch point of another curve both ways.
struct FreeCurve {
    Index beyond = -1; ///< curve whose internal resonance it begins beyond; -1: none
    Index mode = -1;   ///< mode of small motions, from 0; -1: it leaves ...
    Index parent = 0;  ///< ... this curve ...
    Index at = 0;      ///< ... at this point of it
    /// p: ln sqrt(2 energy); x: q, q', Omega, xi; monitors: those of FreeMonitor.
    continuation::Branch branch;
    std::vector<OrbitLabel> labels; ///< label of each point
    std::vector<std::string> notes; ///< additional note for users at each point
    std::string message;            ///< message about the curve; may be empty
};

struct ConservativeBackbones {
    std::vector<FreeCurve> curves;
    std::vector<std::string> left_out; ///< modes that cannot be followed, in words
    std::vector<std::string> notes;    ///< equal frequencies, and the modes taken, in words
    bool interrupted = false;
};

/// @throws InputError  options out of range; no such mode
void check(const ConservativeSystem& system, const std::vector<ModalOutput>& outputs,
           const FreeOptions& options);

/// The equations that conservative_backbones takes, for users: "14 unknowns on 6 modes".
/// @pre  check passes
[[nodiscard]] std::string free_equations_text(const ConservativeSystem& system,
                                              const std::vector<ModalOutput>& outputs,
                                              const FreeOptions& options);

/// Follows the free motions of a system from small ones upward, and those that cross them at branch
/// points. Parts of the system that move without each other are followed one by one
/// (independent_parts), so no curve crosses one of another part. A curve ends at the bounds of its
/// parameter, or at a branch point that is known already; of two halves that are each other's
/// mirror in space or time one is followed.
/// @param system   outlives the call alone
/// @param outputs  rows whose extrema are recorded; over amplitudes, at least one
/// @throws InputError  as check
[[nodiscard]] ConservativeBackbones conservative_backbones(const ConservativeSystem& system,
                                                           const std::vector<ModalOutput>& outputs,
                                                           const FreeOptions& options,
                                                           const Progress& progress = {});

} // namespace slideway::dynamics
