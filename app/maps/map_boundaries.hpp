#pragma once

#include "app/analyses/regimes/regime_limits.hpp"
#include "app/maps/map_points.hpp"
#include "app/model/built_model.hpp"
#include "base/monitor.hpp"
#include "base/serial_record.hpp"
#include "studies/shared_work.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// The closed-form boundaries of one dry contact as curves over the first key of a map.
struct MapBoundaries : LimitCurves {
    std::shared_ptr<const Analysis> asked; ///< analysis that selects the boundaries
    bool interrupted = false;
    std::vector<std::string> lines; ///< messages: how many values have no limits, and why
};

/// True if the boundaries of a map are curves over its first key. The analysis must offer them, the
/// first key must not be the limit of the contact, and a second key must be that limit.
/// @param contact  name of the joint
[[nodiscard]] bool has_boundaries(const Job& job, const std::string& contact);

/// Computes the boundaries at 2001 values of the axis with its spacing (linear or logarithmic), at
/// the points of the map, and near poles. If the meshes of bodies depend on the key, only the
/// points of the map are used. Values that the case refuses and values that fail have no point on
/// the curves; `lines` counts both and gives the first message of each kind.
///
/// A pole is a maximum of `no_motion` that keeps growing as its neighbours approach it, to 1e-10 of
/// the axis. Of two poles within one step, one may be missed.
///
/// Other ranks() share values and poles (BoundaryWork).
///
/// @param model    builds the model of a point; called by several threads at once
/// @param threads  number of points computed at once, >= 1; the results do not depend on it
/// @return empty unless there is one contact and has_boundaries. Also empty if every value of the
///         axis is refused, for example because the closed form does not cover the model; the
///         points of the map then report the reason
[[nodiscard]] std::optional<MapBoundaries>
map_boundaries(const Job& job, const MapCases& cases,
               const std::function<BuiltModel(const Job& map_job)>& model, int threads,
               const Monitor& monitor = {});

/// The share of other ranks in the boundaries of a map. The arguments are those of map_boundaries.
class BoundaryWork {
public:
    BoundaryWork(const Job& job, const MapCases& cases,
                 std::function<BuiltModel(const Job& map_job)> model, const Monitor& monitor)
        : job_(job), cases_(cases), model_(std::move(model)), monitor_(monitor)
    {
    }

    /// @param header  record that follows the part
    [[nodiscard]] studies::TaskWork of(MapPart part, RecordReader& header) const;

private:
    const Job& job_;
    const MapCases& cases_;
    std::function<BuiltModel(const Job& job)> model_;
    const Monitor& monitor_;
};

} // namespace slideway::app
