#include "app/model/build_model.hpp"

#include "base/text.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/inertia.hpp"
#include "fem/local_origin.hpp"
#include "fem/matrices.hpp"
#include "fem/readers/line_reader.hpp"
#include "fem/readers/mesh_reader.hpp"
#include "fem/rigid.hpp"

#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

// What the body of one entry is made from.
struct Source {
    const SubstructureEntry& entry;
    const Case& c;
    BuiltBody& built;
    Drawing& drawing;
    Eigen::Vector2d origin{0, 0};

    [[nodiscard]] std::string key() const { return "substructure." + entry.name; }
    [[nodiscard]] double angle() const
    {
        return entry.placement.angle_deg * std::numbers::pi / 180;
    }
    [[nodiscard]] Eigen::Vector2d at() const
    {
        return {entry.placement.at[0], entry.placement.at[1]};
    }
    [[nodiscard]] Eigen::Matrix2d turn() const
    {
        return Eigen::Rotation2Dd(angle()).toRotationMatrix();
    }
};

template <class Read>
fem::Mesh mesh_of(const Source& source, const Monitor& monitor, Read&& read)
{
    const std::filesystem::path file = source.c.file.parent_path() / source.entry.mesh;
    fem::GmshOptions options;
    options.trusted = source.c.trust_meshes;
    options.progress = monitor.until_stopped();
    fem::Mesh mesh =
        located(source.entry.places, source.key(), "mesh", source.entry.mesh, [&]() -> fem::Mesh {
            return read(file, source.entry.mesh_parameters, source.entry.scale, options);
        });
    source.built.mesh = source.entry.mesh;
    source.built.notes = mesh.notes;
    return mesh;
}

Eigen::Vector2d pivot_of(const Source& source, const fem::Mesh& mesh)
{
    const std::string& put = source.entry.placement.put;
    if (put.empty())
        return Eigen::Vector2d::Zero();
    return located(source.entry.places, source.key(), "placement.put", put,
                   [&]() -> Eigen::Vector2d {
                       const std::vector<int>& nodes = fem::group(mesh, put).nodes;
                       if (nodes.size() != 1)
                           throw InputError("has " + std::to_string(nodes.size()) +
                                            " nodes; expected a named point");
                       return mesh.X.row(nodes.front()).transpose();
                   });
}

// Counts for the summary, and where the mesh will stand.
void draw_mesh(const Source& source, fem::Mesh mesh)
{
    source.built.n_nodes = mesh.X.rows();
    for (const fem::ElementBlock& block : mesh.blocks)
        source.built.n_elements += block.nodes.rows();
    Drawing& drawing = source.drawing;
    drawing.pivot = pivot_of(source, mesh);
    const Eigen::AlignedBox2d box = fem::box_of(mesh.X);
    for (const auto corner : {box.BottomLeft, box.BottomRight, box.TopLeft, box.TopRight})
        drawing.box.extend(
            Eigen::Vector2d(source.at() + source.turn() * (box.corner(corner) - drawing.pivot)));
    drawing.mesh = std::move(mesh);
}

// The mesh turned and moved, in coordinates that count from the origin of the model. What a mesh
// far from its own (0, 0) is turned about is near it.
fem::Mesh placed(const Source& source)
{
    Drawing& drawing = source.drawing;
    Eigen::Vector2d pivot = drawing.pivot, at = source.at() - source.origin;
    if (source.entry.placement.put.empty()) {
        pivot = fem::local_origin(fem::box_of(drawing.mesh.X));
        at += source.turn() * pivot;
    }
    return fem::placed(std::move(drawing.mesh), source.angle(), pivot, at);
}

// What is wrong with the body of a mesh, which was computed near the origin of the model, told with
// the places of the case.
template <class Make>
InputError in_place(const Source& source, fem::Mesh mesh, const Make& make, const InputError& error)
{
    if (source.origin.isZero(0))
        return error;
    mesh.X.rowwise() += source.origin.transpose();
    try {
        (void)make(mesh);
    } catch (const InputError& there) {
        return there;
    }
    return error;
}

