#pragma once

#include "app/bodies/body.hpp"
#include "app/case/case.hpp"
#include "app/model/needs.hpp"
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

/// Reads the files of an entry.
/// @throws InputError with the place of the key at fault
[[nodiscard]] Drawing draw(const SubstructureEntry& entry, const Case& c, BuiltBody& built,
                           const Monitor& monitor = {});

/// The body of an entry as its kind says, supports eliminated, damped, not reduced. It is computed
/// in coordinates that count from `origin`, and its rigid motions turn about that point.
/// @throws InputError with the place of the key at fault
[[nodiscard]] fem::Substructure make_body(const SubstructureEntry& entry, const Case& c,
                                          Drawing drawing, const Eigen::Vector2d& origin,
                                          BuiltBody& built);

/// One body by itself.
[[nodiscard]] fem::Substructure make_body(const SubstructureEntry& entry, const Case& c,
                                          BuiltBody& built, const Monitor& monitor = {});

/// Bodies that serve many models: reduced, and as they were before, without their matrices.
struct Bodies {
    std::vector<BuiltBody> built; ///< `reduced.substructure` holds each body
    std::shared_ptr<const std::vector<fem::Substructure>> whole;
};

/// Reads meshes, assembles and reduces. Modes of free bodies leave the supports out.
/// @throws InputError with the place of the key at fault
[[nodiscard]] Bodies build_bodies(const Case& c, const Needs& needs, const Monitor& monitor = {});

/// Joins bodies as the case says. They may come from another case that differs in numbers outside
/// [[substructure]] only.
/// @throws InputError with the place of the key at fault
[[nodiscard]] BuiltModel couple(const Case& c, const Needs& needs, Bodies bodies);

/// couple(c, needs, build_bodies(c, needs)), with everything made once: what joins the bodies is
/// made between whole bodies, where it can be refused before the work of reductions, and carried
/// over to the reduced ones.
[[nodiscard]] BuiltModel build_model(const Case& c, const Needs& needs,
                                     const Monitor& monitor = {});

} // namespace slideway::app
