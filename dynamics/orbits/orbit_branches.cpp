#include "dynamics/orbits/orbit_branches.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "continuation/network.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace slideway::dynamics {

namespace {

class Follower {
public:
    Follower(const OrbitFamily& family, const std::vector<ModalOutput>& outputs,
             const OrbitBranchOptions& options, const Progress& progress, OrbitBranches known = {})
        : family_(family), o_(options), tracers_(family, outputs, options, progress),
          out_(std::move(known))
    {
    }

    OrbitBranches follow(const PeriodicMotion& start, double p);
    OrbitBranches add(const std::optional<continuation::Place>& place);
    [[nodiscard]] continuation::Network network();

private:
    [[nodiscard]] OrbitBranch leaving(continuation::Place place);
    /// True if the motions of a branch are their own mirrors, in whatever form.
    [[nodiscard]] bool are_own_mirrors(const OrbitBranch& orbit_branch);
    [[nodiscard]] std::optional<std::string> follow_from(continuation::Place place);
    void report(continuation::Place place, const std::string& why);

    const OrbitFamily& family_;
    const OrbitBranchOptions& o_;
    OrbitTracers tracers_;
    OrbitBranches out_;
};

bool Follower::are_own_mirrors(const OrbitBranch& orbit_branch)
{
    const Index middle = orbit_branch.branch.n_points() / 2;
    return orbit_branch.form.half ||
           tracers_.of(orbit_branch.form)
               .are_own_mirrors(orbit_branch.branch.x.col(middle), orbit_branch.branch.p(middle));
}

// Branch that leaves another one where it `leads_off`. Without points if that fails; its message
// has the reason.
OrbitBranch Follower::leaving(continuation::Place place)
{
    const OrbitBranch& from = out_.branches[place.branch];
    const Index k = place.point, size = 2 * family_.m();
    const double p = from.branch.p(k);
    const Vector x = from.branch.x.col(k), z = x.head(size);
    OrbitForm form = from.form;
    if (const int several = from.multiplicity[static_cast<std::size_t>(k)]; several > 1) {
        OrbitBranch none;
        none.branch.back.message = std::to_string(several) +
                                   " multipliers at once, as of equal parts: the linearised motion "
                                   "does not determine the directions of the branches";
        return none;
    }
    // Motions that are their own mirror have both kinds of branch points. If they keep that
    // symmetry at one, it is a crossing of two such branches.
    const bool keeps_mirror =
        form.half && from.branch.kind_of(k) == continuation::PointKind::branch_point;
    if (!keeps_mirror &&
        (from.labels[static_cast<std::size_t>(k)] == OrbitLabel::period_doubling || form.half)) {
        const Vector v = direction_at(tracers_.of(form).equations().at(x, p).map, -1);
        if (form.half)
            form.half = false;
        else
            form.periods *= 2;
        form.nodes = form.periods;
        return tracers_.of(form).leaving(z, p, v);
    }
    const bool inside = from.branch.closed() || (k > 0 && k + 1 < from.branch.n_points());
    OrbitTracer& same = tracers_.of(form);
    if (inside && same.are_own_mirrors(x, p))
        if (const Vector v = direction_at(same.equations().at(x, p).map, 1);
            !same.direction_keeps_mirror(z, p, v))
            return same.leaving(z, p, v);
    if (inside)
        return same.crossing(from.branch, k);
    // It ends at motions of more symmetry, which it leaves there.
    if (form.periods % 2 == 0) {
        form.periods /= 2;
        form.nodes = form.periods;
    } else {
        form.half = true;
    }
    const std::vector<Vector> states = tracers_.states_of(form, z, p);
    for (const OrbitBranch& known : out_.branches)
        if (known.form.periods == form.periods && (!form.half || are_own_mirrors(known)) &&
            tracers_.passes(known, states, p))
            return {}; // it passes there without a label of its own
    OrbitTracer& tracer = tracers_.of(form);
    return tracer.both_ways(tracer.equations().nodes_of(z, p), p, orbit_flip);
}

std::optional<std::string> Follower::follow_from(continuation::Place place)
{
    OrbitBranch branch;
    try {
        branch = leaving(place);
    } catch (const std::runtime_error& error) { // the others continue
        return error.what();
    }
    std::string why;
    out_.interrupted = continuation::interrupted(branch.branch);
    if (branch.branch.n_points() < 2) {
        why = branch.branch.back.message;
        if (why.empty() && !o_.branches)
            why = "its motions are on a branch that is known";
    } else {
        branch.parent = static_cast<Index>(place.branch);
        branch.parent_point = place.point;
        out_.branches.push_back(std::move(branch));
    }
    return out_.interrupted ? std::nullopt : std::optional(why);
}

continuation::Network Follower::network()
{
    return {.branches =
                [this] {
                    std::vector<const continuation::Branch*> out;
                    for (const OrbitBranch& branch : out_.branches)
                        out.push_back(&branch.branch);
                    return out;
                },
            .scales = OrbitScales{family_.energy_weights(), 1, std::abs(o_.to - o_.from)},
            .follow = [this](continuation::Place place) { return follow_from(place); },
            .leads_off =
                [this](continuation::Place end_place) {
                    return leads_off(out_.branches[end_place.branch], end_place.point, o_);
                },
            .solutions =
                [this](continuation::Place other_place) {
                    const OrbitBranch& orbit_branch = out_.branches[other_place.branch];
                    return tracers_.states_of(orbit_branch.form,
                                              orbit_branch.branch.x.col(other_place.point),
                                              orbit_branch.branch.p(other_place.point));
                },
            .most = OrbitBranches::most};
}

void Follower::report(continuation::Place place, const std::string& why)
{
    const bool over_Omega = family_.parameter().kind == OrbitParameter::Kind::Omega;
    const OrbitBranch& branch = out_.branches[place.branch];
    out_.not_followed.push_back(
        std::string(name_of(branch.labels[static_cast<std::size_t>(place.point)])) + " at " +
        number_text(branch.branch.p(place.point), 11) + (over_Omega ? " rad/s" : "") +
        " of branch " + std::to_string(place.branch + 1) + ": " + why);
}

OrbitBranches Follower::follow(const PeriodicMotion& start, double p)
{
    out_.branches.push_back(tracers_.of(start.form).both_ways(start.z, p));
    out_.interrupted = continuation::interrupted(out_.branches.back().branch);
    return add({});
}

OrbitBranches Follower::add(const std::optional<continuation::Place>& place)
{
    try {
        if (place && !out_.interrupted) {
            const std::optional<std::string> why = follow_from(*place);
            if (why && !why->empty() && !o_.branches)
                report(*place, *why);
        }
        if (o_.branches && !out_.interrupted)
            for (const auto& [left, why] : continuation::follow_all(network()))
                if (!why.empty())
                    report(left, why);
    } catch (const Interrupted&) { // before the first point of a branch
        out_.interrupted = true;
    }
    out_.n_evaluations += tracers_.n_evaluations();
    out_.tolerance = std::max(out_.tolerance, tracers_.tolerance());
    return std::move(out_);
}

} // namespace

