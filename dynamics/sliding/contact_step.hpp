#pragma once

#include "contact/stick_slip.hpp"
#include "dynamics/sliding/jamming.hpp"
#include "dynamics/sliding/segment_search.hpp"

#include <vector>

namespace slideway::dynamics {

/// The part of a time step that closes the contacts, from the predicted displacements.
///
/// Where sticking is followed, gap and slip of the closed nodes obey contact::StickSlipSolver: a
/// node that continues sliding the way it did takes the published step, the others stick, turn back
/// or open as its law says.
class ContactStep {
public:
    explicit ContactStep(SlidingState& state);

    /// Finds segments, states and forces of all points, and leaves the forces for the next pass.
    [[nodiscard]] StepEvent take();

    /// Steps whose contact forces are not unique except for their sums, or were found to 1e-6 only.
    struct Counts {
        long long not_unique = 0, loose = 0;
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    /// Changes of state of all points, the first `most_changes`, `slave` the point.
    static constexpr std::size_t most_changes = 200000;
    [[nodiscard]] const std::vector<StateChange>& changes() const { return changes_; }
    /// The point that the last event is about.
    [[nodiscard]] std::size_t event_point() const { return s_.points[event_point_].node; }
    /// Describes the jamming contact. @pre the last event was jamming
    [[nodiscard]] Jam jam();

private:
    [[nodiscard]] StepEvent hold_directions();
    [[nodiscard]] StepEvent follow_states();
    [[nodiscard]] bool still_unique();
    [[nodiscard]] bool states_hold();
    [[nodiscard]] contact::StickSlipOutcome solve_states();
    void fill_problem();
    [[nodiscard]] bool all_unique();
    void take_solution();
    [[nodiscard]] bool close_penetrating();
    [[nodiscard]] double slip(const ContactPointState& point) const;
    static void respond(const ContactPointState& point, std::size_t i,
                        const contact::ContactRow& row, PaddedRows StepBody::*response);
    /// @param test  whether A must be a P-matrix  @return false: it is not
    [[nodiscard]] bool solve_contacts(bool test);
    void apply_contact_forces();
    void measure(ContactPointState& point);
    void measure_all();
    [[nodiscard]] StepEvent observe(ContactPointState& point);
    [[nodiscard]] StepEvent observe_state(std::size_t i);
    void note_change(std::size_t i, contact::State state);

    SlidingState& s_;
    SegmentSearch segments_;
    PaddedRows compliance_;            // columns of B_C W B_E^T of the active points, then -gap
    Matrix work_;                      // for the test of the P-matrix
    contact::StickSlipSolver problem_; // problem of the active points, if sticking is followed
    std::size_t event_point_ = 0;
    Counts counts_;
    std::vector<StateChange> changes_;
};

} // namespace slideway::dynamics
