#pragma once

#include "app/model/built_model.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {
struct Joint;
}

namespace slideway::app {

struct JointEntry;

/// Describes a body: kind, reduction, size, mass, ports. @param n  number of dofs
[[nodiscard]] std::string describe_body(const BuiltBody& body, Index n);

/// Describes the place and the levers of a joint: "acts at (0.5, 0) m, with levers of 0.5 m to
/// a.centre and 0.5 m to b.centre". Empty if it acts at its ports.
[[nodiscard]] std::string describe_place(const JointEntry& entry, const assembly::Joint& joint);

/// Reason why the forces of a joint on its two bodies do not balance; empty if they do, or if a
/// port has no place.
[[nodiscard]] std::string describe_imbalance(const JointEntry& entry, const assembly::Joint& joint);

/// Describes the model, for `slideway check` and the beginning of a run.
[[nodiscard]] std::string describe_model(const Case& c, const BuiltModel& built);

/// Memory and operations of the factors of large bodies that are not reduced, for `slideway check`;
/// empty if there are none. An analysis that factorises them needs at least that.
[[nodiscard]] std::string describe_factors(const BuiltModel& built);

/// Notes of all bodies about parts of files that the bodies leave out, each once: "body pad: 3
/// elements are left out".
[[nodiscard]] std::vector<std::string> body_notes(const BuiltModel& built);

} // namespace slideway::app
