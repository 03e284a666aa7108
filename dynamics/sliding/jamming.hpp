#pragma once

#include "base/types.hpp"

#include <string>
#include <vector>

namespace slideway::assembly {
struct CoupledModel;
}

namespace slideway::dynamics {

/// Closed slave nodes whose contact forces have no unique solution (Painleve's paradox).
struct Jam {
    struct Node {
        std::size_t contact = 0; ///< index of the contact in the model
        Index slave = 0;         ///< node of its slave port
        double friction = 0;     ///< friction coefficient of the contact
    };
    std::vector<Node> nodes;
    /// n x n [1/kg]: what a normal force of node j, and one with its friction, opens at node i.
    /// Where a node may slide either way, with the friction that closes more.
    Matrix without, with;
};

/// True if a node alone jams, or would with one per cent more friction.
[[nodiscard]] bool nearly_jams(const Jam& jam);

/// "contact.pad jams: ...": which node jams, or that several do together, and below which friction
/// they would not.
[[nodiscard]] std::string jamming_message(const assembly::CoupledModel& model, const Jam& jam);

} // namespace slideway::dynamics
