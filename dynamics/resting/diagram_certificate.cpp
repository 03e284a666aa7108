#include "dynamics/resting/diagram_certificate.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace slideway::dynamics {

namespace {

using Points = std::vector<Vector>;

// Distances beside an event at which its sets are certified, in parts of a load scale. Directions
// that meet are apart by the square root of it: arcs of a circle are halved to 1e-7, cells of the
// sphere to 1e-6, many of them.
constexpr double first_on_circle = 1e-9, first_on_sphere = 1e-6, last = 1e-3, next = 10;
// Relative difference of loads below which events, such as mirrored ones, are at one load.
constexpr double same_load = 1e-8;
// Bound on the distance of a direction that stays, in distances at which directions meet.
constexpr double stays_within = 2;

double apart(const Vector& a, const Vector& b)
{
    const Index d = a.size() - 1; // all but the rate
    return (a - b).head(d).norm();
}

// Nearest of the points to x; their number if there is none.
std::size_t nearest(const Points& points, const Vector& x)
{
    std::size_t best = points.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < points.size(); ++k)
        if (const double d = apart(points[k], x); d < least) {
            least = d;
            best = k;
        }
    return best;
}

// Points of the longer list that remain after the nearest of both have been paired.
Points unpaired(const Points& more, const Points& fewer)
{
    std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < more.size(); ++i)
        for (std::size_t j = 0; j < fewer.size(); ++j)
            pairs.emplace_back(apart(more[i], fewer[j]), i, j);
    std::sort(pairs.begin(), pairs.end());
    std::vector<bool> used(more.size()), taken(fewer.size());
    for (const auto& [distance, i, j] : pairs)
        if (!used[i] && !taken[j])
            used[i] = taken[j] = true;
    Points left;
    for (std::size_t i = 0; i < more.size(); ++i)
        if (!used[i])
            left.push_back(more[i]);
    return left;
}

// Numbers of directions, and of those that attract.
struct Count {
    std::size_t all = 0, attracting = 0;
    bool operator==(const Count&) const = default;
};

Count count(const Points& points)
{
    Count c{points.size(), 0};
    for (const Vector& x : points)
        c.attracting += x(x.size() - 1) < 0 ? 1 : 0;
    return c;
}

// Events at one load, and what is certified beside them.
struct Cluster {
    double p = 0, within = 0;
    std::vector<DiagramPoint*> events;
    Count below, above;
};

// Whether the sets below and above the load of events differ as these say.
bool differ_by(const Cluster& cluster, const CertificateOf& certificate, const Points& below,
               const Points& above)
{
    const bool falls = below.size() > above.size();
    const Points &more = falls ? below : above, &fewer = falls ? above : below;
    Points turning; // places of folds and pitchforks
    for (const DiagramPoint* event : cluster.events) {
        const Vector x = certificate.of_event(event->direction);
        if (event->event != DiagramEvent::tangency) {
            turning.push_back(x);
            continue;
        }
        const std::size_t b = nearest(below, x), a = nearest(above, x);
        if (b == below.size() || a == above.size())
            return false;
        const Index rate = x.size() - 1;
        if (!((below[b](rate) < 0) != (above[a](rate) < 0)))
            return false;
    }
    std::vector<int> meet(turning.size());
    std::vector<double> distance(turning.size());
    for (const Vector& x : unpaired(more, fewer)) {
        const std::size_t position = nearest(turning, x);
        if (position == turning.size())
            return false;
        ++meet[position];
        distance[position] = std::max(distance[position], apart(x, turning[position]));
    }
    std::size_t k = 0;
    for (const DiagramPoint* event : cluster.events) {
        if (event->event == DiagramEvent::tangency)
            continue;
        const std::size_t fewer_position = nearest(fewer, turning[k]);
        const bool stays = fewer_position < fewer.size() &&
                           apart(fewer[fewer_position], turning[k]) <= stays_within * distance[k];
        if (meet[k] != 2 || stays != (event->event == DiagramEvent::pitchfork))
            return false;
        ++k;
    }
    return true;
}

