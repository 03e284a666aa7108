#include "app/build_model.hpp"

#include "base/text.hpp"
#include "reduction/methods.hpp"

#include <algorithm>

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

// What is wrong with one side of a contact, as a remark on the key of that side.
assembly::Sliding make_sliding(const ContactEntry& entry,
                               const std::vector<fem::Substructure>& bodies, const Address& slave,
                               const Address& master)
{
    const std::string key = "contact." + entry.name;
    try {
        return assembly::make_sliding(entry.name, bodies, slave.body,
                                      fem::port(bodies[slave.body], slave.port), master.body,
                                      fem::port(bodies[master.body], master.port), entry.friction);
    } catch (const InputError& error) {
        const std::string message = error.what();
        for (const auto& [side, name] : {std::pair{std::string("slave"), entry.slave},
                                         std::pair{std::string("master"), entry.master}})
            if (const std::string start = side + " " + name + " ";
                message.starts_with(start) && !message.starts_with(start + "and "))
                throw InputError(entry.places.of(side), key + "." + side, "\"" + name + "\"",
                                 message.substr(start.size()));
        throw with_place(entry.where, key, message);
    }
}

reduction::ReducedModel reduce(const fem::Substructure& body, const SubstructureEntry& entry,
                               const std::set<Index>& interface)
{
    const SourceLine where = entry.places.of(
        entry.places.keys.contains("reduction.n_modes") ? "reduction.n_modes" : "reduction");
    return located(where, "substructure." + entry.name + ".reduction",
                   [&]() -> reduction::ReducedModel {
                       const std::vector<Index> dofs(interface.begin(), interface.end());
                       return reduction::method(entry.reduction.method)
                           .reduce(body, dofs, entry.reduction.n_modes);
                   });
}

} // namespace

BuiltModel build_model(const Case& c)
{
    BuiltModel built;
    const Addresses addresses(c);
    std::vector<fem::Substructure> full;
    for (const SubstructureEntry& entry : c.substructures)
        full.push_back(make_body(entry, c, built.bodies.emplace_back()));

    // Addresses of all interfaces; the dofs they touch are the interface of the reductions.
    std::vector<std::set<Index>> interface(full.size());
    auto touch = [&](const std::string& text, bool with_component) -> Address {
        const Address address = addresses.parse(text, with_component);
        const Resolved r = resolve(full[address.body], address);
        for (const Index dof : reduction::port_dofs(*r.port, r.component))
            interface[address.body].insert(dof);
        return address;
    };
    auto touched = [&](const Places& places, const std::string& table, const std::string& key,
                       const std::string& text, bool with_component) -> Address {
        return located(places, table, key, text,
                       [&]() -> Address { return touch(text, with_component); });
    };
    std::vector<std::pair<Address, Address>> contacts;
    for (const ContactEntry& entry : c.contacts) {
        const std::string key = "contact." + entry.name;
        const Address slave = touched(entry.places, key, "slave", entry.slave, false);
        const Address master = touched(entry.places, key, "master", entry.master, false);
        contacts.emplace_back(slave, master);
        (void)make_sliding(entry, full, slave, master); // refused before the work of a reduction
    }
    std::vector<Address> motions, loads;
    for (const MotionEntry& entry : c.motions)
        motions.push_back(touched(entry.places, "motion." + entry.name, "on", entry.on, true));
    for (const LoadEntry& entry : c.loads)
        loads.push_back(touched(entry.places, "load." + entry.name, "on", entry.on, true));
    for (const SubstructureEntry& entry : c.substructures)
        for (const std::string& boundary : entry.reduction.boundary)
            located(entry.places, "substructure." + entry.name, "reduction.boundary", boundary,
                    [&] {
                        return touch(entry.name + "." + boundary,
                                     boundary.find('.') != std::string::npos);
                    });

    assembly::CoupledModel& model = built.model;
    for (std::size_t b = 0; b < full.size(); ++b) {
        built.bodies[b].reduced = reduce(full[b], c.substructures[b], interface[b]);
        model.bodies.push_back(std::move(built.bodies[b].reduced.substructure));
    }
    full.clear();

    for (std::size_t k = 0; k < c.contacts.size(); ++k) {
        const auto& [slave, master] = contacts[k];
        assembly::Sliding sliding = make_sliding(c.contacts[k], model.bodies, slave, master);
        sliding.where = c.contacts[k].where;
        model.sliding.push_back(std::move(sliding));
    }
    for (std::size_t k = 0; k < c.motions.size(); ++k) {
        const Address& at = motions[k];
        const fem::Port& port = fem::port(model.bodies[at.body], at.port);
        const std::vector<Index> dofs =
            reduction::port_dofs(port, fem::component(port, at.component));
        if (dofs.empty())
            throw InputError(c.motions[k].places.of("on"), "motion." + c.motions[k].name + ".on",
                             "\"" + c.motions[k].on + "\"", "all its dofs are fixed by supports");
        model.motions.push_back({c.motions[k].name, c.motions[k].where, at.body, dofs,
                                 c.motions[k].velocity, c.motions[k].ramp});
    }
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
        const Address& at = loads[k];
        const fem::Port& port = fem::port(model.bodies[at.body], at.port);
        assembly::Load load{c.loads[k].name, c.loads[k].where, at.body,
                            fem::mean_row(port, fem::component(port, at.component)),
                            c.loads[k].noise};
        if (c.loads[k].force)
            load.signal = assembly::Constant{*c.loads[k].force};
        model.loads.push_back(std::move(load));
    }

    std::vector<std::string> contact_names;
    for (const ContactEntry& entry : c.contacts)
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
                    throw InputError("no such contact" + name_hint(name, contact_names) +
                                     ", or \"substructure.port.component\"");
                const Address at = addresses.parse(name, true);
                const Resolved r = resolve(model.bodies[at.body], at);
                built.probes.push_back({name, at.body, fem::mean_row(*r.port, r.component)});
            });
        }
    return built;
}

} // namespace slideway::app
