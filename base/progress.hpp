#pragma once

#include <functional>

namespace slideway {

/// Called from time to time by long computations with the fraction done in [0, 1]. A return value
/// of false requests that the computation ends cleanly and returns the results so far.
using Progress = std::function<bool(double fraction)>;

} // namespace slideway
