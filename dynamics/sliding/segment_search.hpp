#pragma once

#include "dynamics/sliding/sliding_state.hpp"

#include <vector>

namespace slideway::contact {
struct Walked;
}

namespace slideway::dynamics {

/// The part of a time step that finds the segments which a slave node may touch: at the corners of
/// its master, and anywhere on it while the node is open.
///
/// At a concave corner of the master a slave node may touch two segments. It has a point on each
/// then, coupled like those of two nodes; the second one is tracked only while the node is near the
/// corner. An open node cannot reach another segment before it has moved by its distance to it;
/// when it has, the path of the step is searched for the first segment that it crosses.
class SegmentSearch {
public:
    explicit SegmentSearch(SlidingState& state);

    /// Places a slave node on its segment, from the predicted positions.
    [[nodiscard]] StepEvent locate(ContactPointState& point);
    /// Determines after a step which nodes the next one has to place, and counts those that touch
    /// two segments.
    void watch_corners();

private:
    [[nodiscard]] StepEvent place(ContactPointState& point);
    [[nodiscard]] StepEvent change_segment(ContactPointState& point);
    [[nodiscard]] StepEvent stop_at_corner(ContactPointState& point, contact::Walked& w);
    [[nodiscard]] bool may_reach_others(ContactPointState& point) const;
    [[nodiscard]] bool strikes(ContactPointState& point);
    void find_corner(ContactPointState& point);
    void track_second(ContactPointState& point, Index segment,
                      const contact::Projection& projection);
    void release_second(ContactPointState& point);
    [[nodiscard]] bool hold_second(ContactPointState& point);
    void use_second(ContactPointState& point);

    SlidingState& s_;
    std::vector<double> most_row_, most_follow_; // per contact: largest norm over master nodes
};

} // namespace slideway::dynamics
