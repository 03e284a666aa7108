#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"

namespace slideway::dynamics {

/// What a modal model is made of: bodies, bonds, linear joints, and the rows on which drives,
/// contacts and other joints act; without limits and friction, without drives and their frequency.
/// Modes are made of this copy alone, so that they cannot depend on what `equals` does not compare.
class ModalSource {
public:
    explicit ModalSource(const assembly::CoupledModel& model);

    [[nodiscard]] const assembly::CoupledModel& model() const { return model_; }
    /// Whether the model has the same modes: all of the above is equal to the bit, linear joints by
    /// their stiffness and damping at rest.
    [[nodiscard]] bool equals(const assembly::CoupledModel& model) const;

private:
    assembly::CoupledModel model_;
};

} // namespace slideway::dynamics
