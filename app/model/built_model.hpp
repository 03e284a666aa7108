#pragma once

#include "app/case/case.hpp"
#include "assembly/coupled_model.hpp"
#include "base/monitor.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/modal/shared_modes.hpp"
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
} // namespace slideway::dynamics

namespace slideway::app {

/// Part of the mesh of a body that results show.
struct ShownPart {
    std::vector<std::string> groups;
    Index n_nodes = 0, n_elements = 0;
};

/// A built body: data of the user, and the reduced body that analyses use.
struct BuiltBody {
    std::string name, type, mesh;      ///< mesh is the name in the case file, or ""
    std::string units;                 ///< units of the files, if the case names them
    Index n_nodes = 0, n_elements = 0; ///< 0 without a mesh
    Index n_fixed = 0;                 ///< supported dofs
    fem::Box box;                      ///< bounding box of its nodes [m]; empty if it has no place
    Eigen::Vector3d pole{0, 0, 0};     ///< pole of its rigid motions [m]
    std::optional<fem::Inertia> inertia;   ///< empty if the case does not define it
    std::vector<std::string> ports;        ///< ports that exist; named nodes are not listed
    Index n_named_nodes = 0;               ///< nodes that become ports when the case names them
    std::vector<std::string> named_groups; ///< groups that become ports in the same way
    std::vector<std::string> notes;        ///< parts of the mesh file that the body leaves out
    reduction::ReducedModel
        reduced; ///< result of the reduction; `substructure` was moved into CoupledModel::bodies
    std::vector<Index> acted; ///< dofs on which joints, contacts, loads or motions act, ascending
    bool distributed = false; ///< true if all processes of this run reduce it together
    std::optional<ShownPart> shown; ///< empty: the whole mesh, or nothing if distributed
};

/// A load of the model as results need it.
struct BuiltLoad {
    std::string unit = "N"; ///< unit of its signal on a displacement: "Pa" of a pressure
    /// Forces at the nodes of the mesh of the body per unit of the signal, nodes x d, supported
    /// nodes included; null if the body has no mesh.
    std::shared_ptr<const Matrix> at_nodes;
};

/// The coupled model of a case, with the recorded points.
struct BuiltModel {
    std::vector<BuiltBody> bodies;
    assembly::CoupledModel model;
    std::vector<BuiltLoad> loads; ///< one per load of `model`
    std::vector<dynamics::Probe> probes;
    std::vector<dynamics::Probe> inputs, outputs; ///< Needs::forced and observed
    std::vector<dynamics::DirectResponse> direct; ///< responses by motions without mass
    std::set<std::string> recorded_contacts;
    std::shared_ptr<dynamics::SharedModes>
        modes; ///< cache that is shared with other models, or null
};

/// True if a body has structural damping, an imaginary part of its stiffness.
[[nodiscard]] bool has_structural_damping(const BuiltModel& built);

/// Modal model of built.model, from the cache if there is one. @throws as dynamics::modal_model
[[nodiscard]] std::shared_ptr<const dynamics::ModalModel>
modal_model(const BuiltModel& built, const Monitor& monitor = {},
            dynamics::OtherParts other_parts = dynamics::OtherParts::refused);

} // namespace slideway::app
