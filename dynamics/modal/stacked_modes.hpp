#pragma once

#include "base/types.hpp"

namespace slideway::dynamics {

struct ModalModel;

/// Modes of all components, one after the other: q'' + D q' + omega^2 q = 0.
struct StackedModes {
    Vector omega;    ///< m [rad/s]
    Vector c;        ///< m [1/s]: diagonal of D
    Matrix D;        ///< m x m [1/s]; empty if all damping is classical
    ComplexMatrix S; ///< m x m [1/s^2]: adds to omega^2, see ModalForm; empty: none

    [[nodiscard]] Index n() const { return omega.size(); }
    [[nodiscard]] bool classical() const { return D.size() == 0; }
    /// Returns the m x m damping matrix, with zeros beside its diagonal if damping is classical.
    [[nodiscard]] Matrix damping() const { return classical() ? Matrix(c.asDiagonal()) : D; }
};

[[nodiscard]] StackedModes stacked_modes(const ModalModel& modal);

} // namespace slideway::dynamics
