#pragma once

#include "app/analyses/basins/basins.hpp"
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

inline constexpr double known_orbit_tolerance = 1e-13; ///< tolerance of Taylor steps along orbits

/// Whether an orbit that the case names is one of branches of earlier results.
[[nodiscard]] bool of_branches(const NamedOrbit& named, const Case& c);

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

/// How starts run and settle, for the summary.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
used_of(const studies::BasinOptions& options, std::string_view kernel, Index modes);
[[nodiscard]] Summary summarise(const Basins& e, const BasinModel& model, BasinResults& results);
/// Adds the instruction set to the source of a run, because the results of basins depend on it.
[[nodiscard]] std::vector<std::string> with_kernel(std::vector<std::string> source,
                                                   const dynamics::OrbitFamily& family,
                                                   const studies::BasinOptions& options);
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