// Errors of the mesh go to its key, others to that of their option.
template <class Make>
fem::Substructure of_mesh(const Source& source, const fem::Mesh& mesh, const Make& make)
{
    try {
        return make(mesh);
    } catch (const InputError& error) {
        const InputError told = in_place(source, mesh, make, error);
        if (source.entry.mesh.empty() || told.file().file != mesh.source)
            throw told;
        throw InputError(source.entry.places.of("mesh"), source.key() + ".mesh",
                         "\"" + source.entry.mesh + "\"", told.what());
    }
}

fem::Substructure plane_stress(const Source& source)
{
    const fem::Mesh mesh = placed(source);
    fem::PlaneStressOptions options = source.entry.plane_stress;
    options.fixed = source.entry.fixed;
    source.built.inertia = fem::inertia(mesh, options);
    return of_mesh(source, mesh, [&](const fem::Mesh& at) -> fem::Substructure {
        return fem::plane_stress(source.entry.name, at, options);
    });
}

fem::Mesh axis_of(const Source& source, const Monitor& monitor)
{
    const BeamEntry& entry = source.entry.beam;
    if (source.entry.mesh.empty())
        return fem::beam_line(entry.line);
    const fem::Mesh mesh = mesh_of(source, monitor, fem::read_lines);
    return located(source.entry.places, source.key(), "curve", entry.curve,
                   [&]() -> fem::Mesh { return fem::beam_curve(mesh, entry.curve); });
}

fem::Substructure beam(const Source& source)
{
    const BeamEntry& entry = source.entry.beam;
    if (!(entry.options.section.area > 0))
        throw InputError(source.entry.places.of("section"), source.key() + ".section", "{ }",
                         "give width and height, or diameter, or area and second_moment");
    const fem::Mesh mesh = placed(source);
    fem::BeamOptions options = entry.options;
    options.fixed = source.entry.fixed;
    source.built.inertia = fem::inertia(mesh, options);
    return of_mesh(source, mesh, [&](const fem::Mesh& at) -> fem::Substructure {
        return fem::beam(source.entry.name, at, options);
    });
}

fem::Substructure lumped(const Source& source)
{
    const SubstructureEntry& entry = source.entry;
    if (entry.chain && !entry.network.masses.empty())
        throw InputError("give either chain or masses, not both");
    fem::LumpedOptions network = entry.chain ? fem::chain_network(*entry.chain) : entry.network;
    network.fixed = entry.fixed;
    source.built.inertia = fem::inertia(network);
    return fem::lumped(entry.name, network);
}

fem::Substructure rigid(const Source& source)
{
    fem::RigidOptions options = source.entry.rigid;
    options.at = source.at() - source.origin;
    options.angle = source.angle();
    options.fixed = source.entry.fixed;
    if (options.mass)
        source.built.inertia = fem::Inertia{*options.mass, options.at};
    return fem::rigid(source.entry.name, options);
}

void draw_rigid(const Source& source)
{
    auto add = [&source](const Eigen::Vector2d& offset) {
        source.drawing.box.extend(Eigen::Vector2d(source.at() + source.turn() * offset));
    };
    add({0, 0});
    for (const auto& [name, offset] : source.entry.rigid.points)
        add({offset[0], offset[1]});
    for (const auto& [name, offsets] : source.entry.rigid.polylines)
        for (Index i = 0; i < offsets.rows(); ++i)
            add(offsets.row(i).transpose());
}

fem::Substructure read_matrices(const Source& source)
{
    const MatricesEntry& entry = source.entry.matrices;
    const Places& places = source.entry.places;
    const std::filesystem::path folder = source.c.file.parent_path();
    fem::Substructure body;
    if (!entry.folder.empty()) {
        body = located(places, source.key(), "folder", entry.folder, [&]() -> fem::Substructure {
            return fem::read_exported(source.entry.name, folder / entry.folder);
        });
    } else {
        const fem::MatricesOptions options{folder / entry.M,
                                           entry.C.empty() ? "" : folder / entry.C,
                                           folder / entry.K,
                                           folder / entry.dofs,
                                           {},
                                           source.entry.scale.value_or(1)};
        try {
            body = fem::matrices(source.entry.name, options);
        } catch (const InputError& error) { // names the file: of which key?
            for (const auto& [key, value, file] :
                 {std::tuple{"M", entry.M, options.M}, std::tuple{"C", entry.C, options.C},
                  std::tuple{"K", entry.K, options.K},
                  std::tuple{"dofs", entry.dofs, options.dofs}})
                if (!file.empty() && error.file().file == file.string())
                    throw InputError(places.of(key), source.key() + "." + key, "\"" + value + "\"",
                                     error.what());
            throw;
        }
    }
    source.built.inertia = fem::inertia(body);
    fem::hold(body, source.entry.fixed);
    return body;
}

