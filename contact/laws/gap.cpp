#include "contact/laws/gap.hpp"

#include "contact/laws/stop_force.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <cstdlib>

namespace slideway::contact {

namespace {

int sign(double value)
{
    return value < 0 ? -1 : 1;
}

} // namespace

LawDescription Gap::description() const
{
    return {"gap", "free play and stop", Directions::one};
}

std::string_view Gap::phase_codes() const
{
    return "0 free, +1 or -1 on that stop, +2 or -2 beyond it where the dashpot would pull";
}

std::span<const LawParameter> Gap::parameters() const
{
    static const LawParameter list[] = {
        law_parameter<Gap>("stiffness", &Gap::stiffness, Scaling{{1, 1}, {0, 0}}),
        law_parameter<Gap>("clearance", &Gap::clearance, Scaling{{1, 1}, {-1, -1}}),
        law_parameter<Gap>("damping", &Gap::damping, {})};
    return list;
}

std::shared_ptr<Law> Gap::copy() const
{
    return std::make_shared<Gap>(*this);
}

void Gap::force(JointMemory&, const JointVector& r, const JointVector& v,
                ForceAndTangent& out) const
{
    out.clear(r.size());
    if (both_sides && clearance == 0 && damping == 0) { // a spring, at rest too
        out.f = stiffness * r;
        out.df_dr.diagonal().setConstant(stiffness);
        return;
    }
    for (Index i = 0; i < r.size(); ++i) {
        const bool high = r(i) > clearance, low = both_sides && r(i) < -clearance;
        if (!high && !low)
            continue;
        const double stop = high ? clearance : -clearance;
        const double f = stiffness * (r(i) - stop) + damping * v(i);
        if (high ? f <= 0 : f >= 0)
            continue; // the dashpot would pull
        out.f(i) = f;
        out.df_dr(i, i) = stiffness;
        out.df_dv(i, i) = damping;
    }
}

Bound Gap::bound(Index, double) const
{
    return {stiffness, damping};
}

JointPhases Gap::phases_at(const JointVector& r, const JointVector& v) const
{
    JointPhases phases;
    for (Index i = 0; i < r.size(); ++i) {
        const int side = r(i) > clearance ? 1 : both_sides && r(i) < -clearance ? -1 : 0;
        const double pushes = stiffness * (std::abs(r(i)) - clearance) + damping * side * v(i);
        phases.codes.push_back(pushes > 0 ? side : 2 * side);
    }
    return phases;
}

void Gap::piece(const JointPhases& phases, JointPiece& out) const
{
    const double drag = damping / stiffness; // force over stiffness
    for (Index i = 0; i < out.at.size(); ++i) {
        const int phase = phases.codes[static_cast<std::size_t>(i)], side = sign(phase);
        if (phase == 0) {
            out.add_guard(i, clearance, -1, 0);
            if (both_sides)
                out.add_guard(i, clearance, 1, 0);
        } else if (std::abs(phase) == 1) {
            out.stiffness(i, i) = stiffness;
            out.at(i) = side * clearance;
            out.damping(i, i) = damping;
            out.add_guard(i, -clearance, side, drag * side);
        } else {
            out.add_guard(i, -clearance, side, 0);
            out.add_guard(i, clearance, -side, -drag * side);
        }
    }
}

void Gap::pass(JointPhases& phases, int guard, const JointVector& r, const JointVector&) const
{
    for (Index i = 0; i < r.size(); ++i) {
        int& phase = phases.codes[static_cast<std::size_t>(i)];
        const int side = sign(phase);
        const int n = std::abs(phase) == 1 || (phase == 0 && !both_sides) ? 1 : 2;
        if (guard >= n) {
            guard -= n;
            continue;
        }
        if (phase == 0)
            phase = guard == 0 ? 1 : -1;
        else if (std::abs(phase) == 1)
            phase = damping > 0 && side * r(i) > clearance ? 2 * side : 0;
        else
            phase = guard == 0 ? 0 : side;
        break;
    }
}

double Gap::potential(const JointVector& r) const
{
    double energy = 0;
    for (Index i = 0; i < r.size(); ++i) {
        const double beyond = std::max(0.0, (both_sides ? std::abs(r(i)) : r(i)) - clearance);
        energy += stiffness / 2 * beyond * beyond;
    }
    return energy;
}

std::optional<JointLaw> Gap::without_dashpot() const
{
    if (damping == 0)
        return std::nullopt;
    return Gap({stiffness, clearance, both_sides});
}

std::string_view Gap::harmonic_condition() const
{
    return "without damping";
}

std::string_view Gap::harmonic_obstacle() const
{
    return damping == 0 ? "" : "with damping";
}

void Gap::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                         HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Index rows = rows_of(work.harmonics, R);
    if (!prepare(work.harmonics, rows, R, lambda, out))
        return;
    for (Index row = 0; row < rows; ++row) {
        add_stop({-stiffness * clearance, stiffness, 1}, row, R, lambda, work, out);
        if (both_sides)
            add_stop({-stiffness * clearance, stiffness, -1}, row, R, lambda, work, out);
    }
}

// In touch where sign r > clearance.
void Gap::read_cycle(const VectorIn& R, HarmonicWorkspace& work, HarmonicForce&,
                     TangentCycle& out) const
{
    const Index size = work.harmonics.size(), rows = R.size() / size;
    out.start.assign(static_cast<std::size_t>(rows), 0);
    out.events.clear();
    for (Index i = 0; i < rows; ++i)
        for (const int side : {1, -1}) {
            if (side < 0 && !both_sides)
                continue;
            assign(work.harmonics, R.data() + i * size, side, work.normal);
            work.normal.mean -= clearance;
            work.finder.find(work.normal, 0, work.openings);
            const bool touches =
                work.openings.empty() ? work.normal.mean > 0 : !work.openings.front().rising;
            if (touches)
                out.start[static_cast<std::size_t>(i)] = 1;
            for (const SignChange& change : work.openings)
                out.events.push_back(
                    {change.theta, i, static_cast<signed char>(change.rising ? 1 : 0)});
        }
}

void Gap::tangent(const signed char* states, Index rows, StateTangent& out) const
{
    for (Index i = 0; i < rows; ++i)
        if (states[i] == 1)
            out.entries.push_back({i, i, stiffness});
}

} // namespace slideway::contact
