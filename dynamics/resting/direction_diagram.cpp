#include "dynamics/resting/direction_diagram.hpp"

#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "contact/patch/patch_options.hpp"
#include "continuation/rescaled_trace.hpp"
#include "dynamics/resting/diagram_certificate.hpp"
#include "dynamics/resting/direction_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

namespace slideway::dynamics {

using continuation::Branch;
using continuation::Equations;
using continuation::PointKind;
using continuation::Problem;
using continuation::Solution;

namespace {

// Unknowns (z, rdot), w = basis z. Where the body is axisymmetric and all forces are along one
// line, directions lie in the plane of that line and the spin axis; without force turning it gives
// others.
class Equilibria {
public:
    Equilibria(const RestingPatch& patch, const DiagramOptions& options)
        : at_zero_(patch, patch.law.length())
    {
        // A load of the size of friction, so that round-off is left out of its directions alone.
        RestingPatch by_range = patch;
        const double unit =
            patch.law.limit() / std::max({std::abs(options.rate(0)), std::abs(options.rate(1)),
                                          std::abs(options.rate(2)) / patch.law.kappa()});
        by_range.load = unit * options.rate;
        const Vector3 range = ScaledPatch(by_range, patch.law.length()).load;
        rate_ = range / unit;
        const Vector3 force(at_zero_.load(0), at_zero_.load(1), 0), more(range(0), range(1), 0);
        const bool one_way = std::abs(force(0) * more(1) - force(1) * more(0)) <=
                             1e-13 * force.norm() * more.norm(); // round-off
        if (at_zero_.axisymmetric() && one_way) {
            basis_.resize(3, 2);
            basis_ << (!more.isZero(0)    ? more.normalized()
                       : !force.isZero(0) ? force.normalized()
                                          : Vector3(1, 0, 0)),
                Vector3(0, 0, 1);
        } else {
            basis_ = Matrix3::Identity();
        }
    }

    [[nodiscard]] Index n() const { return basis_.cols() + 1; }
    [[nodiscard]] double load_scale() const { return 1 / rate_.norm(); }

    [[nodiscard]] ScaledPatch at(double p) const
    {
        ScaledPatch patch = at_zero_;
        patch.load += p * rate_;
        return patch;
    }
    [[nodiscard]] Vector3 w(const VectorIn& x) const { return basis_ * x.head(n() - 1); }
    [[nodiscard]] Vector coordinates(const LimitDirection& d) const
    {
        Vector x(n());
        x << basis_.transpose() * d.w, d.rdot / at_zero_.acceleration_unit();
        return x;
    }
    /// Where curves may begin: the directions of a set; of circles their points in the plane.
    [[nodiscard]] std::vector<Vector> starts(const LimitDirections& set) const
    {
        std::vector<Vector> list;
        auto add = [&](const Vector3& w, double rdot) {
            list.emplace_back(n()) << basis_.transpose() * w, rdot / at_zero_.acceleration_unit();
        };
        for (const LimitDirection& d : set.directions)
            if (d.type != DirectionType::degenerate)
                add(d.w, d.rdot);
        if (n() == 3)
            for (const LimitCircle& circle : set.circles)
                for (const double sign : {1.0, -1.0})
                    add(sign * std::cos(circle.theta) * basis_.col(0) +
                            Vector3(0, 0, std::sin(circle.theta)),
                        circle.rdot);
        return list;
    }

