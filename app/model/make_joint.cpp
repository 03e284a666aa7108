#include "app/model/make_joint.hpp"

#include "app/case/joint_entry.hpp"
#include "app/case/located.hpp"
#include "app/model/pressure_source.hpp"
#include "assembly/coincidence.hpp"
#include "base/text.hpp"
#include "contact/laws/law.hpp"
#include "contact/patch/patch_law.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace slideway::app {

namespace {

// True if a port moves out of the plane of x and y.
bool moves_in_z(const fem::Port& port)
{
    const auto z = std::find(port.components.begin(), port.components.end(), "z");
    return z != port.components.end() &&
           fem::component_rows(port, z - port.components.begin()).nonZeros() > 0;
}

// Number of components of a port on which a law of slip and spin acts; 0 for other laws.
Index slip_and_spin(const JointEntry& entry)
{
    if (entry.complete) // a law with surroundings is never the law of a point
        return 3;
    return entry.chosen->is_patch() ? entry.chosen->patch()->n_rows() : 0;
}

// Components of a port on which a law of slip and spin acts: x, y and the rotation about z. Shorter
// than slip_and_spin if the port lacks one.
std::vector<Index> slipping_components(const JointEntry& entry, const fem::Port& port)
{
    std::vector<Index> places;
    const auto add = [&](const auto& is_it) {
        const auto found = std::find_if(port.components.begin(), port.components.end(), is_it);
        if (found != port.components.end())
            places.push_back(found - port.components.begin());
    };
    for (const std::string name : {"x", "y"})
        add([&name](const std::string& component) -> bool { return component == name; });
    if (slip_and_spin(entry) > 2)
        add([](const std::string& component) -> bool { return rotation_axis(component) == 2; });
    return places;
}

// Matrix (rows of the joint x components of a port): selects one component or all of a node, or
// projects on the normal and tangential directions.
Matrix combination(const JointEntry& entry, const Resolved& resolved)
{
    const fem::Port& port = *resolved.port;
    const Index n_components = port.n_components();
    if (resolved.component >= 0)
        return Matrix::Identity(n_components, n_components).row(resolved.component);
    if (port.n_nodes() != 1)
        throw InputError(
            "port " + port.name + " has " + std::to_string(port.n_nodes()) +
            " nodes; give a component (\"substructure.port.x\": their mean), or a port "
            "of one node");
    if (slip_and_spin(entry) > 0)
        return Matrix::Identity(n_components, n_components)(slipping_components(entry, port),
                                                            Eigen::all);
    if (!entry.normal_deg && entry.chosen->has_normal())
        throw InputError("missing key normal_deg (direction of the normal, from the first body "
                         "into the second)");
    if (!entry.normal_deg)
        return Matrix::Identity(n_components, n_components);
    const bool both = entry.chosen->has_normal();
    if (port.n_components() < 2 || port.components[0] != "x" || port.components[1] != "y")
        throw InputError("port " + port.name + " has no components x and y for normal_deg");
    if (both && moves_in_z(port))
        throw InputError("port " + port.name + " moves in z too, and law " + entry.law +
                         " rubs in one direction; hold its z (fixed). Friction in two directions "
                         "at once is law patch with pressure.shape = \"point\"");
    const double angle = *entry.normal_deg * std::numbers::pi / 180;
    const double c = std::cos(angle), s = std::sin(angle);
    Matrix turn = Matrix::Zero(both ? 2 : 1, n_components);
    if (both)
        turn.row(0).head(2) << s, -c; // t: n turned by -90 degrees
    turn.row(both ? 1 : 0).head(2) << c, s;
    return turn;
}

void require_slip_and_spin(const JointEntry& entry, const Resolved& resolved)
{
    const Index n = slip_and_spin(entry);
    const bool point = n == 2;
    const auto found = static_cast<Index>(slipping_components(entry, *resolved.port).size());
    if (resolved.component >= 0 || found != n)
        throw InputError("law " + entry.law +
                         (point ? " of a point slips: expected ports of one node with x and y, "
                                : " slips and spins: expected ports of one node with x, y and "
                                  "rotation, ") +
                         "without a component; " + resolved.port->name + " has " +
                         join(resolved.port->components));
}

// Refuses a law with a normal between components, unless its normal force is constant.
void refuse_normal(const JointEntry& entry, const std::string& component)
{
    if (!entry.chosen->adapted({component}))
        throw InputError(entry.law + " with k_n > 0 acts along its normal and across it: give "
                                     "ports of one node with x and y, without a component (a "
                                     "lumped mass that moves along x alone gets a y that is "
                                     "fixed), or k_n = 0");
    if (!entry.normal_deg)
        return;
    constexpr double round_off = 1e-9;
    const double angle = *entry.normal_deg * std::numbers::pi / 180;
    const bool across = component == "x"   ? std::abs(std::cos(angle)) <= round_off
                        : component == "y" ? std::abs(std::sin(angle)) <= round_off
                                           : false;
    if (!across)
        throw InputError(entry.places.of("normal_deg"), "joint." + entry.name + ".normal_deg",
                         number_text(*entry.normal_deg),
                         component == "x" ? "a joint along x has its normal at 90 or -90; leave "
                                            "it out"
                         : component == "y"
                             ? "a joint along y has its normal at 0 or 180; leave it "
                               "out"
                             : "a joint along " + component +
                                   " has no normal in the plane; leave it out");
}

// Law of a joint on these components of its ports; `one` is the port of its first body.
contact::JointLaw law_on(const Case& c, const JointEntry& entry, const Resolved& one,
                         std::size_t body, const std::vector<std::string>& components)
{
    const contact::JointLaw law =
        entry.complete
            ? located(entry.places, "joint." + entry.name,
                      [&]() -> contact::JointLaw {
                          return entry.complete(pressure_source(c, entry, *one.port, body));
                      })
            : entry.chosen;
    return law->adapted(components).value_or(law);
}

// Both ends of a joint, with the levers to its place.
struct PlacedEnds {
    assembly::JointEnd first;
    std::optional<assembly::JointEnd> second;
    assembly::JointPlace place;
};

std::optional<Eigen::Vector3d> requested_place(const JointEntry& entry)
{
    if (!entry.at)
        return std::nullopt;
    Eigen::Vector3d vector3d = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < entry.at->size(); ++k)
        vector3d(static_cast<Index>(k)) = (*entry.at)[k];
    return vector3d;
}

