#pragma once

#include "app/motions/start/start_grid.hpp"
#include "app/results/results.hpp"
#include "dynamics/orbits/long_motion.hpp"
#include "io/fields.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// Common keys of analyses of motions over many periods.
namespace slideway::app {

enum class SectionQuantity { displacement, velocity };
constexpr auto choices(SectionQuantity /*one of*/)
{
    using enum SectionQuantity;
    return std::to_array<Choice<SectionQuantity>>(
        {{displacement, "displacement"}, {velocity, "velocity"}});
}

/// A section of a component or of a row of a joint; without both, a phase of the drive.
struct SectionEntry {
    std::string name;
    std::string of;
    std::string joint;
    int row = 0; ///< row of the joint
    SectionQuantity quantity = SectionQuantity::displacement;
    dynamics::Section section;
};

/// Describes the key `sections`.
/// @param without  quantity that is reported without sections, for the documents
void sections_field(io::Fields& f, std::vector<SectionEntry>& sections,
                    const std::string& without = {});

/// Describes the keys for settled motions and for the tolerance of steps.
void settling_fields(io::Fields& f, dynamics::LongMotionOptions& options);

/// Describes the key of many starts, which excludes a single start.
/// @param more  further keys of the table
void starts_field(io::Fields& f, std::optional<StartGrid>& starts,
                  const std::function<void(io::Fields&)>& more = {});

/// Describes how motions run and settle. @param modes  number of modes
[[nodiscard]] Settings motion_settings(const std::vector<std::string>& monitors,
                                       const dynamics::LongMotionOptions& options, Index modes);

/// Returns the observed components: the monitors, then the components of sections.
[[nodiscard]] std::vector<std::string> observed(const std::vector<std::string>& monitors,
                                                const std::vector<SectionEntry>& sections);

/// Adds sections to the options of a motion of `system`.
/// @param watched  names of options.watched; rows of joints are appended
/// @throws InputError  no such joint or row
void take_sections(const std::vector<SectionEntry>& sections, const dynamics::JointedSystem& system,
                   std::vector<std::string>& watched, dynamics::LongMotionOptions& options);

} // namespace slideway::app
