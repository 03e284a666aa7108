#include "dynamics/orbits/named_orbits.hpp"

#include "continuation/pieces.hpp"
#include "continuation/rescaled_trace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slideway::dynamics {

namespace {

using continuation::Branch;
using Point = OrbitPiece::Point;

// Relative difference of the parameter at which labels on two branches are equal; they differ by
// 1e-8.
constexpr double same_label = 1e-6;
// Relative difference of motions next to a period doubling, which differ by the accuracy of the
// branch point (1e-4). A motion and its mirror differ by far more.
constexpr double near_doubling = 1e-2;

std::optional<Point> next_of(const Branch& branch, const Point& point, int step, bool mirrored_seam)
{
    const Index k = point.k + step, n = branch.n_points();
    if (k >= 0 && k < n)
        return Point{k, point.mirrored};
    if (!branch.closed())
        return std::nullopt;
    return Point{step > 0 ? 0 : n - 1, point.mirrored != mirrored_seam};
}

OrbitPiece::End outer_end(const Branch& branch, Index k, const continuation::BranchEnd& end)
{
    using Why = OrbitPiece::Why;
    const double p = branch.p(k);
    if (end.stop == continuation::Stop::bound)
        return {p, Why::range, ""};
    if (end.stop == continuation::Stop::monitor)
        return {p, Why::symmetry, end.message};
    return {p, Why::lost, end.message};
}

// The points of a stretch beyond one of them, in the order of the branch or against it.
struct Walked {
    std::vector<Point> points;
    OrbitPiece::End end;
};
Walked walk(const OrbitBranch& orbit_branch, Index from, int step, double sign, bool mirrored_seam)
{
    const Branch& branch = orbit_branch.branch;
    Walked out;
    Point point{from};
    // A closed branch turns back before it has been walked twice.
    for (Index steps = 0; steps < 2 * branch.n_points(); ++steps) {
        const std::optional<Point> orbit_point = next_of(branch, point, step, mirrored_seam);
        if (!orbit_point) {
            out.end = outer_end(branch, point.k, step > 0 ? branch.back : branch.front);
            return out;
        }
        if (sign * (branch.p(orbit_point->k) - branch.p(point.k)) < 0) {
            out.end = {branch.p(point.k), OrbitPiece::Why::fold, ""};
            return out;
        }
        out.points.push_back(*orbit_point);
        point = *orbit_point;
    }
    out.end = {branch.p(point.k), OrbitPiece::Why::lost, "the branch does not turn back"};
    return out;
}

// Stability is that of points between bifurcations: at one a multiplier is on the circle.
void mark_stability(OrbitPiece& piece)
{
    const Branch& branch = piece.branch->branch;
    const auto label = [&](std::size_t i) -> OrbitLabel {
        return piece.branch->labels[static_cast<std::size_t>(piece.points[i].k)];
    };
    std::optional<bool> before;
    Index between = -1; // the first bifurcation behind that
    for (std::size_t i = 0; i < piece.points.size(); ++i) {
        if (is_bifurcation(label(i))) {
            between = between < 0 ? static_cast<Index>(i) : between;
            continue;
        }
        const bool stable = branch.monitors(orbit_stable, piece.points[i].k) > 0;
        if (!before)
            piece.low.stable = stable;
        if (before && stable != *before) {
            const bool jumps = label(i - 1) == OrbitLabel::grazing;
            const std::size_t position = between >= 0 ? static_cast<std::size_t>(between)
                                         : jumps      ? i - 1
                                                      : i;
            piece.changes.push_back({branch.p(piece.points[position].k), label(position), stable});
        }
        piece.high.stable = stable;
        before = stable;
        between = -1;
    }
}

} // namespace

OrbitPiece piece_of(std::shared_ptr<const OrbitBranch> branch, Index k, bool mirrored_seam)
{
    OrbitPiece out;
    out.branch = std::move(branch);
    const Vector& p = out.branch->branch.p;
    if (p.size() == 0)
        return out;
    const double sign = p(std::min(k + 1, p.size() - 1)) < p(k) ? -1 : 1;
    Walked ahead = walk(*out.branch, k, 1, sign, mirrored_seam),
           behind = walk(*out.branch, k, -1, -sign, mirrored_seam);
    out.points.assign(behind.points.rbegin(), behind.points.rend());
    out.points.push_back({k});
    out.points.insert(out.points.end(), ahead.points.begin(), ahead.points.end());
    out.low = std::move(behind.end);
    out.high = std::move(ahead.end);
    if (sign < 0) {
        std::reverse(out.points.begin(), out.points.end());
        std::swap(out.low, out.high);
    }
    mark_stability(out);
    return out;
}

NamedOrbits::NamedOrbits(const OrbitFamily& family, const OrbitBranchOptions& options,
                         const Progress& progress)
    : family_(family), o_(options), progress_(progress), tracers_(family_, outputs_, o_, progress_)
{
    check(o_);
}

