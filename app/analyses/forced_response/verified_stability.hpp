#pragma once

#include "app/analyses/forced_response/forced_response.hpp"
#include "app/motions/harmonic/response_curves.hpp"
#include "dynamics/orbits/orbit_family.hpp"
#include "studies/exact_stability.hpp"
#include "studies/series_convergence.hpp"
#include "studies/series_stability.hpp"

#include <map>
#include <optional>
#include <string>

namespace slideway::app {

/// Results that verify the stability of a curve.
struct VerifiedStability {
    studies::CurveStability exact;
    // If there is no exact motion:
    studies::CurveStability series;
    std::optional<studies::SeriesConvergence> convergence;
    bool linear = false; ///< no nonlinear joint: the multipliers of the series are exact
    std::map<Index, int> multiplicities; ///< multiplicities of folds and branch points of the curve

    /// Labels by exact motions, or else by the Fourier series.
    [[nodiscard]] const studies::CurveStability& counted() const
    {
        return exact.known() ? exact : series;
    }
};

/// The systems whose exact motions verify the curves of a case.
class ExactMotions {
public:
    ExactMotions(const ForcedResponse& e, const Case& c, const BuiltModel& built,
                 const dynamics::ModalModel& modal);

    /// Why there are none; "": there are.
    [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
    /// Family of motions over Omega, at a level of the drive. @pre obstacle() is empty
    [[nodiscard]] dynamics::OrbitFamily at_level(double level) const;

private:
    std::string obstacle_;
    std::optional<dynamics::OrbitFamily> over_level_;
};

/// Verifies a curve, and sets its `verdict`. An interruption leaves what is missing unknown.
[[nodiscard]] VerifiedStability verified_stability(const ExactMotions& motions,
                                                   const HarmonicModel& model,
                                                   const dynamics::ForcedResponseOptions& options,
                                                   const Progress& progress, ResponseCurve& curve);

} // namespace slideway::app
