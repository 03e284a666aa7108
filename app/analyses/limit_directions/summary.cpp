#include "app/analyses/limit_directions/direction_results.hpp"

#include "app/results/quantities.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using dynamics::DiagramEvent;
using dynamics::DiagramPoint;
using dynamics::LimitCircle;
using dynamics::LimitDirection;

double degrees(double angle)
{
    return angle * 180 / std::numbers::pi;
}

Quantity text(const std::string& name, const std::string& value)
{
    return {name, {}, "", {value}};
}

std::vector<double> of_all(const std::vector<LimitDirection>& directions,
                           double (*number)(const LimitDirection&))
{
    std::vector<double> numbers;
    for (const LimitDirection& d : directions)
        numbers.push_back(number(d));
    return numbers;
}

void add_directions(Summary& s, const dynamics::LimitDirections& set)
{
    const std::vector<LimitDirection>& all = set.directions;
    s.quantities.push_back(text("directions.certified", set.certified() ? "yes" : "no"));
    add(s, "directions.count", static_cast<double>(all.size()), "");
    s.quantities.push_back(list("directions.longitude",
                                of_all(all, [](const auto& d) { return degrees(d.phi()); }),
                                "deg"));
    s.quantities.push_back(list("directions.latitude",
                                of_all(all, [](const auto& d) { return degrees(d.theta()); }),
                                "deg"));
    s.quantities.push_back(
        list("directions.rate", of_all(all, [](const auto& d) { return d.rdot; }), "m/s^2"));
    s.quantities.push_back(list("directions.eigenvalue_1",
                                of_all(all, [](const auto& d) { return d.eigenvalues[0].real(); }),
                                "m/s^2"));
    s.quantities.push_back(list("directions.eigenvalue_2",
                                of_all(all, [](const auto& d) { return d.eigenvalues[1].real(); }),
                                "m/s^2"));
    std::vector<std::string> types;
    for (const LimitDirection& d : all) {
        types.emplace_back(name_of(d.type));
        s.lines.push_back("longitude " + number_text(degrees(d.phi()), 5) + " deg, latitude " +
                          number_text(degrees(d.theta()), 5) + " deg: " + types.back() + ", " +
                          (d.attracting() ? "attracting" : "repelling") + ", speed grows by " +
                          number_text(d.rdot, 6) + " m/s^2");
    }
    s.quantities.push_back(list("directions.type", types));
}

void add_circles(Summary& s, const DirectionResults& r)
{
    std::vector<double> latitudes, rates, eps;
    for (const LimitCircle& circle : r.set.circles) {
        latitudes.push_back(degrees(circle.theta));
        rates.push_back(circle.rdot);
        // Mirrored ones once: without a moment they come in pairs.
        const bool mirrored = std::any_of(r.set.circles.begin(), r.set.circles.end(),
                                          [&circle](const LimitCircle& other) -> bool {
                                              constexpr double same = 1e-9;
                                              const double a = std::tan(circle.theta),
                                                           b = std::tan(other.theta);
                                              return std::abs(a + b) < same * std::abs(a);
                                          });
        if (circle.theta > 0 || (circle.theta < 0 && !mirrored))
            eps.push_back(r.patch.rho / r.patch.law.radius() / std::tan(std::abs(circle.theta)));
        s.lines.push_back("every direction of latitude " + number_text(latitudes.back(), 7) +
                          " deg: " + (circle.eigenvalue < 0 ? "stable" : "unstable") +
                          ", speed grows by " + number_text(circle.rdot, 6) + " m/s^2");
    }
    if (r.set.circles.empty())
        return;
    s.quantities.push_back(list("circles.latitude", latitudes, "deg"));
    s.quantities.push_back(list("circles.rate", rates, "m/s^2"));
    if (!eps.empty())
        s.quantities.push_back(list("circles.eps", eps, ""));
}

// The loads of a kind of event, mirrored ones once.
void add_events(Summary& s, const std::string& prefix, const std::string& heading,
                const std::vector<DiagramPoint>& events, bool spurious, const std::string& unit)
{
    for (const auto& kind : choices(DiagramEvent{})) {
        double within = 0;
        bool proved = true;
        std::vector<double> loads;
        for (const DiagramPoint& point : events)
            if (point.event == kind.value && point.spurious == spurious) {
                proved = proved && point.within > 0;
                within = std::max(within, point.within);
                constexpr double same = 1e-9; // of mirror images
                if (loads.empty() ||
                    std::abs(point.p - loads.back()) > same * std::abs(loads.back()))
                    loads.push_back(point.p);
            }
        if (loads.empty())
            continue;
        const std::string name = prefix + std::string(kind.name);
        s.quantities.push_back(list("diagram." + name + ".force", loads, unit));
        std::vector<std::string> texts;
        for (const double load : loads)
            texts.push_back(number_text(load, 10));
        s.lines.push_back(
            heading + std::string(kind.name) + " at " + join(texts) + " " + unit +
            (proved ? ", proved within " + number_text(within, 2) + " " + unit : ", not proved") +
            ": " + std::string(kind.about));
    }
}

void add_diagram(Summary& s, const DirectionResults& r)
{
    const dynamics::DirectionDiagram& diagram = *r.diagram;
    s.quantities.push_back(text("diagram.certified", diagram.certified() ? "yes" : "no"));
    s.lines.push_back(
        "over " + r.load + ": " +
        (diagram.certified()
             ? "certified at " + std::to_string(diagram.loads.size()) +
                   " loads; between neighbouring ones all events but pairs that undo each other"
             : "not certified"));
    add_events(s, "", "", diagram.events, false, r.load_unit);
    add_events(s, "spurious_", "not of the exact law: ", diagram.events, true, r.load_unit);
    add_events(s, "missing_", "of the exact law alone: ", diagram.missing, false, r.load_unit);
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

Summary summarise(const DirectionResults& r)
{
    Summary s;
    const contact::PatchLaw& law = r.patch.law;
    s.used = {{"law", text(law)},
              {"potential", potential_text(law)},
              {"rho", number_text(r.patch.rho) + " m"}};
    if (const std::string sources = sources_text(law); !sources.empty())
        s.used.emplace_back("pressure", sources);
    if (law.has_potential() && !law.is_convex())
        s.warnings.push_back(
            "The dissipation of this law is not convex: its series ends too early.");
    add(s, r.joint + ".limit", law.limit(), "N");
    add(s, r.joint + ".kappa", law.kappa(), "m");
    add_directions(s, r.set);
    add_circles(s, r);
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