KnownOrbit NamedOrbits::known(const OrbitForm& form, const VectorIn& z, double p)
{
    PeriodicMotion motion;
    motion.form = form;
    motion.z = z;
    return known_orbit(family_, motion, p, o_.step_tolerance);
}

// The motion between point k of a branch and the next. One beyond a fold nearby is none.
std::optional<Vector> NamedOrbits::corrected(const OrbitBranch& orbit_branch, Index k, double share,
                                             double p)
{
    const Branch& branch = orbit_branch.branch;
    Vector x = (1 - share) * branch.x.col(k);
    if (share > 0)
        x += share * branch.x.col(k + 1);
    if (!tracers_.of(orbit_branch.form).correct(x, p).empty())
        return std::nullopt;
    const Vector weight = family_.energy_weights();
    const auto apart = [&](const VectorIn& a, const VectorIn& b) -> double {
        return energy_size(weight, a - b);
    };
    if (share > 0) {
        const double step = apart(branch.x.col(k + 1), branch.x.col(k));
        if (std::max(apart(x, branch.x.col(k)), apart(x, branch.x.col(k + 1))) > 2 * step)
            return std::nullopt;
    }
    return x;
}

// The stretch with point k and the next.
std::size_t NamedOrbits::piece_at(std::size_t branch, Index k)
{
    for (std::size_t s = 0; s < pieces_.size(); ++s) {
        const std::vector<Point>& points = pieces_[s].points;
        for (std::size_t i = 0; branch_of_[s] == branch && i + 1 < points.size(); ++i)
            if (std::min(points[i].k, points[i + 1].k) == k &&
                std::max(points[i].k, points[i + 1].k) == k + 1)
                return s;
    }
    pieces_.push_back(piece_of(branches_[branch], k, mirrored_seam_[branch]));
    branch_of_.push_back(branch);
    return pieces_.size() - 1;
}

std::vector<NamedOrbits::Place> NamedOrbits::places(const PeriodicMotion& motion, double p)
{
    std::vector<Place> found;
    family_.move_to(p);
    const KnownOrbit own = known(motion.form, motion.z, p);
    const Vector weight = family_.energy_weights();
    const bool has_mirrors = family_.asymmetry().empty();
    for (std::size_t b = 0; b < branches_.size(); ++b) {
        const OrbitBranch& branch = *branches_[b];
        if (branch.form.periods != motion.form.periods)
            continue;
        for (const continuation::Crossing& crossing : continuation::crossings(branch.branch.p, p)) {
            const std::optional<Vector> x = corrected(branch, crossing.k, crossing.share, p);
            if (!x)
                continue;
            const KnownOrbit there = known(branch.form, x->head(motion.z.size()), p);
            const bool same = same_orbit(weight, own, there);
            if (!same &&
                !(has_mirrors &&
                  same_orbit(weight, own, mirror_of(family_, there, p, o_.step_tolerance))))
                continue;
            const std::size_t s = piece_at(b, crossing.k);
            const std::vector<Point>& points = pieces_[s].points;
            const auto point =
                std::find_if(points.begin(), points.end(),
                             [&](const Point& orbit_point) { return orbit_point.k == crossing.k; });
            found.push_back({s, same == point->mirrored});
        }
    }
    return found;
}

std::optional<std::size_t> NamedOrbits::named(const Place& place) const
{
    for (std::size_t n = 0; n < names_.size(); ++n)
        if (names_[n].piece == place.piece &&
            (names_[n].mirrored == place.mirrored || pieces_[place.piece].branch->form.half))
            return n;
    return std::nullopt;
}

std::optional<std::size_t> NamedOrbits::find(const PeriodicMotion& motion, double p)
{
    for (const Place& place : places(motion, p))
        if (const auto n = named(place))
            return n;
    return std::nullopt;
}

std::size_t NamedOrbits::add(const std::string& name, const PeriodicMotion& motion, double p)
{
    std::vector<Place> orbit_places = places(motion, p);
    if (orbit_places.empty()) {
        auto branch =
            std::make_shared<const OrbitBranch>(tracers_.of(motion.form).both_ways(motion.z, p));
        const Branch& points = branch->branch;
        interrupted_ = interrupted_ || continuation::interrupted(points);
        bool mirrored_seam = false;
        if (points.closed() && !motion.form.half) {
            const Index size = motion.z.size(), last = points.n_points() - 1;
            mirrored_seam =
                !same_orbit(family_.energy_weights(),
                            known(motion.form, points.x.col(0).head(size), points.p(0)),
                            known(motion.form, points.x.col(last).head(size), points.p(last)));
        }
        branches_.push_back(branch);
        mirrored_seam_.push_back(mirrored_seam);
        Index start = 0;
        if (points.n_points() > 0)
            points.s.cwiseAbs().minCoeff(&start);
        pieces_.push_back(piece_of(branch, start, mirrored_seam));
        branch_of_.push_back(branches_.size() - 1);
        orbit_places.push_back({pieces_.size() - 1, false});
    }
    names_.push_back({name, orbit_places.front().piece, orbit_places.front().mirrored});
    return names_.size() - 1;
}