PlacedEnds place_ends(const JointEntry& entry, const std::vector<fem::Substructure>& bodies,
                      const Address& first, const std::optional<Address>& second)
{
    const auto end = [&](const Address& address) -> assembly::JointEnd {
        const fem::Substructure& body = bodies[address.body];
        const Resolved r = resolve(body, address);
        return {&body, r.port, combination(entry, r)};
    };
    PlacedEnds ends{end(first), std::nullopt, {}};
    if (second)
        ends.second = end(*second);
    ends.place = assembly::place_joint(
        ends.first, ends.second ? &*ends.second : nullptr, requested_place(entry),
        slip_and_spin(entry) > 0 ? assembly::DefaultPlace::first : assembly::DefaultPlace::between);
    return ends;
}

// Distance of the ports; 0 if a port has no place or the joint is connected to ground.
double distance_of_ports(const PlacedEnds& ends)
{
    if (!ends.second)
        return 0;
    const auto X = assembly::place_of(*ends.first.port), Y = assembly::place_of(*ends.second->port);
    return X && Y ? (*Y - *X).norm() : 0;
}

bool turns_out_of_plane(const fem::Port& port)
{
    return std::any_of(port.components.begin(), port.components.end(),
                       [](const std::string& component) -> bool {
                           return component == "z" || rotation_axis(component).value_or(2) != 2;
                       });
}

// Refuses a given place if the levers to it cannot be formed.
void refuse_place(const JointEntry& entry, const PlacedEnds& ends)
{
    if (!entry.at)
        return;
    const auto refuse = [&](const std::string& reason) {
        std::vector<std::string> numbers;
        std::transform(entry.at->begin(), entry.at->end(), std::back_inserter(numbers),
                       [](double x) -> std::string { return number_text(x); });
        throw InputError(entry.places.of("at"), "joint." + entry.name + ".at",
                         "[" + join(numbers) + "]", reason);
    };
    if (ends.place.crossed)
        refuse("the joint has another direction on each body, so it acts at no place; leave it "
               "out, or give the same component on both sides");
    if (!ends.place.at)
        refuse("no port of the joint has a place (lumped masses and matrices without coordinates "
               "have none); leave it out");
    bool plane = true;
    for (const assembly::JointEnd* end : {&ends.first, ends.second ? &*ends.second : nullptr}) {
        const auto X = end ? assembly::place_of(*end->port) : std::nullopt;
        if (!X)
            continue;
        const std::string port = "port " + end->body->name + "." + end->port->name;
        plane = plane && X->z() == 0 && !turns_out_of_plane(*end->port);
        if (entry.at->size() < 3 && std::abs(X->z()) > 1e-12 * X->norm())
            refuse(port + " lies at z = " + number_text(X->z(), 6) +
                   " m; expected three coordinates");
        // Beyond this ratio, round-off of the lever's stiffness exceeds the stiffness of the joint.
        constexpr double most = 1e6;
        const double size =
            std::max(assembly::edge_length(*end->body, *end->body), distance_of_ports(ends));
        const double away = (*ends.place.at - *X).norm();
        if (size > 0 && away > most * size)
            refuse("this place is " + number_text(away, 3) + " m from " + port +
                   ", more than a million times the size of the joint and its body; expected a "
                   "place near the "
                   "ports, in global axes [m]");
    }
    if (plane && entry.at->size() == 3 && entry.at->back() != 0)
        refuse("the ports of the joint move in the plane of x and y; expected two coordinates");
    if (ends.place.uncarried > 0)
        refuse("this place is " + number_text(ends.place.uncarried, 6) +
               " m across the direction of the joint from a port without the rotation that a lever "
               "needs; expected the place of that port, or a port with a rotation (ports = { NAME "
               "= { group = ..., motion = \"rigid\" } })");
}

} // namespace

