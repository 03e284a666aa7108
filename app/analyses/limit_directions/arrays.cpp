#include "app/analyses/limit_directions/direction_results.hpp"

#include "base/dense_solve.hpp"
#include "base/text.hpp"
#include "contact/patch/patch_options.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using contact::Vector3;
using dynamics::DiagramPoint;
using dynamics::LimitCircle;
using dynamics::LimitDirection;

const std::string sphere = "direction (u_x, u_y, rho omega), length 1";

void write_directions(io::ArraySink& sink, const std::string& group,
                      const std::vector<LimitDirection>& directions)
{
    const auto n = static_cast<Index>(directions.size());
    Matrix w(n, 3), real(n, 2), imaginary(n, 2);
    Vector rate(n);
    std::vector<std::string> types;
    for (Index k = 0; k < n; ++k) {
        const LimitDirection& d = directions[static_cast<std::size_t>(k)];
        w.row(k) = d.w.transpose();
        rate(k) = d.rdot;
        for (Index i = 0; i < 2; ++i) {
            real(k, i) = d.eigenvalues[static_cast<std::size_t>(i)].real();
            imaginary(k, i) = d.eigenvalues[static_cast<std::size_t>(i)].imag();
        }
        types.emplace_back(name_of(d.type));
    }
    sink.write(group + "w", w, "", sphere);
    sink.write(group + "rate", rate, "m/s^2", "d/dt of the speed r; < 0: attracting");
    sink.write(group + "eigenvalue_real", real, "m/s^2",
               "of the flow on the sphere in the time tau, dt = r dtau");
    sink.write(group + "eigenvalue_imaginary", imaginary, "m/s^2", "likewise");
    sink.write(group + "type", types, "node, saddle or focus of that flow");
}

void write_circles(io::ArraySink& sink, const std::vector<LimitCircle>& circles)
{
    std::vector<double> theta, rate, eigenvalue;
    for (const LimitCircle& circle : circles) {
        theta.push_back(circle.theta);
        rate.push_back(circle.rdot);
        eigenvalue.push_back(circle.eigenvalue);
    }
    sink.write("circles/latitude", theta, "rad", "all directions of it are limit directions");
    sink.write("circles/rate", rate, "m/s^2", "as of directions");
    sink.write("circles/eigenvalue", eigenvalue, "m/s^2", "along the meridians");
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
void write_law(io::ArraySink& sink, const DirectionResults& r)
{
    constexpr Index n = 361;
    const contact::PatchLaw exact = exact_of(r.patch.law);
    Vector theta(n);
    auto curves = [&](const std::string& group, const contact::PatchLaw& law) {
        Vector Q(n), T(n);
        for (Index k = 0; k < n; ++k) {
            theta(k) = std::numbers::pi / 2 * static_cast<double>(k) / (n - 1);
            const Vector3 f =
                friction_at(law, r.patch.rho, {std::cos(theta(k)), 0, std::sin(theta(k))});
            Q(k) = f(0) / law.limit();
            T(k) = f(2) / (law.limit() * law.kappa());
        }
        sink.write(group + "force", Q, "", "against the slip, over friction times normal force");
        sink.write(group + "torque", T, "", "against the spin, over that of pure spin (exact)");
    };
    curves("law/", r.patch.law);
    curves("law/exact/", exact);
    sink.write("law/latitude", theta, "rad", "atan2(rho omega, u)");
    sink.write("law/radius", Vector(Vector::Constant(1, exact.radius())), "m", "of the patch");
    sink.write("law/rho", Vector(Vector::Constant(1, r.patch.rho)), "m", "scales the spin axis");
}

// Where the body is axisymmetric and has no moment: force along x under which a direction of the
// plane of x and spin is a limit direction.
void write_balance(io::ArraySink& sink, const DirectionResults& r)
{
    const dynamics::ScaledPatch patch(r.patch, r.patch.rho);
    if (!patch.axisymmetric() || patch.load(2) != 0)
        return;
    constexpr Index n = 361;
    const double ratio = patch.mass(0, 0) / patch.mass(2, 2);
    Vector theta(n);
    for (Index k = 0; k < n; ++k) // except for the ends, where T / tan theta is a limit
        theta(k) = std::numbers::pi / 2 * (static_cast<double>(k) + 0.5) / n;
    auto curve = [&](const std::string& group, const contact::PatchLaw& law) {
        Vector force(n);
        for (Index k = 0; k < n; ++k) {
            const double c = std::cos(theta(k)), s = std::sin(theta(k));
            const Vector3 f = friction_at(law, r.patch.rho, {c, 0, s});
            force(k) = f(0) - ratio * f(2) / r.patch.rho * c / s;
        }
        sink.write(group + "force", force, "N", "on the patch along x, of that latitude");
    };
    sink.write("balance/latitude", theta, "rad", "of the plane of x and spin, x > 0");
    curve("balance/", r.patch.law);
    curve("balance/exact/", exact_of(r.patch.law));
}

// The flow of directions on a grid of longitudes and latitudes, and what friction opposes to them:
// the surface of the friction body.
void write_flow(io::ArraySink& sink, const DirectionResults& r)
{
    constexpr Index n_phi = 73, n_theta = 35;
    const dynamics::ScaledPatch patch(r.patch, r.patch.rho);
    Vector phi(n_phi), theta(n_theta);
    Matrix by_phi(n_theta, n_phi), by_theta(n_theta, n_phi), rate(n_theta, n_phi);
    std::array<Matrix, 3> force;
    force.fill(Matrix(n_theta, n_phi));
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
    sink.write("flow/longitude", phi, "rad", "of the sphere, from x");
    sink.write("flow/latitude", theta, "rad", "of the sphere");
    sink.write("flow/longitude_rate", by_phi, "m/s^2",
               "latitudes x longitudes: d/dtau of the longitude, dt = r dtau");
    sink.write("flow/latitude_rate", by_theta, "m/s^2", "likewise of the latitude");
    sink.write("flow/rate", rate, "m/s^2", "likewise d/dt of the speed r");
    const std::string about = "latitudes x longitudes: of friction against that direction";
    sink.write("flow/force_x", force[0], "N", about);
    sink.write("flow/force_y", force[1], "N", about);
    sink.write("flow/torque", force[2], "N m", about);
}

// Writes the data for a drawing of the friction body with the load and its stationary distances.
void write_body(io::ArraySink& sink, const DirectionResults& r)
{
    constexpr Index n = 721;
    Matrix circle(n, 3), feet(static_cast<Index>(r.set.directions.size()), 3);
    for (Index k = 0; k < n; ++k) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(k) / (n - 1);
        circle.row(k) = friction_at(r.patch.law, r.patch.rho, {std::cos(angle), 0, std::sin(angle)})
                            .transpose();
    }
    for (Index k = 0; k < feet.rows(); ++k)
        feet.row(k) =
            friction_at(r.patch.law, r.patch.rho, r.set.directions[static_cast<std::size_t>(k)].w)
                .transpose();
    const dynamics::Matrix3 flexibility = Lu<double>(r.patch.mass).inverse();
    sink.write("directions/friction", feet, "N, N, N m", "(x, y, rotation) against that direction");
    sink.write("body/circle", circle, "N, N, N m",
               "friction against the directions of the plane of x and spin, from x");
    sink.write("body/load", Vector(r.patch.load), "N, N, N m",
               "(x, y, rotation): what holds the patch at rest, reversed");
    sink.write("body/flexibility", Matrix(flexibility), "1/kg, 1/(kg m), 1/(kg m^2)",
               "accelerations of x, y and rotation per load");
}

