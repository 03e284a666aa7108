#include "support/beam_on_beam.hpp"

#include "fem/plane.hpp"
#include "fem/plane_stress.hpp"
#include "reduction/craig_bampton.hpp"
#include "reduction/hintz_herting.hpp"

#include <algorithm>
#include <numbers>
#include <set>

namespace slideway::test {

fem::Mesh rectangle_mesh(double length, double y0, double height, int nx, int ny)
{
    fem::Mesh mesh;
    mesh.source = "rectangle";
    mesh.X.resize((nx + 1) * (ny + 1), 2);
    auto node = [ny](int i, int j) -> int { return i * (ny + 1) + j; };
    for (int i = 0; i <= nx; ++i)
        for (int j = 0; j <= ny; ++j)
            mesh.X.row(node(i, j)) << length * i / nx, y0 + height * j / ny;
    mesh.X = fem::positions_in_space(mesh.X);
    fem::ElementBlock block{"quad4", Eigen::MatrixXi(nx * ny, 4)};
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
            block.nodes.row(i * ny + j) << node(i, j), node(i + 1, j), node(i + 1, j + 1),
                node(i, j + 1);
    mesh.blocks.push_back(block);

    auto curve = [&mesh](const std::string& name, const std::vector<int>& nodes) {
        fem::NodeGroup group;
        group.dimension = 1;
        group.nodes = nodes;
        std::sort(group.nodes.begin(), group.nodes.end());
        for (std::size_t k = 0; k + 1 < nodes.size(); ++k)
            group.edges.push_back({nodes[k], nodes[k + 1]});
        mesh.groups[name] = group;
    };
    std::vector<int> left, right, bottom, top; // in the direction with the body on the right
    for (int j = 0; j <= ny; ++j) {
        left.push_back(node(0, j));
        right.push_back(node(nx, ny - j));
    }
    for (int i = 0; i <= nx; ++i) {
        top.push_back(node(i, ny));
        bottom.push_back(node(nx - i, 0));
    }
    curve("left", left);
    curve("right", right);
    curve("bottom", bottom);
    curve("top", top);
    mesh.groups["bottom_left"] = {0, {node(0, 0)}, {}};
    mesh.groups["top_right"] = {0, {node(nx, ny)}, {}};
    return mesh;
}

fem::Substructure lower_beam(const BeamOnBeamOptions& options)
{
    fem::PlaneStressOptions plane;
    plane.material = {2.38e9, 0.37, 1200};
    plane.thickness = 0.010;
    plane.fixed = {"left"};
    fem::Substructure s =
        fem::plane_stress("lower", rectangle_mesh(0.1, -0.002, 0.002, options.lower_nx, 2), plane);
    fem::add_rayleigh(s, options.alpha, options.beta);
    return s;
}

fem::Substructure upper_beam(const BeamOnBeamOptions& options)
{
    fem::PlaneStressOptions plane;
    plane.material = {70e9, 0.33, 2700};
    plane.thickness = 0.010;
    const fem::Mesh mesh = fem::placed(rectangle_mesh(0.075, 0, 0.0015, options.upper_nx, 2),
                                       std::numbers::pi / 6, {0, 0}, {options.s0, 0});
    fem::Substructure s = fem::plane_stress("upper", mesh, plane);
    fem::add_rayleigh(s, options.alpha, options.beta);
    return s;
}

namespace {

reduction::ReducedModel reduce(const fem::Substructure& s, const std::string& method,
                               const std::set<Index>& interface, int n_modes)
{
    const std::vector<Index> dofs(interface.begin(), interface.end());
    if (method == "craig-bampton")
        return reduction::craig_bampton(s, dofs, n_modes);
    if (method == "hintz-herting")
        return reduction::hintz_herting(s, dofs, n_modes);
    return reduction::unreduced(s);
}

} // namespace

BeamOnBeam beam_on_beam(const BeamOnBeamOptions& options)
{
    const fem::Substructure lower = lower_beam(options), upper = upper_beam(options);
    auto dofs = [](const fem::Substructure& s, const std::string& port) -> std::set<Index> {
        const std::vector<Index> list = reduction::port_dofs(fem::port(s, port));
        return {list.begin(), list.end()};
    };
    std::set<Index> upper_interface = dofs(upper, "bottom_left");
    upper_interface.merge(dofs(upper, "right"));

    BeamOnBeam result;
    result.lower = reduce(lower, options.lower, dofs(lower, "top"), options.lower_modes);
    result.upper = reduce(upper, options.upper, upper_interface, options.upper_modes);
    assembly::CoupledModel& model = result.model;
    model.bodies = {result.lower.substructure, result.upper.substructure};
    const fem::Port& end = fem::port(model.bodies[1], "right");
    const fem::Port& tip = fem::port(model.bodies[1], "bottom_left");

    assembly::Motion drive = assembly::make_motion("drive", 1, end, 0);
    drive.velocity = options.velocity;
    drive.ramp = 0.020;
    model.motions.push_back(drive);
    model.loads.push_back(
        {"pressing", {}, 1, fem::mean_row(end, 1), assembly::Constant{options.force}});
    if (options.noise_rms > 0)
        model.loads.push_back({"roughness",
                               {},
                               1,
                               fem::mean_row(tip, 1),
                               assembly::Noise{options.noise_rms, 0, 20e3, options.seed}});
    model.sliding.push_back(assembly::make_sliding("rub", model.bodies, 1, tip, 0,
                                                   fem::port(model.bodies[0], "top"),
                                                   contact::ConstantFriction{options.mu}));
    return result;
}

} // namespace slideway::test
