#pragma once

#include "dynamics/events/system_change.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "dynamics/modal/outputs.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace slideway::dynamics {

/// A system at values of keys of its model, in its modes at these values. States of its motions use
/// coordinates y = to_states q that have the same meaning at all values.
struct KeyedSystem {
    JointedSystem system;
    Matrix to_states;                 ///< m x m, regular; the identity at the values of the model
    Matrix from_states;               ///< inverse of to_states
    std::vector<ModalOutput> outputs; ///< outputs in these modes
};

/// Returns the system at a value of each key. The numbers of modes and joints are the same at all
/// values.
/// @throws InputError  no system exists at these values
using SystemOfKeys =
    std::function<std::shared_ptr<const KeyedSystem>(const std::vector<double>& values)>;

/// Derivative of a system by a key: sum of weight times the change of the system at each point.
/// Modes and forces are smooth functions of a key for every motion, so that no event lies between
/// the points.
struct KeyDifference {
    struct Point {
        double weight = 0, value = 0; ///< weight per unit of the key, and value of the key
        KeyedSystem at;
    };
    std::vector<Point> points; ///< two points, the larger value first
};

/// Change of a system by a key.
struct KeyChange {
    SystemChange system;
    /// Weights and joints at the points; rows of joints are in the modes of the system itself.
    std::vector<std::pair<double, std::vector<ModalLaw>>> joints;
};
/// Change of a system in its own modes.
[[nodiscard]] KeyChange key_change(const KeyedSystem& system, const KeyDifference& difference);

} // namespace slideway::dynamics
