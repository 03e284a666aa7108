#pragma once

#include "continuation/locate.hpp"
#include "continuation/predictor.hpp"
#include "continuation/state.hpp"
#include "continuation/surfaces.hpp"

#include <optional>
#include <string>

namespace slideway::continuation {

enum class Outcome {
    accepted,
    newton_failed,
    no_tangent,
    turned,
    other_branch,
    jumped,
    monitor_failed
};

/// Data of the last attempted step.
struct Attempt {
    Outcome outcome = Outcome::newton_failed;
    NewtonStatus newton = NewtonStatus::converged;
    double length = 0; ///< less than requested at a bound
    double miss = 0;   ///< residual of the prediction, dimensionless
    double turn = 0;   ///< [rad] between the tangents of both points
    double change = 0; ///< largest change of a monitor relative to max_change
    int iterations = 0;
    bool on_bound = false;  ///< the point lies on a bound
    bool landed = false;    ///< the point lies on a station
    bool shortened = false; ///< a longer step was refused before
    bool corner = false;    ///< the point lies beyond a corner
    bool entered = false;   ///< the point lies just behind a surface at which the branch turns
    bool passes_crossing = false; ///< a branch point lies in between, see `crossing`
};

/// Length of the step after an accepted one of length h, from Newton's iterations,
/// angle and monitors.
[[nodiscard]] double next_step(double h, const Attempt& last, const Options& options);

/// Length of the next attempt after a refused step of length h.
[[nodiscard]] double shorter_step(double h, const Attempt& last, const Options& options);

/// Makes the steps from one point of the branch to the next.
class Stepper {
public:
    Stepper(Workspace& work, Locator& locator);

    /// Prepares the attempts from a.
    void begin(const State& a);
    /// Tries a step of length h from a to b. `rejected` is the angle or the change of the previous
    /// attempt, which was twice as long; 0: none.
    const Attempt& attempt(const State& a, double h, double rejected, State& b);
    /// Passes a corner where the branch reverses, from a point just beyond it along the tangent of
    /// the other side.
    bool turn(const State& a, State& b);

    /// Adds a point before a to the predictor, if there is one.
    void remember(const State& before);

    [[nodiscard]] const Attempt& last() const { return last_; }
    [[nodiscard]] const Event& crossing() const { return crossing_; }
    /// Reason in words why the last attempt was refused.
    [[nodiscard]] std::string reason() const;

private:
    Outcome judge(const State& a, double h, double rejected, State& b);
    bool end_on_surface(const State& a, State& b, bool corrected);
    bool leave_surface(const State& a, double h, State& b);
    double turn_on_far_side(const State& a, const State& surface_point);
    Outcome enter(const State& a, State& b);
    Outcome place(const State& a, double h, State& b);
    void predict(const State& a, double h, State& b);
    [[nodiscard]] double parameter(const State& a, double h) const; ///< predicted p
    bool correct(State& b, const Vector& normal);
    bool land(const State& a, double h, State& b);

    Workspace& work_;
    Locator& locator_;
    std::optional<Predictor> predictor_;
    SurfacePass surface_;
    SurfacePass::Ahead ahead_;
    bool on_surface_ = false; // true if the step begins on a surface
    double left_at_ = 0;      // length of the last attempt to leave a surface
    State trial_, far_;
    Event crossing_;
    Vector chord_;
    Attempt last_ = {.outcome = Outcome::accepted};
};

/// Finds the extremum of p at a corner between a and b, where both tangents meet; false if
/// there is none.
bool turning_point(Workspace& work, const State& a, const State& b, State& extremum);

} // namespace slideway::continuation
