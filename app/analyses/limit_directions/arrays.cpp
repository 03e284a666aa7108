#include "app/analyses/limit_directions/direction_results.hpp"

#include "base/text.hpp"

#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

using contact::Vector3;
using dynamics::DiagramPoint;
using dynamics::LimitCircle;
using dynamics::LimitDirection;

const std::string sphere = "direction (u_x, u_y, rho omega), length 1";

void write_directions(io::ArraySink& sink, const std::string& at,
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
    sink.write(at + "w", w, "", sphere);
    sink.write(at + "rate", rate, "m/s^2", "d/dt of the speed r; < 0: attracting");
    sink.write(at + "eigenvalue_real", real, "m/s^2",
               "of the flow on the sphere in the time tau, dt = r dtau");
    sink.write(at + "eigenvalue_imaginary", imaginary, "m/s^2", "likewise");
    sink.write(at + "type", types, "node, saddle or focus of that flow");
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

// Force and torque over the angle between slip and spin, beside those of the exact law.
void write_law(io::ArraySink& sink, const DirectionResults& r)
{
    constexpr Index n = 361;
    contact::PatchOptions options = r.patch.law.options();
    options.form = contact::PatchForm::exact;
    const contact::PatchLaw exact(options);
    Vector theta(n);
    auto curves = [&](const std::string& at, const contact::PatchLaw& law) {
        Vector Q(n), T(n);
        for (Index k = 0; k < n; ++k) {
            theta(k) = std::numbers::pi / 2 * static_cast<double>(k) / (n - 1);
            const contact::PatchForce f =
                law.force({std::cos(theta(k)), 0}, std::sin(theta(k)) / r.patch.rho);
            Q(k) = f.force(0) / law.limit();
            T(k) = f.force(2) / (law.limit() * law.kappa());
        }
        sink.write(at + "force", Q, "", "against the slip, over friction times normal force");
        sink.write(at + "torque", T, "", "against the spin, over that of pure spin (exact)");
    };
    curves("law/", r.patch.law);
    curves("law/exact/", exact);
    sink.write("law/latitude", theta, "rad", "atan2(rho omega, u)");
    sink.write("law/radius", Vector(Vector::Constant(1, exact.radius())), "m", "of the patch");
    sink.write("law/rho", Vector(Vector::Constant(1, r.patch.rho)), "m", "scales the spin axis");
}

// The flow of directions on a grid of longitudes and latitudes.
void write_flow(io::ArraySink& sink, const DirectionResults& r)
{
    constexpr Index n_phi = 73, n_theta = 35;
    const dynamics::ScaledPatch patch(r.patch, r.patch.rho);
    Vector phi(n_phi), theta(n_theta);
    Matrix by_phi(n_theta, n_phi), by_theta(n_theta, n_phi), rate(n_theta, n_phi);
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
        }
    sink.write("flow/longitude", phi, "rad", "of the sphere, from x");
    sink.write("flow/latitude", theta, "rad", "of the sphere");
    sink.write("flow/longitude_rate", by_phi, "m/s^2",
               "latitudes x longitudes: d/dtau of the longitude, dt = r dtau");
    sink.write("flow/latitude_rate", by_theta, "m/s^2", "likewise of the latitude");
    sink.write("flow/rate", rate, "m/s^2", "likewise d/dt of the speed r");
}

void write_events(io::ArraySink& sink, const std::string& at,
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
    sink.write(at + "load", loads, unit, "of the key of the diagram");
    sink.write(at + "kind", kinds, "tangency, pitchfork or fold");
    sink.write(at + "spurious", spurious, "1: the exact law has none there");
    write_directions(sink, at, directions);
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
        const std::string at = "diagram/branch_" + std::to_string(b + 1) + "/";
        sink.write(at + "load", diagram.branches[b].p, r.load_unit, "along the curve");
        write_directions(sink, at, diagram.branches[b].directions);
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
    write_flow(sink, r);
    if (r.diagram)
        write_diagram(sink, r);
}

} // namespace slideway::app
