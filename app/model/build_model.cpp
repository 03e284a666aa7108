#include "app/model/build_model.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/model/body_loads.hpp"
#include "app/model/joins.hpp"
#include "app/model/solver.hpp"
#include "assembly/joint.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "dynamics/modal/shared_modes.hpp"
#include "fem/local_origin.hpp"
#include "fem/massless.hpp"
#include "fem/named_nodes.hpp"
#include "fem/recovery.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>

namespace slideway::app {

namespace {

// Rigid friction stops masses, so each of its directions needs a mass.
void refuse_massless(const JointEntry& entry, const assembly::Joint& joint,
                     const std::vector<fem::Substructure>& bodies)
{
    if (!joint.law->is_set_valued_at_rest())
        return;
    Vector mass = Vector::Zero(joint.n_rows());
    const auto add = [&](const assembly::RowsOn& side) {
        mass += side.rows.cwiseAbs() * Vector(bodies[side.body].M.diagonal());
    };
    add(joint.first);
    if (joint.second)
        add(*joint.second);
    const bool in_each = joint.law->is_patch();
    if (in_each ? mass.minCoeff() > 0 : mass.sum() > 0)
        return;
    static const char* const directions[] = {"x", "y", "rotation"};
    Index without = 0;
    (void)mass.minCoeff(&without);
    throw InputError(entry.places.of("between"), "joint." + entry.name + ".between",
                     "[\"" + join(entry.between, "\", \"") + "\"]",
                     "has no mass that friction could stop" +
                         (in_each ? std::string(" in ") + directions[without] : std::string()) +
                         "; expected a port with a mass");
}

// Part of the mesh that `recover` names; null if it names nothing.
std::shared_ptr<const fem::RecoveryPart>
part_to_show(const fem::Substructure& body, const SubstructureEntry& entry, BuiltBody& built)
{
    const std::vector<std::string>& groups = entry.reduction.recover;
    if (groups.empty())
        return {};
    return located(
        entry.places.of("reduction.recover"), "substructure." + entry.name + ".reduction",
        [&]() -> std::shared_ptr<const fem::RecoveryPart> {
            try {
                if (!body.recovery)
                    throw InputError("a body of type " + built.type + " has no mesh to show");
                auto part =
                    std::make_shared<const fem::RecoveryPart>(fem::part(*body.recovery, groups));
                built.shown = {groups, part->shown.mesh.X.rows(), 0};
                for (const fem::ElementBlock& block : part->shown.mesh.blocks)
                    built.shown->n_elements += block.nodes.rows();
                return part;
            } catch (const InputError& error) {
                throw InputError("recover", "[\"" + join(groups, "\", \"") + "\"]", error.what());
            }
        });
}

// Bodies of a case, before and after reduction, and the model that joins the whole bodies.
struct JoinedBodies {
    std::vector<SubstructureEntry> entries;
    std::vector<BodyProcesses> processes;
    std::vector<BuiltBody> built;
    std::vector<fem::Substructure> whole;
    Attachments attachments;
    assembly::CoupledModel joined;
};

// Refuses bodies whose displacements along x are not radial beside axisymmetric ones.
void refuse_mixed_revolution(const Case& c)
{
    const auto has_type = [](const SubstructureEntry& entry,
                             const std::vector<std::string_view>& types) -> bool {
        return std::count(types.begin(), types.end(), type_of(entry.kind)) > 0;
    };
    const auto ring = std::find_if(
        c.substructures.begin(), c.substructures.end(),
        [&](const SubstructureEntry& entry) -> bool { return has_type(entry, {"axisymmetric"}); });
    if (ring == c.substructures.end())
        return;
    for (const SubstructureEntry& entry : c.substructures)
        if (has_type(entry, {"plane-stress", "plane-strain", "solid", "beam"}))
            throw InputError(entry.places.of("type"), "substructure." + entry.name + ".type",
                             "\"" + std::string(type_of(entry.kind)) + "\"",
                             "body " + ring->name +
                                 " is axisymmetric, and its forces are those of a full ring; "
                                 "expected axisymmetric, lumped, rigid or matrices beside it");
}

// Reads the bodies of a case.
void read_bodies(const Case& c, const Needs& needs, JoinedBodies& all, const Monitor& monitor)
{
    refuse_mixed_revolution(c);
    all.entries = c.substructures;
    all.built.resize(all.entries.size());
    std::vector<Drawing> drawings;
    fem::Box box;
    for (std::size_t b = 0; b < all.entries.size(); ++b) {
        if (needs.free_bodies)
            all.entries[b].fixed.clear();
        BodyProcesses& processes = all.processes.emplace_back(all.entries[b]);
        processes.in_step([&] {
            drawings.push_back(draw(all.entries[b], c, all.built[b], monitor));
            box.extend(drawings[b].box);
        });
        processes.decide(drawings[b]);
        all.built[b].distributed = processes.together();
    }
    const Eigen::Vector3d origin = fem::local_origin(box);
    for (std::size_t b = 0; b < all.entries.size(); ++b)
        all.processes[b].in_step([&] {
            all.whole.push_back(
                make_body(all.entries[b], c, std::move(drawings[b]), origin, all.built[b]));
        });
}

// "n3.rotation, n4.rotation have no mass and follow the other dofs statically"
std::string massless_note(const std::vector<std::string>& names)
{
    std::vector<std::string> listed = names;
    listed.resize(std::min(names.size(), fem::massless_listed));
    return join(listed) +
           (names.size() > listed.size() ? ", ... (" + std::to_string(names.size()) + ")" : "") +
           (names.size() == 1 ? " has no mass and follows" : " have no mass and follow") +
           " the other dofs statically";
}

void reduce_bodies(const Needs& needs, const std::vector<reduction::Interface>& interface,
                   JoinedBodies& all, const Monitor& monitor)
{
    std::vector<reduction::ToRecover> recover;
    for (std::size_t b = 0; b < all.whole.size(); ++b) // errors are found before the reduction
        recover.push_back({part_to_show(all.whole[b], all.entries[b], all.built[b]),
                           needs.all_ranks || writes()});
    for (std::size_t b = 0; b < all.whole.size(); ++b) {
        BuiltBody& built = all.built[b];
        built.reduced =
            all.processes[b].reduce(all.whole[b], interface[b], built.acted, recover[b], monitor);
        if (built.reduced.following)
            built.notes.push_back(massless_note(built.reduced.following->names));
        const Index added = built.reduced.omega.size(),
                    requested = all.entries[b].reduction.n_modes;
        if (added > requested) // see whole_modes
            built.notes.push_back("reduction.n_modes = " + std::to_string(requested) +
                                  " would part modes of equal frequency; " + std::to_string(added) +
                                  " modes are kept");
        add_damping_ratios(all.entries[b], built.reduced.substructure, monitor);
    }
}

void list_ports(JoinedBodies& all)
{
    for (std::size_t b = 0; b < all.whole.size(); ++b) {
        const fem::Substructure& body = all.whole[b];
        std::vector<std::string>& ports = all.built[b].ports;
        for (const fem::Port& port : body.ports)
            ports.push_back(port.name);
        all.built[b].n_named_nodes = body.nodes ? body.nodes->n() : 0;
        if (body.nodes)
            for (const auto& [group, members] : body.nodes->groups)
                if (std::find(ports.begin(), ports.end(), group) == ports.end())
                    all.built[b].named_groups.push_back(group);
    }
}

// Reads and joins the bodies of a case, so that errors are found, and then reduces them.
JoinedBodies joined_bodies(const Case& c, const Needs& needs, const Monitor& monitor)
{
    JoinedBodies all;
    read_bodies(c, needs, all, monitor);
    all.attachments = attachments(c, needs);
    make_ports(all.attachments, all.whole);
    list_ports(all);
    const std::vector<reduction::Interface> interface =
        interfaces(c, needs, all.attachments, all.whole);
    all.joined = join_bodies(c, needs, all.attachments, all.whole);
    std::vector<std::vector<Index>> acted =
        acted_dofs(c, needs, all.attachments, all.whole, all.joined);
    for (std::size_t b = 0; b < acted.size(); ++b)
        all.built[b].acted = std::move(acted[b]);
    reduce_bodies(needs, interface, all, monitor);
    return all;
}

// Transfers rows from the dofs of whole bodies to those of the reduced bodies.
void carry_over(assembly::RowsOn& body_rows, const std::vector<BuiltBody>& bodies)
{
    body_rows.rows = reduction::in_basis(bodies[body_rows.body].reduced, body_rows.rows);
}

void carry_over(assembly::CoupledModel& joined, const std::vector<BuiltBody>& bodies)
{
    for (assembly::Bond& bond : joined.bonds) {
        carry_over(bond.first, bodies);
        carry_over(bond.second, bodies);
    }
    for (assembly::Joint& joint : joined.joints) {
        carry_over(joint.first, bodies);
        if (joint.second)
            carry_over(*joint.second, bodies);
    }
    for (assembly::Sliding& sliding : joined.sliding) {
        sliding.slave_rows =
            reduction::in_basis(bodies[sliding.slave_body].reduced, sliding.slave_rows);
        sliding.master_rows =
            reduction::in_basis(bodies[sliding.master_body].reduced, sliding.master_rows);
    }
    for (assembly::Motion& motion : joined.motions)
        carry_over(motion.on, bodies);
    for (assembly::Load& load : joined.loads)
        if (const reduction::ReducedModel& model = bodies[load.body].reduced; !model.T_rows.empty())
            load.row = Matrix(reduction::in_basis(model, load.row.transpose().sparseView(0, 0)))
                           .transpose();
        else if (model.T)
            load.row = model.T->transpose() * load.row;
}

// Displacements of outputs by forces on motions without mass, which the reduced bodies lack.
std::vector<dynamics::DirectResponse> direct_responses(const Needs& needs,
                                                       const Attachments& attachments,
                                                       const std::vector<fem::Substructure>& whole,
                                                       const std::vector<BuiltBody>& bodies)
{
    std::vector<dynamics::DirectResponse> all;
    for (std::size_t i = 0; i < attachments.forced.size(); ++i) {
        const Address& input = attachments.forced[i];
        if (!bodies[input.body].reduced.following)
            continue;
        const reduction::FollowingMotions& following = *bodies[input.body].reduced.following;
        const Vector force =
            following.N.transpose() * mean_of(whole, input, needs.forced.names[i]).row;
        if (force.isZero(0))
            continue;
        const Vector u = following.N * Vector(SparseCholesky(following.K).solve(force));
        for (std::size_t o = 0; o < attachments.observed.size(); ++o) {
            const Address& output = attachments.observed[o];
            if (output.body == input.body)
                all.push_back({o, i, u.dot(mean_of(whole, output, needs.observed.names[o]).row),
                               following.stiffness_damping, following.loss_factor});
        }
    }
    return all;
}

// Model of reduced bodies, from the joints and contacts of whole bodies.
BuiltModel model_of(const Case& c, const Needs& needs, const Attachments& attachments,
                    assembly::CoupledModel joined, const std::vector<fem::Substructure>& whole,
                    std::vector<BuiltBody> bodies, std::vector<BuiltLoad> loads)
{
    BuiltModel built;
    if (needs.forces_without_mass)
        built.direct = direct_responses(needs, attachments, whole, bodies);
    built.loads = std::move(loads);
    built.bodies = std::move(bodies);
    built.model = std::move(joined);
    carry_over(built.model, built.bodies);
    std::vector<fem::Substructure>& reduced = built.model.bodies;
    for (BuiltBody& body : built.bodies)
        reduced.push_back(std::move(body.reduced.substructure));
    for (std::size_t k = 0; k < c.joints.size() && needs.mass_at_dry_contacts; ++k)
        refuse_massless(c.joints[k], built.model.joints[k], reduced);

    for (const auto& [ports, addressed, probes] :
         {std::tuple{&needs.forced, &attachments.forced, &built.inputs},
          std::tuple{&needs.observed, &attachments.observed, &built.outputs}})
        for (std::size_t k = 0; k < addressed->size(); ++k)
            probes->push_back(located(c.analysis.places, "analysis", ports->key_of(k),
                                      ports->names[k],
                                      [&, names = &ports->names, on = &(*addressed)[k]] {
                                          return mean_of(reduced, *on, (*names)[k]);
                                      }));
    for (const auto& [name, on] : attachments.probes)
        built.probes.push_back(located(c.output.places, "output", "history", name,
                                       [&, &name = name, &on = on]() -> dynamics::Probe {
                                           return mean_of(reduced, on, name);
                                       }));
    built.recorded_contacts = attachments.recorded;
    return built;
}

} // namespace

Bodies build_bodies(const Case& c, const Needs& needs, const Monitor& monitor)
{
    JoinedBodies all = joined_bodies(c, needs, monitor);
    for (fem::Substructure& body : all.whole) {
        const Index n = body.n();
        for (SparseMatrix* matrix : {&body.M, &body.C, &body.K})
            *matrix = SparseMatrix(n, n);
    }
    return {std::move(all.built),
            std::make_shared<const std::vector<fem::Substructure>>(std::move(all.whole))};
}

BuiltModel couple(const Case& c, const Needs& needs, Bodies bodies)
{
    const Attachments joint_attachments = attachments(c, needs);
    return model_of(c, needs, joint_attachments,
                    join_bodies(c, needs, joint_attachments, *bodies.whole), *bodies.whole,
                    std::move(bodies.built), built_loads(c, joint_attachments, *bodies.whole));
}

BuiltModel build_model(const Case& c, const Needs& needs, const Monitor& monitor)
{
    JoinedBodies all = joined_bodies(c, needs, monitor);
    return model_of(c, needs, all.attachments, std::move(all.joined), all.whole,
                    std::move(all.built), built_loads(c, all.attachments, all.whole));
}

} // namespace slideway::app