Resolved resolve(const fem::Substructure& body, const Address& address)
{
    const fem::Port& port = fem::port(body, address.port);
    return {&port, address.component.empty() ? -1 : fem::component(port, address.component)};
}

assembly::Joint make_joint(const Case& c, const JointEntry& entry,
                           const std::vector<fem::Substructure>& bodies, const Address& first,
                           const std::optional<Address>& second)
{
    return located(entry.places.of("between"), "joint." + entry.name, [&]() -> assembly::Joint {
        const Resolved one = resolve(bodies[first.body], first);
        const bool alone = one.component >= 0 && entry.chosen->has_normal();
        if (alone)
            refuse_normal(entry, first.component);
        if (slip_and_spin(entry) > 0)
            require_slip_and_spin(entry, one);
        if (one.component >= 0 && entry.normal_deg && !alone)
            throw InputError("a component is a direction of its own: give either a component or "
                             "normal_deg");
        std::vector<std::string> components = one.port->components;
        if (one.component >= 0)
            components = {components[static_cast<std::size_t>(one.component)]};
        if (slip_and_spin(entry) > 0) {
            components.clear();
            for (const Index c : slipping_components(entry, *one.port))
                components.push_back(one.port->components[static_cast<std::size_t>(c)]);
        }
        assembly::Joint joint{entry.name,
                              entry.where,
                              {first.body, {}},
                              std::nullopt,
                              law_on(c, entry, one, first.body, components)};
        if (!entry.normal_deg || alone)
            std::transform(components.begin(), components.end(), std::back_inserter(joint.measures),
                           measure_of);
        if (second) {
            const Resolved other = resolve(bodies[second->body], *second);
            if ((one.component < 0) != (other.component < 0))
                throw InputError("give a component on both sides, or on none");
            if (measure_of(first.component) != measure_of(second->component))
                throw InputError("a displacement and a rotation have no difference; give two of a "
                                 "kind");
            if (slip_and_spin(entry) > 0)
                require_slip_and_spin(entry, other);
            else if (one.component < 0 && other.port->components != one.port->components &&
                     !entry.normal_deg)
                throw InputError("the ports are of different kinds: " + one.port->name + " has " +
                                 join(one.port->components) + ", " + other.port->name + " has " +
                                 join(other.port->components) + "; give a component on both sides");
            if (first.body == second->body && first.port == second->port)
                throw InputError("joins a port to itself");
            joint.second = assembly::RowsOn{second->body, {}};
        }
        const PlacedEnds ends = place_ends(entry, bodies, first, second);
        refuse_place(entry, ends);
        joint.place = ends.place;
        joint.first.rows = assembly::rows_of(ends.first);
        if (joint.second)
            joint.second->rows = assembly::rows_of(*ends.second);
        const bool one_row = joint.law->directions() == contact::Directions::one;
        if (one_row && joint.n_rows() != 1)
            throw InputError("law " + entry.law +
                             " acts in one direction; give a component on both sides, or "
                             "normal_deg");
        return joint;
    });
}

std::vector<std::pair<std::size_t, Resolved>>
rotations_of_levers(const JointEntry& entry, const std::vector<fem::Substructure>& bodies,
                    const Address& first, const std::optional<Address>& second)
{
    std::vector<std::pair<std::size_t, Resolved>> used;
    if (first.component.empty() || (second && second->component.empty()))
        return used;
    const PlacedEnds ends = place_ends(entry, bodies, first, second);
    const auto add = [&](const Address& address, const assembly::JointEnd& end) {
        const Resolved direct = resolve(bodies[address.body], address);
        for (Index k = 0; k < end.S.cols(); ++k)
            if (k != direct.component && !end.S.col(k).isZero(0))
                used.emplace_back(address.body, Resolved{end.port, k});
    };
    add(first, ends.first);
    if (second)
        add(*second, *ends.second);
    return used;
}

} // namespace slideway::app
