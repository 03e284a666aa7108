#include "dynamics/orbits/orbit_restart.hpp"

#include "base/error.hpp"
#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "dynamics/orbits/orbit_tracer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace slideway::dynamics {

using continuation::End;
using continuation::PointKind;
using continuation::Stop;

namespace {

// Residual, share of the size of a state: far above what round-off of another compiler leaves of an
// unstable motion, far below what a change of a model makes.
constexpr double other_model = 1e-6;
constexpr double on_branch = 1e-9; // also relative: what is located there leaves less

std::string branch_name(std::size_t branch)
{
    return "branch " + std::to_string(branch + 1);
}

std::string place(const OrbitFamily& family, double p)
{
    return number_text(p, 11) +
           (family.parameter().kind == OrbitParameter::Kind::Omega ? " rad/s" : "");
}

void check_inside(const OrbitFamily& family, double p, const OrbitBranchOptions& o)
{
    const auto [low, high] = std::minmax(o.from, o.to);
    if (p < low || p > high)
        throw InputError("the motion lies at " + place(family, p) +
                         ", outside the range of this case, " + place(family, low) + " to " +
                         place(family, high));
}

void check_unknowns(const OrbitFamily& family, const std::vector<OrbitBranch>& branches,
                    std::size_t b)
{
    const OrbitForm& form = branches[b].form;
    if (form.periods < 1 || form.nodes != form.periods || (form.half && form.periods % 2 == 0) ||
        branches[b].branch.n_points() == 0 ||
        branches[b].labels.size() != static_cast<std::size_t>(branches[b].branch.n_points()))
        throw InputError(branch_name(b) + " is none of periodic motions");
    if (const Index n = branches[b].branch.x.rows(); n != 2 * family.m() * form.nodes)
        throw InputError(branch_name(b) + " has " + std::to_string(n) +
                         " unknowns, this case has " + std::to_string(2 * family.m() * form.nodes));
}

// Residual of a motion, of one that is its own mirror by the half period: right beyond a hard stop
// the second half makes much of what the first one leaves.
double residual_of(OrbitTracers& tracers, const OrbitForm& form, const Vector& x, double p)
{
    OrbitTracer& tracer = tracers.of(form);
    const double whole = tracer.equations().residual(x, p);
    if (whole <= other_model || !tracer.are_own_mirrors(x, p))
        return whole;
    OrbitForm half = form;
    half.half = true;
    OrbitEquations& halves = tracers.of(half).equations();
    const Vector nodes = halves.nodes_of(x.head(2 * halves.m()), p);
    return nodes.size() > 0 ? halves.residual(nodes, p) : whole;
}

void check_kept(const OrbitFamily& family, const std::vector<OrbitBranch>& branches, std::size_t b,
                std::size_t n_outputs, OrbitTracers& tracers)
{
    const OrbitBranch& branch = branches[b];
    const auto n = static_cast<Index>(orbit_outputs + 2 * n_outputs);
    if (branch.branch.monitors.rows() != n)
        throw InputError(branch_name(b) + " has " + std::to_string(branch.branch.monitors.rows()) +
                         " monitors, this case " + std::to_string(n));
    if (const std::string asymmetry = family.asymmetry(); branch.form.half && !asymmetry.empty())
        throw InputError(
            branch_name(b) +
            " consists of motions that are their own mirror, but the system is not symmetric: " +
            asymmetry);
    // At points where its motions differ most.
    for (Index k = 0; k < branch.branch.n_points(); ++k) {
        if (k > 0 && k + 1 < branch.branch.n_points() &&
            branch.labels[static_cast<std::size_t>(k)] == OrbitLabel::none)
            continue;
        const double p = branch.branch.p(k),
                     off = residual_of(tracers, branch.form, branch.branch.x.col(k), p);
        if (!(off <= other_model))
            throw InputError("the motion at " + place(family, p) + " of " + branch_name(b) +
                             " does not solve the equations of this case: off by " +
                             number_text(off, 2) +
                             " of its size; expected results of the same model with the same "
                             "joints, loads and damping");
    }
}

void check_label(const OrbitFamily& family, const OrbitRestart& r, const OrbitBranchOptions& o)
{
    const OrbitBranch& branch = r.branches[r.at.branch];
    if (!leads_off(branch, r.at.point, o))
        throw InputError(
            "no branch leaves there" +
            (branch.labels[static_cast<std::size_t>(r.at.point)] == OrbitLabel::period_doubling
                 ? " within max_periods: its motions have " +
                       std::to_string(2 * branch.form.periods) + " periods"
                 : ""));
    const std::vector<continuation::Place> missing = missing_branches(family, {r.branches, {}}, o);
    if (std::none_of(missing.begin(), missing.end(), [&](const continuation::Place& place) -> bool {
            return place.branch == r.at.branch && place.point == r.at.point;
        }))
        throw InputError("the results hold the other branch there already");
}

// The point of a branch with the label of a point of another one, where the parameter is nearest.
Index nearest_alike(const OrbitBranch& branch, const OrbitBranch& other, Index point)
{
    Index nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < branch.branch.n_points(); ++k)
        if (const double apart = std::abs(branch.branch.p(k) - other.branch.p(point));
            apart < least && branch.labels[static_cast<std::size_t>(k)] ==
                                 other.labels[static_cast<std::size_t>(point)]) {
            least = apart;
            nearest = k;
        }
    return nearest;
}

