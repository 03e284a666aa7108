#pragma once

#include "app/analyses/periodic_orbits/keyed_models.hpp"
#include "app/analyses/periodic_orbits/restart.hpp"
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
    dynamics::OrbitFamily family;                   ///< at the parameter of the start
    std::optional<dynamics::OrbitFamily> of_curves; ///< with the second parameter
    std::shared_ptr<KeyedModels> models;            ///< if the parameter is a key
    std::vector<dynamics::ModalOutput> monitors;
    StoredOrbitModel stored; ///< description of the model in results
    Vector start;            ///< 2 m: (q, q') at phase 0, without a search or restart
    std::optional<dynamics::OrbitSearch> search;
    std::optional<TakenUp> restart;

    struct Built {
        std::shared_ptr<const BuiltModel> built;
        std::shared_ptr<const dynamics::ModalModel> modal;
    };
    /// The model at a parameter. @param own  that of the case itself, which outlives it
    [[nodiscard]] Built built_at(double p, const BuiltModel& own) const;
};

/// @throws InputError  for all that a run refuses
[[nodiscard]] OrbitModel orbit_model(const PeriodicOrbits& e, const Case& c,
                                     const BuiltModel& built, const Monitor& monitor);

/// The system of a case over the parameter of its branches.
/// @throws InputError  of `over`: a key of no model, or that takes no such values
[[nodiscard]] dynamics::OrbitFamily
orbit_family(const PeriodicOrbits& e, const Case& c, const BuiltModel& built,
             const std::shared_ptr<const dynamics::ModalModel>& modal,
             const dynamics::JointedSystem& system);

/// A motion told in full.
struct ToldOrbit {
    dynamics::OrbitLabel label = dynamics::OrbitLabel::none;
    std::size_t branch = 0;
    Index point = -1; ///< point of the branch; -1 for a requested motion between points
    dynamics::WholeOrbit orbit;
};

/// A label over the second parameter.
struct ToldCurve {
    std::size_t branch = 0;
    Index point = 0; ///< point of the branch at which the curve begins
    dynamics::LabelCurve curve;
};

/// All of a run.
struct OrbitResults {
    int settled = 0;      ///< periods before the search
    int period = 1;       ///< with which it began
    std::string no_start; ///< why there is no branch; "": there is
    dynamics::PeriodicMotion start;
    dynamics::OrbitBranches found;
    std::vector<dynamics::SearchedStart> searched;
    std::vector<ToldOrbit> orbits; ///< branch by branch: those with a label, then those asked for
    bool orbits_cut = false;       ///< by an interruption: some labels have no motion
    std::vector<ToldCurve> curves; ///< in the order of the labels; none twice
};

/// @throws Interrupted  before there is a motion
[[nodiscard]] OrbitResults compute(const PeriodicOrbits& e, const OrbitModel& model,
                                   const Monitor& monitor);

[[nodiscard]] Summary summarise(const PeriodicOrbits& e, const OrbitModel& model,
                                const OrbitResults& results);
void write_orbits(io::ArraySink& sink, const PeriodicOrbits& e, const OrbitModel& model,
                  const OrbitResults& results);
/// The motions of bodies with a mesh, for ParaView.
void write_shapes(const PictureFolder& folder, const PeriodicOrbits& e, const BuiltModel& built,
                  const OrbitModel& model, const OrbitResults& results);

} // namespace slideway::app
