#pragma once

#include "continuation/state.hpp"

#include <vector>

namespace slideway::continuation {

/// Points in the order of a run. It grows like a vector, so a step does not allocate.
class Record {
public:
    Record(Index n, Index n_monitors, int max_points);

    void add(const State& state, const Vector& scale);
    [[nodiscard]] Index size() const { return static_cast<Index>(labels_.size()) / 4; }

    /// Moves the points to an end of the branch; those of a run from the front are reversed.
    void move_to(Branch& branch, End end);

private:
    Index n_, n_monitors_;
    std::vector<double> numbers_;
    std::vector<int> labels_;
};

} // namespace slideway::continuation
