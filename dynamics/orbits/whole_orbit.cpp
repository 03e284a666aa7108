#include "dynamics/orbits/whole_orbit.hpp"

#include "dynamics/orbits/passage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace slideway::dynamics {

namespace {

using std::numbers::pi;

// (r, v) of the rows of a joint.
std::pair<Vector, Vector> motion_of(const JointOnModes& modes, const VectorIn& z, double Omega,
                                    double phase)
{
    const Index m = z.size() / 2;
    const ComplexVector moved = modes.follow * std::polar(1.0, phase);
    return {modes.rows * z.head(m) + moved.real(),
            modes.rows * z.tail(m) + (Complex(0, Omega) * moved).real()};
}

bool acts(const contact::JointPiece& piece, Index row)
{
    return piece.constant(row) != 0 || piece.cubic(row) != 0 ||
           !piece.stiffness.row(row).isZero(0) || !piece.damping.row(row).isZero(0) ||
           std::any_of(piece.terms.begin(), piece.terms.end(),
                       [row](const contact::JointPiece::Term& term) { return term.row == row; });
}

int side_of(const std::vector<OrbitEquations::Stop>& stops, const OrbitEvent& event)
{
    double nearest = std::numeric_limits<double>::infinity();
    int side = 0;
    for (const OrbitEquations::Stop& stop : stops) {
        const double apart = std::abs(event.displacement - stop.level);
        if (stop.joint != event.joint || stop.row != event.row || apart >= nearest)
            continue;
        nearest = apart;
        side = stop.side;
    }
    return side;
}

// Changes of phase with what they do; those between two phases without force are none.
std::vector<OrbitEvent> events_of(const OrbitFamily& family, const OrbitEquations::At& motion,
                                  double tolerance)
{
    const Index size = 2 * family.m();
    const double Omega = family.system().Omega, T = 2 * pi / Omega;
    const std::vector<ModalLaw>& joints = family.joints();
    std::vector<contact::JointPhases> phases = phases_of(joints, Omega, motion.x.head(size));
    PassageOptions options;
    options.tolerance = tolerance;
    std::vector<OrbitEvent> list;
    for (const JointEvent& event : motion.events) {
        const ModalLaw& joint = joints[event.joint];
        const auto kind = pass_event(joint, event, phases[event.joint]);
        if (!kind)
            continue;
        OrbitEvent out;
        out.phase = Omega * event.time;
        out.joint = event.joint;
        out.row = event.row;
        out.kind = *kind;
        const auto node = std::min(static_cast<Index>(event.time / T), motion.x.size() / size - 1);
        Vector z = motion.x.segment(size * node, size);
        if (const double later = event.time - static_cast<double>(node) * T; later > 0)
            z = family.passage(z, 0, later, options).end;
        const auto [r, v] = motion_of(joint.on, z, Omega, out.phase);
        out.displacement = r(event.row);
        out.speed = v(event.row);
        out.side = side_of(motion.stops, out);
        list.push_back(out);
    }
    return list;
}

// States one period apart, of nodes that are half of one apart their own mirrors too.
Vector one_period_apart(OrbitEquations& equations, const OrbitForm& form, const Vector& x, double p)
{
    const Index size = 2 * equations.m(), n = form.periods;
    if (form.nodes != form.periods || x.size() != size * form.nodes)
        return equations.nodes_of(x.head(size), p);
    if (!form.half)
        return x;
    Vector nodes(size * n);
    for (Index k = 0; k < n; ++k) {
        const double mirror = 2 * k < n ? 1 : -1;
        nodes.segment(size * k, size) = mirror * x.segment(size * (2 * k % n), size);
    }
    return nodes;
}

} // namespace

std::vector<contact::JointPhases> phases_of(const std::vector<ModalLaw>& joints, double Omega,
                                            const VectorIn& z)
{
    std::vector<contact::JointPhases> phases;
    for (const ModalLaw& joint : joints) {
        const auto [r, v] = motion_of(joint.on, z, Omega, 0);
        phases.push_back(joint.law->phases_at(r, v));
    }
    return phases;
}

std::optional<OrbitEventKind> pass_event(const ModalLaw& joint, const JointEvent& event,
                                         contact::JointPhases& phases)
{
    contact::JointPiece before, after;
    contact::piece_of(joint.law, phases, before);
    phases.codes[static_cast<std::size_t>(event.row)] = event.after;
    contact::piece_of(joint.law, phases, after);
    const bool acted = acts(before, event.row), will = acts(after, event.row);
    if (acted != will)
        return will ? OrbitEventKind::closing : OrbitEventKind::opening;
    if (acted)
        return OrbitEventKind::other;
    return std::nullopt;
}

WholeOrbit whole_orbit(const OrbitFamily& family, const OrbitForm& form, const Vector& x, double p,
                       const std::vector<ModalOutput>& outputs, double tolerance,
                       int samples_per_period)
{
    OrbitEquations equations(family, {form.periods, false, form.periods}, outputs, tolerance);
    const Vector z = x.head(2 * family.m());
    const OrbitEquations::At& motion = equations.at(one_period_apart(equations, form, x, p), p);
    const JointedSystem& system = equations.family().system();
    WholeOrbit out;
    out.periods = form.periods;
    out.p = p;
    out.Omega = system.Omega;
    out.multipliers = motion.stability.multipliers;
    out.stable = motion.stability.stable;
    if (form.periods % 2 == 1)
        out.symmetry = equations.symmetry_index(z, p);
    for (const MotionExtremum& extremum : motion.extrema)
        if (extremum.of >= equations.first_output())
            out.extrema.push_back({extremum.of - equations.first_output(),
                                   system.Omega * extremum.time, extremum.value, extremum.maximum});
    out.events = events_of(equations.family(), motion, tolerance);
    out.stops = motion.stops;
    out.samples = sampled(family, form, z, p, samples_per_period);
    return out;
}

PeriodicMotion motion_between(const OrbitFamily& family, const OrbitBranch& orbit_branch, Index k,
                              double p, const OrbitBranchOptions& options)
{
    const continuation::Branch& branch = orbit_branch.branch;
    const double share = (p - branch.p(k)) / (branch.p(k + 1) - branch.p(k));
    const Vector x = (1 - share) * branch.x.col(k) + share * branch.x.col(k + 1);
    return periodic_motion(family, x.head(2 * family.m()), p, orbit_branch.form.periods,
                           orbit_branch.form.half, options);
}

} // namespace slideway::dynamics
