#include "app/case/located.hpp"
#include "app/model/build_model.hpp"

#include "app/model/solver.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "fem/group_ports.hpp"
#include "fem/local_origin.hpp"

#include <utility>

namespace slideway::app {

namespace {

BodySource source_of(const SubstructureEntry& entry, const Case& c,
                     const Eigen::Vector3d& origin = {0, 0, 0})
{
    return {entry.name, entry.fixed, c.file.parent_path(), c.trust_meshes, origin};
}

std::string key_of(const SubstructureEntry& entry)
{
    return "substructure." + entry.name;
}

// Products of finite numbers may overflow.
void refuse_overflow(const fem::Substructure& body)
{
    for (const auto& [matrix, name] :
         {std::pair{&body.K, "stiffness"}, {&body.M, "mass"}, {&body.C, "damping"}})
        if (!Eigen::Map<const Vector>(matrix->valuePtr(), matrix->nonZeros()).allFinite())
            throw InputError(std::string("its ") + name +
                             " matrix overflows: an entry is above 1.8e308. Check sizes, material "
                             "and damping, and their units");
}

void add_structural_damping(const SubstructureEntry& entry, fem::Substructure& body)
{
    if (entry.loss_factor > 0 && body.K_skew.nonZeros() > 0)
        throw InputError("loss_factor", number_text(entry.loss_factor),
                         "the stiffness matrix of the body is not symmetric; expected 0");
    if (!entry.viscous_at_hz) {
        if (entry.loss_factor > 0)
            body.H = body.H.rows() > 0 ? SparseMatrix(body.H + entry.loss_factor * body.K)
                                       : SparseMatrix(entry.loss_factor * body.K);
        return;
    }
    const double Omega = two_pi * *entry.viscous_at_hz;
    if (body.H.nonZeros() == 0 && entry.loss_factor == 0)
        throw InputError("viscous_at_hz", number_text(*entry.viscous_at_hz),
                         "the body has no structural damping; give loss_factor");
    if (body.H.nonZeros() > 0)
        body.C = SparseMatrix(body.C + body.H / Omega);
    body.H.resize(0, 0);
    fem::add_rayleigh(body, 0, entry.loss_factor / Omega);
}

} // namespace

Drawing draw(const SubstructureEntry& entry, const Case& c, BuiltBody& built,
             const Monitor& monitor)
{
    Drawing drawing = located(entry.places, key_of(entry), [&]() -> Drawing {
        return draw_body(entry.kind, source_of(entry, c), monitor);
    });
    built.mesh = drawing.file;
    built.notes = drawing.notes;
    built.units = drawing.units;
    built.n_nodes = drawing.mesh.X.rows();
    for (const fem::ElementBlock& block : drawing.mesh.blocks)
        built.n_elements += block.nodes.rows();
    return drawing;
}

fem::Substructure make_body(const SubstructureEntry& entry, const Case& c, Drawing drawing,
                            const Eigen::Vector3d& origin, BuiltBody& built)
{
    const std::string key = key_of(entry);
    const bool drawn_in_place = drawing.made.has_value();
    const Index dofs_per_node = drawing.dofs_per_node;
    BodySource source = source_of(entry, c, origin);
    if (built.distributed)
        source.share = own_share();
    MadeBody made = located(entry.places, key, [&]() -> MadeBody {
        return make_body(entry.kind, source, std::move(drawing));
    });
    fem::Substructure& body = made.body;
    if (!source.share.whole()) // for kinds that ignore the share
        fem::keep(body, source.share);
    for (const fem::GroupPort& port : entry.ports)
        located(entry.places.of("ports." + port.name), key + ".ports." + port.name,
                [&] { fem::add_group_port(body, port); });
    fem::add_rayleigh(body, entry.alpha, entry.beta);
    located(entry.places.of("damping.loss_factor"), key + ".damping",
            [&] { add_structural_damping(entry, body); });
    if (body.H.nonZeros() > 0)
        built.notes.push_back("structural damping, an imaginary part of the stiffness, acts in frf "
                              "and complex-modes; modes and static leave it out");
    located(entry.where, key, [&] { refuse_overflow(body); });
    if (!drawn_in_place) {
        fem::move(body, origin);
        if (made.inertia && made.inertia->centre)
            *made.inertia->centre += origin;
    }
    built.name = entry.name;
    built.type = type_of(entry.kind);
    built.pole = origin;
    built.inertia = made.inertia;
    if (built.n_nodes > 0)
        built.n_fixed = dofs_per_node * built.n_nodes - body.n();
    built.box = fem::box_of(body);
    return std::move(body);
}

} // namespace slideway::app
