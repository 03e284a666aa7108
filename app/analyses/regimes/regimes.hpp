#pragma once

#include "app/case/values_fields.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "base/choice.hpp"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace slideway::app {

/// Method for the regime, in addition to the boundaries.
enum class RegimesMethod { closed_form, steady_state, simulation };
constexpr auto choices(RegimesMethod /*one of*/)
{
    using enum RegimesMethod;
    return std::to_array<Choice<RegimesMethod>>(
        {{closed_form, "closed-form", "the boundaries alone"},
         {steady_state, "steady-state",
          "also the motion that repeats itself, by Newton's method on the exact one"},
         {simulation, "simulation", "the last of many cycles from rest"}});
}

struct Regimes;
struct RegimesFound; // regimes.cpp

struct RegimeResults {
    const Regimes* e = nullptr;
    std::shared_ptr<RegimesFound> found;
};
void arrays(io::Entries& a, RegimeResults& r);
void quantities(io::Entries& q, RegimeResults& r);

struct Regimes {
    using Result = RegimeResults;
    static constexpr std::string_view type = "regimes",
                                      about =
                                          "Whether a dry contact under harmonic drive slides "
                                          "without stops, sticks and slips, or stays at rest: the "
                                          "friction forces that part these regimes.";
    static constexpr Takes takes[] = {
        {"", has_any<&contact::Law::is_linear, &contact::Law::is_dry>}};
    RegimesMethod method = RegimesMethod::closed_form;
    int cycles = 0; ///< simulated (at most); with a method that simulates
    std::vector<std::string> boundaries = {"continuous", "continuous-unit-S", "no-motion"};
    Values Omega_range; ///< [rad/s]
};

void fields(io::Fields& f, Regimes& e);
[[nodiscard]] Needs needs(const Regimes& e);
void refuse(const Regimes& e, const Case& c);
[[nodiscard]] std::string check(const Regimes& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Regimes& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
