#include "app/model/build_model.hpp"

#include "app/model/export_body.hpp"
#include "assembly/bond.hpp"
#include "base/text.hpp"
#include "fem/local_origin.hpp"
#include "reduction/methods.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

namespace {

// "substructure.port" or "substructure.port.component", the one way of addressing.
struct Address {
    std::size_t body = 0;
    std::string port, component; ///< component "" if not given
};

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
        const bool right_form =
            dot != std::string::npos && (second != std::string::npos) == with_component &&
            (!with_component || text.find('.', second + 1) == std::string::npos);
        if (!right_form)
            throw InputError("expected " + form);
        const std::string body = text.substr(0, dot);
        const auto it = std::find(names_.begin(), names_.end(), body);
        if (it == names_.end())
            throw InputError("no substructure " + body + name_hint(body, names_));
        Address address;
        address.body = static_cast<std::size_t>(it - names_.begin());
        address.port =
            text.substr(dot + 1, second == std::string::npos ? second : second - dot - 1);
        if (second != std::string::npos)
            address.component = text.substr(second + 1);
        return address;
    }

private:
    std::vector<std::string> names_;
};

// A component of a port on the body given. @throws InputError without a place
struct Resolved {
    const fem::Port* port = nullptr;
    Index component = -1;
};

Resolved resolve(const fem::Substructure& body, const Address& address)
{
    const fem::Port& port = fem::port(body, address.port);
    return {&port, address.component.empty() ? -1 : fem::component(port, address.component)};
}

