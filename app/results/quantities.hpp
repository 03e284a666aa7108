#pragma once

#include "app/model/built_model.hpp"
#include "app/results/contact_nodes.hpp"
#include "app/results/results.hpp"
#include "dynamics/modal/history.hpp"
#include "io/entries.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Key figures of several analyses.
namespace slideway::app {

/// Returns the function that writes the arrays of a result, which its visitor `arrays` describes.
template <class R>
[[nodiscard]] std::function<void(io::ArraySink& sink)> writer_of(std::shared_ptr<R> result)
{
    return [result](io::ArraySink& sink) {
        io::write_arrays(sink, [&](io::Entries& a) { arrays(a, *result); });
    };
}

/// Adds the quantities that `walk` visits: a number or a text for a single value, otherwise a list.
/// Numbers that are not finite are left out, and so are empty lists that have a condition.
void add_quantities(Summary& s, const io::Walk& walk);

/// Adds a number, unless it is not finite.
void add(Summary& s, const std::string& name, double value, const std::string& unit);
/// Adds NAME.min and NAME.max, unless the range is empty.
void add_range(Summary& s, const std::string& name, const dynamics::Extremes& range,
               const std::string& unit);
/// Adds NAME.displacement.min, .max and .end of a point.
void add_displacements(Summary& s, const dynamics::PointHistory& point);
/// Adds the ranges NAME.force and NAME.displacement of a joint, over all samples and rows.
void add_ranges(Summary& s, const dynamics::JointHistory& joint);
/// Adds these ranges for each component of a patch: NAME.force.x, ...
void add_patch_ranges(Summary& s, const dynamics::JointHistory& patch);

[[nodiscard]] dynamics::Extremes extremes(const std::vector<double>& values);
[[nodiscard]] double
rms(const std::vector<double>& values); ///< root mean square; 0 for an empty list

/// Adds energies since the start, energy.scale and energy.residual. The residual is the error of
/// the energy balance as a fraction of the scale. The scale is the largest of
///
///   the sum of the magnitudes of all works and changes, at the end or at any sample,
///   the energy that modes exchange between motion and strain (dynamics::ExchangedEnergy),
///   1e-4 of the largest kinetic and elastic energy.
///
/// The last one covers round-off of constant energies, for example in free flight: ten thousand
/// sums have an error of 1e-12 of such an energy, and a balance may have an error of 1e-8 of the
/// scale. Otherwise changes count and not the energy itself, so that a fast rigid drift does not
/// hide an error of a vibration.
/// @param end        energies at the end of the run
/// @param joints     true if joints have terms of their own in the balance
/// @param round_off  largest scale without a residual [J]
/// @return the residual, if there is one
std::optional<double> add_energies(Summary& s, const dynamics::History& history,
                                   const dynamics::Energy& end, bool joints, double round_off);

/// Adds NAME.smoothing.radius, .part_of_clearance and .force_error of joints with smoothed corners,
/// and a line about them.
void add_smoothing(Summary& s, const BuiltModel& built);

/// Adds a line for each joint with levers or with a given place, and a warning for each joint whose
/// forces on its bodies do not balance.
void add_places(Summary& s, const Case& c, const BuiltModel& built);

} // namespace slideway::app
