#include "app/analyses/limit_directions/direction_results.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "contact/patch/patch_options.hpp"
#include "io/entries.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using contact::Vector3;
using dynamics::DiagramPoint;
using dynamics::LimitCircle;
using dynamics::LimitDirection;

const std::string sphere = "direction (u_x, u_y, rho omega), length 1",
                  eigenvalue = "eigenvalues of the flow on the sphere in the time tau, dt = r dtau";

void direction_arrays(io::Entries& a, const std::vector<LimitDirection>& directions)
{
    const auto n = static_cast<Index>(directions.size());
    Matrix w(n, 3), real(n, 2), imaginary(n, 2);
    for (Index k = 0; k < n; ++k) {
        const LimitDirection& d = directions[static_cast<std::size_t>(k)];
        w.row(k) = d.w.transpose();
        for (Index i = 0; i < 2; ++i) {
            real(k, i) = d.eigenvalues[static_cast<std::size_t>(i)].real();
            imaginary(k, i) = d.eigenvalues[static_cast<std::size_t>(i)].imag();
        }
    }
    const io::Columns column(a, directions, "n");
    a.derived(w, "w", "", sphere, "n x 3");
    column(&LimitDirection::rdot, "rate", "m/s^2", "d/dt of the speed r; < 0: attracting");
    a.derived(real, "eigenvalue_real", "m/s^2", eigenvalue, "n x 2");
    a.derived(imaginary, "eigenvalue_imaginary", "m/s^2", eigenvalue, "n x 2");
    column([](const auto& d) { return name_of(d.type); }, "type", "",
           "node, saddle or focus of that flow");
}

void circle_arrays(io::Entries& a, const std::vector<LimitCircle>& circles)
{
    const io::Columns column(a, circles, "c", "if there are any");
    column(&LimitCircle::theta, "circles/latitude", "rad",
           "latitudes on which every direction is a limit direction");
    column(&LimitCircle::rdot, "circles/rate", "m/s^2", "d/dt of the speed r");
    column(&LimitCircle::eigenvalue, "circles/eigenvalue", "m/s^2",
           "eigenvalue along the meridians");
}

// Friction of the law under slip and spin of a direction of the sphere (N, N, N m).
Vector3 friction_at(const contact::PatchLaw& law, double rho, const Vector3& w)
{
    return law.force(w.head<2>(), w(2) / rho).force;
}

contact::PatchLaw exact_of(const contact::PatchLaw& law)
{
    contact::PatchOptions options = law.options();
    options.form = contact::PatchForm::exact;
    return contact::PatchLaw(options);
}

// Force and torque over the angle between slip and spin, beside those of the exact law.
void law_arrays(io::Entries& a, const DirectionResults& r)
{
    constexpr Index n = 361;
    const contact::PatchLaw exact = a.describes() ? r.patch.law : exact_of(r.patch.law);
    const Vector theta = Vector::NullaryExpr(
        n, [](Index k) { return std::numbers::pi / 2 * static_cast<double>(k) / (n - 1); });
    const auto curves = [&](const contact::PatchLaw& law) {
        Vector Q(n), T(n);
        for (Index k = 0; k < n && !a.describes(); ++k) {
            const Vector3 f =
                friction_at(law, r.patch.rho, {std::cos(theta(k)), 0, std::sin(theta(k))});
            Q(k) = f(0) / law.limit();
            T(k) = f(2) / (law.limit() * law.kappa());
        }
        a.derived(Q, "force", "", "force against slip along x, over friction times normal force",
                  "k");
        a.derived(T, "torque", "", "torque against the spin, over that of pure spin (exact)", "k");
    };
    a.group("law", [&] { curves(r.patch.law); });
    a.group("law/exact", [&] { curves(exact); });
    a.derived(theta, "law/latitude", "rad", "atan2(rho omega, u)", "k");
    a.derived(exact.radius(), "law/radius", "m",
              "radius of the patch: distance of its farthest point from the port");
    a.derived(r.patch.rho, "law/rho", "m", "scale of the spin axis");
}

