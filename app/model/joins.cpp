#include "app/model/joins.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/model/body_loads.hpp"
#include "app/model/make_joint.hpp"
#include "assembly/bond.hpp"
#include "assembly/joint.hpp"
#include "base/sort_unique.hpp"
#include "base/text.hpp"
#include "fem/named_nodes.hpp"
#include "fem/recovery.hpp"
#include "reduction/reduced_model.hpp"

#include <algorithm>
#include <iterator>

namespace slideway::app {

namespace {

class Addresses {
public:
    explicit Addresses(const Case& c)
    {
        for (const SubstructureEntry& entry : c.substructures)
            names_.push_back(entry.name);
    }

    /// @throws InputError without a place
    [[nodiscard]] Address parse(const std::string& text, bool with_component) const
    {
        const std::string form =
            with_component ? "\"substructure.port.component\"" : "\"substructure.port\"";
        const auto dot = text.find('.');
        const auto second = dot == std::string::npos ? dot : text.find('.', dot + 1);
        // A load case of imported matrices has one row, so its component may be omitted.
        if (with_component && second == std::string::npos && dot != std::string::npos &&
            text.compare(dot, 6, ".load_") == 0)
            return parse(text + ".factor", true);
        const bool right_form =
            dot != std::string::npos && (second != std::string::npos) == with_component &&
            (!with_component || text.find('.', second + 1) == std::string::npos);
        if (!right_form)
            throw InputError("expected " + form);
        Address address;
        address.body = body(text.substr(0, dot));
        address.port =
            text.substr(dot + 1, second == std::string::npos ? second : second - dot - 1);
        if (second != std::string::npos)
            address.component = text.substr(second + 1);
        return address;
    }

