#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"

namespace slideway::dynamics {

/// Input of a modal model: bodies, bonds, linear joints, and the rows on which drives, contacts and
/// other joints act. It has no limits, friction, drives and frequency. Modes are computed only from
/// this copy, so that they cannot depend on data that `equals` does not compare.
class ModalSource {
public:
    explicit ModalSource(const assembly::CoupledModel& model);

    [[nodiscard]] const assembly::CoupledModel& model() const { return model_; }
    /// True if the model has equal modes: all data are bitwise equal. Linear joints are compared by
    /// their stiffness and damping at rest.
    [[nodiscard]] bool equals(const assembly::CoupledModel& model) const;

private:
    assembly::CoupledModel model_;
};

} // namespace slideway::dynamics
