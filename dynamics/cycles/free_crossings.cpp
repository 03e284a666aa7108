#include "dynamics/cycles/free_tracer.hpp"

#include "continuation/pieces.hpp"
#include "continuation/switch_branch.hpp"

#include <cmath>
#include <utility>

// Curves that cross others at branch points.

namespace slideway::dynamics {

using continuation::Branch;
using continuation::PointKind;

namespace {

// Difference of the logarithm of the energy at which a crossing belongs to a change of stability.
constexpr double same_crossing = 1e-3;

} // namespace

// The motion of a branch at p, where it first passes it.
std::optional<Vector> FreeTracer::point_at(const Branch& branch, double p)
{
    const auto found = continuation::crossings(branch.p, p);
    if (found.empty())
        return std::nullopt;
    const auto [k, share] = found.front();
    Vector x = (1 - share) * branch.x.col(k) + share * branch.x.col(k + 1);
    return correct(x, p) ? std::optional(x) : std::nullopt;
}

// Whether a branch that has just begun is another one begun later, mirrored, or backwards in time.
bool FreeTracer::mirrors(const Part& half, const Part& other)
{
    const Index last = half.branch.n_points() - 1;
    if (last < 1)
        return false;
    const double p = half.branch.p(last);
    use(other.equations);
    const std::optional<Vector> x = point_at(other.branch, p);
    if (!x)
        return false;
    const Signature there = signature(*x, p);
    use(half.equations);
    return signature(half.branch.x.col(last), p) == there;
}

// Where the curve begins that crosses at a junction, by equations of its or of any symmetry. Empty:
// none; `why` says why.
std::optional<FreeTracer::StartOf> FreeTracer::crossing_at(const Junction& junction,
                                                           std::shared_ptr<FreeEquations> equations,
                                                           std::string& why)
{
    use(equations);
    continuation::Start start = junction.point.start;
    if (equations != junction.point.equations)
        start = carried(*junction.point.equations, start);
    Branch parent;
    parent.x = start.x;
    parent.tangent = start.tangent;
    parent.p = Vector::Constant(1, start.p);
    parent.kind = {static_cast<int>(PointKind::branch_point)};
    continuation::Options options;
    options.scales = equations->scales(start.x, start.p);
    options.newton.residual_tol = o_.tolerance;
    equations->take_phase(start.x);
    const continuation::Switch crossed = continuation::switch_branch(problem_, parent, 0, options);
    why = crossed.message;
    if (crossed.starts.empty() || std::abs(crossed.starts.front().p - start.p) > same_crossing)
        return std::nullopt;
    return StartOf{std::move(equations), crossed.starts.front()};
}

// Start of the crossing curve, or nothing if it is left out; `why` gets the reason.
std::optional<FreeTracer::StartOf> FreeTracer::crossing_at(const Junction& junction,
                                                           std::string& why)
{
    const FreeEquations& own = *junction.point.equations;
    std::optional<StartOf> crossing = crossing_at(junction, junction.point.equations, why);
    if (!crossing)
        if (std::shared_ptr<FreeEquations> any_symmetry =
                own.without_symmetry(junction.point.start.x))
            crossing = crossing_at(junction, std::move(any_symmetry), why);
    if (!crossing)
        return std::nullopt;
    const Vector& there = crossing->start.x;
    if (const int times = crossing->equations->repeats(there); times > 1) {
        why = "meets motions of which it repeats one " + std::to_string(times) +
              " times; they are not followed from here";
        return std::nullopt;
    }
    const std::string mode =
        crossing->equations->lone_mode(there, crossing->start.tangent.head(there.size()));
    if (!mode.empty()) {
        why = "what crosses is " + mode + ", coupled weakly; not followed";
        return std::nullopt;
    }
    return crossing;
}

void FreeTracer::follow_crossing(std::size_t crossing)
{
    const Junction junction = crossings_[crossing];
    std::string why;
    const std::optional<StartOf> crossed = crossing_at(junction, why);
    if (!crossed) {
        out_.curves[junction.curve].notes[static_cast<std::size_t>(junction.at)] = why;
        return;
    }
    constexpr int begun = 10; // points that identify a mirror
    std::optional<Part> first;
    // Towards larger energies first: the sign of a direction that is found is round-off's.
    const int up = crossed->start.tangent(crossed->equations->n()) < 0 ? -1 : 1;
    for (const int direction : {up, -up}) {
        StartOf start = *crossed;
        start.start.direction = direction;
        if (first) {
            const Traced half = follow(start, begun, true, false);
            if (!half.parts.empty() && mirrors(half.parts.front(), *first))
                return;
        }
        if (full())
            return;
        Traced traced = follow(start, o_.max_points, true, true);
        traced.curve.parent = static_cast<Index>(junction.curve);
        traced.curve.at = junction.at;
        if (!traced.parts.empty())
            first = traced.parts.front();
        add(std::move(traced));
    }
}

// Without what leaves in a range of energies that is narrower than steps: it would be stepped over.
void FreeTracer::leave_out_narrow(Traced& traced) const
{
    std::vector<Junction> kept;
    std::vector<Junction>& met = traced.junctions;
    for (std::size_t i = 0; i < met.size(); ++i) {
        const bool has_next = i + 1 < met.size();
        if (!has_next || !met[i].by_stability || !met[i + 1].by_stability ||
            std::abs(met[i].motion.p - met[i + 1].motion.p) > o_.max_step / 2) {
            kept.push_back(std::move(met[i]));
            continue;
        }
        for (const Junction* narrow : {&met[i], &met[i + 1]})
            traced.curve.notes[static_cast<std::size_t>(narrow->at)] =
                "what crosses lies between energies closer than steps; not followed";
        ++i;
    }
    met = std::move(kept);
}

void FreeTracer::follow_crossings()
{
    for (std::size_t k = 0; k < crossings_.size(); ++k)
        if (!crossings_[k].done && !full())
            follow_crossing(k);
}

} // namespace slideway::dynamics