    /// Index of a body. @throws InputError without a place
    [[nodiscard]] std::size_t body(const std::string& name) const
    {
        const auto it = std::find(names_.begin(), names_.end(), name);
        if (it == names_.end())
            throw InputError("no substructure " + name + name_hint(name, names_));
        return static_cast<std::size_t>(it - names_.begin());
    }

private:
    std::vector<std::string> names_;
};

template <class Work>
void each_address(const Attachments& attachments, const Work& work)
{
    for (const auto* pairs : {&attachments.bonds, &attachments.contacts})
        for (const auto& [first, second] : *pairs) {
            work(first);
            work(second);
        }
    for (const auto& [first, second] : attachments.joints) {
        work(first);
        if (second)
            work(*second);
    }
    for (const auto* list : {&attachments.motions, &attachments.loads, &attachments.forced,
                             &attachments.observed, &attachments.boundary})
        for (const Address& address : *list)
            work(address);
    for (const auto& [text, address] : attachments.probes)
        work(address);
}

// Adds the points, contacts and joints that [output] records.
void add_history(const Case& c, const Addresses& addresses, Attachments& attachments)
{
    std::vector<std::string> names;
    for (const ContactEntry& entry : c.contacts)
        names.push_back(entry.name);
    for (const JointEntry& entry : c.joints)
        names.push_back(entry.name);
    if (!c.output.history)
        attachments.recorded.insert(names.begin(), names.end());
    for (const std::string& name : c.output.history.value_or(std::vector<std::string>())) {
        if (std::count(names.begin(), names.end(), name) > 0) {
            attachments.recorded.insert(name);
            continue;
        }
        located(c.output.places, "output", "history", name, [&] {
            if (name.find('.') == std::string::npos)
                throw InputError("no such contact or joint" + name_hint(name, names) +
                                 ", or \"substructure.port.component\"");
            attachments.probes.emplace_back(name, addresses.parse(name, true));
        });
    }
}

assembly::Sliding make_sliding(const ContactEntry& entry,
                               const std::vector<fem::Substructure>& bodies, const Address& slave,
                               const Address& master)
{
    return located(entry.places, "contact." + entry.name, [&]() -> assembly::Sliding {
        assembly::Sliding sliding = assembly::make_sliding(
            entry.name, bodies, slave.body, fem::port(bodies[slave.body], slave.port), master.body,
            fem::port(bodies[master.body], master.port), entry.friction);
        sliding.where = entry.where;
        sliding.restitution = entry.restitution;
        return sliding;
    });
}

assembly::Bond make_bond(const BondEntry& entry, const std::vector<fem::Substructure>& bodies,
                         const Address& first, const Address& second)
{
    return located(entry.places.of("between"), "bond." + entry.name, [&]() -> assembly::Bond {
        assembly::Bond bond = assembly::make_bond(
            entry.name, bodies, first.body, fem::port(bodies[first.body], first.port), second.body,
            fem::port(bodies[second.body], second.port), entry.tolerance);
        bond.where = entry.where;
        return bond;
    });
}

assembly::Motion make_motion(const MotionEntry& entry, const std::vector<fem::Substructure>& bodies,
                             const Address& address)
{
    const fem::Port& port = fem::port(bodies[address.body], address.port);
    assembly::Motion motion =
        located(entry.places, "motion." + entry.name, "on", entry.on, [&]() -> assembly::Motion {
            return assembly::make_motion(entry.name, address.body, port,
                                         fem::component(port, address.component));
        });
    motion.where = entry.where;
    motion.velocity = entry.velocity;
    motion.ramp = entry.ramp;
    motion.displacement = entry.displacement;
    motion.harmonic = entry.harmonic;
    motion.turning = entry.turning;
    return motion;
}

// Refuses a force on dofs that cannot move, because it has no effect.
void refuse_held(const LoadEntry& entry, const assembly::Load& load,
                 const std::vector<assembly::Motion>& motions)
{
    Vector free = load.row; // without the part on imposed motions
    for (const assembly::Motion& motion : motions)
        if (motion.on.body == load.body) {
            const Eigen::SparseMatrix<double, Eigen::RowMajor> held = motion.on.rows;
            for (Index r = 0; r < held.rows(); ++r)
                free -= held.row(r).dot(free) / held.row(r).squaredNorm() * held.row(r).transpose();
        }
    constexpr double round_off = 1e-12; // relative error of the weights of a mean
    if (!(free.norm() > round_off * load.row.norm()))
        throw InputError(entry.places.of("on"), "load." + entry.name + ".on",
                         "\"" + entry.on + "\"",
                         "a support or an imposed motion holds it; expected a port that can move");
}

assembly::Load make_load(const LoadEntry& entry, const std::vector<fem::Substructure>& bodies,
                         const Address& address, const std::vector<assembly::Motion>& motions)
{
    UnitLoad forces =
        located(entry.places, "load." + entry.name, "on", entry.on,
                [&]() -> UnitLoad { return unit_load(entry, bodies[address.body], address); });
    assembly::Load load{entry.name,   entry.where,
                        address.body, std::move(forces.row),
                        entry.noise,  measure_of(address.component)};
    set_signal(entry, load);
    refuse_held(entry, load, motions);
    return load;
}

// True if pictures show a body by points alone, or not at all.
bool is_of_points(const fem::Substructure& body)
{
    return !body.recovery || fem::dimension_of(body.recovery->mesh) == 0;
}

// Whether a load spreads over the whole body, as a weight does: every dof that a translation in its
// direction moves.
bool acts_on_all(const fem::Substructure& body, const Resolved& resolved,
                 const std::string& component)
{
    const auto name =
        std::find(body.rigid_names.begin(), body.rigid_names.end(), "translation in " + component);
    if (name == body.rigid_names.end() || resolved.port->n_nodes() < 2)
        return false;
    const Vector row = fem::mean_row(*resolved.port, resolved.component);
    const Vector moved = body.rigid.col(name - body.rigid_names.begin());
    return ((moved.array() == 0) || (row.array() != 0)).all();
}

} // namespace

Attachments attachments(const Case& c, const Needs& needs)
{
    const Addresses addresses(c);
    Attachments joint_attachments;
    auto parse = [&](const Places& places, const std::string& table, const std::string& key,
                     const std::string& text, bool with_component) -> Address {
        return located(places, table, key, text,
                       [&]() -> Address { return addresses.parse(text, with_component); });
    };
    for (const BondEntry& entry : c.bonds) {
        const std::string table = "bond." + entry.name;
        const Address first = parse(entry.places, table, "between", entry.between[0], false);
        joint_attachments.bonds.emplace_back(
            first, parse(entry.places, table, "between", entry.between[1], false));
    }
    for (const JointEntry& entry : c.joints) {
        auto end = [&](const std::string& text) -> Address {
            const bool with_component = std::count(text.begin(), text.end(), '.') > 1;
            return parse(entry.places, "joint." + entry.name, "between", text, with_component);
        };
        const Address first = end(entry.between[0]);
        std::optional<Address> second;
        if (entry.between[1] != "ground")
            second = end(entry.between[1]);
        joint_attachments.joints.emplace_back(first, second);
    }
    for (const ContactEntry& entry : c.contacts) {
        const std::string table = "contact." + entry.name;
        const Address slave = parse(entry.places, table, "slave", entry.slave, false);
        joint_attachments.contacts.emplace_back(
            slave, parse(entry.places, table, "master", entry.master, false));
    }
    for (const MotionEntry& entry : c.motions)
        joint_attachments.motions.push_back(
            parse(entry.places, "motion." + entry.name, "on", entry.on, true));
    for (const LoadEntry& entry : c.loads)
        joint_attachments.loads.push_back(
            entry.acceleration.empty()
                ? parse(entry.places, "load." + entry.name, "on", entry.on, !entry.pressure)
                : located(entry.places, "load." + entry.name, "on", entry.on, [&]() -> Address {
                      return {.body = addresses.body(entry.on), .port = {}, .component = {}};
                  }));
    for (const auto& [ports, addressed] : {std::pair{&needs.forced, &joint_attachments.forced},
                                           std::pair{&needs.observed, &joint_attachments.observed}})
        for (std::size_t k = 0; k < ports->names.size(); ++k)
            addressed->push_back(
                parse(c.analysis.places, "analysis", ports->key_of(k), ports->names[k], true));
    for (const SubstructureEntry& entry : c.substructures)
        for (const std::string& boundary : entry.reduction.boundary)
            located(entry.places, "substructure." + entry.name, "reduction.boundary", boundary,
                    [&] {
                        joint_attachments.boundary.push_back(addresses.parse(
                            entry.name + "." + boundary, boundary.find('.') != std::string::npos));
                    });
    add_history(c, addresses, joint_attachments);
    return joint_attachments;
}

void make_ports(const Attachments& attachments, std::vector<fem::Substructure>& bodies)
{
    each_address(attachments, [&bodies](const Address& address) {
        fem::make_port(bodies[address.body], address.port);
    });
    constexpr Index most_in_pictures = 20;
    for (fem::Substructure& body : bodies)
        if (body.nodes && is_of_points(body) && body.ports.empty() &&
            body.nodes->n() <= most_in_pictures)
            for (const std::string& name : body.nodes->names)
                fem::make_port(body, name);
}

bool have_ports(const Attachments& attachments, const std::vector<fem::Substructure>& bodies)
{
    bool all = true;
    each_address(attachments, [&](const Address& address) {
        all = all && !fem::is_unmade(bodies[address.body], address.port);
    });
    return all;
}

std::vector<reduction::Interface> interfaces(const Case& c, const Needs& needs,
                                             const Attachments& attachments,
                                             const std::vector<fem::Substructure>& bodies)
{
    std::vector<reduction::InterfaceOf> interface_parts;
    for (const fem::Substructure& body : bodies)
        interface_parts.emplace_back(body.n());
    auto touch = [&](const Address& address) {
        const Resolved r = resolve(bodies[address.body], address);
        interface_parts[address.body].add(*r.port, r.component);
    };
    // Contacts use only x and y of a port.
    auto touch_plane = [&](const Address& address) {
        const fem::Port& port = fem::port(bodies[address.body], address.port);
        for (Index k = 0; k < std::min<Index>(2, port.n_components()); ++k)
            interface_parts[address.body].add(port, k);
    };
    auto touched = [](const Places& places, const std::string& table, const std::string& key,
                      const std::string& text, const auto& work, const Address& address) {
        located(places, table, key, text, [&] { work(address); });
    };
    for (std::size_t k = 0; k < c.bonds.size(); ++k) {
        const BondEntry& entry = c.bonds[k];
        const auto& [first, second] = attachments.bonds[k];
        const std::string table = "bond." + entry.name;
        touched(entry.places, table, "between", entry.between[0], touch, first);
        touched(entry.places, table, "between", entry.between[1], touch, second);
    }
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const JointEntry& entry = c.joints[k];
        const auto& [first, second] = attachments.joints[k];
        const std::string table = "joint." + entry.name;
        touched(entry.places, table, "between", entry.between[0], touch, first);
        if (second)
            touched(entry.places, table, "between", entry.between[1], touch, *second);
        for (const auto& [body, rotation] : rotations_of_levers(entry, bodies, first, second))
            interface_parts[body].add(*rotation.port, rotation.component);
    }
    for (std::size_t k = 0; k < c.contacts.size(); ++k) {
        const ContactEntry& entry = c.contacts[k];
        const auto& [slave, master] = attachments.contacts[k];
        const std::string table = "contact." + entry.name;
        touched(entry.places, table, "slave", entry.slave, touch_plane, slave);
        touched(entry.places, table, "master", entry.master, touch_plane, master);
    }
    for (std::size_t k = 0; k < c.motions.size(); ++k)
        touched(c.motions[k].places, "motion." + c.motions[k].name, "on", c.motions[k].on, touch,
                attachments.motions[k]);
    std::vector<std::vector<reduction::InternalLoad>> weights(bodies.size());
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
        const LoadEntry& entry = c.loads[k];
        const auto act = [&](const Address& address) {
            const fem::Substructure& body = bodies[address.body];
            if (entry.pressure || !entry.acceleration.empty()) {
                weights[address.body].push_back(
                    {"load." + entry.name, unit_load(entry, body, address).row});
                return;
            }
            const Resolved resolved = resolve(body, address);
            if (acts_on_all(body, resolved, address.component))
                weights[address.body].push_back(
                    {"load." + entry.name, fem::mean_row(*resolved.port, resolved.component)});
            else
                touch(address);
        };
        touched(entry.places, "load." + entry.name, "on", entry.on, act, attachments.loads[k]);
    }
    for (std::size_t b = 0; b < bodies.size() && c.rotation.omega > 0; ++b)
        weights[b].push_back({"rotation", unit_centrifugal_load(c, bodies[b]).row});
    for (std::size_t k = 0; k < attachments.forced.size();
         ++k) // treated as loads; observed ports need no interface
        touched(c.analysis.places, "analysis", needs.forced.key_of(k), needs.forced.names[k], touch,
                attachments.forced[k]);
    auto address = attachments.boundary.begin();
    for (const SubstructureEntry& entry : c.substructures)
        for (const std::string& boundary : entry.reduction.boundary)
            touched(entry.places, "substructure." + entry.name, "reduction.boundary", boundary,
                    touch, *address++);
    std::vector<reduction::Interface> all;
    std::transform(
        interface_parts.begin(), interface_parts.end(), std::back_inserter(all),
        [](const reduction::InterfaceOf& o) -> reduction::Interface { return o.made(); });
    for (std::size_t b = 0; b < all.size(); ++b)
        all[b].loads = std::move(weights[b]);
    return all;
}

