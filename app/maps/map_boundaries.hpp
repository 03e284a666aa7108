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
    std::shared_ptr<const Analysis> asked; ///< says which of them
    bool interrupted = false;
    std::vector<std::string> lines; ///< in words: how many values have no limits, and why
};

/// Whether the boundaries of a map are curves over its first key: its analysis offers them, and
/// that key is not the limit of the contact; of two keys the second one is.
/// @param contact  name of the joint
[[nodiscard]] bool has_boundaries(const Job& job, const std::string& contact);

/// Computes them at 2001 values from end to end of the axis, spaced as its scale says, at its own
/// values, and towards the poles between them. Of bodies with a mesh that change from value to
/// value only at the values of the axis. Values that the case refuses, and those that fail, have no
/// point on the curves; `lines` counts both and gives the first message of each.
///
/// Poles are found where `no_motion` has a maximum that keeps growing as neighbours close in on it,
/// to 1e-10 of the axis; of two poles closer than a step one may be missed.
///
/// Other ranks() help with values and poles (BoundaryWork).
///
/// @param model    couples the model of a point; several at once
/// @param threads  points computed at once, >= 1; the numbers do not depend on it
/// @return nothing unless there is one contact and has_boundaries, or if every value of the axis is
/// refused, as all are of a model that the closed form does not know: the points say why
[[nodiscard]] std::optional<MapBoundaries>
map_boundaries(const Job& job, const MapCases& cases,
               const std::function<BuiltModel(const Job& at)>& model, int threads,
               const Monitor& monitor = {});

/// What other ranks do for the boundaries of a map. The arguments are those of map_boundaries.
class BoundaryWork {
public:
    BoundaryWork(const Job& job, const MapCases& cases,
                 std::function<BuiltModel(const Job& at)> model, const Monitor& monitor)
        : job_(job), cases_(cases), model_(std::move(model)), monitor_(monitor)
    {
    }

    /// @param header  what follows the part
    [[nodiscard]] studies::TaskWork of(MapPart part, RecordReader& header) const;

private:
    const Job& job_;
    const MapCases& cases_;
    std::function<BuiltModel(const Job& at)> model_;
    const Monitor& monitor_;
};

} // namespace slideway::app