    bool evaluate(const Vector& x, double p, Equations& out) const
    {
        const Index d = n() - 1;
        const Vector3 w = basis_ * x.head(d);
        if (!(w.norm() > 0.5)) // far from the sphere, where friction has no direction at last
            return false;
        const ScaledPatch::Friction friction = at_zero_.friction(w);
        const Vector3 Mw = at_zero_.mass * w;
        out.F.head(d) =
            basis_.transpose() * (x(d) * Mw - at_zero_.load - p * rate_ + friction.force);
        out.F(d) = 0.5 * (w.squaredNorm() - 1);
        out.F_x.setZero();
        out.F_x.topLeftCorner(d, d) =
            basis_.transpose() * (x(d) * at_zero_.mass + friction.tangent) * basis_;
        out.F_x.col(d).head(d) = basis_.transpose() * Mw;
        out.F_x.row(d).head(d) = x.head(d).transpose();
        out.F_p.head(d) = -(basis_.transpose() * rate_);
        out.F_p(d) = 0;
        return true;
    }

private:
    ScaledPatch at_zero_;
    Vector3 rate_;
    Eigen::Matrix<double, 3, Eigen::Dynamic> basis_;
};

// Whether a curve ends in pure slip or pure spin of a law of fractions, where Q and T have terms of
// |omega| or |u| and so the curve a corner, which continuation by tangents does not pass.
bool ends_in_corner(const Equilibria& equilibria, const RestingPatch& patch, const Vector& x)
{
    constexpr double near = 1e-5; // of an angle: steps end a millionth before
    const Vector3 w = equilibria.w(x);
    return patch.law.options().form == contact::PatchForm::pade &&
           std::min(std::abs(w(2)), w.head<2>().norm()) < near * w.norm();
}

// Whether a curve passes a direction: by chords between its points, less than a hundredth from it.
bool passes(const Branch& branch, const Vector& x, double p)
{
    constexpr double near = 0.01;
    const Index d = x.size() - 1; // all but rdot
    for (Index k = 0; k + 1 < branch.n_points(); ++k) {
        const double a = branch.p(k), b = branch.p(k + 1);
        if ((a - p) * (b - p) > 0)
            continue;
        const double share = a == b ? 0.5 : (p - a) / (b - a);
        if ((branch.x.col(k) + share * (branch.x.col(k + 1) - branch.x.col(k)) - x).head(d).norm() <
            near)
            return true;
    }
    return false;
}

DiagramEvent event_of(PointKind kind)
{
    return kind == PointKind::fold           ? DiagramEvent::fold
           : kind == PointKind::branch_point ? DiagramEvent::pitchfork
                                             : DiagramEvent::tangency;
}

// Events of a curve that those before do not have.
void add_events(const Equilibria& equilibria, const Branch& branch,
                std::vector<DiagramPoint>& events)
{
    for (Index k = 0; k < branch.n_points(); ++k) {
        const PointKind kind = branch.kind_of(k);
        if (kind != PointKind::fold && kind != PointKind::branch_point &&
            kind != PointKind::monitor_zero)
            continue;
        DiagramPoint point{event_of(kind), branch.p(k), {}};
        point.direction = direction_on(equilibria.at(point.p), equilibria.w(branch.x.col(k)),
                                       branch.x(equilibria.n() - 1, k));
        constexpr double same = 1e-6; // on two branches
        if (std::none_of(events.begin(), events.end(), [&](const DiagramPoint& other) -> bool {
                return other.event == point.event &&
                       (other.direction.w - point.direction.w).norm() < same;
            }))
            events.push_back(point);
    }
}

continuation::Options options_of(const Equilibria& equilibria, const DirectionDiagram& diagram)
{
    continuation::Options options;
    // Loads and accelerations count in friction limits, but a range of many limits is gone through
    // in few steps.
    constexpr double most_limits = 100;
    const double limits =
        (diagram.loads.back() - diagram.loads.front()) / equilibria.load_scale() / most_limits;
    options.scales.x = Vector::Ones(equilibria.n());
    options.scales.x(equilibria.n() - 1) = std::max(1.0, limits);
    options.scales.p = equilibria.load_scale() * std::max(1.0, limits);
    options.p_min = diagram.loads.front();
    options.p_max = diagram.loads.back();
    options.stations = diagram.loads;
    options.max_points = 20 * static_cast<int>(diagram.loads.size()) + 1000;
    return options;
}

// Describes a direction of a curve that is missing in the certified set; "" if there is none.
std::string unlisted(const DirectionDiagram& diagram)
{
    constexpr double same = 1e-6;
    std::map<double, const LimitDirections*> sets;
    for (std::size_t k = 0; k < diagram.loads.size(); ++k)
        if (diagram.sets[k].certified())
            sets.emplace(diagram.loads[k], &diagram.sets[k]);
    for (const DirectionBranch& curve : diagram.branches)
        for (std::size_t k = 0; k < curve.p.size(); ++k) {
            const auto found = sets.find(curve.p[k]);
            if (found == sets.end())
                continue;
            const LimitDirection& on_curve = curve.directions[k];
            const LimitDirections& set = *found->second;
            if (std::none_of(set.directions.begin(), set.directions.end(),
                             [&](const LimitDirection& d) -> bool {
                                 return (d.w - on_curve.w).norm() < same;
                             }) &&
                std::none_of(set.circles.begin(), set.circles.end(),
                             [&](const LimitCircle& c) -> bool {
                                 return std::abs(c.theta - on_curve.theta()) < same;
                             }))
                return "at " + number_text(curve.p[k], 6) +
                       ": a curve has a direction that the certified set has not";
        }
    return "";
}

void check(const DiagramOptions& options)
{
    if (options.points < 2 || !(options.to > options.from) || !(options.rate.norm() > 0))
        throw std::invalid_argument("direction diagram: from < to, two points, a load");
}

DirectionDiagram diagram_of(const RestingPatch& patch, const DiagramOptions& options,
                            const Progress& progress, double done, double share)
{
    const Equilibria equilibria(patch, options);
    Problem problem;
    problem.evaluate = [&equilibria](const Vector& x, double p, Equations& out) -> bool {
        return equilibria.evaluate(x, p, out);
    };
    problem.monitors.push_back({.name = "rdot",
                                .value = [](const Solution& solution) -> double {
                                    return solution.x(solution.x.size() - 1);
                                },
                                .zeros = true});

    DirectionDiagram diagram;
    for (int k = 0; k < options.points; ++k)
        diagram.loads.push_back(k + 1 == options.points
                                    ? options.to
                                    : options.from +
                                          (options.to - options.from) * k / (options.points - 1));
    const continuation::Options traced = options_of(equilibria, diagram);
    const DirectionFinder finder(patch);
    std::vector<Branch> branches;
    for (std::size_t k = 0; k < diagram.loads.size(); ++k) {
        ask(progress, done + share * static_cast<double>(k) / options.points);
        const double p = diagram.loads[k];
        diagram.sets.push_back(finder.on_sphere_of_law(patch.load + p * options.rate));
        const LimitDirections& set = diagram.sets.back();
        if (!set.certified() && diagram.certified())
            diagram.doubt = "at " + number_text(p, 6) + ": " + set.doubt;
        for (const Vector& x : equilibria.starts(set)) {
            if (std::any_of(branches.begin(), branches.end(),
                            [&](const Branch& b) -> bool { return passes(b, x, p); }))
                continue;
            branches.push_back(continuation::trace_both(problem, continuation::start_of(x, p, +1),
                                                        traced, progress));
            if (continuation::interrupted(branches.back()))
                throw Interrupted();
            const Branch& branch = branches.back();
            for (const auto& [end, at] :
                 {std::pair{&branch.front, Index{0}}, {&branch.back, branch.n_points() - 1}})
                if (end->stop == continuation::Stop::failed && diagram.certified() &&
                    !ends_in_corner(equilibria, patch, branch.x.col(at)))
                    diagram.doubt = "a curve of directions breaks off: " + end->message;
        }
    }
    for (const Branch& branch : branches) {
        add_events(equilibria, branch, diagram.events);
        DirectionBranch& curve = diagram.branches.emplace_back();
        for (Index k = 0; k < branch.n_points(); ++k) {
            curve.p.push_back(branch.p(k));
            curve.directions.push_back(direction_on(equilibria.at(branch.p(k)),
                                                    equilibria.w(branch.x.col(k)),
                                                    branch.x(equilibria.n() - 1, k)));
        }
    }
    if (diagram.certified())
        diagram.doubt = unlisted(diagram);
    if (diagram.certified())
        diagram.doubt = certify_events(
            diagram, {.directions = [&](double p, std::string& doubt) -> std::vector<Vector> {
                          const LimitDirections set =
                              finder.on_sphere_of_law(patch.load + p * options.rate);
                          doubt = set.doubt;
                          return equilibria.starts(set);
                      },
                      .of_set = [&](const LimitDirections& set) -> std::vector<Vector> {
                          return equilibria.starts(set);
                      },
                      .of_event = [&](const LimitDirection& d) -> Vector {
                          return equilibria.coordinates(d);
                      },
                      .load_scale = equilibria.load_scale(),
                      .on_circle = equilibria.at(diagram.loads.front()).axisymmetric(),
                      .has_corners = patch.law.options().form == contact::PatchForm::pade});
    std::sort(diagram.events.begin(), diagram.events.end(),
              [](const DiagramPoint& a, const DiagramPoint& b) -> bool {
                  return std::tuple(a.event, a.p, a.direction.theta()) <
                         std::tuple(b.event, b.p, b.direction.theta());
              });
    return diagram;
}

// Pairs events of two laws, the nearest directions first; what is left has no partner.
void compare(DirectionDiagram& diagram, double from, const DirectionDiagram& exact,
             double exact_from, double kappa)
{
    constexpr double partner = 0.5; // [rad] apart at most
    const auto on_kappa = [kappa](const DiagramPoint& point, double length) -> Vector3 {
        LimitDirection d = point.direction;
        rescale(d, length, kappa);
        return d.w;
    };
    struct Match {
        double distance;
        std::size_t here, there;
    };
    std::vector<Match> matches;
    for (std::size_t i = 0; i < diagram.events.size(); ++i)
        for (std::size_t j = 0; j < exact.events.size(); ++j) {
            const DiagramPoint &a = diagram.events[i], &b = exact.events[j];
            const double distance = (on_kappa(a, from) - on_kappa(b, exact_from)).norm();
            if (a.event == b.event && distance < partner)
                matches.push_back({distance, i, j});
        }
    std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) -> bool {
        return std::tuple(a.distance, a.here, a.there) < std::tuple(b.distance, b.here, b.there);
    });
    std::vector<bool> paired(exact.events.size());
    for (DiagramPoint& point : diagram.events)
        point.spurious = true;
    for (const Match& match : matches)
        if (diagram.events[match.here].spurious && !paired[match.there]) {
            diagram.events[match.here].spurious = false;
            paired[match.there] = true;
        }
    for (std::size_t j = 0; j < paired.size(); ++j)
        if (!paired[j]) {
            diagram.missing.push_back(exact.events[j]);
            rescale(diagram.missing.back().direction, exact_from, from);
        }
    if (diagram.certified() && !exact.certified())
        diagram.doubt = "of the exact law: " + exact.doubt;
}

