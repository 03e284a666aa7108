#pragma once

#include "dynamics/events/crossing.hpp"
#include "dynamics/events/switched_system.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// A step from y at t to y_end at t + h, with f(y, t).
struct SwitchedStep {
    const Vector &y, &rate, &y_end;
    double t, h;
};

/// Guards over a step of a system whose motion has no power series at hand: each is
/// the polynomial through its values at Chebyshev's points. Of a system with patches they are those
/// of the quintic in time through states and rates at both ends and in the middle, else of steps to
/// each point, as true as the whole step: a contact that begins to slide does so with nothing,
/// which no quintic separates from its error. Exact at the ends; a fall and rise between them that
/// is less than what the polynomial misses may be passed.
class SampledGuards {
public:
    explicit SampledGuards(SwitchedSystem& system);

    /// The guards at the start of the step, and over it; 0 of both where phases have none.
    void over(const SwitchedStep& step, std::vector<Guard>& guards,
              std::vector<GuardPolynomial>& polynomials);

private:
    static constexpr std::size_t points = 9;

    void state_at(double x, const SwitchedStep& step);

    SwitchedSystem& system_;
    bool quintic_;
    std::array<std::array<double, points>, points> to_powers_{}; // of values
    Vector y_middle_, rate_middle_, rate_end_, error_, y_;
    std::vector<Guard> at_; // of a point
};

} // namespace slideway::dynamics
