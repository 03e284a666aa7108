#include "dynamics/events/contact_states.hpp"

#include "contact/bounded_forces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Acceleration that counts as zero, relative to the largest that a force on the contact could
// cause. The rates decide then. From 1e-16 to 1e-7 no test changes. With 0, round-off moves
// contacts that stick (234 checks fail). At 1e-4, motions that barely exceed their limit (3e-9 of
// the static displacement) are wrong.
constexpr double no_acceleration = 1e-10;
// Distance from the limit at which a reaction counts as being at the limit, relative to the larger
// one of the limit and the largest force. Events of runge_kutta are as accurate as its guards. From
// 1e-14 to 1e-7 no test changes. At 1e-16 half of the releases of a reaction that barely exceeds
// its limit are missed; at 1e-4 a steady state is not found.
constexpr double at_limit = 1e-10;
// Rate of an acceleration that counts as zero, in the same sense; the contact sticks. From 0 to
// 1e-4 no test changes.
constexpr double no_rate = 1e-10;

// One contact alone: the same in numbers, for every event of a system with one contact.
void next_state(const SlowContacts& c, NextStates& next)
{
    const Index i = c.slow.front();
    const double G = c.G(i, i), limit = c.limit(i), scale = c.scale(i);
    const double f = std::clamp(c.b(i) / G, -limit, limit), a = c.b(i) - G * f;
    next.state.assign(1, 0);
    next.friction.setConstant(1, f);
    if (std::abs(a) > no_acceleration * scale) {
        next.state[0] = a > 0 ? 1 : -1;
    } else if (c.at_limit[static_cast<std::size_t>(i)] ||
               limit - std::abs(f) <= at_limit * std::max(limit, scale / G)) {
        c.jerk(next.friction, next.rates);
        const double jerk = next.rates(i);
        const bool held = limit > 0 && (jerk > 0) != (f > 0);
        if (!held && std::abs(jerk) > no_rate * c.rate * scale)
            next.state[0] = jerk > 0 ? 1 : -1;
    }
}

} // namespace

void next_states(const SlowContacts& c, NextStates& next)
{
    if (c.slow.size() == 1)
        return next_state(c, next);
    const std::size_t n = c.slow.size();
    const Vector limit = c.limit(c.slow);
    const Matrix G = c.G(c.slow, c.slow);
    const contact::BoundedForces x = contact::bounded_forces(G, Vector(c.b(c.slow)), -limit, limit);

    // Contacts at their limit without acceleration: the rates decide in the same way.
    next.state.assign(n, 0);
    next.friction = x.f;
    std::vector<Index> open;    // rows whose force may change at all
    std::vector<int> one_sided; // of these: 0, or the limit they are at
    bool undecided = false;
    for (std::size_t k = 0; k < n; ++k) {
        const auto i = static_cast<Index>(k);
        const double scale = c.scale(c.slow[k]);
        const double slack = at_limit * std::max(limit(i), scale / G(i, i));
        if (std::abs(x.a(i)) > no_acceleration * scale) {
            next.state[k] = x.a(i) > 0 ? 1 : -1;
            continue;
        }
        const int side = x.f(i) > 0 ? 1 : -1;
        open.push_back(i);
        const bool reached =
            c.at_limit[static_cast<std::size_t>(c.slow[k])] || limit(i) - std::abs(x.f(i)) <= slack;
        one_sided.push_back(reached ? side : 0);
        undecided = undecided || one_sided.back() != 0;
    }
    if (!undecided)
        return;
    c.jerk(x.f, next.rates);
    const auto size = static_cast<Index>(open.size());
    Vector low(size), high(size), free(size);
    for (Index i = 0; i < size; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const int side = one_sided[k];
        const bool frictionless = limit(open[k]) == 0;
        free(i) = next.rates(c.slow[static_cast<std::size_t>(open[k])]);
        low(i) = side < 0 || frictionless ? 0 : -infinity;
        high(i) = side > 0 || frictionless ? 0 : infinity;
    }
    const contact::BoundedForces y = contact::bounded_forces(G(open, open), free, low, high);
    for (Index i = 0; i < size; ++i) {
        const auto index = static_cast<std::size_t>(open[static_cast<std::size_t>(i)]);
        if (one_sided[static_cast<std::size_t>(i)] != 0 &&
            std::abs(y.a(i)) > no_rate * c.rate * c.scale(c.slow[index]))
            next.state[index] = y.a(i) > 0 ? 1 : -1;
    }
}

} // namespace slideway::dynamics
