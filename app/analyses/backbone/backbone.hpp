#pragma once

#include "app/analyses/backbone/backbone_results.hpp"
#include "app/model/needs.hpp"
#include "app/motions/harmonic/harmonic_model.hpp"
#include "app/results/results.hpp"
#include "base/choice.hpp"
#include "dynamics/cycles/conservative_backbone.hpp"
#include "dynamics/harmonic/ridges.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Method of a backbone: curves over the level; `conservative` follows energy or amplitude.
enum class BackboneMethod { ridge, damped_mode, phase_resonance, conservative };
constexpr auto choices(BackboneMethod /*one of*/)
{
    using enum BackboneMethod;
    return std::to_array<Choice<BackboneMethod>>(
        {{ridge, "ridge",
          "maxima and minima of rms over frequency, through folds and through kinks where a "
          "contact begins to slip"},
         {damped_mode, "damped-mode",
          "damped nonlinear modes, with the level at which their energy is in balance"},
         {phase_resonance, "phase-resonance",
          "motions whose first harmonic is in quadrature with the drive"},
         {conservative, "conservative",
          "alone: free motions without damping and drive, over energy or amplitude, by exact "
          "events "
          "(without n_h and level)"}});
}

/// Parameter of ridges in place of the level.
struct OverEntry {
    std::string key;                 ///< a number of joints, or "damping"
    std::vector<std::string> joints; ///< that have it; empty: all of them
    std::vector<double> values;      ///< values of the parameter, or damping factors
};

/// By harmonic balance, free motions by shooting: resonances over the level of the drive.
struct Backbone : HarmonicEntry {
    using Result = BackboneResults;
    static constexpr std::string_view type = "backbone",
                                      about = "Resonances of the periodic response over the level "
                                              "of harmonic drives, followed as curves, by harmonic "
                                              "balance; or free motions over their energy.";
    static constexpr Takes takes[] = {
        {"", has_any<&contact::Law::is_linear, &contact::Law::has_harmonic_force>},
        {name_of(BackboneMethod::conservative),
         has_any<&contact::Law::is_linear, &contact::Law::has_potential>}};
    static constexpr bool takes_smooth_own_laws = true;
    static constexpr bool sets_frequency =
        true; ///< sets the frequency of harmonic drives; [excitation] is ignored
    std::vector<BackboneMethod> methods = {BackboneMethod::ridge};
    std::vector<double> modes;     ///< numbers of modes, from 1. damped-mode: of the stuck system,
                                   ///< default those in range; conservative: of small motions,
                                   ///< default all
    std::vector<double> responses; ///< levels whose extrema curves start at too
    std::vector<double> shapes;    ///< levels whose largest maximum is drawn too
    bool stability = true;
    std::optional<OverEntry> over;
    dynamics::ExtremaOptions options; ///< without a range of values
    dynamics::FreeOptions free;       ///< options of conservative, without modes
};

[[nodiscard]] std::string methods_text(const Backbone& e); ///< "ridge, damped-mode"
[[nodiscard]] bool follows(const Backbone& e, BackboneMethod method);
/// Returns the name of a method in names of results: "damped_mode".
[[nodiscard]] std::string group_of(BackboneMethod method);

/// The motions that ridges go over, and a value of theirs at p = 0.
struct BackboneMotions {
    dynamics::MotionFamily family;
    double unit = 1; ///< value / e^p
};
/// @throws InputError  a number that no joint has, joints that differ in it
[[nodiscard]] BackboneMotions motions_of(const Backbone& e, const dynamics::HarmonicBalance& model);
/// "level", "preload"
[[nodiscard]] inline std::string parameter_of(const Backbone& e)
{
    return e.over ? e.over->key : "level";
}
/// Where extrema are listed: levels, or values of the parameter.
[[nodiscard]] inline const std::vector<double>& values_of(const Backbone& e)
{
    return e.over ? e.over->values : e.levels;
}

void fields(io::Fields& f, Backbone& e);
[[nodiscard]] Needs needs(const Backbone& e);
void refuse(const Backbone& e, const Case& c);
[[nodiscard]] std::string check(const Backbone& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Backbone& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
