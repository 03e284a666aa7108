#include "app/analyses/static.hpp"

#include "app/case/located.hpp"
#include "app/results/paraview.hpp"
#include "app/results/quantities.hpp"
#include "base/measure.hpp"
#include "base/text.hpp"
#include "dynamics/sliding/static_solution.hpp"
#include "fem/nodal_forces.hpp"
#include "fem/recovery.hpp"
#include "io/vtk_file.hpp"

namespace slideway::app {

namespace {

StaticContact contact_of(const BuiltModel& built, const dynamics::StaticResult& result,
                         std::size_t contact)
{
    const assembly::Sliding& sliding = built.model.sliding[contact];
    Vector start = Vector::Zero(sliding.n_segments() + 1); // of each segment along the master
    for (Index k = 0; k < sliding.n_segments(); ++k)
        start(k + 1) = start(k) + (sliding.master_X.row(k + 1) - sliding.master_X.row(k)).norm();
    StaticContact out;
    out.name = sliding.name;
    out.thickness = sliding.slave_thickness;
    out.nodes = contact_nodes(built, sliding.name, result.points);
    for (const dynamics::ContactPoint& point : result.points)
        if (point.contact == contact) {
            out.along.push_back(start(point.segment) +
                                point.projection.alpha *
                                    (start(point.segment + 1) - start(point.segment)));
            out.force.push_back(point.closed ? point.lambda : 0);
            const double area = sliding.slave_area(point.slave);
            out.pressure.push_back(area > 0 ? out.force.back() / area : 0);
        }
    return out;
}

// Sets the forces of supports: K u minus the loads, at supported components. They need the whole
// mesh of the body.
void set_reactions(const BuiltModel& built, std::size_t body, StaticBody& out)
{
    const std::shared_ptr<const fem::NodalForces>& forces =
        built.model.bodies[body].recovery->forces;
    const Index d = out.displacement.cols();
    if (!forces || forces->supports.empty() ||
        out.displacement.size() != static_cast<Index>(forces->dof.size()))
        return;
    if (built.bodies[body].reduced.T) {
        out.unbalanced = true; // modes that were left out leave forces at all nodes unbalanced
        return;
    }
    out.reaction = forces->of_displacement(out.displacement);
    for (std::size_t k = 0; k < built.model.loads.size(); ++k) {
        const assembly::Load& load = built.model.loads[k];
        if (const auto* constant = std::get_if<assembly::Constant>(&load.signal);
            constant && load.body == body && built.loads[k].at_nodes)
            out.reaction -= constant->force * *built.loads[k].at_nodes;
    }
    for (Index node = 0; node < out.reaction.rows(); ++node)
        for (Index c = 0; c < d; ++c)
            if (forces->dof[static_cast<std::size_t>(d * node + c)] >= 0)
                out.reaction(node, c) = 0;
    for (const fem::Support& support : forces->supports) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (const int node : support.nodes)
            for (Index c = support.first; c <= support.last; ++c)
                sum(c) += out.reaction(node, c);
        out.supports.push_back(
            {support.name, sum(0), sum(1), d == 3 ? std::optional(sum(2)) : std::nullopt});
    }
}

void write_pictures(const PictureFolder& folder, const BuiltModel& built,
                    const dynamics::StaticResult& result, const StaticResults& results)
{
    const Scene scene(built);
    if (!scene.empty() && folder.takes_next()) {
        std::filesystem::create_directories(folder / "fields");
        io::VtkGrid grid = scene.grid(scene.displacement(result.u), scene.stress(result.u));
        std::vector<Matrix> reactions;
        bool any = false;
        for (const StaticBody& body : results.bodies) {
            reactions.push_back(body.reaction);
            any = any || body.reaction.size() > 0;
        }
        if (any)
            grid.point_arrays.push_back({"reaction", scene.stacked(reactions)});
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

// Largest displacement of the points of ports, without rotations [m].
double largest_displacement_of_ports(const fem::Substructure& body, const Vector& u)
{
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

StaticResults results_of(const BuiltModel& built, const dynamics::StaticResult& result)
{
    StaticResults r;
    for (const dynamics::Probe& probe : built.probes)
        r.points.push_back({probe.name, probe.measure, probe.row.dot(result.u[probe.body])});
    for (std::size_t b = 0; b < result.u.size(); ++b) {
        const fem::Substructure& body = built.model.bodies[b];
        StaticBody& out = r.bodies.emplace_back();
        out.name = body.name;
        out.dofs = result.u[b];
        if (!body.recovery) {
            out.largest = largest_displacement_of_ports(body, result.u[b]);
            continue;
        }
        out.displacement = body.recovery->displacement(result.u[b]);
        out.largest = out.displacement.rowwise().norm().maxCoeff();
        if (!body.recovery->stress)
            continue;
        out.stress = body.recovery->stress(result.u[b]);
        out.von_mises = von_mises(out.stress).maxCoeff();
        set_reactions(built, b, out);
    }
    for (std::size_t k = 0; k < result.reactions.size(); ++k)
        r.motions.push_back(
            {built.model.motions[k].name, built.model.motions[k].measure, result.reactions[k]});
    for (std::size_t k = 0; k < built.model.sliding.size(); ++k)
        r.contacts.push_back(contact_of(built, result, k));
    return r;
}

// Computes the outlines of bodies and their motion, which figures show.
void add_outlines(StaticResults& r, const std::vector<fem::Substructure>& bodies)
{
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        StaticBody& out = r.bodies[b];
        out.outline = outline_of(bodies[b]);
        const OutlineMotion motion = motion_of(bodies[b], out.outline, out.dofs);
        out.moved = motion.points.reshaped(out.outline.X.cols(), out.outline.X.rows()).transpose();
        out.components = motion.components.reshaped();
    }
}

Settings settings(const BuiltModel& built)
{
    return {{"method", built.model.sliding.empty()
                           ? "sparse Cholesky"
                           : "modal flexibility; closed contacts by complementarity"}};
}

Summary summarise(const BuiltModel& built, StaticResults& r)
{
    Summary s;
    s.extent = "static solution";
    s.used = settings(built);
    add_quantities(s, [&](io::Entries& q) { quantities(q, r); });
    for (const StaticValue& point : r.points)
        s.lines.push_back(point.name + ": displacement " + number_text(point.value, 6) + " " +
                          unit_on("m", point.measure));
    for (std::size_t b = 0; b < r.bodies.size(); ++b)
        s.lines.push_back("body " + r.bodies[b].name + ": largest displacement" +
                          of_shown(built.bodies[b]) + " " + number_text(r.bodies[b].largest, 6) +
                          " m");
    for (const StaticValue& motion : r.motions)
        s.lines.push_back("motion " + motion.name + ": the body is held by " +
                          number_text(motion.value, 6) + " " + unit_on("N", motion.measure));
    for (const StaticBody& body : r.bodies)
        if (body.unbalanced)
            s.lines.push_back("body " + body.name +
                              ": forces of its supports are not given, because "
                              "a reduced body balances its loads in part only");
    for (const StaticBody& body : r.bodies)
        for (const StaticSupport& support : body.supports)
            s.lines.push_back("body " + body.name + ": held at " + support.name + " by (" +
                              number_text(support.x, 6) + ", " + number_text(support.y, 6) +
                              (support.z ? ", " + number_text(*support.z, 6) : "") + ") N");
    for (std::size_t b = 0; b < r.bodies.size(); ++b)
        if (const auto& mises = r.bodies[b].von_mises)
            s.lines.push_back("body " + r.bodies[b].name + ": largest von Mises stress" +
                              of_shown(built.bodies[b]) + " " + number_text(*mises, 4) + " Pa");
    return s;
}

} // namespace

std::string check(const Static& e, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    located(c.analysis.places, "analysis", [&] {
        (void)dynamics::static_solution(built.model, monitor.until_stopped(), built.modes.get());
    });
    return check_text(e.type, settings(built));
}

void arrays(io::Entries& a, StaticResults& r)
{
    a.named(r.bodies, "bodies", "B", "a body", [&](StaticBody& b) {
        a.array(b.dofs, "dofs", "", "displacements [m], rotations [rad], coordinates of modes",
                "dofs of the (reduced) body");
        a.array(b.displacement, "displacement", "m", "(x, y); body in space: (x, y, z)",
                "nodes x d", "with a mesh, or matrices with positions");
        a.array(
            b.stress, "stress", "Pa",
            "(s_xx, s_yy, s_xy); plane strain and axisymmetric: (s_xx, s_yy, s_xy, s_zz); solid "
            "body: (s_xx, s_yy, s_zz, s_xy, s_yz, s_zx)",
            "nodes x 3, 4 or 6", "with a mesh and a material");
        a.array(b.reaction, "reaction", "N", "forces of supports on the nodes; 0 elsewhere",
                "nodes x d", "with supports and the whole mesh, not reduced");
        arrays(a, b.outline);
        a.array(b.moved, "outline/displacement", "m", "displacements of the points of the outline",
                "p x d", with_positions);
        a.array(b.components, "component_displacement", "",
                "displacements of the components of ports [m], rotations [rad]", "c",
                without_lines);
    });
    a.named(r.contacts, "contacts", "C", "a contact", [&](StaticContact& c) {
        a.array(c.along, "along", "m", "positions of slave nodes along the master polyline", "s");
        a.array(c.force, "force", "N", "normal forces, > 0 compression", "s");
        a.array(c.pressure, "pressure", "Pa", "force over the share of each node; 0 for points",
                "s");
        a.array(c.thickness, "thickness", "m", "thickness of the slave; 0 for points");
    });
    a.note("A case can use arrays of `contacts` as `pressure` of shape `contact`.");
}

void quantities(io::Entries& q, StaticResults& r)
{
    q.named(r.points, "", "P", "a point of `output.history`", [&](StaticValue& p) {
        q.array(p.value, "displacement", unit_on("m", p.measure), "displacement of the point");
    });
    q.named(r.bodies, "", "B", "a body", [&](StaticBody& b) {
        q.array(b.largest, "displacement.max", "m",
                "largest displacement of the nodes of its mesh, or of its ports without a mesh; "
                "without rotations");
    });
    q.named(r.bodies, "", "B", "a body", [&](StaticBody& b) {
        const std::string held = "with supports and the whole mesh";
        q.named(b.supports, "support", "S", "an entry of `fixed`", [&](StaticSupport& s) {
            q.array(s.x, "force.x", "N", "resultant of the forces on the held nodes", "", held);
            q.array(s.y, "force.y", "N", "the same along y", "", held);
            q.array(s.z, "force.z", "N", "the same along z", "", "of a solid body");
        });
    });
    q.named(r.motions, "", "M", "an imposed motion", [&](StaticValue& m) {
        q.array(m.value, "force", unit_on("N", m.measure), "force that holds the motion");
    });
    q.named(r.contacts, "", "C", "a contact",
            [&](StaticContact& c) { node_quantities(q, "", c.nodes); });
    q.named(r.bodies, "", "B", "a body", [&](StaticBody& b) {
        q.array(b.von_mises, "von_mises.max", "Pa", "largest von Mises stress at a node", "",
                "with a mesh and a material");
    });
}

Outcome run(const Static& /*e*/, const Case& c, const BuiltModel& built, const Monitor& monitor)
{
    const auto found = std::make_shared<const dynamics::StaticResult>(
        located(c.analysis.places, "analysis", [&]() -> dynamics::StaticResult {
            return dynamics::static_solution(built.model, monitor.until_stopped(),
                                             built.modes.get());
        }));
    const auto result = std::make_shared<StaticResults>(results_of(built, *found));
    return {.summary = summarise(built, *result),
            .arrays = writer_of(result),
            .pictures = [&built, found, result](
                            const auto& folder) { write_pictures(folder, built, *found, *result); },
            .complete = [&built, result] { add_outlines(*result, built.model.bodies); }};
}

} // namespace slideway::app