void write_events(io::ArraySink& sink, const std::string& group,
                  const std::vector<DiagramPoint>& events, const std::string& unit)
{
    std::vector<double> loads;
    std::vector<std::string> kinds;
    std::vector<int> spurious;
    std::vector<LimitDirection> directions;
    for (const DiagramPoint& point : events) {
        loads.push_back(point.p);
        kinds.emplace_back(name_of(point.event));
        spurious.push_back(point.spurious ? 1 : 0);
        directions.push_back(point.direction);
    }
    sink.write(group + "load", loads, unit, "of the key of the diagram");
    sink.write(group + "kind", kinds, "tangency, pitchfork or fold");
    sink.write(group + "spurious", spurious, "1: the exact law has none there");
    write_directions(sink, group, directions);
}

void write_diagram(io::ArraySink& sink, const DirectionResults& r)
{
    const dynamics::DirectionDiagram& diagram = *r.diagram;
    sink.attribute("diagram", "load." + r.load + ".force");
    std::vector<int> count, certified;
    for (const dynamics::LimitDirections& set : diagram.sets) {
        count.push_back(static_cast<int>(set.directions.size()));
        certified.push_back(set.certified() ? 1 : 0);
    }
    sink.write("diagram/load", diagram.loads, r.load_unit, "at which sets are certified");
    sink.write("diagram/count", count, "directions, without those of circles");
    sink.write("diagram/certified", certified, "1: these, and no others");
    for (std::size_t b = 0; b < diagram.branches.size(); ++b) {
        const std::string group = "diagram/branch_" + std::to_string(b + 1) + "/";
        sink.write(group + "load", diagram.branches[b].p, r.load_unit, "along the curve");
        write_directions(sink, group, diagram.branches[b].directions);
    }
    write_events(sink, "diagram/events/", diagram.events, r.load_unit);
    write_events(sink, "diagram/missing/", diagram.missing, r.load_unit);
}

} // namespace

void write_arrays(io::ArraySink& sink, const DirectionResults& r)
{
    sink.attribute("joint", r.joint);
    write_directions(sink, "directions/", r.set.directions);
    if (!r.set.circles.empty())
        write_circles(sink, r.set.circles);
    write_law(sink, r);
    write_balance(sink, r);
    write_flow(sink, r);
    write_body(sink, r);
    if (r.diagram)
        write_diagram(sink, r);
}

} // namespace slideway::app
