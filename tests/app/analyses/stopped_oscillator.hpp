#pragma once

#include "tests/app/change.hpp"

#include <string>

namespace slideway::test {

/// A mass on a spring with stops on both sides, driven about its resonance; periodic orbits.
inline const std::string stopped_oscillator = model("stopped_oscillator");

/// Returns a case of the stopped oscillator in millimetres, tonnes and seconds, except for the
/// lengths of its analysis.
inline std::string in_millimetres(const std::string& text)
{
    return changed(text, {"{ x = 1.0 } -> { x = 1.0e-3 }", "stiffness = 1.0 -> stiffness = 1.0e-3",
                          "damping = 0.1 -> damping = 1.0e-4", "stiffness = 1.0e-2",
                          "clearance = 1.0e3"});
}

} // namespace slideway::test