fem::Substructure matrices(const Source& source)
{
    fem::Substructure body = std::move(*source.drawing.body);
    fem::turn_about(body, source.origin);
    return body;
}

// Products of finite numbers may be none.
void refuse_overflow(const fem::Substructure& body)
{
    for (const auto& [matrix, name] :
         {std::pair{&body.K, "stiffness"}, {&body.M, "mass"}, {&body.C, "damping"}})
        if (!Eigen::Map<const Vector>(matrix->valuePtr(), matrix->nonZeros()).allFinite())
            throw InputError(std::string("its ") + name +
                             " matrix overflows: an entry is above 1.8e308. Check sizes, material "
                             "and damping, and their units");
}

fem::Substructure body_of(const Source& source)
{
    const std::string& type = source.entry.type;
    if (type == "beam")
        return beam(source);
    if (type == "lumped")
        return lumped(source);
    if (type == "rigid")
        return rigid(source);
    if (type == "matrices")
        return matrices(source);
    return plane_stress(source);
}

} // namespace

Drawing draw(const SubstructureEntry& entry, const Case& c, BuiltBody& built,
             const Monitor& monitor)
{
    Drawing drawing;
    const Source source{entry, c, built, drawing};
    located(entry.places, source.key(), [&] {
        if (entry.type == "plane-stress")
            draw_mesh(source, mesh_of(source, monitor, fem::read_mesh));
        if (entry.type == "beam")
            draw_mesh(source, axis_of(source, monitor));
        if (entry.type == "rigid")
            draw_rigid(source);
        if (entry.type == "matrices") {
            drawing.body = read_matrices(source);
            drawing.box = fem::box_of(*drawing.body);
        }
    });
    return drawing;
}

fem::Substructure make_body(const SubstructureEntry& entry, const Case& c, Drawing drawing,
                            const Eigen::Vector2d& origin, BuiltBody& built)
{
    const bool drawn_in_place = drawing.body.has_value();
    const Source source{entry, c, built, drawing, origin};
    fem::Substructure body =
        located(entry.places, source.key(), [&]() -> fem::Substructure { return body_of(source); });
    for (const fem::GroupPort& port : entry.ports)
        located(entry.places.of("ports." + port.name), source.key() + ".ports." + port.name,
                [&] { fem::add_group_port(body, port); });
    fem::add_rayleigh(body, entry.alpha, entry.beta);
    located(entry.where, source.key(), [&] { refuse_overflow(body); });
    if (!drawn_in_place) {
        fem::move(body, origin);
        if (built.inertia && built.inertia->centre)
            *built.inertia->centre += origin;
    }
    built.name = entry.name;
    built.type = entry.type;
    built.pole = origin;
    if (built.n_nodes > 0) {
        const Index per_node = entry.type == "beam" && entry.beam.options.axial ? 3 : 2;
        built.n_fixed = per_node * built.n_nodes - body.n();
    }
    built.box = fem::box_of(body);
    for (const fem::Port& port : body.ports)
        built.ports.push_back(port.name);
    return body;
}

fem::Substructure make_body(const SubstructureEntry& entry, const Case& c, BuiltBody& built,
                            const Monitor& monitor)
{
    Drawing drawing = draw(entry, c, built, monitor);
    const Eigen::Vector2d origin = fem::local_origin(drawing.box);
    return make_body(entry, c, std::move(drawing), origin, built);
}

} // namespace slideway::app