void NamedOrbits::add_mirror(std::size_t index)
{
    const Name& name = names_[index];
    if (piece(index).branch->form.half || !family_.asymmetry().empty() ||
        named({name.piece, !name.mirrored}))
        return;
    names_.push_back({"mirror of " + name.name, name.piece, !name.mirrored});
}

NamedState NamedOrbits::at(std::size_t name, double p)
{
    using Kind = NamedState::Kind;
    const OrbitPiece& orbit_piece = piece(name);
    const Branch& branch = orbit_piece.branch->branch;
    if (orbit_piece.points.empty())
        return {Kind::lost, {}};
    family_.move_to(p);
    for (const auto& [end, beyond] : {std::pair{&orbit_piece.low, p < orbit_piece.low.p},
                                      {&orbit_piece.high, p > orbit_piece.high.p}})
        if (beyond)
            return {end->why == OrbitPiece::Why::lost ? Kind::lost : Kind::absent, {}};
    std::size_t i = 0; // behind the end of a closed branch two points are at one value
    while (i + 1 < orbit_piece.points.size() &&
           !(branch.p(orbit_piece.points[i].k) < branch.p(orbit_piece.points[i + 1].k) &&
             p <= branch.p(orbit_piece.points[i + 1].k)))
        ++i;
    NamedState out{Kind::lost, {}};
    if (i + 1 >= orbit_piece.points.size())
        return out;
    const Point &below = orbit_piece.points[i], &above = orbit_piece.points[i + 1];
    const double way = (p - branch.p(below.k)) / (branch.p(above.k) - branch.p(below.k));
    const std::optional<Vector> x = corrected(*orbit_piece.branch, std::min(below.k, above.k),
                                              below.k < above.k ? way : 1 - way, p);
    if (!x)
        return out;
    out.orbit = known(orbit_piece.branch->form, x->head(2 * family_.m()), p);
    if (below.mirrored != names_[name].mirrored)
        out.orbit = mirror_of(family_, out.orbit, p, o_.step_tolerance);
    out.orbit.name = names_[name].name;
    out.kind = out.orbit.stable ? Kind::stable : Kind::unstable;
    return out;
}

std::optional<std::size_t> NamedOrbits::doubled(std::size_t name)
{
    const OrbitPiece orbit_piece = piece(name);
    const int periods = orbit_piece.branch->form.periods;
    if (periods % 2 != 0 || orbit_piece.points.empty())
        return std::nullopt;
    std::optional<std::size_t> nearest;
    double least = near_doubling;
    for (const auto& [end, point] : {std::pair{&orbit_piece.low, orbit_piece.points.front()},
                                     {&orbit_piece.high, orbit_piece.points.back()}}) {
        if (end->why != OrbitPiece::Why::symmetry)
            continue;
        KnownOrbit there =
            known(orbit_piece.branch->form,
                  orbit_piece.branch->branch.x.col(point.k).head(2 * family_.m()), end->p);
        if (point.mirrored != names_[name].mirrored)
            there = mirror_of(family_, there, end->p, o_.step_tolerance);
        for (std::size_t n = 0; n < names_.size(); ++n) {
            if (2 * piece(n).branch->form.periods != periods ||
                !labelled(piece(n), OrbitLabel::period_doubling, end->p))
                continue;
            const NamedState half = at(n, end->p);
            for (const Vector& z : half.orbit.states) {
                const double apart =
                    energy_size(family_.energy_weights(), z - there.states.front()) /
                    half.orbit.size;
                if (apart < least) {
                    least = apart;
                    nearest = n;
                }
            }
        }
    }
    return nearest;
}

std::optional<std::size_t> NamedOrbits::met(const OrbitPiece& orbit_piece,
                                            const OrbitPiece::End& end) const
{
    const OrbitForm& form = orbit_piece.branch->form;
    for (std::size_t n = 0; n < names_.size(); ++n) {
        const OrbitForm& other = piece(n).branch->form;
        const bool half = other.half && other.periods == form.periods;
        if ((half && labelled(piece(n), OrbitLabel::branch_point, end.p)) ||
            (2 * other.periods == form.periods &&
             labelled(piece(n), OrbitLabel::period_doubling, end.p)))
            return n;
    }
    return std::nullopt;
}

bool NamedOrbits::labelled(const OrbitPiece& piece, OrbitLabel label, double p)
{
    return std::any_of(piece.points.begin(), piece.points.end(), [&](const Point& point) {
        return piece.branch->labels[static_cast<std::size_t>(point.k)] == label &&
               std::abs(piece.branch->branch.p(point.k) - p) <= same_label * std::abs(p);
    });
}

} // namespace slideway::dynamics