// Branches that are taken up at their ends.
class Extension {
public:
    Extension(std::vector<OrbitBranch> branches, OrbitTracers& tracers)
        : tracers_(tracers), branches_(std::move(branches))
    {
    }

    [[nodiscard]] bool leads_on(std::size_t b, End end)
    {
        return tracers_.of(branches_[b].form).leads_on(branches_[b].branch, end);
    }
    void go_on(std::size_t b, End end);
    void go_on_where_it_leads(std::size_t b);
    [[nodiscard]] bool interrupted() const { return interrupted_; }
    [[nodiscard]] std::size_t n() const { return branches_.size(); }
    [[nodiscard]] std::vector<OrbitBranch> take() { return std::move(branches_); }

private:
    void turn(std::size_t b);
    [[nodiscard]] bool holds(std::size_t b, const OrbitBranch& other);
    void unite(std::size_t b);
    void move_children(std::size_t b, Index index, bool turned);

    OrbitTracers& tracers_;
    std::vector<OrbitBranch> branches_;
    bool interrupted_ = false;
};

// Points of a branch have got other numbers.
void Extension::move_children(std::size_t b, Index index, bool turned)
{
    for (OrbitBranch& child : branches_)
        if (child.parent == static_cast<Index>(b))
            child.parent_point = index + (turned ? -1 : 1) * child.parent_point;
}

void Extension::turn(std::size_t b)
{
    OrbitBranch& branch = branches_[b];
    branch.branch = continuation::reversed(std::move(branch.branch));
    std::reverse(branch.labels.begin(), branch.labels.end());
    std::reverse(branch.notes.begin(), branch.notes.end());
    std::reverse(branch.multiplicity.begin(), branch.multiplicity.end());
    move_children(b, branch.branch.n_points() - 1, true);
}

void Extension::go_on(std::size_t b, End end)
{
    OrbitBranch& branch = branches_[b];
    const Index before = branch.branch.n_points();
    tracers_.of(branch.form).go_on(branch, end);
    const bool front = end == End::front;
    if (front)
        move_children(b, branch.branch.n_points() - before, false);
    interrupted_ = (front ? branch.branch.front : branch.branch.back).stop == Stop::interrupted;
}

void Extension::go_on_where_it_leads(std::size_t b)
{
    const Index before = branches_[b].branch.n_points();
    if (leads_on(b, End::back))
        go_on(b, End::back);
    if (!interrupted_ && leads_on(b, End::front)) {
        // Interrupted on its first way, the other one follows in the order of a run.
        const bool begun = branches_[b].branch.front.stop != Stop::start;
        if (!begun)
            turn(b);
        go_on(b, begun ? End::front : End::back);
    }
    if (branches_[b].branch.n_points() > before)
        unite(b);
}

