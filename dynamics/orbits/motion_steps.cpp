#include "dynamics/orbits/motion_steps.hpp"

#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"

#include <algorithm>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr int endless = 1000;               // events that follow each other without time
constexpr Index steps_between_calls = 1000; // of one mode: well below a tenth of a second
// Length of a step of tolerance 1e-13 between events, as phase of the fastest mode [rad].
constexpr double radians_a_step = 4;

} // namespace

MotionSteps::MotionSteps(const JointedSystem& system, double duration, double tolerance,
                         const DerivedBy& derived)
    : duration_(duration), times_(run_times(system, duration)), system_(system),
      scheme_(system_, times_, tolerance, false, derived),
      y_(Vector::Zero(2 * system.n_modes() + 3))
{
}

double steps_a_period(const DrivenModes& system, double Omega)
{
    return two_pi / Omega * run_times(system, two_pi / Omega).fastest / radians_a_step;
}

std::string MotionSteps::take(const VectorIn& z, const OnStep& on_step,
                              std::vector<JointEvent>& events, const Progress& go_on)
{
    const Index between = std::max<Index>(1, steps_between_calls / system_.model().n_modes());
    Index waiting = between;
    t_ = 0;
    y_.setZero();
    y_.head(z.size()) = z;
    system_.begin(y_, t_);
    scheme_.take_phases();
    ContactRecord none(system_.model().displacement(y_, t_),
                       std::numeric_limits<double>::infinity());
    for (int instants = 0; t_ < duration_;) {
        if (--waiting == 0) {
            ask(go_on);
            waiting = between;
        }
        const auto step = scheme_.step(y_, t_, duration_ - t_);
        if (!step)
            return "the step size vanished at t = " + number_text(t_, 9) + " s";
        const bool last = !step->event && step->taken == duration_ - t_;
        if (step->taken > 0)
            on_step(t_, step->taken);
        y_ = scheme_.end();
        t_ = last ? duration_ : t_ + step->taken;
        if (step->event) {
            system_.pass(scheme_.guards(), scheme_.hit(), y_, t_, none, events);
            scheme_.take_phases();
        }
        instants = step->taken > 2 * times_.shortest || !step->event ? 0 : instants + 1;
        if (instants > endless)
            return "at t = " + number_text(t_, 9) + " s: events follow each other without end";
    }
    return "";
}

Vector MotionSteps::rate()
{
    Vector rate = y_;
    system_.forces().right_hand_side(y_, t_, rate);
    return rate.head(2 * system_.model().n_modes());
}

} // namespace slideway::dynamics
