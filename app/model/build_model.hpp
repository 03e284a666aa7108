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

/// Reads the files of a body entry.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] Drawing draw(const SubstructureEntry& entry, const Case& c, BuiltBody& built,
                           const Monitor& monitor = {});

/// Makes the body of an entry: supports eliminated, damped, not reduced. It is computed in
/// coordinates from `origin`, which is also the pole of its rigid motions.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] fem::Substructure make_body(const SubstructureEntry& entry, const Case& c,
                                          Drawing drawing, const Eigen::Vector3d& origin,
                                          BuiltBody& built);

/// Adds the damping ratios of an entry to its reduced body. Does nothing if the entry has none.
/// @throws InputError  with the place of the wrong key
void add_damping_ratios(const SubstructureEntry& entry, fem::Substructure& reduced,
                        const Monitor& monitor = {});

/// Bodies that many models can use: reduced, and before reduction without their matrices.
struct Bodies {
    std::vector<BuiltBody> built; ///< `reduced.substructure` holds each body
    std::shared_ptr<const std::vector<fem::Substructure>> whole;
};

/// Reads meshes, assembles and reduces all bodies. Needs::free_bodies leaves out the supports.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] Bodies build_bodies(const Case& c, const Needs& needs, const Monitor& monitor = {});

/// Couples bodies with the joints, contacts and bonds of a case. The bodies may come from another
/// case that differs only in numbers outside of [[substructure]].
/// @throws InputError  with the place of the wrong key
[[nodiscard]] BuiltModel couple(const Case& c, const Needs& needs, Bodies bodies);

/// Returns couple(c, needs, build_bodies(c, needs)), but makes every part once. Joints and contacts
/// are made between whole bodies, so that errors are found before the reductions, and are then
/// transferred to the reduced bodies.
[[nodiscard]] BuiltModel build_model(const Case& c, const Needs& needs,
                                     const Monitor& monitor = {});

} // namespace slideway::app