assembly::Sliding make_sliding(const ContactEntry& entry,
                               const std::vector<fem::Substructure>& bodies, const Address& slave,
                               const Address& master)
{
    return located(entry.places, "contact." + entry.name, [&]() -> assembly::Sliding {
        return assembly::make_sliding(entry.name, bodies, slave.body,
                                      fem::port(bodies[slave.body], slave.port), master.body,
                                      fem::port(bodies[master.body], master.port), entry.friction);
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

contact::JointLaw law_of(const JointEntry& entry, const std::vector<std::string>& components)
{
    if (entry.law == "coulomb")
        return entry.coulomb;
    if (entry.law == "elastic-coulomb")
        return entry.elastic_coulomb;
    if (entry.law == "gap")
        return entry.gap;
    if (entry.law == "cubic")
        return entry.cubic;
    contact::Linear linear;
    for (const std::string& component : components) {
        const bool turns = component.starts_with("r");
        linear.stiffness.push_back(turns ? entry.rotational_stiffness : entry.stiffness);
        linear.damping.push_back(turns ? entry.rotational_damping : entry.damping);
    }
    return linear;
}

// Whether a port moves out of the plane of x and y.
bool moves_in_z(const fem::Port& port)
{
    const auto z = std::find(port.components.begin(), port.components.end(), "z");
    return z != port.components.end() &&
           fem::component_rows(port, z - port.components.begin()).nonZeros() > 0;
}

// The rows of a joint on one of its bodies: a component, all components of a node, or its normal
// and tangential directions.
SparseMatrix joint_rows(const JointEntry& entry, const Resolved& at)
{
    const fem::Port& port = *at.port;
    if (at.component >= 0)
        return fem::mean_row(port, at.component).transpose().sparseView(0, 0);
    if (port.n_nodes() != 1)
        throw InputError(
            "port " + port.name + " has " + std::to_string(port.n_nodes()) +
            " nodes; give a component (\"substructure.port.x\": their mean), or a port "
            "of one node");
    if (!entry.normal_deg)
        return port.W;
    const bool both = entry.law == "elastic-coulomb";
    if (port.n_components() < 2 || port.components[0] != "x" || port.components[1] != "y")
        throw InputError("port " + port.name + " has no components x and y for normal_deg");
    if (both && moves_in_z(port))
        throw InputError("port " + port.name +
                         " moves in z too, and friction in two tangential directions at once (a "
                         "circular limit) is not offered; hold its z (fixed)");
    const double angle = *entry.normal_deg * std::numbers::pi / 180;
    const double c = std::cos(angle), s = std::sin(angle);
    Matrix turn = Matrix::Zero(both ? 2 : 1, port.W.rows());
    if (both)
        turn.row(0).head(2) << s, -c; // t: n turned by -90 degrees
    turn.row(both ? 1 : 0).head(2) << c, s;
    return SparseMatrix(turn.sparseView()) * port.W;
}

assembly::Joint make_joint(const JointEntry& entry, const std::vector<fem::Substructure>& bodies,
                           const Address& first, const std::optional<Address>& second)
{
    return located(entry.places.of("between"), "joint." + entry.name, [&]() -> assembly::Joint {
        const Resolved one = resolve(bodies[first.body], first);
        if (one.component >= 0 && entry.law == "elastic-coulomb")
            throw InputError("elastic-coulomb acts along its normal and across it: give ports of "
                             "one node with x and y, without a component");
        if (one.component >= 0 && entry.normal_deg)
            throw InputError("a component is a direction of its own: give either a component or "
                             "normal_deg");
        std::vector<std::string> components = one.port->components;
        if (one.component >= 0)
            components = {components[static_cast<std::size_t>(one.component)]};
        assembly::Joint joint{entry.name,
                              entry.where,
                              {first.body, joint_rows(entry, one)},
                              std::nullopt,
                              law_of(entry, components)};
        if (second) {
            const Resolved other = resolve(bodies[second->body], *second);
            if ((one.component < 0) != (other.component < 0))
                throw InputError("give a component on both sides, or on none");
            if (one.component < 0 && other.port->components != one.port->components &&
                !entry.normal_deg)
                throw InputError("the ports are of different kinds: " + one.port->name + " has " +
                                 join(one.port->components) + ", " + other.port->name + " has " +
                                 join(other.port->components) + "; give a component on both sides");
            if (first.body == second->body && first.port == second->port)
                throw InputError("joins a port to itself");
            joint.second = assembly::RowsOn{second->body, joint_rows(entry, other)};
        }
        const bool one_row = entry.law == "gap" || entry.law == "cubic";
        if (one_row && joint.n_rows() != 1)
            throw InputError("law " + entry.law +
                             " acts in one direction; give a component on both sides, or "
                             "normal_deg");
        if (joint.n_rows() > contact::max_joint_rows)
            throw InputError("a joint acts on at most " + std::to_string(contact::max_joint_rows) +
                             " components; give a component on both sides");
        return joint;
    });
}

// Rigid friction stops masses: a dry contact needs one that it can move.
void refuse_massless(const JointEntry& entry, const assembly::Joint& joint,
                     const std::vector<fem::Substructure>& bodies)
{
    if (!std::holds_alternative<contact::Coulomb>(joint.law))
        return;
    auto mass = [&](const assembly::RowsOn& side) -> double {
        const Vector diagonal = bodies[side.body].M.diagonal();
        return (side.rows.cwiseAbs() * diagonal).sum();
    };
    if (!(mass(joint.first) > 0) && !(joint.second && mass(*joint.second) > 0))
        throw InputError(entry.places.of("between"), "joint." + entry.name + ".between",
                         "[\"" + join(entry.between, "\", \"") + "\"]",
                         "has no mass that friction could stop; expected a port with a mass");
}

// A force where nothing can move does nothing.
void refuse_held(const LoadEntry& entry, const assembly::Load& load,
                 const std::vector<assembly::Motion>& motions)
{
    Vector free = load.row; // less what the motions take
    for (const assembly::Motion& motion : motions)
        if (motion.on.body == load.body) {
            const Eigen::SparseMatrix<double, Eigen::RowMajor> held = motion.on.rows;
            for (Index r = 0; r < held.rows(); ++r)
                free -= held.row(r).dot(free) / held.row(r).squaredNorm() * held.row(r).transpose();
        }
    constexpr double round_off = 1e-12; // of the weights of a mean
    if (!(free.norm() > round_off * load.row.norm()))
        throw InputError(entry.places.of("on"), "load." + entry.name + ".on",
                         "\"" + entry.on + "\"",
                         "a support or an imposed motion holds it; expected a port that can move");
}

reduction::ReducedModel reduce(const fem::Substructure& body, const SubstructureEntry& entry,
                               const std::set<Index>& interface, const Monitor& monitor)
{
    const SourceLine where = entry.places.of(
        entry.places.keys.contains("reduction.n_modes") ? "reduction.n_modes" : "reduction");
    return located(where, "substructure." + entry.name + ".reduction",
                   [&]() -> reduction::ReducedModel {
                       const std::vector<Index> dofs(interface.begin(), interface.end());
                       return reduction::method(entry.reduction.method)
                           .reduce(body, dofs, entry.reduction.n_modes, monitor.until_stopped());
                   });
}

// Where everything attaches, in the order of the case.
struct Attachments {
    std::vector<std::pair<Address, Address>> bonds, contacts;
    std::vector<std::pair<Address, std::optional<Address>>> joints;
    std::vector<Address> motions, loads;
};

Attachments attachments(const Case& c, const Addresses& addresses)
{
    Attachments at;
    auto parse = [&](const Places& places, const std::string& table, const std::string& key,
                     const std::string& text, bool with_component) -> Address {
        return located(places, table, key, text,
                       [&]() -> Address { return addresses.parse(text, with_component); });
    };
    for (const BondEntry& entry : c.bonds) {
        const std::string table = "bond." + entry.name;
        const Address first = parse(entry.places, table, "between", entry.between[0], false);
        at.bonds.emplace_back(first,
                              parse(entry.places, table, "between", entry.between[1], false));
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
        at.joints.emplace_back(first, second);
    }
    for (const ContactEntry& entry : c.contacts) {
        const std::string table = "contact." + entry.name;
        const Address slave = parse(entry.places, table, "slave", entry.slave, false);
        at.contacts.emplace_back(slave, parse(entry.places, table, "master", entry.master, false));
    }
    for (const MotionEntry& entry : c.motions)
        at.motions.push_back(parse(entry.places, "motion." + entry.name, "on", entry.on, true));
    for (const LoadEntry& entry : c.loads)
        at.loads.push_back(parse(entry.places, "load." + entry.name, "on", entry.on, true));
    return at;
}

// The dofs of each body that anything touches: the interface of its reduction. Refuses bonds,
// joints and contacts that cannot be made, before the work of a reduction.
std::vector<std::set<Index>> interfaces(const Case& c, const Needs& needs,
                                        const std::vector<fem::Substructure>& full)
{
    const Addresses addresses(c);
    const Attachments at = attachments(c, addresses);
    std::vector<std::set<Index>> dofs(full.size());
    auto touch = [&](const Address& address) {
        const Resolved r = resolve(full[address.body], address);
        for (const Index dof : reduction::port_dofs(*r.port, r.component))
            dofs[address.body].insert(dof);
    };
    // Contacts see x and y of a port, whatever else it has.
    auto touch_plane = [&](const Address& address) {
        const fem::Port& port = fem::port(full[address.body], address.port);
        for (Index k = 0; k < std::min<Index>(2, port.n_components()); ++k)
            for (const Index dof : reduction::port_dofs(port, k))
                dofs[address.body].insert(dof);
    };
    auto touched = [](const Places& places, const std::string& table, const std::string& key,
                      const std::string& text, const auto& work, const Address& address) {
        located(places, table, key, text, [&] { work(address); });
    };
    for (std::size_t k = 0; k < c.bonds.size(); ++k) {
        const BondEntry& entry = c.bonds[k];
        const auto& [first, second] = at.bonds[k];
        const std::string table = "bond." + entry.name;
        touched(entry.places, table, "between", entry.between[0], touch, first);
        touched(entry.places, table, "between", entry.between[1], touch, second);
        (void)make_bond(entry, full, first, second);
    }
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        const JointEntry& entry = c.joints[k];
        const auto& [first, second] = at.joints[k];
        const std::string table = "joint." + entry.name;
        touched(entry.places, table, "between", entry.between[0], touch, first);
        if (second)
            touched(entry.places, table, "between", entry.between[1], touch, *second);
        (void)make_joint(entry, full, first, second);
    }
    for (std::size_t k = 0; k < c.contacts.size(); ++k) {
        const ContactEntry& entry = c.contacts[k];
        const auto& [slave, master] = at.contacts[k];
        const std::string table = "contact." + entry.name;
        touched(entry.places, table, "slave", entry.slave, touch_plane, slave);
        touched(entry.places, table, "master", entry.master, touch_plane, master);
        (void)make_sliding(entry, full, slave, master);
    }
    for (std::size_t k = 0; k < c.motions.size(); ++k)
        touched(c.motions[k].places, "motion." + c.motions[k].name, "on", c.motions[k].on, touch,
                at.motions[k]);
    for (std::size_t k = 0; k < c.loads.size(); ++k)
        touched(c.loads[k].places, "load." + c.loads[k].name, "on", c.loads[k].on, touch,
                at.loads[k]);
    for (const std::string& name : needs.forced.names) // like loads; what is observed adds none
        located(c.analysis.places, "analysis", needs.forced.key, name,
                [&] { touch(addresses.parse(name, true)); });
    for (const SubstructureEntry& entry : c.substructures)
        for (const std::string& boundary : entry.reduction.boundary)
            located(entry.places, "substructure." + entry.name, "reduction.boundary", boundary,
                    [&] {
                        touch(addresses.parse(entry.name + "." + boundary,
                                              boundary.find('.') != std::string::npos));
                    });
    return dofs;
}

// The mean of a component over a port; also the vector that spreads a unit force over it.
dynamics::Probe mean_of(const assembly::CoupledModel& model, const Addresses& addresses,
                        const std::string& name)
{
    const Address at = addresses.parse(name, true);
    const Resolved r = resolve(model.bodies[at.body], at);
    return {name, at.body, fem::mean_row(*r.port, r.component)};
}

} // namespace

std::vector<BuiltBody> build_bodies(const Case& c, const Needs& needs, const Monitor& monitor)
{
    std::vector<SubstructureEntry> entries = c.substructures;
    std::vector<BuiltBody> bodies(entries.size());
    std::vector<Drawing> drawings;
    Eigen::AlignedBox2d box;
    for (std::size_t b = 0; b < entries.size(); ++b) {
        if (needs.free_bodies)
            entries[b].fixed.clear();
        drawings.push_back(draw(entries[b], c, bodies[b], monitor));
        box.extend(drawings[b].box);
    }
    const Eigen::Vector2d origin = fem::local_origin(box);
    std::vector<fem::Substructure> full;
    for (std::size_t b = 0; b < entries.size(); ++b)
        full.push_back(make_body(entries[b], c, std::move(drawings[b]), origin, bodies[b]));
    const std::vector<std::set<Index>> interface = interfaces(c, needs, full);
    for (std::size_t b = 0; b < full.size(); ++b) {
        bodies[b].reduced = reduce(full[b], c.substructures[b], interface[b], monitor);
        add_damping_ratios(c.substructures[b], bodies[b].reduced.substructure, monitor);
    }
    return bodies;
}

BuiltModel couple(const Case& c, const Needs& needs, std::vector<BuiltBody> bodies)
{
    BuiltModel built;
    built.bodies = std::move(bodies);
    assembly::CoupledModel& model = built.model;
    for (BuiltBody& body : built.bodies)
        model.bodies.push_back(std::move(body.reduced.substructure));
    const Addresses addresses(c);
    const auto [bonds, contacts, joints, motions, loads] = attachments(c, addresses);

    for (std::size_t k = 0; k < c.bonds.size(); ++k)
        model.bonds.push_back(make_bond(c.bonds[k], model.bodies, bonds[k].first, bonds[k].second));
    for (std::size_t k = 0; k < c.joints.size(); ++k) {
        model.joints.push_back(
            make_joint(c.joints[k], model.bodies, joints[k].first, joints[k].second));
        if (needs.mass_at_dry_contacts)
            refuse_massless(c.joints[k], model.joints.back(), model.bodies);
    }
    for (std::size_t k = 0; k < c.contacts.size(); ++k) {
        const auto& [slave, master] = contacts[k];
        assembly::Sliding sliding = make_sliding(c.contacts[k], model.bodies, slave, master);
        sliding.where = c.contacts[k].where;
        model.sliding.push_back(std::move(sliding));
    }
    for (std::size_t k = 0; k < c.motions.size() && !needs.free_bodies; ++k) {
        const Address& at = motions[k];
        const fem::Port& port = fem::port(model.bodies[at.body], at.port);
        assembly::Motion motion =
            located(c.motions[k].places, "motion." + c.motions[k].name, "on", c.motions[k].on,
                    [&]() -> assembly::Motion {
                        return assembly::make_motion(c.motions[k].name, at.body, port,
                                                     fem::component(port, at.component));
                    });
        motion.where = c.motions[k].where;
        motion.velocity = c.motions[k].velocity;
        motion.ramp = c.motions[k].ramp;
        motion.displacement = c.motions[k].displacement;
        motion.harmonic = c.motions[k].harmonic;
        model.motions.push_back(std::move(motion));
    }
    model.Omega = c.excitation.Omega;
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
        const Address& at = loads[k];
        const fem::Port& port = fem::port(model.bodies[at.body], at.port);
        assembly::Load load{c.loads[k].name, c.loads[k].where, at.body,
                            fem::mean_row(port, fem::component(port, at.component)),
                            c.loads[k].noise};
        if (c.loads[k].force)
            load.signal = assembly::Constant{*c.loads[k].force};
        else if (c.loads[k].harmonic)
            load.signal = *c.loads[k].harmonic;
        refuse_held(c.loads[k], load, model.motions);
        model.loads.push_back(std::move(load));
    }

    for (const auto& [ports, rows] :
         {std::pair{&needs.forced, &built.inputs}, std::pair{&needs.observed, &built.outputs}})
        for (const std::string& name : ports->names)
            rows->push_back(
                located(c.analysis.places, "analysis", ports->key, name,
                        [&]() -> dynamics::Probe { return mean_of(model, addresses, name); }));

    std::vector<std::string> contact_names;
    for (const ContactEntry& entry : c.contacts)
        contact_names.push_back(entry.name);
    for (const JointEntry& entry : c.joints)
        contact_names.push_back(entry.name);
    if (!c.output.history)
        built.recorded_contacts.insert(contact_names.begin(), contact_names.end());
    if (c.output.history)
        for (const std::string& name : *c.output.history) {
            if (std::count(contact_names.begin(), contact_names.end(), name) > 0) {
                built.recorded_contacts.insert(name);
                continue;
            }
            located(c.output.places, "output", "history", name, [&] {
                if (name.find('.') == std::string::npos)
                    throw InputError("no such contact or joint" + name_hint(name, contact_names) +
                                     ", or \"substructure.port.component\"");
                built.probes.push_back(mean_of(model, addresses, name));
            });
        }
    return built;
}

std::shared_ptr<const dynamics::ModalModel> modal_model(const BuiltModel& built,
                                                        const Monitor& monitor)
{
    const auto modes = built.modes ? built.modes : std::make_shared<SharedModes>();
    std::call_once(modes->computed, [&] {
        modes->model = dynamics::modal_model(built.model, monitor.until_stopped());
    });
    return {modes, &modes->model};
}

BuiltModel build_model(const Case& c, const Needs& needs, const Monitor& monitor)
{
    return couple(c, needs, build_bodies(c, needs, monitor));
}

} // namespace slideway::app