// Whether both ends of another branch are points of branch b now.
bool Extension::holds(std::size_t b, const OrbitBranch& other)
{
    if (other.form != branches_[b].form)
        return false;
    for (const Index k : {Index(0), other.branch.n_points() - 1}) {
        const double p = other.branch.p(k);
        if (!tracers_.passes(branches_[b], tracers_.states_of(other.form, other.branch.x.col(k), p),
                             p))
            return false;
    }
    return true;
}

// Leaves out branches that are a part of branch b now; those found there were found on b.
void Extension::unite(std::size_t b)
{
    for (std::size_t other = b + 1; other < branches_.size();) {
        const OrbitBranch branch = branches_[other];
        if (!holds(b, branch)) {
            ++other;
            continue;
        }
        branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(other));
        for (OrbitBranch& child : branches_)
            if (child.parent == static_cast<Index>(other)) {
                child.parent = static_cast<Index>(b);
                child.parent_point = nearest_alike(branches_[b], branch, child.parent_point);
            } else if (child.parent > static_cast<Index>(other)) {
                --child.parent;
            }
    }
}

OrbitBranches from_ends(const OrbitRestart& r, OrbitTracers& tracers)
{
    Extension extension(r.branches, tracers);
    OrbitBranches out;
    try {
        if (r.from == OrbitRestart::From::ends)
            for (std::size_t b = 0; b < extension.n() && !extension.interrupted(); ++b)
                extension.go_on_where_it_leads(b);
        else if (const End end = r.from == OrbitRestart::From::front ? End::front : End::back;
                 extension.leads_on(r.at.branch, end))
            extension.go_on(r.at.branch, end);
    } catch (const Interrupted&) { // before the branch at hand got a point
        out.interrupted = true;
    }
    out.interrupted = out.interrupted || extension.interrupted();
    out.branches = extension.take();
    return out;
}

CheckedRestart::Beginning beginning_of(const OrbitFamily& given, const OrbitRestart& r,
                                       OrbitTracers& tracers)
{
    const OrbitBranch& branch = r.branches[r.at.branch];
    OrbitFamily family = given;
    family.move_to(r.p);
    CheckedRestart::Beginning out{branch.form, branch.branch.x.col(r.at.point),
                                  std::numeric_limits<double>::infinity()};
    if (branch.form.half && !family.asymmetry().empty()) {
        out.form.half = false;
        const Vector z = out.x.head(2 * family.m());
        out.x = tracers.of(out.form).equations().nodes_of(z, r.p);
    }
    if (out.x.size() > 0)
        out.off = residual_of(tracers, out.form, out.x, r.p);
    return out;
}

OrbitBranches from_motion(const OrbitFamily& family, const CheckedRestart& r, OrbitTracers& tracers,
                          const OrbitBranchOptions& o)
{
    const OrbitBranch& orbit_branch = r.branches[r.at.branch];
    const CheckedRestart::Beginning& from = r.beginning.value();
    OrbitBranches out;
    const auto keep = [&](OrbitBranch branch) {
        out.interrupted = continuation::interrupted(branch.branch);
        if (branch.branch.n_points() > 0)
            out.branches.push_back(std::move(branch));
        else
            out.not_followed.push_back(branch.branch.back.message);
    };
    if (from.x.size() == 0) {
        out.not_followed.emplace_back("the motion breaks off");
        return out;
    }
    OrbitTracer& tracer = tracers.of(from.form);
    if (r.on_branch && from.off <= std::max(on_branch, 100 * o.tolerance)) {
        continuation::Start start = continuation::start_at(orbit_branch.branch, r.at.point, -1);
        if (start.kind == PointKind::regular || start.kind == PointKind::bound)
            start.kind = PointKind::start;
        keep(tracer.both_ways(start));
        return out;
    }
    if (!r.correction()) {
        const int monitor = orbit_branch.branch.monitor[static_cast<std::size_t>(r.at.point)];
        keep(from.form == orbit_branch.form && monitor >= 0
                 ? tracer.both_ways(from.x, r.p, monitor)
                 : tracer.both_ways(continuation::start_of(from.x, r.p, -1)));
        return out;
    }
    const PeriodicMotion motion =
        periodic_motion(family, from.x.head(2 * family.m()), r.p, from.form.periods, {}, o);
    if (!motion.found) {
        out.not_followed.push_back(motion.message);
        return out;
    }
    keep(tracers.of(motion.form).both_ways(motion.z, r.p));
    return out;
}

} // namespace

