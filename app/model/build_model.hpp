#pragma once

#include "app/bodies/body.hpp"
#include "app/case/case.hpp"
#include "app/case/joint_entry.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "assembly/joint.hpp"
#include "base/monitor.hpp"

#include <memory>
#include <vector>

namespace slideway::app {

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