assembly::CoupledModel join_bodies(const Case& c, const Needs& needs,
                                   const Attachments& attachments,
                                   const std::vector<fem::Substructure>& bodies)
{
    assembly::CoupledModel model;
    for (std::size_t k = 0; k < c.bonds.size(); ++k)
        model.bonds.push_back(
            make_bond(c.bonds[k], bodies, attachments.bonds[k].first, attachments.bonds[k].second));
    for (std::size_t k = 0; k < c.joints.size(); ++k)
        model.joints.push_back(make_joint(c, c.joints[k], bodies, attachments.joints[k].first,
                                          attachments.joints[k].second));
    for (std::size_t k = 0; k < c.contacts.size(); ++k)
        model.sliding.push_back(make_sliding(c.contacts[k], bodies, attachments.contacts[k].first,
                                             attachments.contacts[k].second));
    for (std::size_t k = 0; k < c.motions.size() && !needs.free_bodies; ++k)
        model.motions.push_back(make_motion(c.motions[k], bodies, attachments.motions[k]));
    for (std::size_t k = 0; k < c.loads.size(); ++k)
        model.loads.push_back(make_load(c.loads[k], bodies, attachments.loads[k], model.motions));
    for (std::size_t b = 0; b < bodies.size() && c.rotation.omega > 0; ++b)
        model.loads.push_back({"rotation of " + bodies[b].name, c.rotation.where, b,
                               unit_centrifugal_load(c, bodies[b]).row,
                               assembly::Constant{c.rotation.omega * c.rotation.omega}});
    model.Omega = c.excitation.Omega;
    return model;
}

