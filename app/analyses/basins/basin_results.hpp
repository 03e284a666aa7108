#pragma once

#include "app/analyses/basins/basins.hpp"
#include "app/motions/many_starts/basin_options.hpp"
#include "app/results/picture_folder.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/modal_model.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Model on which basins are computed.
struct BasinModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::OrbitFamily family;
    studies::BasinOptions options;
    std::vector<dynamics::ModalOutput> watched; ///< the monitors
    std::vector<dynamics::ModalOutput> plane;   ///< outputs of the axes
    std::vector<PlaneAxis> axes;                ///< two, the first of them fastest
    studies::StartPlane starts;
    std::vector<dynamics::KnownOrbit> orbits; ///< given orbits and their mirrors
};

/// Whether an orbit that the case names is one of branches of earlier results.
[[nodiscard]] bool of_branches(const BasinOrbitEntry& named, const Case& c);

enum class SoughtOrbits { all, of_branches };

/// The orbits that the case names, those of branches under names of their own; then mirrors that
/// are not among them.
/// @param first  of the inputs of the model that orbits give
/// @throws InputError  none there, or one that is not stable; the same twice; as branch_motions
/// @throws Interrupted
void add_orbits(const Basins& e, SoughtOrbits sought, std::size_t first, const Case& c,
                const BuiltModel& built, const Monitor& monitor, BasinModel& model);

/// Computes the motions to which starts lead, for the summary and the arrays.
/// @throws std::runtime_error  a motion breaks off
void add_motions(const Basins& e, const BasinModel& model, BasinResults& results);

[[nodiscard]] Settings settings(const Basins& e, const BasinModel& model);
[[nodiscard]] Summary summarise(const Basins& e, const BasinModel& model, BasinResults& results);
/// Adds the data from which the next run resumes, with its source.
void add_resume(const BasinModel& model, BasinResults& results,
                const std::vector<std::string>& source);
/// Reads the partial results of an interrupted run of the same source; without points if there are
/// none.
/// @throws InputError  the file is damaged
[[nodiscard]] studies::Basins read_interrupted(const OwnResults& own, const BasinModel& model,
                                               const Monitor& monitor);
/// basins.vti, a picture element for each start.
void write_image(const PictureFolder& folder, const BasinModel& model, const BasinResults& results);

} // namespace slideway::app
