#pragma once

#include "app/case/case.hpp"
#include "assembly/coupled_model.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/outputs.hpp"
#include "fem/inertia.hpp"
#include "fem/plane.hpp"
#include "reduction/reduced_model.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace slideway::dynamics {
struct ModalModel;
class SharedModes;
} // namespace slideway::dynamics

namespace slideway::app {

/// The part of the mesh of a body that results show.
struct ShownPart {
    std::vector<std::string> groups;
    Index n_nodes = 0, n_elements = 0;
};

/// A body as built: what the user gave, and what the analysis works with.
struct BuiltBody {
    std::string name, type, mesh;        ///< mesh as in the case file, "" without
    Index n_nodes = 0, n_elements = 0;   ///< 0 without a mesh
    Index n_fixed = 0;                   ///< supported dofs
    fem::Box box;                        ///< of its nodes [m]; empty: it has no place
    Eigen::Vector2d pole{0, 0};          ///< that its rigid motions turn about [m]
    std::optional<fem::Inertia> inertia; ///< none: the case does not tell
    std::vector<std::string> ports;
    std::vector<std::string> notes;  ///< what the mesh file holds and the body does not
    reduction::ReducedModel reduced; ///< substructure moved into CoupledModel::bodies
    bool distributed = false;        ///< the processes of this run reduce it together
    std::optional<ShownPart> shown;  ///< none: the whole mesh, or if distributed nothing of it
};

/// The coupled model of a case, and what to record.
struct BuiltModel {
    std::vector<BuiltBody> bodies;
    assembly::CoupledModel model;
    std::vector<dynamics::Probe> probes;
    std::vector<dynamics::Probe> inputs, outputs; ///< Needs::forced and observed
    std::set<std::string> recorded_contacts;
    std::shared_ptr<dynamics::SharedModes> modes; ///< with other models, or null
};

/// Of built.model, shared or not. @throws as dynamics::modal_model
[[nodiscard]] std::shared_ptr<const dynamics::ModalModel> modal_model(const BuiltModel& built,
                                                                      const Monitor& monitor = {});

} // namespace slideway::app
