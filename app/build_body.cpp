#include "app/build_model.hpp"

#include "base/text.hpp"
#include "fem/beam.hpp"
#include "fem/beam_mesh.hpp"
#include "fem/group_ports.hpp"
#include "fem/line_reader.hpp"
#include "fem/matrices.hpp"
#include "fem/mesh_reader.hpp"
#include "fem/rigid.hpp"

#include <numbers>
#include <utility>

namespace slideway::app {

namespace {

// What the bodies of one entry are made from.
struct Source {
    const SubstructureEntry& entry;
    const Case& c;
    BuiltBody& built;

    [[nodiscard]] std::string key() const { return "substructure." + entry.name; }
    [[nodiscard]] double angle() const
    {
        return entry.placement.angle_deg * std::numbers::pi / 180;
    }
    [[nodiscard]] Eigen::Vector2d at() const
    {
        return {entry.placement.at[0], entry.placement.at[1]};
    }
};

template <class Read>
fem::Mesh mesh_of(const Source& source, Read&& read)
{
    const std::filesystem::path file = source.c.file.parent_path() / source.entry.mesh;
    fem::Mesh mesh =
        located(source.entry.places, source.key(), "mesh", source.entry.mesh,
                [&]() -> fem::Mesh { return read(file, source.entry.mesh_parameters); });
    source.built.mesh = source.entry.mesh;
    source.built.notes = mesh.notes;
    return mesh;
}

// The mesh turned and moved; counts for the summary.
fem::Mesh placed(const Source& source, fem::Mesh mesh)
{
    source.built.n_nodes = mesh.X.rows();
    for (const fem::ElementBlock& block : mesh.blocks)
        source.built.n_elements += block.nodes.rows();
    Eigen::Vector2d pivot = Eigen::Vector2d::Zero();
    const std::string& put = source.entry.placement.put;
    if (!put.empty())
        pivot = located(source.entry.places, source.key(), "placement.put", put,
                        [&]() -> Eigen::Vector2d {
                            const std::vector<int>& nodes = fem::group(mesh, put).nodes;
                            if (nodes.size() != 1)
                                throw InputError("has " + std::to_string(nodes.size()) +
                                                 " nodes; expected a named point");
                            return mesh.X.row(nodes.front()).transpose();
                        });
    return fem::placed(std::move(mesh), source.angle(), pivot, source.at());
}

// Remarks on the mesh go to its key, others to the option that they begin with.
template <class Make>
fem::Substructure of_mesh(const Source& source, const fem::Mesh& mesh, Make&& make)
{
    try {
        return std::forward<Make>(make)();
    } catch (const InputError& error) {
        const std::string message = error.what();
        if (source.entry.mesh.empty() || !message.starts_with(mesh.source + ":"))
            throw;
        throw InputError(source.entry.places.of("mesh"), source.key() + ".mesh",
                         "\"" + source.entry.mesh + "\"", message);
    }
}

fem::Substructure plane_stress(const Source& source)
{
    const fem::Mesh mesh = placed(source, mesh_of(source, fem::read_mesh));
    fem::PlaneStressOptions options = source.entry.plane_stress;
    options.fixed = source.entry.fixed;
    return of_mesh(source, mesh, [&]() -> fem::Substructure {
        return fem::plane_stress(source.entry.name, mesh, options);
    });
}

fem::Mesh axis_of(const Source& source)
{
    const BeamEntry& entry = source.entry.beam;
    if (source.entry.mesh.empty())
        return fem::beam_line(entry.line);
    const fem::Mesh mesh = mesh_of(source, fem::read_lines);
    return located(source.entry.places, source.key(), "curve", entry.curve,
                   [&]() -> fem::Mesh { return fem::beam_curve(mesh, entry.curve); });
}

fem::Substructure beam(const Source& source)
{
    const BeamEntry& entry = source.entry.beam;
    if (!(entry.options.section.area > 0))
        throw InputError(source.entry.places.of("section"), source.key() + ".section", "{ }",
                         "give width and height, or diameter, or area and second_moment");
    const fem::Mesh mesh = placed(source, axis_of(source));
    fem::BeamOptions options = entry.options;
    options.fixed = source.entry.fixed;
    return of_mesh(source, mesh, [&]() -> fem::Substructure {
        return fem::beam(source.entry.name, mesh, options);
    });
}

fem::Substructure lumped(const Source& source)
{
    const SubstructureEntry& entry = source.entry;
    if (entry.chain && !entry.network.masses.empty())
        throw InputError("give either chain or masses, not both");
    fem::LumpedOptions network = entry.chain ? fem::chain_network(*entry.chain) : entry.network;
    network.fixed = entry.fixed;
    return fem::lumped(entry.name, network);
}

fem::Substructure rigid(const Source& source)
{
    fem::RigidOptions options = source.entry.rigid;
    options.at = source.at();
    options.angle = source.angle();
    options.fixed = source.entry.fixed;
    return fem::rigid(source.entry.name, options);
}

fem::Substructure matrices(const Source& source)
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
                                           {}};
        try {
            body = fem::matrices(source.entry.name, options);
        } catch (const InputError& error) { // names the file: of which key?
            const std::string message = error.what();
            for (const auto& [key, value, file] :
                 {std::tuple{"M", entry.M, options.M}, std::tuple{"C", entry.C, options.C},
                  std::tuple{"K", entry.K, options.K},
                  std::tuple{"dofs", entry.dofs, options.dofs}})
                if (!error.has_place() && message.starts_with(file.string() + ":"))
                    throw InputError(places.of(key), source.key() + "." + key, "\"" + value + "\"",
                                     message);
            throw;
        }
    }
    fem::hold(body, source.entry.fixed);
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

fem::Substructure make_body(const SubstructureEntry& entry, const Case& c, BuiltBody& built)
{
    const Source source{entry, c, built};
    fem::Substructure body =
        located(entry.places, source.key(), [&]() -> fem::Substructure { return body_of(source); });
    for (const fem::GroupPort& port : entry.ports)
        located(entry.places.of("ports." + port.name), source.key() + ".ports." + port.name,
                [&] { fem::add_group_port(body, port); });
    fem::add_rayleigh(body, entry.alpha, entry.beta);
    located(entry.where, source.key(), [&] { refuse_overflow(body); });
    built.name = entry.name;
    built.type = entry.type;
    if (built.n_nodes > 0) {
        const Index per_node = entry.type == "beam" && entry.beam.options.axial ? 3 : 2;
        built.n_fixed = per_node * built.n_nodes - body.n();
    }
    for (const fem::Port& port : body.ports)
        built.ports.push_back(port.name);
    return body;
}

} // namespace slideway::app