// Where the body is axisymmetric and has no moment: force along x under which a direction of the
// plane of x and spin is a limit direction.
void balance_arrays(io::Entries& a, const DirectionResults& r)
{
    constexpr Index n = 361;
    Vector theta(n);
    for (Index k = 0; k < n; ++k) // except for the ends, where T / tan theta is a limit
        theta(k) = std::numbers::pi / 2 * (static_cast<double>(k) + 0.5) / n;
    double ratio = 0;
    if (!a.describes()) {
        const dynamics::ScaledPatch patch(r.patch, r.patch.rho);
        if (!patch.axisymmetric() || patch.load(2) != 0)
            return;
        ratio = patch.mass(0, 0) / patch.mass(2, 2);
    }
    const auto curve = [&](const contact::PatchLaw& law) {
        Vector force(n);
        for (Index k = 0; k < n; ++k) {
            const double c = std::cos(theta(k)), s = std::sin(theta(k));
            const Vector3 f = friction_at(law, r.patch.rho, {c, 0, s});
            force(k) = f(0) - ratio * f(2) / r.patch.rho * c / s;
        }
        return force;
    };
    const std::string condition = "for axisymmetric bodies without a moment";
    a.derived(theta, "balance/latitude", "rad", "latitude in the plane of x and spin, x > 0", "b",
              condition);
    a.derived([&] { return curve(r.patch.law); }, "balance/force", "N",
              "force on the patch along x under which that latitude is a limit direction", "b",
              condition);
    a.derived([&] { return curve(exact_of(r.patch.law)); }, "balance/exact/force", "N",
              "the same force by the exact law", "b", condition);
}

// The flow of directions on a grid of longitudes and latitudes, and what friction opposes to them:
// the surface of the friction body.
struct Flow {
    Vector phi, theta;
    Matrix by_phi, by_theta, rate;
    std::array<Matrix, 3> force;
};

Flow flow_of(const DirectionResults& r)
{
    constexpr Index n_phi = 73, n_theta = 35;
    const dynamics::ScaledPatch patch(r.patch, r.patch.rho);
    const Matrix none(n_theta, n_phi);
    Flow flow{Vector(n_phi), Vector(n_theta), none, none, none, {none, none, none}};
    auto& [phi, theta, by_phi, by_theta, rate, force] = flow;
    for (Index i = 0; i < n_theta; ++i)
        for (Index j = 0; j < n_phi; ++j) {
            phi(j) =
                -std::numbers::pi + 2 * std::numbers::pi * static_cast<double>(j) / (n_phi - 1);
            theta(i) = std::numbers::pi / 2 * (2 * static_cast<double>(i + 1) / (n_theta + 1) - 1);
            const double c = std::cos(theta(i)), s = std::sin(theta(i)), cp = std::cos(phi(j)),
                         sp = std::sin(phi(j));
            const Vector3 w(c * cp, c * sp, s);
            const Vector3 V = patch.acceleration_unit() * patch.flexibility *
                              (patch.load - patch.friction(w).force);
            by_phi(i, j) = Vector3(-sp, cp, 0).dot(V) / c;
            by_theta(i, j) = Vector3(-s * cp, -s * sp, c).dot(V);
            rate(i, j) = w.dot(V);
            const Vector3 f = friction_at(r.patch.law, r.patch.rho, w);
            for (std::size_t k = 0; k < 3; ++k)
                force[k](i, j) = f(static_cast<Index>(k));
        }
    return flow;
}

void flow_arrays(io::Entries& a, const DirectionResults& r)
{
    const Flow flow = a.describes() ? Flow() : flow_of(r);
    const std::string grid = "latitudes x longitudes";
    a.derived(flow.phi, "longitude", "rad", "longitudes of a grid on the sphere, from x",
              "longitudes");
    a.derived(flow.theta, "latitude", "rad", "latitudes of the grid", "latitudes");
    a.derived(flow.by_phi, "longitude_rate", "m/s^2", "d/dtau of the longitude, dt = r dtau", grid);
    a.derived(flow.by_theta, "latitude_rate", "m/s^2", "d/dtau of the latitude", grid);
    a.derived(flow.rate, "rate", "m/s^2", "d/dt of the speed r", grid);
    a.derived(flow.force[0], "force_x", "N", "x of friction against that direction", grid);
    a.derived(flow.force[1], "force_y", "N", "y of friction against that direction", grid);
    a.derived(flow.force[2], "torque", "N m", "torque of friction against that direction", grid);
}

