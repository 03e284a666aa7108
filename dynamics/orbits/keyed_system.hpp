#pragma once

#include "dynamics/events/system_change.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/outputs.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace slideway::dynamics {

/// A system at values of keys of what it models, on the modes that it has there. States of its
/// motions are told on coordinates that mean the same at all values: y = to_states q.
struct KeyedSystem {
    JointedSystem system;
    Matrix to_states;                 ///< m x m, regular; the identity at the values of the model
    Matrix from_states;               ///< inverse of to_states
    std::vector<ModalOutput> outputs; ///< on these modes
};

/// The system at a value of each key. Modes and joints are as many at all values.
/// @throws InputError  values of which there is no system
using SystemOfKeys =
    std::function<std::shared_ptr<const KeyedSystem>(const std::vector<double>& values)>;

/// The derivative of a system by a key: sum of weight times what is other at each point. Modes and
/// forces are smooth in a key, whatever the motions do, so that no event is between the points.
struct KeyDifference {
    struct Point {
        double weight = 0, value = 0; ///< per unit of the key; of it
        KeyedSystem at;
    };
    std::vector<Point> points; ///< two, the larger value first
};

struct KeyChange {
    SystemChange system;
    /// Joints at the points, with weights; their rows on the modes of the system itself.
    std::vector<std::pair<double, std::vector<ModalLaw>>> joints;
};
/// Change of a system in its own modes.
[[nodiscard]] KeyChange key_change(const KeyedSystem& system, const KeyDifference& difference);

} // namespace slideway::dynamics