bool certify(Cluster& cluster, const CertificateOf& certificate, double room)
{
    const bool turns = std::any_of(
        cluster.events.begin(), cluster.events.end(),
        [](const DiagramPoint* e) -> bool { return e->event != DiagramEvent::tangency; });
    const double scale = std::max(certificate.load_scale, std::abs(cluster.p));
    for (double part = certificate.on_circle || !turns ? first_on_circle : first_on_sphere;
         part <= last && part * scale < room; part *= next) {
        std::string doubt_below, doubt_above;
        const Points below = certificate.directions(cluster.p - part * scale, doubt_below),
                     above = certificate.directions(cluster.p + part * scale, doubt_above);
        if (!doubt_below.empty() || !doubt_above.empty() ||
            !differ_by(cluster, certificate, below, above))
            continue;
        cluster.within = part * scale;
        cluster.below = count(below);
        cluster.above = count(above);
        return true;
    }
    return false;
}

// Whether certified sets on both sides are the same: there is no fold.
bool no_event(const Cluster& cluster, const CertificateOf& certificate, double room)
{
    for (const DiagramPoint* event : cluster.events)
        if (event->event != DiagramEvent::fold)
            return false;
    const double scale = std::max(certificate.load_scale, std::abs(cluster.p));
    for (double part = first_on_circle; part <= last && part * scale < room; part *= next) {
        std::string doubt_below, doubt_above;
        const Points below = certificate.directions(cluster.p - part * scale, doubt_below),
                     above = certificate.directions(cluster.p + part * scale, doubt_above);
        if (doubt_below.empty() && doubt_above.empty())
            return count(below) == count(above);
    }
    return false;
}

std::string named(const Cluster& cluster)
{
    return std::string(name_of(cluster.events.front()->event)) + " at " +
           number_text(cluster.p, 10);
}

} // namespace

std::string certify_events(DirectionDiagram& diagram, const CertificateOf& certificate)
{
    std::vector<DiagramPoint*> events;
    for (DiagramPoint& point : diagram.events)
        events.push_back(&point);
    std::sort(events.begin(), events.end(),
              [](const DiagramPoint* a, const DiagramPoint* b) -> bool { return a->p < b->p; });
    std::vector<Cluster> clusters;
    for (DiagramPoint* point : events) {
        const double scale = std::max(certificate.load_scale, std::abs(point->p));
        if (clusters.empty() || point->p - clusters.back().p > same_load * scale)
            clusters.push_back({.p = point->p});
        clusters.back().events.push_back(point);
    }
    for (std::size_t k = 0; k < clusters.size(); ++k) {
        double room = std::numeric_limits<double>::infinity(); // to the next events
        if (k > 0)
            room = clusters[k].p - clusters[k - 1].p;
        if (k + 1 < clusters.size())
            room = std::min(room, clusters[k + 1].p - clusters[k].p);
        if (certify(clusters[k], certificate, room / 2))
            for (DiagramPoint* point : clusters[k].events)
                point->within = clusters[k].within;
        else if (!certificate.has_corners || !no_event(clusters[k], certificate, room / 2))
            return "certified sets around it do not show the " + named(clusters[k]);
    }
    std::erase_if(clusters, [](const Cluster& cluster) -> bool { return !(cluster.within > 0); });
    std::size_t position = 0;
    for (std::size_t k = 0; k < diagram.loads.size(); ++k) {
        const Count load_count = count(certificate.of_set(diagram.sets[k]));
        if (k + 1 == diagram.loads.size())
            break;
        Count expected_count = load_count;
        for (; position < clusters.size() && clusters[position].p <= diagram.loads[k + 1];
             ++position) {
            if (clusters[position].p < diagram.loads[k]) // below the first load
                continue;
            if (expected_count != clusters[position].below)
                return "the set changes without an event before the " + named(clusters[position]);
            expected_count = clusters[position].above;
        }
        if (expected_count != count(certificate.of_set(diagram.sets[k + 1])))
            return "the set changes without an event from " + number_text(diagram.loads[k], 6) +
                   " to " + number_text(diagram.loads[k + 1], 6);
    }
    std::erase_if(diagram.events, [](const DiagramPoint& e) -> bool { return !(e.within > 0); });
    return "";
}

} // namespace slideway::dynamics