CheckedRestart checked(const OrbitFamily& family, OrbitRestart restart,
                       const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o)
{
    check(o);
    CheckedRestart r{std::move(restart), {}};
    if (r.at.branch >= r.branches.size())
        throw InputError("there is no " + branch_name(r.at.branch) + ", but 1 to " +
                         std::to_string(r.branches.size()));
    const Progress none;
    OrbitTracers tracers(family, outputs, o, none);
    for (std::size_t b = 0; b < r.branches.size(); ++b)
        if (r.keeps() || b == r.at.branch)
            check_unknowns(family, r.branches, b);
    for (std::size_t b = 0; r.keeps() && b < r.branches.size(); ++b)
        check_kept(family, r.branches, b, outputs.size(), tracers);
    if (const Index last = r.branches[r.at.branch].branch.n_points() - 1;
        r.at.point < 0 || r.at.point > last)
        throw InputError("the branch has no point " + std::to_string(r.at.point) + ", but 0 to " +
                         std::to_string(last));
    if (r.from == OrbitRestart::From::label) {
        check_inside(family, r.branches[r.at.branch].branch.p(r.at.point), o);
        check_label(family, r, o);
    }
    if (r.from == OrbitRestart::From::motion) {
        check_inside(family, r.p, o);
        r.beginning = beginning_of(family, r, tracers);
    }
    return r;
}

std::optional<double> CheckedRestart::correction() const
{
    return !beginning || beginning->off <= other_model ? std::nullopt
                                                       : std::optional(beginning->off);
}

std::string ended(const OrbitFamily& family, const OrbitRestart& r,
                  const std::vector<ModalOutput>& outputs, const OrbitBranchOptions& o)
{
    using enum OrbitRestart::From;
    if (r.from == label || r.from == motion)
        return "";
    const Progress none;
    OrbitTracers tracers(family, outputs, o, none);
    const auto leads_on = [&](std::size_t b, End end) -> bool {
        return tracers.of(r.branches[b].form).leads_on(r.branches[b].branch, end);
    };
    bool more = r.from == front && leads_on(r.at.branch, End::front);
    more = more || (r.from == back && leads_on(r.at.branch, End::back));
    for (std::size_t b = 0; r.from == ends && b < r.branches.size(); ++b)
        more = more || leads_on(b, End::back) || leads_on(b, End::front);
    if (more || (o.branches && !missing_branches(family, {r.branches, {}}, o).empty()))
        return "";
    const continuation::Branch& branch = r.branches[r.at.branch].branch;
    if (r.from == ends && r.branches.size() > 1)
        return "no branch leads on within the range; widen the range";
    if (branch.closed())
        return "the branch is closed and has no end";
    const bool at_front = r.from == front;
    const continuation::BranchEnd& end = at_front ? branch.front : branch.back;
    const std::string there =
        "the branch ends there at " + place(family, branch.p(at_front ? 0 : branch.n_points() - 1));
    return there + (end.stop == Stop::monitor ? ": it " + end.message
                    : end.stop == Stop::start ? ", where it left motions of more symmetry"
                                              : " and leads out of the range; widen the range");
}

OrbitBranches orbit_branches_from(const OrbitFamily& family, const CheckedRestart& r,
                                  const std::vector<ModalOutput>& outputs,
                                  const OrbitBranchOptions& o, const Progress& progress)
{
    if (r.from == OrbitRestart::From::label)
        return add_branches(family, {r.branches, {}}, r.at, outputs, o, progress);
    OrbitTracers tracers(family, outputs, o, progress);
    OrbitBranches out = r.keeps() ? from_ends(r, tracers) : from_motion(family, r, tracers, o);
    out.n_evaluations = tracers.n_evaluations();
    out.tolerance = tracers.tolerance();
    if (out.interrupted || out.branches.empty() || !o.branches)
        return out;
    return add_branches(family, std::move(out), {}, outputs, o, progress);
}

} // namespace slideway::dynamics