// All directions on the sphere of another length.
void rescale(DirectionDiagram& diagram, double from, double to)
{
    for (LimitDirections& set : diagram.sets)
        rescale(set, from, to);
    for (DirectionBranch& branch : diagram.branches)
        for (LimitDirection& d : branch.directions)
            rescale(d, from, to);
    for (std::vector<DiagramPoint>* points : {&diagram.events, &diagram.missing})
        for (DiagramPoint& point : *points)
            rescale(point.direction, from, to);
}

} // namespace

DirectionDiagram direction_diagram(const RestingPatch& patch, const DiagramOptions& options,
                                   const Progress& progress)
{
    check(options);
    contact::PatchOptions exact = patch.law.options();
    const bool is_exact = exact.form == contact::PatchForm::exact;
    DirectionDiagram diagram = diagram_of(patch, options, progress, 0, is_exact ? 1 : 0.5);
    const double length = patch.law.length();
    if (!is_exact) {
        exact.form = contact::PatchForm::exact;
        RestingPatch with_exact = patch;
        with_exact.law = contact::PatchLaw(exact);
        compare(diagram, length, diagram_of(with_exact, options, progress, 0.5, 0.5),
                with_exact.law.length(), patch.law.kappa());
    }
    rescale(diagram, length, patch.rho);
    return diagram;
}

} // namespace slideway::dynamics
