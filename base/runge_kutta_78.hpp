#pragma once

#include "base/types.hpp"

#include <functional>
#include <memory>

namespace slideway {

/// Right-hand side dydt = f(y, t); the callee fills dydt, which has the size of y.
using RightHandSide = std::function<void(const Vector& y, double t, Vector& dydt)>;

/// Explicit steps of order 8 with an estimate of their error of order 7, 13 stages.
///
/// Source: Fehlberg, NASA TR R-287, 1968, in Boost.Odeint. If f depends on t only, the error
/// estimate is zero; the caller must then bound the step.
class RungeKutta78 {
public:
    static constexpr int error_order = 8; ///< the estimate falls like h^8

    RungeKutta78();
    ~RungeKutta78();
    RungeKutta78(RungeKutta78&&) noexcept;
    RungeKutta78& operator=(RungeKutta78&&) noexcept;

    /// Computes y at t + h from y and dydt = f(y, t) with 12 evaluations. Reuses its memory.
    void step(const RightHandSide& f, const Vector& y, const Vector& dydt, double t, double h,
              Vector& y_end, Vector& error);

private:
    struct Stepper;
    std::unique_ptr<Stepper> stepper_;
};

} // namespace slideway
