#pragma once

#include <functional>

namespace slideway {

/// Called by long computations now and then with the fraction done in [0, 1]; an answer of false
/// asks the computation to end cleanly and to return what it has.
using Progress = std::function<bool(double fraction)>;

} // namespace slideway
