#pragma once

#include "app/case/case.hpp"
#include "app/model/needs.hpp"
#include "assembly/coupled_model.hpp"
#include "dynamics/modal/outputs.hpp"
#include "reduction/interface.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Connections between the bodies of a case, with their addresses.
namespace slideway::app {

/// An address "substructure.port" or "substructure.port.component".
struct Address {
    std::size_t body = 0;
    std::string port, component; ///< component "" if not given
};

/// Addresses of all joints, contacts, loads and records, in the order of the case. Each address is
/// parsed once.
struct Attachments {
    std::vector<std::pair<Address, Address>> bonds, contacts;
    std::vector<std::pair<Address, std::optional<Address>>> joints;
    std::vector<Address> motions, loads;
    std::vector<Address> forced, observed;               ///< addresses of Needs
    std::vector<Address> boundary;                       ///< reduction.boundary of the bodies
    std::vector<std::pair<std::string, Address>> probes; ///< texts and addresses of output.history
    std::set<std::string> recorded;                      ///< contacts and joints of output.history
};

/// Parses the addresses of a case.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] Attachments attachments(const Case& c, const Needs& needs);

/// Makes the named nodes that a case addresses ports of their bodies. If a body then has no port
/// and few nodes, each node becomes a port, because figures show a body without lines by its ports.
void make_ports(const Attachments& attachments, std::vector<fem::Substructure>& bodies);
/// True if every addressed node is a port, so that make_ports would change nothing.
[[nodiscard]] bool have_ports(const Attachments& attachments,
                              const std::vector<fem::Substructure>& bodies);

/// Interfaces of the reductions: all dofs of each body that a joint, contact, load or record uses.
/// @throws InputError  a body does not have a port or component
[[nodiscard]] std::vector<reduction::Interface>
interfaces(const Case& c, const Needs& needs, const Attachments& attachments,
           const std::vector<fem::Substructure>& bodies);

/// Makes bonds, joints, contacts, motions and loads on the dofs of `bodies`. The result does not
/// contain the bodies.
/// @throws InputError  with the place of the wrong key
[[nodiscard]] assembly::CoupledModel join_bodies(const Case& c, const Needs& needs,
                                                 const Attachments& attachments,
                                                 const std::vector<fem::Substructure>& bodies);

/// Dofs of each body on which joints, bonds, contacts, motions or loads act, and those of the
/// boundaries of reductions; ascending. Forces on whole bodies, such as weights, do not count.
/// @param joined  result of join_bodies
[[nodiscard]] std::vector<std::vector<Index>>
acted_dofs(const Case& c, const Needs& needs, const Attachments& attachments,
           const std::vector<fem::Substructure>& bodies, const assembly::CoupledModel& joined);

/// Mean of a component over a port. The same vector distributes a unit force over the port.
/// @throws InputError  without a place
[[nodiscard]] dynamics::Probe mean_of(const std::vector<fem::Substructure>& bodies,
                                      const Address& address, const std::string& name);

} // namespace slideway::app
