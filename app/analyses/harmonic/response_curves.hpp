#pragma once

#include "app/analyses/harmonic/harmonic_model.hpp"
#include "app/analyses/harmonic/response_shapes.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_points.hpp"
#include "io/array_sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Stability of the points of a curve by exact motions beside it.
struct StabilityVerdict {
    Vector stable; ///< 1 or 0
    Vector growth; ///< magnitude of the largest multiplier
};

/// A curve of forced response with what is told of it.
struct ResponseCurve {
    dynamics::ForcedResponse response;
    dynamics::ResponsePoints points;
    std::vector<ResponseShape> shapes; ///< shapes of bodies with a mesh, at points.loops
    int crossing = 0;       ///< 0: from an end of the range or a restart; else of its level, from 1
    bool other_end = false; ///< from where the range ends
    std::optional<StabilityVerdict> verdict = {};
};

/// The curves of a level, the one from the end of the range before those that cross it.
[[nodiscard]] std::vector<ResponseCurve> response_curves(const BuiltModel& built,
                                                         const HarmonicModel& model,
                                                         dynamics::ForcedResponse response);

[[nodiscard]] bool has_stability(const ResponseCurve& curve);
/// Whether point k is stable: by exact motions, or else by the Fourier series. @pre has_stability
[[nodiscard]] double stable_at(const ResponseCurve& curve, Index k);

/// Names and measures of what is told of motions.
struct Recorded {
    std::vector<std::string> monitors, joints;
    std::vector<Measure> monitor_measures;
    std::vector<std::vector<Measure>> joint_rows; ///< measures of the rows of each joint
    bool rubs = false;                            ///< a contact with friction

    [[nodiscard]] std::string unit(std::size_t monitor) const
    {
        return unit_on("m", monitor_measures[monitor]);
    }
    /// Unit of the unknowns, which are one array for all joints.
    [[nodiscard]] std::string unit_of_unknowns() const;
};
[[nodiscard]] Recorded recorded(const HarmonicEntry& e, const BuiltModel& built,
                                const dynamics::HarmonicBalance& model);

/// Natural frequencies between two frequencies [rad/s], dynamics::stuck_frequencies.
[[nodiscard]] Vector stuck_hz(const dynamics::HarmonicBalance& model, double Omega_from,
                              double Omega_to);
/// "natural frequencies with the contacts stuck, in the range"
[[nodiscard]] std::string name_of_stuck(const Recorded& recorded);

/// "left stick, right stick/slip"; "" without friction contacts.
[[nodiscard]] std::string states_at(const Recorded& recorded,
                                    const dynamics::ResponsePoints& points, Index k);

/// Where results have curve k, from 0: "levels/0001/".
[[nodiscard]] std::string group_of_curve(std::size_t k);

void write_response_curves(io::ArraySink& sink, const Recorded& recorded,
                           const std::vector<ResponseCurve>& curves);

} // namespace slideway::app
