#include "dynamics/orbits/traced_motions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;

// M on displacements and rates of each state.
Vector on_states(const MatrixIn& M, const VectorIn& x)
{
    const Index from = M.cols(), to = M.rows(), n = x.size() / from;
    Vector out(n * to);
    for (Index k = 0; k < n; ++k)
        out.segment(k * to, to) = M * x.segment(k * from, from);
    return out;
}

// A tangent (x, p) of which the states are mapped.
template <class Map>
void map_both(Vector& x, Vector& tangent, Map map)
{
    x = map(x);
    if (tangent.size() == 0)
        return;
    const double t_p = tangent(tangent.size() - 1);
    const Vector states = map(Vector(tangent.head(tangent.size() - 1)));
    tangent.resize(states.size() + 1);
    tangent << states, t_p;
}

// States half a period apart, of a motion that is its own mirror, from those a period apart.
Vector half_periods(const VectorIn& x, Index n)
{
    const Index size = x.size() / n;
    Vector out(x.size());
    for (Index j = 0; j < n; ++j)
        out.segment(size * j, size) = j % 2 == 0 ? Vector(x.segment(size * (j / 2), size))
                                                 : Vector(-x.segment(size * ((j + n) / 2), size));
    return out;
}

Vector whole_periods(const VectorIn& x, Index n)
{
    const Index size = x.size() / n;
    Vector out(x.size());
    for (Index k = 0; k < n; ++k)
        out.segment(size * k, size) = 2 * k < n ? Vector(x.segment(size * 2 * k, size))
                                                : Vector(-x.segment(size * (2 * k - n), size));
    return out;
}

} // namespace

Vector TracedMotions::on_part(const VectorIn& x) const
{
    return Z_.size() == 0 ? Vector(x) : on_states(Z_.transpose(), x);
}

Vector TracedMotions::on_whole(const VectorIn& x) const
{
    return Z_.size() == 0 ? Vector(x) : on_states(Z_, x);
}

double TracedMotions::off_part(const VectorIn& x) const
{
    return (x - on_whole(on_part(x))).norm();
}

bool TracedMotions::to_traced(Vector& x, Vector& tangent, double p)
{
    const Index n = reported_.nodes;
    map_both(x, tangent, [&](const Vector& states) -> Vector {
        const Vector part = on_part(states);
        return halves() ? half_periods(part, n) : part;
    });
    const double phase = traced_.form().phase;
    return phase == 0 || traced_.move_on(x, tangent, p, 0, phase);
}

bool TracedMotions::to_reported(Vector& x, Vector& tangent, double p)
{
    const OrbitForm& form = traced_.form();
    const Index n = reported_.nodes;
    if (form.phase != 0) {
        const double angle = (form.half ? 1 : 2) * pi * form.periods / form.nodes;
        if (!traced_.move_on(x, tangent, p, form.phase, angle - form.phase))
            return false;
        map_both(x, tangent, [&](const Vector& states) -> Vector { // each is at the next node now
            const Index size = states.size() / n;
            Vector out(states.size());
            out.head(size) = (form.half ? -1 : 1) * states.tail(size);
            out.tail(size * (n - 1)) = states.head(size * (n - 1));
            return out;
        });
    }
    map_both(x, tangent, [&](const Vector& states) -> Vector {
        return on_whole(halves() ? whole_periods(states, n) : states);
    });
    return true;
}

double phase_off_extrema(const JointedSystem& s)
{
    constexpr double hardly_any = 1e-4; // of critical damping, twice
    constexpr double in_phase = 1e-6;
    const double damping =
        s.modes.classical() ? s.modes.c.cwiseAbs().maxCoeff() : s.modes.D.cwiseAbs().maxCoeff();
    if (damping > hardly_any * s.modes.omega.maxCoeff())
        return 0;
    Complex largest = 0;
    std::vector<Complex> all(s.p.begin(), s.p.end());
    for (const ModalLaw& joint : s.joints)
        all.insert(all.end(), joint.on.follow.begin(), joint.on.follow.end());
    for (const Complex& amplitude : s.p)
        if (std::abs(amplitude) > std::abs(largest))
            largest = amplitude;
    if (largest == 0.0)
        return 0;
    const Complex direction = largest / std::abs(largest);
    for (const Complex& amplitude : all)
        if (std::abs((amplitude * std::conj(direction)).imag()) > in_phase * std::abs(amplitude))
            return 0;
    constexpr double off = 1; // [rad] from an extremum, and of no simple ratio to pi
    return std::fmod(off - std::arg(direction) + 2 * pi, pi);
}

} // namespace slideway::dynamics
