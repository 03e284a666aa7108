#pragma once

#include "dynamics/sliding/transient.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// A recorded array of a point, a contact or a joint, as results.h5 names it and as signals ask for
/// it.
template <class History>
struct RecordedArray {
    std::string name;
    std::vector<double> History::*values;
    std::string unit, about;
};

[[nodiscard]] const std::vector<RecordedArray<dynamics::ProbeHistory>>& point_arrays();
/// Without alpha, segment and state, which jump.
[[nodiscard]] const std::vector<RecordedArray<dynamics::ContactHistory>>& contact_arrays();
[[nodiscard]] const std::vector<RecordedArray<dynamics::JointHistory>>& joint_arrays();

/// Values of one sample after another as a matrix with a row per sample.
[[nodiscard]] Matrix by_sample(const std::vector<double>& values, Index columns);

} // namespace slideway::app