Matrix circle_of(const DirectionResults& r)
{
    constexpr Index n = 721;
    Matrix circle(n, 3);
    for (Index k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(k) / (n - 1);
        circle.row(k) = friction_at(r.patch.law, r.patch.rho, {std::cos(angle), 0, std::sin(angle)})
                            .transpose();
    }
    return circle;
}

Matrix feet_of(const DirectionResults& r)
{
    Matrix feet(static_cast<Index>(r.set.directions.size()), 3);
    for (Index k = 0; k < feet.rows(); ++k)
        feet.row(k) =
            friction_at(r.patch.law, r.patch.rho, r.set.directions[static_cast<std::size_t>(k)].w)
                .transpose();
    return feet;
}

// Describes the data for a drawing of the friction body with the load and its stationary distances.
void body_arrays(io::Entries& a, const DirectionResults& r)
{
    const std::string units = "N, N, N m";
    a.derived([&] { return feet_of(r); }, "directions/friction", units,
              "(x, y, rotation) of friction against that direction: the feet of stationary "
              "distances from the load",
              "n x 3");
    a.derived([&] { return circle_of(r); }, "body/circle", units,
              "friction against the directions of the plane of x and spin, from x", "k x 3");
    a.derived([&] { return Vector(r.patch.load); }, "body/load", units,
              "(x, y, rotation) of the load on the patch: reversed force that holds it at rest",
              "3");
    a.derived([&] { return Matrix(Lu<double>(r.patch.mass).inverse()); }, "body/flexibility",
              "1/kg, 1/(kg m), 1/(kg m^2)", "accelerations of x, y and rotation per load", "3 x 3");
}

void event_arrays(io::Entries& a, const std::vector<DiagramPoint>& events, const std::string& unit)
{
    const io::Columns column(a, events, "n");
    column(&DiagramPoint::p, "load", unit, "values of the key of the diagram");
    column([](const auto& point) { return name_of(point.event); }, "kind", "",
           "tangency, pitchfork or fold");
    column(&DiagramPoint::spurious, "spurious", "", "1: the exact law has none there");
    std::vector<LimitDirection> directions;
    for (const DiagramPoint& point : events)
        directions.push_back(point.direction);
    direction_arrays(a, directions);
}

void diagram_arrays(io::Entries& a, DirectionResults& r, dynamics::DirectionDiagram& diagram)
{
    const std::string unit = a.unit(r.load_unit, "N, N m");
    a.derived(diagram.loads, "load", unit, "loads at which sets are certified", "l");
    const io::Columns column(a, diagram.sets, "l");
    column([](const auto& set) { return set.directions.size(); }, "count", "",
           "number of directions, without those of circles");
    column([](const auto& set) { return set.certified(); }, "certified", "",
           "1: these, and no others");
    std::vector<std::string> numbers;
    for (std::size_t b = 0; b < diagram.branches.size(); ++b)
        numbers.push_back("branch_" + std::to_string(b + 1));
    a.each_member(diagram.branches, numbers, "", "branch_K",
                  "curve K = 1, 2, ... of directions over the load", [&](auto& branch) {
                      a.derived(branch.p, "load", unit, "load along the curve", "n");
                      direction_arrays(a, branch.directions);
                  });
    a.note("Mirror images of events and circles are listed once. `missing` has events that only "
           "the exact law has.");
    a.group("events", [&] { event_arrays(a, diagram.events, unit); });
    a.group("missing", [&] { event_arrays(a, diagram.missing, unit); });
}

} // namespace

void arrays(io::Entries& a, DirectionResults& r)
{
    a.attribute(r.joint, "joint", "patch");
    a.attribute(r.diagram ? "load." + r.load + ".force" : "", "diagram", "key of the diagram",
                "with a diagram");
    a.group("directions", [&] { direction_arrays(a, r.set.directions); });
    circle_arrays(a, r.set.circles);
    law_arrays(a, r);
    balance_arrays(a, r);
    a.group("flow", [&] { flow_arrays(a, r); });
    body_arrays(a, r);
    a.optional(r.diagram, "diagram", "with a diagram",
               [&](dynamics::DirectionDiagram& diagram) { diagram_arrays(a, r, diagram); });
}

} // namespace slideway::app
