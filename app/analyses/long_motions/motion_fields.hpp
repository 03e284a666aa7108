#pragma once

#include "app/analyses/start/start_grid.hpp"
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

/// A section, and what it watches: a component, or a row of a joint; neither: a phase.
struct SectionEntry {
    std::string name;
    std::string of;
    std::string joint;
    int row = 0; ///< row of the joint
    SectionQuantity quantity = SectionQuantity::displacement;
    dynamics::Section section;
};

/// The key `sections`. @param without  what is told if there is none, for the documents
void sections_field(io::Fields& f, std::vector<SectionEntry>& sections,
                    const std::string& without = {});

/// When a motion has settled, and the tolerance of its steps.
void settling_fields(io::Fields& f, dynamics::LongMotionOptions& options);

/// Many starts in place of one, that must not be given too. @param more  further keys of the table
void starts_field(io::Fields& f, std::optional<StartGrid>& starts,
                  const std::function<void(io::Fields&)>& more = {});

/// Components that are observed: the monitors, then those of sections.
[[nodiscard]] std::vector<std::string> observed(const std::vector<std::string>& monitors,
                                                const std::vector<SectionEntry>& sections);

/// Sections on a system. @param watched  names of options.watched; rows of joints join them
/// @throws InputError  no such joint or row
void take_sections(const std::vector<SectionEntry>& sections, const dynamics::JointedSystem& system,
                   std::vector<std::string>& watched, dynamics::LongMotionOptions& options);

} // namespace slideway::app
