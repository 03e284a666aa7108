#pragma once

#include "app/analyses/basin_shares/basin_shares.hpp"
#include "app/motions/many_starts/basin_options.hpp"
#include "app/motions/over_parameter/parameter_family.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "io/array_sink.hpp"

#include <memory>
#include <vector>

namespace slideway::app {

/// Model on which shares are computed.
struct ShareModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    std::shared_ptr<KeyedModels> models; ///< if the parameter is a key, else null
    dynamics::OrbitFamily family;
    std::vector<double> values;  ///< ascending
    std::vector<PlaneAxis> axes; ///< axes of the starts
    Matrix at;                   ///< axes x starts: their values on the axes
    PlaneMeasure measure;        ///< measure of distances in a plane
    studies::ShareStarts starts;
    std::vector<studies::NamedMotion> named;
    studies::ShareOptions options;
};

[[nodiscard]] Settings settings(const BasinShares& e, const ShareModel& model);
[[nodiscard]] Summary summarise(const BasinShares& e, const ShareModel& model, ShareResults& r);

[[nodiscard]] std::vector<double> values_of(const ShareResults& r); ///< values of the parameter
[[nodiscard]] std::string parameter_unit(const io::Entries& a, const ShareResults& r);
[[nodiscard]] std::string plane_unit(const io::Entries& a, const ShareResults& r);

/// Writes additional data from which the next run resumes.
void write_outcomes(io::ArraySink& sink, const std::vector<studies::ValueOutcome>& outcomes,
                    const std::vector<std::string>& source);
/// Outcomes of the first values, from an interrupted run of the same source; empty if there is
/// none.
/// @throws InputError  the file is damaged
[[nodiscard]] std::vector<studies::ValueOutcome>
read_outcomes(const OwnResults& own, const ShareModel& model, const Monitor& monitor);

} // namespace slideway::app
