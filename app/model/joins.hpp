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

/// What joins the bodies of a case, and where.
namespace slideway::app {

/// "substructure.port" or "substructure.port.component", the one way of addressing.
struct Address {
    std::size_t body = 0;
    std::string port, component; ///< component "" if not given
};

/// Where everything attaches, in the order of the case: each address is read here, once.
struct Attachments {
    std::vector<std::pair<Address, Address>> bonds, contacts;
    std::vector<std::pair<Address, std::optional<Address>>> joints;
    std::vector<Address> motions, loads;
    std::vector<Address> forced, observed;               ///< of Needs
    std::vector<Address> boundary;                       ///< reduction.boundary of the bodies
    std::vector<std::pair<std::string, Address>> probes; ///< of output.history, with its texts
    std::set<std::string> recorded;                      ///< contacts and joints of output.history
};

/// @throws InputError  with the place of the key at fault
[[nodiscard]] Attachments attachments(const Case& c, const Needs& needs);

/// What anything touches of each body: the interface of its reduction.
/// @throws InputError  a port or component that a body does not have
[[nodiscard]] std::vector<reduction::Interface>
interfaces(const Case& c, const Needs& needs, const Attachments& at,
           const std::vector<fem::Substructure>& bodies);

/// Bonds, joints, contacts, motions and loads on the dofs of `bodies`, which the result leaves out.
/// @throws InputError  with the place of the key at fault
[[nodiscard]] assembly::CoupledModel join_bodies(const Case& c, const Needs& needs,
                                                 const Attachments& at,
                                                 const std::vector<fem::Substructure>& bodies);

/// The mean of a component over a port; also the vector that spreads a unit force over it.
/// @throws InputError  without a place
[[nodiscard]] dynamics::Probe mean_of(const std::vector<fem::Substructure>& bodies,
                                      const Address& at, const std::string& name);

} // namespace slideway::app
