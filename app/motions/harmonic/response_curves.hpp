#pragma once

#include "app/motions/harmonic/harmonic_model.hpp"
#include "app/motions/harmonic/response_shapes.hpp"
#include "dynamics/harmonic/forced_response.hpp"
#include "dynamics/harmonic/response_points.hpp"
#include "io/entries.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Stability of the points of a curve, from exact motions near them.
struct StabilityVerdict {
    Vector stable; ///< 1 or 0
    Vector growth; ///< magnitude of the largest multiplier
};

/// A curve of forced response with its reported quantities.
struct ResponseCurve {
    dynamics::ForcedResponse response;
    dynamics::ResponsePoints points;
    std::vector<ResponseShape> shapes; ///< shapes of bodies with a mesh, at points.loops
    /// Number of a crossing curve in its level, from 1. 0 for a curve from an end of the range or a
    /// restart.
    int crossing = 0;
    bool other_end = false; ///< true if the curve begins at the second end of the range
    std::optional<StabilityVerdict> verdict = {};
};

/// Returns the curves of a level: those from the ends of the range, then those that cross them.
[[nodiscard]] std::vector<ResponseCurve> response_curves(const BuiltModel& built,
                                                         const HarmonicModel& model,
                                                         dynamics::ForcedResponse response);

[[nodiscard]] bool has_stability(const ResponseCurve& curve);
/// Returns 1 if point k is stable, by exact motions if available, otherwise by the Fourier series.
/// @pre has_stability
[[nodiscard]] double stable_at(const ResponseCurve& curve, Index k);

/// Names and measures of the reported quantities of motions.
struct Recorded {
    std::vector<std::string> monitors, joints;
    std::vector<Measure> monitor_measures;
    std::vector<std::vector<Measure>> joint_rows; ///< measures of the rows of each joint
    bool rubs = false;                            ///< true if a contact has friction

    [[nodiscard]] std::string unit(std::size_t monitor) const
    {
        return unit_on("m", monitor_measures[monitor]);
    }
    /// Returns the unit of the unknowns, which form one array for all joints.
    [[nodiscard]] std::string unit_of_unknowns() const;
};
[[nodiscard]] Recorded recorded(const HarmonicEntry& e, const BuiltModel& built,
                                const dynamics::HarmonicBalance& model);

/// Returns the natural frequencies [Hz] between two frequencies [rad/s]; see
/// dynamics::stuck_frequencies.
[[nodiscard]] Vector stuck_hz(const dynamics::HarmonicBalance& model, double Omega_from,
                              double Omega_to);
/// Returns "natural frequencies with the contacts stuck, in the range".
[[nodiscard]] std::string name_of_stuck(const Recorded& recorded);

/// Returns the states "left stick, right stick/slip"; empty without friction contacts.
[[nodiscard]] std::string states_at(const Recorded& recorded,
                                    const dynamics::ResponsePoints& points, Index k);

/// Curves of a forced response, with what a run that continues from them must share.
struct ResponseSet {
    std::string static_part, monitor; ///< monitor: the first one
    int n_h = 0;
    std::vector<double> range; ///< [rad/s] Omega from where and to where the curves lead
    Recorded recorded;
    Vector stuck_hz;                   ///< frequencies of stuck modes in the range [Hz]
    std::vector<ResponseCurve> levels; ///< computed curves, each before curves that cross it
};
void arrays(io::Entries& a, ResponseSet& r);

/// Describes levels/L/... of all curves. Their levels and branches are read back.
void response_arrays(io::Entries& a, const Recorded& recorded, std::vector<ResponseCurve>& curves);

} // namespace slideway::app
