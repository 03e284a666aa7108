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

/// Natural frequencies and mass-normalised shapes.
struct ModeSet {
    std::string name;           ///< "coupled", or the body
    Vector frequency_hz;        ///< ascending, undamped; 0 for rigid motions
    Vector damped_frequency_hz; ///< DampedFrequencies, as the ratio; both empty without damping
    Vector damping_ratio;
    bool classical = true;      ///< the damping leaves these modes uncoupled
    std::vector<Matrix> shapes; ///< per body of the model: n x n_modes (zero for other bodies)
};

/// Verifies the input of `modes`. @throws InputError  as modes
void check_modes(const assembly::CoupledModel& model, const ModesOptions& options);

/// Modes about the undeformed positions: undamped shapes and frequencies, with the damping ratio
/// and the damped frequency of each (damped_frequencies; if the damping couples modes, within the
/// requested modes). Supports and imposed motions hold their dofs.
/// @throws InputError  coupled with friction (not symmetric); slave not touching; a dof without
///                     mass
/// @throws Interrupted
[[nodiscard]] std::vector<ModeSet> modes(const assembly::CoupledModel& model,
                                         const ModesOptions& options,
                                         const Progress& progress = {});

} // namespace slideway::dynamics
