#pragma once

#include "app/analyses/basin_shares/basin_shares.hpp"
#include "app/motions/many_starts/basin_options.hpp"
#include "app/motions/over_parameter/parameter_family.hpp"
#include "dynamics/modal/modal_model.hpp"

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

} // namespace slideway::app
