#include "dynamics/sliding/drives.hpp"

#include "assembly/coupled_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
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

// Mean of cos(kappa t + phase) over t_0 < t < t_1.
double mean_cosine(double kappa, double phase, double t_0, double t_1)
{
    const double half = kappa * (t_1 - t_0) / 2;
    return (half == 0 ? 1 : std::sin(half) / half) * std::cos(kappa * (t_0 + t_1) / 2 + phase);
}

// Integral of `rise` over t_0 < t < t_1, t_0 >= 0 [s].
double risen(double t_0, double t_1, double over)
{
    if (t_0 >= over)
        return t_1 - t_0;
    const double end = std::min(t_1, over);
    return (end - t_0) / 2 * (1 - mean_cosine(pi / over, 0, t_0, end)) + (t_1 - end);
}

// Means of the velocities over t_0 < t < t_1 [m/s].
double mean(const assembly::HarmonicVelocity& v, double ramp, double t_0, double t_1)
{
    const double end = std::clamp(ramp, t_0, t_1);
    double way = (t_1 - end) * mean_cosine(v.Omega, v.phase, end, t_1);
    if (end > t_0)
        way += (end - t_0) / 2 *
               (mean_cosine(v.Omega, v.phase, t_0, end) -
                (mean_cosine(v.Omega + pi / ramp, v.phase, t_0, end) +
                 mean_cosine(v.Omega - pi / ramp, v.phase, t_0, end)) /
                    2);
    return v.amplitude * way / (t_1 - t_0);
}

double mean(const std::vector<assembly::VelocityChange>& changes, double, double t_0, double t_1)
{
    double way = 0, before = 0;
    for (auto change = changes.begin(); change != changes.end(); ++change) {
        const double from = std::max(t_0, change->at),
                     to = std::next(change) == changes.end() ? t_1
                                                             : std::min(t_1, std::next(change)->at);
        if (from == t_0 && to == t_1 && t_0 >= change->at + change->over)
            return change->value;
        if (to > from)
            way +=
                before * (to - from) +
                (change->value - before) * risen(from - change->at, to - change->at, change->over);
        before = change->value;
    }
    return way / (t_1 - t_0);
}

double mean(std::monostate, double, double, double)
{
    return 0;
}

// Last change of the velocity that begins at or before t, and the velocity before it.
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
    const Now current = now(changes, t);
    return current.change ? current.before + (current.change->value - current.before) *
                                                 rise(t - current.change->at, current.change->over)
                          : 0;
}

double acceleration(const std::vector<assembly::VelocityChange>& changes, double, double t)
{
    const Now current = now(changes, t);
    return current.change ? (current.change->value - current.before) *
                                rise_rate(t - current.change->at, current.change->over)
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

double mean_velocity(const assembly::Motion& motion, double t_0, double t_1)
{
    if (motion.turns())
        return std::visit([&](const auto& v) { return mean(v, motion.ramp, t_0, t_1); },
                          motion.turning);
    if (t_0 >= motion.ramp)
        return motion.velocity;
    return motion.velocity * risen(t_0, t_1, motion.ramp) / (t_1 - t_0);
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
