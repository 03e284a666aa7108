#include "dynamics/sliding/drives.hpp"

#include "assembly/coupled_model.hpp"

#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;

// From 0 to 1 along half a cosine while 0 < t < over; and its rate.
double rise(double t, double over)
{
    return t >= over ? 1 : 0.5 * (1 - std::cos(pi * t / over));
}
double rise_rate(double t, double over)
{
    return t >= over ? 0 : 0.5 * pi / over * std::sin(pi * t / over);
}

double velocity(const assembly::HarmonicVelocity& v, double ramp, double t)
{
    return rise(t, ramp) * v.amplitude * std::cos(v.Omega * t + v.phase);
}

double acceleration(const assembly::HarmonicVelocity& v, double ramp, double t)
{
    const double angle = v.Omega * t + v.phase;
    return v.amplitude *
           (rise_rate(t, ramp) * std::cos(angle) - rise(t, ramp) * v.Omega * std::sin(angle));
}

// The change that t is in or behind, and the velocity before it.
struct Now {
    const assembly::VelocityChange* change = nullptr;
    double before = 0;
};
Now now(const std::vector<assembly::VelocityChange>& changes, double t)
{
    Now found;
    for (const assembly::VelocityChange& change : changes) {
        if (t < change.at)
            break;
        found = {&change, found.change ? found.change->value : 0};
    }
    return found;
}

double velocity(const std::vector<assembly::VelocityChange>& changes, double, double t)
{
    const Now at = now(changes, t);
    return at.change ? at.before +
                           (at.change->value - at.before) * rise(t - at.change->at, at.change->over)
                     : 0;
}

double acceleration(const std::vector<assembly::VelocityChange>& changes, double, double t)
{
    const Now at = now(changes, t);
    return at.change
               ? (at.change->value - at.before) * rise_rate(t - at.change->at, at.change->over)
               : 0;
}

double velocity(std::monostate, double, double)
{
    return 0;
}
double acceleration(std::monostate, double, double)
{
    return 0;
}

} // namespace

double motion_velocity(const assembly::Motion& motion, double t)
{
    if (motion.turns())
        return std::visit([&](const auto& v) { return velocity(v, motion.ramp, t); },
                          motion.turning);
    if (t >= motion.ramp)
        return motion.velocity;
    return 0.5 * motion.velocity * (1 - std::cos(pi * t / motion.ramp));
}

double motion_acceleration(const assembly::Motion& motion, double t)
{
    if (motion.turns())
        return std::visit([&](const auto& v) { return acceleration(v, motion.ramp, t); },
                          motion.turning);
    if (t >= motion.ramp)
        return 0;
    const double rate = pi / motion.ramp;
    return 0.5 * motion.velocity * rate * std::sin(rate * t);
}

double load_value(const assembly::CoupledModel& model, const assembly::Load& load, double t,
                  double t_start)
{
    if (const auto* raised = std::get_if<assembly::Raised>(&load.signal))
        return raised->force * rise(t, raised->ramp);
    const auto& harmonic = std::get<assembly::Harmonic>(load.signal);
    return harmonic.amplitude * std::cos(model.Omega * (t_start + t) + harmonic.phase);
}

} // namespace slideway::dynamics
