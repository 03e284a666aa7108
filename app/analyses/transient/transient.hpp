#pragma once

#include "app/model/build_model.hpp"
#include "app/results/results.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/sliding/transient.hpp"

namespace slideway::app {

struct Transient {
    static constexpr std::string_view type = "transient",
                                      about = "Time integration of sliding contact.";
    static constexpr Takes takes[] = {
        {"forward-increment",
         [](const contact::LawInfo& l) -> bool { return l.linear || l.force; }},
        {"modal-propagator", [](const contact::LawInfo& l) -> bool { return l.linear; }},
        {"event-driven", [](const contact::LawInfo& l) -> bool { return l.linear || l.dry; }},
        {"runge-kutta",
         [](const contact::LawInfo& l) -> bool { return l.linear || l.dry || l.phases; }}};
    static constexpr bool has_histories = true; ///< that signals are made of
    dynamics::TransientOptions options;         ///< without the rates of [output]
    double cycles = 100; ///< of the excitation to t_end, where schemes locate events; 0: t_end
    double tolerance = dynamics::RungeKuttaOptions().tolerance;
};

/// With t_end and the rates as the excitation and [output] give them.
/// @throws InputError  a scheme that needs the frequency of a drive, without one
[[nodiscard]] dynamics::TransientOptions options_of(const Transient& e, const Case& c);

/// Whether a scheme is exact between events, or steps from event to event.
[[nodiscard]] bool locates_events(const Transient& e);

void fields(io::Fields& f, Transient& e);
[[nodiscard]] Needs needs(const Transient& e);
void refuse(const Transient& e, const Case& c);
[[nodiscard]] std::string check(const Transient& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Transient& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
