#pragma once

#include "base/choice.hpp"

#include <array>

namespace slideway::dynamics {

/// Time integration scheme of a transient.
enum class Scheme { forward_increment, modal_propagator, event_driven, runge_kutta, taylor };

constexpr auto choices(Scheme /*one of*/)
{
    using enum Scheme;
    return std::to_array<Choice<Scheme>>(
        {{forward_increment, "forward-increment", "central differences"},
         {modal_propagator, "modal-propagator", "each mode exactly over a step"},
         {event_driven, "event-driven",
          "exact between the events of coulomb joints under harmonic drive"},
         {runge_kutta, "runge-kutta",
          "steps between the events of joints of every law, with or without harmonic drive"},
         {taylor, "taylor", "the same by power series, in which no event is passed over"}});
}

/// True if a scheme selects its steps between events by a tolerance.
constexpr bool has_tolerance(Scheme scheme)
{
    return scheme == Scheme::runge_kutta || scheme == Scheme::taylor;
}

/// True if a scheme locates events; other schemes take equal steps.
constexpr bool locates_events(Scheme scheme)
{
    return scheme == Scheme::event_driven || has_tolerance(scheme);
}

} // namespace slideway::dynamics
