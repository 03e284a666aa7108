#pragma once

#include "app/model/built_model.hpp"
#include "app/results/contact_nodes.hpp"
#include "app/results/results.hpp"
#include "base/measure.hpp"
#include "contact/laws/joint_force.hpp"
#include "io/entries.hpp"

#include <functional>
#include <memory>
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

/// Describes a list. A list of one entry is written as a number.
void number_or_list(io::Entries& q, const std::vector<double>& values, const std::string& name,
                    const std::string& unit, const std::string& meaning, const std::string& shape);

/// Joints with smoothed corners, which add quantities to the results of any analysis.
struct SmoothedJoints {
    struct Joint {
        std::string name;
        contact::Smoothing smoothing;
        std::vector<Measure> measures = {};
    };
    std::vector<Joint> joints;
};
void arrays(io::Entries& a, SmoothedJoints& r);
void quantities(io::Entries& q, SmoothedJoints& r);
/// Adds the quantities of joints with smoothed corners, and a line about each.
void add_smoothing(Summary& s, const BuiltModel& built);

/// Adds a line for each joint with levers or with a given place, and a warning for each joint whose
/// forces on its bodies do not balance.
void add_places(Summary& s, const Case& c, const BuiltModel& built);

} // namespace slideway::app
