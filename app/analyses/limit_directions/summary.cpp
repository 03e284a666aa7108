#include "app/analyses/limit_directions/limit_directions.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

using namespace std::string_literals;

namespace {

using dynamics::DiagramEvent;
using dynamics::DiagramPoint;
using dynamics::LimitCircle;
using dynamics::LimitDirection;

double degrees(double angle)
{
    return angle * 180 / std::numbers::pi;
}

void direction_quantities(io::Entries& q, const dynamics::LimitDirections& set)
{
    q.derived(set.certified() ? "yes"s : "no"s, "certified", "", "yes or no");
    q.derived(static_cast<double>(set.directions.size()), "count", "",
              "number of isolated directions");
    const io::Columns column(q, set.directions, "n");
    column([](const auto& d) { return degrees(d.phi()); }, "longitude", "deg",
           "longitude of each direction");
    column([](const auto& d) { return degrees(d.theta()); }, "latitude", "deg",
           "latitude of each direction");
    column(&LimitDirection::rdot, "rate", "m/s^2", "d/dt of the speed; < 0: attracting");
    column([](const auto& d) { return d.eigenvalues[0].real(); }, "eigenvalue_1", "m/s^2",
           "first eigenvalue of the flow on the sphere");
    column([](const auto& d) { return d.eigenvalues[1].real(); }, "eigenvalue_2", "m/s^2",
           "second eigenvalue");
    column([](const auto& d) { return name_of(d.type); }, "type", "",
           "node, saddle or focus of that flow");
}

void add_direction_lines(Summary& s, const std::vector<LimitDirection>& all)
{
    for (const LimitDirection& d : all)
        s.lines.push_back("longitude " + number_text(degrees(d.phi()), 5) + " deg, latitude " +
                          number_text(degrees(d.theta()), 5) +
                          " deg: " + std::string(name_of(d.type)) + ", " +
                          (d.attracting() ? "attracting" : "repelling") + ", speed grows by " +
                          number_text(d.rdot, 6) + " m/s^2");
}

// Slip over spin times the radius of each circle. Mirror images, which come in pairs without a
// moment, count once.
std::vector<double> slip_over_spin(const DirectionResults& r)
{
    std::vector<double> eps;
    for (const LimitCircle& circle : r.set.circles) {
        const bool mirrored = std::any_of(r.set.circles.begin(), r.set.circles.end(),
                                          [&circle](const LimitCircle& other) -> bool {
                                              constexpr double same = 1e-9;
                                              const double a = std::tan(circle.theta),
                                                           b = std::tan(other.theta);
                                              return std::abs(a + b) < same * std::abs(a);
                                          });
        if (circle.theta > 0 || (circle.theta < 0 && !mirrored))
            eps.push_back(r.patch.rho / r.patch.law.radius() / std::tan(std::abs(circle.theta)));
    }
    return eps;
}

void circle_quantities(io::Entries& q, const DirectionResults& r)
{
    const std::string any = "if there are any";
    const io::Columns column(q, r.set.circles, "c", any);
    column([](const auto& c) { return degrees(c.theta); }, "latitude", "deg",
           "latitudes on which every direction is a limit direction");
    column(&LimitCircle::rdot, "rate", "m/s^2", "d/dt of the speed");
    q.derived(slip_over_spin(r), "eps", "", "slip over R spin; mirror images once", "e", any);
}

// Events of one kind.
struct Events {
    std::vector<double> loads; ///< mirror images once
    double within = 0;
    bool proved = true;
};

Events events_of(const std::vector<DiagramPoint>& all, DiagramEvent kind, bool spurious)
{
    Events out;
    for (const DiagramPoint& point : all)
        if (point.event == kind && point.spurious == spurious) {
            out.proved = out.proved && point.within > 0;
            out.within = std::max(out.within, point.within);
            constexpr double same = 1e-9; // of mirror images
            if (out.loads.empty() ||
                std::abs(point.p - out.loads.back()) > same * std::abs(out.loads.back()))
                out.loads.push_back(point.p);
        }
    return out;
}

void event_quantities(io::Entries& q, const std::vector<DiagramPoint>& all,
                      const std::string& prefix, bool spurious, const std::string& unit,
                      const std::string& meaning)
{
    for (const auto& kind : choices(DiagramEvent{}))
        q.derived(events_of(all, kind.value, spurious).loads,
                  prefix + std::string(kind.name) + ".force", unit, meaning, "e",
                  "if there are any");
}

void add_event_lines(Summary& s, const std::string& heading, const std::vector<DiagramPoint>& all,
                     bool spurious, const std::string& unit)
{
    for (const auto& kind : choices(DiagramEvent{})) {
        const Events events = events_of(all, kind.value, spurious);
        if (events.loads.empty())
            continue;
        std::vector<std::string> texts;
        for (const double load : events.loads)
            texts.push_back(number_text(load, 10));
        s.lines.push_back(heading + std::string(kind.name) + " at " + join(texts) + " " + unit +
                          (events.proved
                               ? ", proved within " + number_text(events.within, 2) + " " + unit
                               : ", not proved") +
                          ": " + std::string(kind.about));
    }
}

void add_diagram(Summary& s, const DirectionResults& r)
{
    const dynamics::DirectionDiagram& diagram = *r.diagram;
    s.lines.push_back(
        "over " + r.load + ": " +
        (diagram.certified()
             ? "certified at " + std::to_string(diagram.loads.size()) +
                   " loads; between neighbouring ones all events but pairs that undo each other"
             : "not certified"));
    add_event_lines(s, "", diagram.events, false, r.load_unit);
    add_event_lines(s, "not of the exact law: ", diagram.events, true, r.load_unit);
    add_event_lines(s, "of the exact law alone: ", diagram.missing, false, r.load_unit);
    if (!diagram.certified())
        s.warnings.push_back("The diagram is not certified: " + diagram.doubt + ".");
    const bool spurious = std::any_of(diagram.events.begin(), diagram.events.end(),
                                      [](const DiagramPoint& p) -> bool { return p.spurious; });
    if (spurious || !diagram.missing.empty())
        s.warnings.emplace_back(
            "The approximation of the law changes the picture: see the points that "
            "it has, or the exact law has, alone.");
}

} // namespace

