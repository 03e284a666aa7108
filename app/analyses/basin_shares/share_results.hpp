#pragma once

#include "app/analyses/basin_shares/basin_shares.hpp"
#include "app/analyses/basins/plane.hpp"
#include "app/analyses/periodic_orbits/keyed_models.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/array_sink.hpp"

#include <memory>
#include <vector>

namespace slideway::app {

/// What shares are computed on.
struct ShareModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    std::shared_ptr<KeyedModels> models; ///< if the parameter is a key, else null
    dynamics::OrbitFamily family;
    std::vector<double> values;  ///< ascending
    std::vector<PlaneAxis> axes; ///< of starts
    Matrix at;                   ///< axes x starts: their values on the axes
    PlaneMeasure measure;        ///< of a plane
    studies::ShareStarts starts;
    std::vector<studies::NamedMotion> named;
    studies::ShareOptions options;
};

[[nodiscard]] Summary summarise(const BasinShares& e, const ShareModel& model,
                                const studies::BasinShares& found);
void write_shares(io::ArraySink& sink, const BasinShares& e, const ShareModel& model,
                  const studies::BasinShares& found);

/// What the next run needs beside that.
void write_outcomes(io::ArraySink& sink, const std::vector<studies::ValueOutcome>& outcomes,
                    const std::vector<std::string>& source);
/// Of the first values, which an interrupted run of the same source left; none: there is none.
/// @throws InputError  it is damaged
[[nodiscard]] std::vector<studies::ValueOutcome>
read_outcomes(const OwnResults& own, const ShareModel& model, const Monitor& monitor);

} // namespace slideway::app