bool leads_off(const OrbitBranch& branch, Index k, const OrbitBranchOptions& o)
{
    const OrbitLabel label = branch.labels[static_cast<std::size_t>(k)];
    const double p = branch.branch.p(k);
    return p >= std::min(o.from, o.to) && p <= std::max(o.from, o.to) &&
           (label == OrbitLabel::branch_point ||
            (label == OrbitLabel::period_doubling && 2 * branch.form.periods <= o.max_periods));
}

OrbitBranches orbit_branches(const OrbitFamily& family, const PeriodicMotion& start, double p,
                             const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                             const Progress& progress)
{
    check(o);
    return Follower(family, outputs, o, progress).follow(start, p);
}

std::vector<continuation::Place>
missing_branches(const OrbitFamily& family, const OrbitBranches& known, const OrbitBranchOptions& o)
{
    check(o);
    return continuation::missing(Follower(family, {}, o, {}, known).network());
}

OrbitBranches add_branches(const OrbitFamily& family, OrbitBranches known,
                           const std::optional<continuation::Place>& place,
                           const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o,
                           const Progress& progress)
{
    check(o);
    return Follower(family, outputs, o, progress, std::move(known)).add(place);
}

SampledOrbit sampled(const OrbitFamily& given, const OrbitForm& form, const Vector& z, double p,
                     int samples_per_period)
{
    OrbitFamily family = given;
    family.move_to(p);
    const Index n = static_cast<Index>(form.periods) * samples_per_period;
    SampledOrbit out{Vector::LinSpaced(n + 1, 0, two_pi * form.periods), Matrix(z.size(), n + 1)};
    out.z.col(0) = z;
    const PassageOptions options;
    for (Index k = 0; k < n; ++k)
        out.z.col(k + 1) =
            family
                .passage(out.z.col(k), out.phase(k),
                         two_pi / samples_per_period / family.system().Omega, options)
                .end;
    return out;
}

} // namespace slideway::dynamics
