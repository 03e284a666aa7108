#pragma once

#include "app/motions/harmonic/response_curves.hpp"
#include "app/results/results.hpp"
#include "dynamics/harmonic/damped_modes.hpp"
#include "dynamics/harmonic/largest_maximum.hpp"
#include "dynamics/harmonic/phase_resonance.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

struct Backbone;
struct FreeMotions; // free_motions.cpp

/// A reported extremum at one of the requested levels.
struct ReportedExtremum {
    double level = 0, value = 0;        ///< level and value of the parameter
    double frequency = 0;               ///< [Hz]
    std::vector<double> rms, phase_lag; ///< rms and phase lag [rad] of each monitor
    bool maximum = false, kink = false, largest = false;
    std::size_t curve = 0; ///< number, from 1; 0: found on the response of its level alone
    int stable = -1;       ///< 1 or 0; -1: not requested
    std::string states;    ///< "left stick, right stick/slip"; "" without friction
    std::vector<dynamics::PeakSlopes> derivatives; ///< one per BackboneResults::parameters
};

/// Beginning or end of a kink piece: a node, or an end of the curve.
struct ReportedNode {
    std::size_t curve = 0;
    double value = 0, frequency = 0, rms = 0; ///< value of the parameter; frequency [Hz]
    std::string joint;
    bool end = false; ///< true at an end of the curve
};

/// Deviation of a point of another method from the largest maximum of its level.
struct Judgement {
    double level = 0;
    double frequency = 0, rms = 0; ///< relative to the values of the maximum
};

/// A motion that is drawn.
struct DrawnMotion {
    /// "lowest", "first slip", "largest damping" or "highest"; "largest" if requested.
    std::string what;
    Vector x; ///< n + 1: r, Omega
    ReportedExtremum extremum;
};

/// All results of the analysis.
struct BackboneResults {
    const Backbone* e = nullptr;
    std::shared_ptr<const HarmonicModel> model; ///< model of driven motions
    std::shared_ptr<FreeMotions> free;          ///< free motions, with method = "conservative"
    dynamics::Ridges ridges;         ///< empty if its method is not requested, like the others
    std::string parameter = "level"; ///< parameter of the ridges
    double unit = 1;                 ///< value of the parameter at p = 0
    /// Parameters of the derivatives: "level", "left_face.preload".
    std::vector<std::string> parameters;
    std::vector<dynamics::ListedValues> missing; ///< requested values that have no maximum
    /// Requested values whose largest maximum is from the forced response there.
    std::vector<dynamics::ListedValues> off_curves;
    std::vector<dynamics::LargestChange> changes; ///< changes of the largest maximum
    std::optional<dynamics::BestPreload> best_preload;
    dynamics::PhaseResonances phase;
    std::vector<dynamics::DampedMode> modes, linear_modes; ///< modes with and without active joints
    std::vector<Judgement> of_phase, of_modes;             ///< levels at which there is a point
    std::vector<std::string> left_out;                     ///< descriptions of omitted modes
    std::vector<ReportedExtremum> extrema;          ///< level by level, ascending in frequency
    std::vector<ReportedNode> nodes;                ///< curve by curve
    std::optional<dynamics::RidgePoint> first_slip; ///< along maxima
    std::vector<DrawnMotion> shapes;
    std::vector<ResponseCurve> responses; ///< level by level
    bool interrupted = false;
    Recorded recorded;
    Vector stuck_hz; ///< frequencies of stuck modes in the range [Hz]
    Index n = 0;     ///< number of unknowns of a motion

    /// True if ridges go over a parameter in place of the level.
    [[nodiscard]] bool over() const { return parameter != "level"; }
};

/// Verifies a backbone with method = "conservative".
[[nodiscard]] std::string check_free_motions(const Backbone& e, const Case& c,
                                             const BuiltModel& built, const Monitor& monitor);
[[nodiscard]] Outcome run_free_motions(const Backbone& e, const Case& c, const BuiltModel& built,
                                       const Monitor& monitor);
void free_arrays(io::Entries& a, BackboneResults& r);
void free_quantities(io::Entries& q, BackboneResults& r);

/// Throws for a run without a curve.
/// @throws Interrupted  the run was interrupted
/// @throws InputError   there is nothing to follow
[[noreturn]] void refuse_nothing(const Backbone& e, const Case& c, bool interrupted,
                                 const std::vector<std::string>& left_out);

/// Concatenates the motions of all levels.
template <class T>
[[nodiscard]] std::vector<T> joined(const std::vector<std::vector<T>>& levels)
{
    std::vector<T> all;
    for (const std::vector<T>& level : levels)
        all.insert(all.end(), level.begin(), level.end());
    return all;
}

/// Returns the options of a forced response: range and tolerance.
/// @param level  level of the drive
[[nodiscard]] dynamics::ForcedResponseOptions response_options(const Backbone& e, double level);

/// Computes driven motions.
[[nodiscard]] BackboneResults compute(const Backbone& e, const BuiltModel& built,
                                      const std::shared_ptr<const HarmonicModel>& harmonic,
                                      const Monitor& monitor);

/// Returns the reason why a curve of another method ends.
[[nodiscard]] std::string end_of(const continuation::Branch& branch);

/// Level of each point of a damped mode.
[[nodiscard]] Vector levels_of(const dynamics::DampedMode& mode);

/// Returns "120 points on 2 curves".
[[nodiscard]] std::string extent_text(std::size_t curves, double points);
/// Describes the numbers of curves and of their points.
void count_quantities(io::Entries& q, std::size_t curves, double points);
void arrays(io::Entries& a, BackboneResults& r);
void quantities(io::Entries& q, BackboneResults& r);
[[nodiscard]] Settings settings(const Backbone& e, const dynamics::HarmonicBalance& model);
/// Summarises driven motions.
[[nodiscard]] Summary summarise(BackboneResults& r);

} // namespace slideway::app
