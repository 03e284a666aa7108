#pragma once

#include "base/choice.hpp"
#include "base/progress.hpp"
#include "base/types.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Model of the modes: `coupled` are bodies joined by frictionless contacts at the start position;
/// `bodies` are single bodies, with imposed motions held. `free` means `bodies` of a model that was
/// built without supports.
enum class ModesOf { coupled, bodies, free };
constexpr auto choices(ModesOf /*one of*/)
{
    using enum ModesOf;
    return std::to_array<Choice<ModesOf>>(
        {{coupled, "coupled", "joined by frictionless contacts at the start"},
         {bodies, "bodies", "each alone"},
         {free, "free", "each alone without its supports"}});
}

struct ModesOptions {
    ModesOf of = ModesOf::coupled;
    int n_modes = 20; ///< number of lowest modes per body, or of the coupled model
};

/// Modes of one frequency, of which every combination is a mode.
struct EqualModes {
    Index first = 0, count = 0; ///< number of the first one, from 0, and how many there are
};

/// Natural frequencies and mass-normalised shapes.
struct ModeSet {
    std::string name;           ///< "coupled", or the body
    Vector frequency_hz;        ///< ascending, undamped; 0 for rigid motions
    Vector damped_frequency_hz; ///< DampedFrequencies, as the ratio; both empty without damping
    Vector damping_ratio;
    bool classical = true; ///< the damping leaves these modes uncoupled
    /// Groups of equal frequency above 0. The last one may have members beyond n_modes.
    std::vector<EqualModes> equal;
    std::vector<Matrix> shapes; ///< per body of the model: n x n_modes (zero for other bodies)
};

/// Verifies the input of `modes`. @throws InputError  as modes
void check_modes(const assembly::CoupledModel& model, const ModesOptions& options);

/// Modes about the undeformed positions: undamped shapes and frequencies, with the damping ratio
/// and the damped frequency of each (damped_frequencies; if the damping couples modes, within the
/// requested modes, and those of the frequency of the last one). Of modes of equal frequency, those
/// combinations are taken that the damping leaves uncoupled, the least damped first. Supports and
/// imposed motions hold their dofs.
/// @throws InputError  coupled with friction (not symmetric); slave not touching; a dof without
///                     mass
/// @throws Interrupted
[[nodiscard]] std::vector<ModeSet> modes(const assembly::CoupledModel& model,
                                         const ModesOptions& options,
                                         const Progress& progress = {});

} // namespace slideway::dynamics
