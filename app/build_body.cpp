#include "app/build_model.hpp"

#include "base/text.hpp"
#include "fem/mesh_reader.hpp"

#include <numbers>

namespace slideway::app {

fem::Substructure make_body(const SubstructureEntry& entry, const Case& c, BuiltBody& built)
{
    const std::string key = "substructure." + entry.name;
    fem::Substructure body = located(entry.places, key, [&]() -> fem::Substructure {
        if (entry.type == "lumped") {
            if (entry.chain && !entry.network.masses.empty())
                throw InputError("give either chain or masses, not both");
            fem::LumpedOptions network =
                entry.chain ? fem::chain_network(*entry.chain) : entry.network;
            network.fixed = entry.fixed;
            return fem::lumped(entry.name, network);
        }
        const std::filesystem::path file = c.file.parent_path() / entry.mesh;
        fem::Mesh mesh = located(entry.places, key, "mesh", entry.mesh, [&]() -> fem::Mesh {
            return fem::read_mesh(file, entry.mesh_parameters);
        });
        built.mesh = entry.mesh;
        built.n_nodes = mesh.X.rows();
        for (const fem::ElementBlock& block : mesh.blocks)
            built.n_elements += block.nodes.rows();
        Eigen::Vector2d pivot = Eigen::Vector2d::Zero();
        if (!entry.placement.put.empty()) {
            const std::string& put = entry.placement.put;
            pivot = located(entry.places, key, "placement.put", put, [&]() -> Eigen::Vector2d {
                const std::vector<int>& nodes = fem::group(mesh, put).nodes;
                if (nodes.size() != 1)
                    throw InputError("has " + std::to_string(nodes.size()) +
                                     " nodes; expected a named point");
                return mesh.X.row(nodes.front()).transpose();
            });
        }
        mesh = fem::placed(std::move(mesh), entry.placement.angle_deg * std::numbers::pi / 180,
                           pivot, {entry.placement.at[0], entry.placement.at[1]});
        fem::PlaneStressOptions options = entry.plane_stress;
        options.fixed = entry.fixed;
        try {
            return fem::plane_stress(entry.name, mesh, options);
        } catch (const InputError& error) { // of the mesh, or of another key
            const std::string message = error.what();
            if (!message.starts_with(mesh.source + ":"))
                throw;
            throw InputError(entry.places.of("mesh"), key + ".mesh", "\"" + entry.mesh + "\"",
                             message);
        }
    });
    fem::add_rayleigh(body, entry.alpha, entry.beta);
    built.name = entry.name;
    built.type = entry.type;
    if (built.n_nodes > 0)
        built.n_fixed = 2 * built.n_nodes - body.n();
    for (const fem::Port& port : body.ports)
        built.ports.push_back(port.name);
    return body;
}

} // namespace slideway::app
