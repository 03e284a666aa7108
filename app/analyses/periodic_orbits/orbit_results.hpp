#pragma once

#include "app/analyses/periodic_orbits/restart.hpp"
#include "app/motions/over_parameter/keyed_models.hpp"
#include "app/results/picture_folder.hpp"
#include "dynamics/modal/modal_model.hpp"
#include "dynamics/orbits/orbit_search.hpp"
#include "dynamics/orbits/whole_orbit.hpp"
#include "io/array_sink.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Model on which motions are computed.
struct OrbitModel {
    std::shared_ptr<const dynamics::ModalModel> modal;
    dynamics::OrbitFamily family;                   ///< family at the parameter of the start
    std::optional<dynamics::OrbitFamily> of_curves; ///< family with the second parameter
    std::shared_ptr<KeyedModels> models;            ///< models, if the parameter is a key
    std::vector<dynamics::ModalOutput> monitors;
    StoredOrbitModel stored; ///< description of the model in results
    Vector start;            ///< (q, q') at phase 0, 2 m entries; without a search or restart
    std::optional<dynamics::OrbitSearch> search;
    std::optional<TakenUp> restart;

    struct Built {
        std::shared_ptr<const BuiltModel> built;
        std::shared_ptr<const dynamics::ModalModel> modal;
    };
    /// Returns the model at a parameter.
    /// @param own  model of the case itself, which must outlive the result
    [[nodiscard]] Built built_at(double p, const BuiltModel& own) const;
};

/// Creates the model of the analysis.
/// @throws InputError  all input that a run refuses
[[nodiscard]] OrbitModel orbit_model(const PeriodicOrbits& e, const Case& c,
                                     const BuiltModel& built, const Monitor& monitor);

/// A motion that is reported in full.
struct ReportedOrbit {
    dynamics::OrbitLabel label = dynamics::OrbitLabel::none;
    std::size_t branch = 0;
    Index point = -1; ///< point of the branch; -1 for a requested motion between points
    dynamics::WholeOrbit orbit;
};

/// Curve of a label over the second parameter.
struct ReportedCurve {
    std::size_t branch = 0;
    Index point = 0; ///< point of the branch at which the curve begins
    dynamics::LabelCurve curve;
};

/// All results of the analysis.
struct OrbitResults {
    const PeriodicOrbits* e = nullptr;
    std::shared_ptr<const OrbitModel> model;
    std::string no_start; ///< reason why there is no branch, or empty
    dynamics::OrbitBranches found;
    std::vector<dynamics::SearchedStart> searched;
    std::vector<ReportedOrbit> orbits; ///< per branch: labelled ones, then requested ones
    bool orbits_cut = false;           ///< true if an interruption left labels without a motion
    std::vector<ReportedCurve> curves; ///< in the order of the labels, without duplicates

    /// Returns the names of the monitors.
    [[nodiscard]] std::vector<std::string> monitors() const
    {
        return e ? e->monitors : std::vector<std::string>();
    }
};

/// Computes the results.
/// @throws Interrupted  before the first motion was found
[[nodiscard]] OrbitResults compute(const PeriodicOrbits& e,
                                   const std::shared_ptr<const OrbitModel>& orbit_model,
                                   const Monitor& monitor);

/// Returns the unit of the parameter. @param a  visitor of results
[[nodiscard]] std::string parameter_unit(const io::Entries& a, const OrbitResults& r);
/// Returns the unit of a monitor, in place of `unit` if it is a rotation.
[[nodiscard]] std::string monitor_unit(const io::Entries& a, const OrbitResults& r,
                                       std::size_t monitor, const std::string& unit = "m");
/// Returns the name of the parameter in names of quantities: "P" in documents.
[[nodiscard]] std::string parameter_name(const io::Entries& q, const OrbitResults& r);
/// Returns the lowest and highest parameter of a branch, in the unit of results.
[[nodiscard]] double lowest(const OrbitResults& r, const dynamics::OrbitBranch& branch);
[[nodiscard]] double highest(const OrbitResults& r, const dynamics::OrbitBranch& branch);

void arrays(io::Entries& a, OrbitResults& r);
void quantities(io::Entries& q, OrbitResults& r);
/// Returns the number of periods before the search.
[[nodiscard]] int settling_periods(const PeriodicOrbits& e);
[[nodiscard]] Settings settings(const PeriodicOrbits& e, const OrbitModel& model);
[[nodiscard]] Summary summarise(OrbitResults& r);
/// Writes the motions of bodies with a mesh, for ParaView.
void write_shapes(const PictureFolder& folder, const BuiltModel& built,
                  const OrbitResults& results);

} // namespace slideway::app
