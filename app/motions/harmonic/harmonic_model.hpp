#pragma once

#include "app/case/values_fields.hpp"
#include "app/model/built_model.hpp"
#include "app/results/results.hpp"
#include "base/choice.hpp"
#include "dynamics/harmonic/harmonic_balance.hpp"
#include "io/fields.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Common functions of analyses by harmonic balance.
namespace slideway::app {

/// Whether the mean of the motion is an unknown.
enum class StaticPart { balanced, excluded };
constexpr auto choices(StaticPart /*one of*/)
{
    using enum StaticPart;
    return std::to_array<Choice<StaticPart>>(
        {{balanced, "balanced",
          "mean displacements with the constant loads and mean contact forces"},
         {excluded, "excluded", "left out, the preload is the normal force at y = 0"}});
}

/// How the harmonics of the joints' forces are found.
enum class Forces { exact, sampled };
constexpr auto choices(Forces /*one of*/)
{
    using enum Forces;
    return std::to_array<Choice<Forces>>({{exact, "exact"}, {sampled, "sampled"}});
}

/// Keys that they share.
struct HarmonicEntry {
    int n_h = 3;
    StaticPart static_part = StaticPart::balanced;
    Forces forces = Forces::exact;
    int samples = 1024;                ///< per cycle, of sampled forces
    std::vector<std::string> monitors; ///< "substructure.port.component"; extrema are the first's
    std::string load;                  ///< that the level multiplies; "": every harmonic drive
    std::vector<double> levels = {1};
};

void motion_fields(io::Fields& f, HarmonicEntry& e); ///< n_h, static_part, forces, samples
/// Returns the rule of a list of levels.
[[nodiscard]] ValuesRule level_rule();
void level_field(io::Fields& f, HarmonicEntry& e, const std::string& help, bool required);
/// frequency_hz or Omega, one of them required; [rad/s]
void response_range_field(io::Fields& f, double& from, double& to, const std::string& help_from,
                          const std::string& help_to);

/// Refuses, before a model is built, motions and loads that the level cannot multiply.
/// @param analysis  its type, for messages
void refuse_drives(const HarmonicEntry& e, const Case& c, std::string_view analysis);

struct HarmonicModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::HarmonicBalance balance;
};
/// @param range  range of Omega [rad/s], in which joints may bound resonances of undamped modes
///               (dynamics::without_bounded_resonances); empty: any
/// @throws InputError  a law without harmonic force, a monitor that does not move, as
///                     HarmonicBalance
[[nodiscard]] HarmonicModel harmonic_model(const HarmonicEntry& e, const Case& c,
                                           const BuiltModel& built, std::string_view analysis,
                                           const Monitor& monitor,
                                           std::optional<std::array<double, 2>> range = {});

/// Returns the settings that analyses by harmonic balance share.
/// @param range  range of Omega [rad/s]
[[nodiscard]] Settings harmonic_settings(const HarmonicEntry& e, const std::array<double, 2>& range,
                                         const dynamics::HarmonicBalance& model);

} // namespace slideway::app
