#pragma once

#include "app/analyses/harmonic/harmonic_model.hpp"
#include "app/results/results.hpp"
#include "base/choice.hpp"
#include "dynamics/harmonic/ridges.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::app {

/// What is followed over the level.
enum class BackboneMethod { ridge, damped_mode, phase_resonance };
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
          "motions whose first harmonic is in quadrature with the drive"}});
}

/// By harmonic balance: resonances over the level of the drive.
struct Backbone : HarmonicEntry {
    static constexpr std::string_view type = "backbone",
                                      about = "Resonances of the periodic response over the level "
                                              "of harmonic drives, followed as curves, by harmonic "
                                              "balance.";
    static constexpr Takes takes[] = {
        {"", [](const contact::LawInfo& l) -> bool { return l.linear || l.harmonic_force; }}};
    static constexpr bool sets_frequency = true; ///< of the harmonic drives, whatever [excitation]
    std::vector<BackboneMethod> methods = {BackboneMethod::ridge};
    std::vector<double>
        modes; ///< of damped-mode, of the stuck system from 1; empty: those in range
    std::vector<double> responses; ///< levels whose extrema curves start at too
    std::vector<double> shapes;    ///< levels whose largest maximum is drawn too
    bool stability = true;
    dynamics::ExtremaOptions options; ///< without levels
};

[[nodiscard]] std::string methods_text(const Backbone& e); ///< "ridge, damped-mode"
[[nodiscard]] bool follows(const Backbone& e, BackboneMethod method);

void fields(io::Fields& f, Backbone& e);
[[nodiscard]] Needs needs(const Backbone& e);
void refuse(const Backbone& e, const Case& c);
[[nodiscard]] std::string check(const Backbone& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Backbone& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
