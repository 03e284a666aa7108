#include "app/analyses/static.hpp"

#include "app/case/located.hpp"
#include "app/results/paraview.hpp"
#include "app/results/quantities.hpp"
#include "base/measure.hpp"
#include "base/text.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "fem/recovery.hpp"
#include "io/vtk_file.hpp"

namespace slideway::app {

namespace {

// Where its slave nodes stand on the master, and what presses there.
void write_contact(io::ArraySink& sink, const BuiltModel& built,
                   const dynamics::StaticResult& result, std::size_t contact)
{
    const assembly::Sliding& sliding = built.model.sliding[contact];
    Vector start = Vector::Zero(sliding.n_segments() + 1); // of each segment along the master
    for (Index k = 0; k < sliding.n_segments(); ++k)
        start(k + 1) = start(k) + (sliding.master_X.row(k + 1) - sliding.master_X.row(k)).norm();
    std::vector<double> along, force, pressure;
    for (const dynamics::ContactPoint& point : result.points)
        if (point.contact == contact) {
            along.push_back(start(point.segment) +
                            point.projection.alpha *
                                (start(point.segment + 1) - start(point.segment)));
            force.push_back(point.closed ? point.lambda : 0);
            const double area = sliding.slave_area(point.slave);
            pressure.push_back(area > 0 ? force.back() / area : 0);
        }
    const std::string group = "contacts/" + sliding.name + "/";
    sink.write(group + "along", along, "m", "slave nodes: their places along the master polyline");
    sink.write(group + "force", force, "N", "normal, > 0 compression");
    sink.write(group + "pressure", pressure, "Pa",
               "force over the share of each node; 0 of points");
    sink.write(group + "thickness", std::vector{sliding.slave_thickness}, "m",
               "of the slave, out of the plane; 0 of points");
}

void write_arrays(io::ArraySink& sink, const BuiltModel& built,
                  const dynamics::StaticResult& result)
{
    for (std::size_t b = 0; b < result.u.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        const std::string group = "bodies/" + body.name + "/";
        sink.write(group + "dofs", result.u[b], "",
                   "dofs of the (reduced) body: displacements [m], rotations [rad], coordinates of "
                   "modes");
        if (!body.recovery)
            continue;
        sink.write(group + "displacement", body.recovery->displacement(result.u[b]), "m",
                   "nodes x (x, y)");
        sink.write(group + "stress", body.recovery->stress(result.u[b]), "Pa",
                   "nodes x (s_xx, s_yy, s_xy)");
    }
    for (std::size_t k = 0; k < built.model.sliding.size(); ++k)
        write_contact(sink, built, result, k);
}

void write_pictures(const PictureFolder& folder, const BuiltModel& built,
                    const dynamics::StaticResult& result)
{
    const Scene scene(built);
    if (!scene.empty() && folder.takes_next()) {
        std::filesystem::create_directories(folder / "fields");
        io::VtkGrid grid = scene.grid(scene.displacement(result.u), scene.stress(result.u));
        std::vector<PointContact> points;
        for (const dynamics::ContactPoint& p : result.points)
            points.push_back(
                {p.contact, p.slave, p.segment, p.lambda,
                 result.direction[p.contact] *
                     contact::coefficient(built.model.sliding[p.contact].friction, 0.0),
                 p.projection, p.closed ? contact::State::sliding : contact::State::none});
        if (!points.empty())
            scene.add_contacts(grid, points);
        io::write_vtu(folder / "fields" / "static.vtu", grid);
        io::write_pvd(folder / "static.pvd", {{0.0, "fields/static.vtu"}});
    }
}

// Largest displacement of the visible nodes of the mesh, or of the points of ports without a mesh
// (rotations left out) [m].
double largest_displacement(const fem::Substructure& body, const Vector& u)
{
    if (body.recovery)
        return body.recovery->displacement(u).rowwise().norm().maxCoeff();
    double largest = 0;
    for (const fem::Port& port : body.ports) {
        const Vector y = port.W * u;
        for (Index node = 0; node < port.n_nodes(); ++node) {
            double square = 0;
            for (Index i = 0; i < port.n_components(); ++i)
                if (measure_of(port.components[static_cast<std::size_t>(i)]) ==
                    Measure::displacement)
                    square += std::pow(y(node * port.n_components() + i), 2);
            largest = std::max(largest, std::sqrt(square));
        }
    }
    return largest;
}

// Behind what is largest: where, if that is a part of the mesh.
std::string of_shown(const BuiltBody& body)
{
    return body.shown ? " of " + join(body.shown->groups) : "";
}

Summary summarise(const BuiltModel& built, const dynamics::StaticResult& result)
{
    Summary s;
    s.extent = "static solution";
    s.used = {{"method", built.model.sliding.empty()
                             ? "sparse Cholesky"
                             : "modal flexibility; closed contacts by complementarity"}};
    for (const dynamics::Probe& probe : built.probes) {
        const double u = probe.row.dot(result.u[probe.body]);
        const std::string unit = unit_on("m", probe.measure);
        add(s, probe.name + ".displacement", u, unit);
        s.lines.push_back(probe.name + ": displacement " + number_text(u, 6) + " " + unit);
    }
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        const double largest = largest_displacement(body, result.u[b]);
        add(s, body.name + ".displacement.max", largest, "m");
        s.lines.push_back("body " + body.name + ": largest displacement" +
                          of_shown(built.bodies[b]) + " " + number_text(largest, 6) + " m");
    }
    for (std::size_t k = 0; k < result.reactions.size(); ++k) {
        const assembly::Motion& motion = built.model.motions[k];
        const std::string unit = unit_on("N", motion.measure);
        add(s, motion.name + ".force", result.reactions[k], unit);
        s.lines.push_back("motion " + motion.name + ": the body is held by " +
                          number_text(result.reactions[k], 6) + " " + unit);
    }
    for (const assembly::Sliding& sliding : built.model.sliding)
        add_points(s, sliding.name, "", built, result.points);
    for (std::size_t b = 0; b < built.model.bodies.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        if (!body.recovery)
            continue;
        const double mises = von_mises(body.recovery->stress(result.u[b])).maxCoeff();
        add(s, body.name + ".von_mises.max", mises, "Pa");
        s.lines.push_back("body " + body.name + ": largest von Mises stress" +
                          of_shown(built.bodies[b]) + " " + number_text(mises, 4) + " Pa");
    }
    return s;
}

} // namespace

std::string check(const Static& /*e*/, const Case& c, const BuiltModel& built,
                  const Monitor& monitor)
{
    located(c.analysis.places, "analysis", [&] {
        (void)dynamics::static_solution(built.model, monitor.until_stopped(), built.modes.get());
    });
    return "analysis static\n";
}

Outcome run(const Static& /*e*/, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto result = std::make_shared<const dynamics::StaticResult>(
        located(c.analysis.places, "analysis", [&]() -> dynamics::StaticResult {
            return dynamics::static_solution(built.model, monitor.until_stopped(),
                                             built.modes.get());
        }));
    return {.summary = summarise(built, *result),
            .arrays = [&built, result](io::ArraySink& sink) { write_arrays(sink, built, *result); },
            .pictures = [&built,
                         result](const auto& folder) { write_pictures(folder, built, *result); }};
}

} // namespace slideway::app