void quantities(io::Entries& q, DirectionResults& r)
{
    q.group(q.describes() ? "J" : r.joint, [&] {
        q.derived(r.patch.law.limit(), "limit", "N", "friction force of pure slip of the patch J");
        q.derived(r.patch.law.kappa(), "kappa", "m", "torque of pure spin over that force");
    });
    q.group("directions", [&] { direction_quantities(q, r.set); });
    q.group("circles", [&] { circle_quantities(q, r); });
    q.optional(r.diagram, "diagram", "with a diagram", [&](dynamics::DirectionDiagram& diagram) {
        const std::string unit = q.unit(r.load_unit, "N, N m");
        q.derived(diagram.certified() ? "yes"s : "no"s, "certified", "", "yes or no");
        event_quantities(q, diagram.events, "", false, unit, "loads of these events");
        event_quantities(q, diagram.events, "spurious_", true, unit,
                         "loads of events that the exact law does not have");
        event_quantities(q, diagram.missing, "missing_", false, unit,
                         "loads of events that only the exact law has");
    });
}

Settings settings(const LimitDirections& e, const dynamics::RestingPatch& patch,
                  const std::string& joint)
{
    Settings all = {{"patch", joint},
                    {"law", text(patch.law)},
                    {"potential", potential_text(patch.law)},
                    {"rho", number_text(patch.rho) + " m"}};
    if (const std::string sources = sources_text(patch.law); !sources.empty())
        all.emplace_back("pressure", sources);
    if (e.diagram.given)
        all.emplace_back("diagram", e.diagram.key + " from " + number_text(e.diagram.from) +
                                        " to " + number_text(e.diagram.to) + ", certified at " +
                                        std::to_string(e.diagram.points) + " loads");
    return all;
}

Summary summarise(const LimitDirections& e, DirectionResults& r)
{
    Summary s;
    const contact::PatchLaw& law = r.patch.law;
    s.used = settings(e, r.patch, r.joint);
    if (law.has_potential() && !law.is_convex())
        s.warnings.push_back(
            "The dissipation of this law is not convex: its series ends too early.");
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    add_direction_lines(s, r.set.directions);
    for (const LimitCircle& circle : r.set.circles)
        s.lines.push_back("every direction of latitude " + number_text(degrees(circle.theta), 7) +
                          " deg: " + (circle.eigenvalue < 0 ? "stable" : "unstable") +
                          ", speed grows by " + number_text(circle.rdot, 6) + " m/s^2");
    if (!r.set.certified())
        s.warnings.push_back("The directions are not certified: " + r.set.doubt + ".");
    if (r.diagram)
        add_diagram(s, r);
    s.extent = std::to_string(r.set.directions.size()) + " limit directions";
    if (!r.set.circles.empty())
        s.extent += " and " + std::to_string(r.set.circles.size()) + " circles of them";
    return s;
}

} // namespace slideway::app
