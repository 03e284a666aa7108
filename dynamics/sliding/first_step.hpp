#pragma once

#include "dynamics/sliding/energy_account.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The first step, which begins with a displacement and a velocity in place of an increment. It
/// moves each mode as its scheme moves it from there under the forces at the start, those of
/// contacts included (SchemeCoefficients::s and j), so that it has the order of the others.
class FirstStep {
public:
    explicit FirstStep(SlidingState& state);

    /// Predicts the displacements without contact forces.
    void predict();
    /// Applies the contact forces, and finds the increments before the step.
    void finish(EnergyAccount& account);
    /// Increment of each component before the step. @pre finished
    [[nodiscard]] const std::vector<Vector>& increments() const { return increments_; }

private:
    // Coefficients of the step of a component, and work.
    struct Start {
        Vector s, j, w;                  // SchemeCoefficients, of modes that are not coupled
        std::optional<Matrix> a_inverse; // for coupled modes, unless one of them hardly continues
        Vector contact;                  // m: h^2 times the modal force of the contacts
        Vector work, rest;               // m
        double lacks = 0; // [J] twice the missing energy of modes that hardly continue
    };
    static void predict(StepBody& body, Start& first);
    void finish(std::size_t i, EnergyAccount& account);
    [[nodiscard]] bool strikes_at_start(const ContactPointState& point) const;
    void account_strikes(EnergyAccount& account);
    [[nodiscard]] double missing_energy(std::size_t i) const;

    SlidingState& s_;
    std::vector<Start> starts_;
    std::vector<Vector> increments_;
};

} // namespace slideway::dynamics