std::vector<std::vector<Index>> acted_dofs(const Case& c, const Needs& needs,
                                           const Attachments& attachments,
                                           const std::vector<fem::Substructure>& bodies,
                                           const assembly::CoupledModel& joined)
{
    std::vector<std::vector<Index>> all(bodies.size());
    const auto act = [&all](std::size_t body, const SparseMatrix& rows) {
        for (Index dof = 0; dof < rows.outerSize(); ++dof)
            for (SparseMatrix::InnerIterator it(rows, dof); it; ++it)
                if (it.value() != 0) {
                    all[body].push_back(dof);
                    break;
                }
    };
    const auto on = [&act](const assembly::RowsOn& rows) { act(rows.body, rows.rows); };
    for (const assembly::Bond& bond : joined.bonds) {
        on(bond.first);
        on(bond.second);
    }
    for (const assembly::Joint& joint : joined.joints) {
        on(joint.first);
        if (joint.second)
            on(*joint.second);
    }
    for (const assembly::Sliding& sliding : joined.sliding) {
        act(sliding.slave_body, sliding.slave_rows);
        act(sliding.master_body, sliding.master_rows);
    }
    for (const assembly::Motion& motion : joined.motions)
        on(motion.on);
    for (std::size_t k = 0; k < c.loads.size(); ++k)
        if (c.loads[k].acceleration.empty())
            act(joined.loads[k].body, joined.loads[k].row.transpose().sparseView(0, 0));
    const auto keep = [&](const std::vector<Address>& addresses) {
        for (const Address& address : addresses) {
            const Resolved r = resolve(bodies[address.body], address);
            for (const fem::PortRow& row : fem::rows_of(*r.port, r.component))
                all[address.body].insert(all[address.body].end(), row.dofs.begin(), row.dofs.end());
        }
    };
    keep(attachments.boundary);
    if (!needs.forces_without_mass)
        keep(attachments.forced);
    for (std::vector<Index>& dofs : all)
        sort_unique(dofs);
    return all;
}

dynamics::Probe mean_of(const std::vector<fem::Substructure>& bodies, const Address& address,
                        const std::string& name)
{
    const Resolved r = resolve(bodies[address.body], address);
    return {name, address.body, fem::mean_row(*r.port, r.component), measure_of(address.component)};
}

} // namespace slideway::app
