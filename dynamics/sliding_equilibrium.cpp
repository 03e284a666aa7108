#include "dynamics/sliding_equilibrium.hpp"

#include "base/text.hpp"
#include "reduction/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// B_E or B_C of a contact on the modes of one of its bodies.
Vector modal_row(const ModalContact& contact, Index segment, const contact::ContactRow& row,
                 bool on_slave)
{
    if (on_slave)
        return contact.slave_rows.transpose() * Eigen::Map<const Eigen::Vector2d>(row.slave.data());
    return contact.master_rows.middleRows(2 * segment, 4).transpose() *
           Eigen::Map<const Eigen::Vector4d>(row.master.data());
}

struct RigidMode {
    std::size_t body = 0;
    Index mode = 0;
};

} // namespace

SlidingEquilibrium sliding_equilibrium(const assembly::CoupledModel& model, const ModalModel& modal,
                                       double direction)
{
    const std::size_t n_bodies = model.bodies.size();
    const bool touching = !model.sliding.empty();

    std::vector<Vector> force(n_bodies);
    for (std::size_t b = 0; b < n_bodies; ++b)
        force[b] = Vector::Zero(modal.bodies[b].n_modes());
    for (std::size_t k = 0; k < model.loads.size(); ++k)
        if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[k].signal))
            force[modal.loads[k].body] += constant->force * modal.loads[k].p;

    std::vector<RigidMode> rigid;
    for (std::size_t b = 0; b < n_bodies; ++b)
        for (Index j = 0; j < modal.bodies[b].n_modes(); ++j)
            if (modal.bodies[b].omega(j) == 0)
                rigid.push_back({b, j});
    auto refuse_mechanism = [&](const RigidMode& mode, const std::string& why) {
        const fem::Substructure& body = model.bodies[mode.body];
        throw InputError("body " + body.name + " is a mechanism, free in " +
                         reduction::free_motions(body, assembly::imposed_dofs(model, mode.body)) +
                         why + "; add a support, a motion or a contact");
    };
    if (rigid.size() > (touching ? 1U : 0U)) { // named: the body that can move in most ways
        std::vector<int> count(n_bodies, 0);
        for (const RigidMode& mode : rigid)
            ++count[mode.body];
        const RigidMode& worst = *std::max_element(
            rigid.begin(), rigid.end(), [&count](const RigidMode& a, const RigidMode& b) -> bool {
                return count[a.body] < count[b.body];
            });
        refuse_mechanism(worst, touching ? " (a contact holds one motion)" : "");
    }

    SlidingEquilibrium state;
    state.q.resize(n_bodies);
    for (std::size_t b = 0; b < n_bodies; ++b)
        state.q[b] = (modal.bodies[b].omega.array() > 0)
                         .select(force[b].array() / modal.bodies[b].omega.array().square(), 0.0);
    if (!touching)
        return state;

    const assembly::Sliding& sliding = model.sliding.front();
    const ModalContact& contact = modal.contacts.front();
    state.contact = assembly::undeformed_configuration(sliding);
    const std::vector<Vector> q_load = state.q;

    for (state.iterations = 1; state.iterations <= 100; ++state.iterations) {
        const contact::Projection at = state.contact.projection;
        const Index segment = state.contact.segment;
        const contact::ContactRow row_C = contact::compatibility_row(at);
        const contact::ContactRow row_E = contact::equilibrium_row(at, sliding.mu, direction);

        // B_C (X + u) without contact force, and its change per unit of lambda.
        double closure = 0, compliance = 0, rigid_load = 0, rigid_contact = 0, rigid_closure = 0;
        for (int component = 0; component < 2; ++component)
            closure +=
                row_C.slave[static_cast<std::size_t>(component)] * sliding.slave_X(component);
        for (int k = 0; k < 4; ++k)
            closure += row_C.master[static_cast<std::size_t>(k)] *
                       sliding.master_X(segment + k / 2, k % 2);
        for (const bool on_slave : {false, true}) {
            const std::size_t b = on_slave ? contact.slave_body : contact.master_body;
            const Vector B_C = modal_row(contact, segment, row_C, on_slave);
            const Vector B_E = modal_row(contact, segment, row_E, on_slave);
            const Vector& omega = modal.bodies[b].omega;
            closure += B_C.dot(q_load[b]);
            compliance += (omega.array() > 0)
                              .select(B_C.array() * B_E.array() / omega.array().square(), 0.0)
                              .sum();
            if (!rigid.empty() && rigid.front().body == b) {
                rigid_load = force[b](rigid.front().mode);
                rigid_contact = B_E(rigid.front().mode);
                rigid_closure = B_C(rigid.front().mode);
            }
        }

        double lambda = 0, q_rigid = 0;
        if (rigid.empty()) {
            lambda = closure / compliance;
        } else {
            if (std::abs(rigid_contact) < 1e-9 * std::abs(rigid_closure) || rigid_closure == 0)
                refuse_mechanism(rigid.front(), " from the contact");
            lambda = rigid_load / rigid_contact;
            q_rigid = -(closure - compliance * lambda) / rigid_closure;
        }
        if (!(lambda > 0))
            throw InputError(
                sliding.where,
                "contact." + sliding.name + ": the static normal force is " +
                    number_text(lambda + 0.0, 6) + // not "-0"
                    " N; the loads must press the slave on the master (normal force > 0)");

        for (const bool on_slave : {false, true}) {
            const std::size_t b = on_slave ? contact.slave_body : contact.master_body;
            const Vector B_E = modal_row(contact, segment, row_E, on_slave);
            const Vector& omega = modal.bodies[b].omega;
            state.q[b] = q_load[b] - (omega.array() > 0)
                                         .select(lambda * B_E.array() / omega.array().square(), 0.0)
                                         .matrix();
            if (!rigid.empty() && rigid.front().body == b)
                state.q[b](rigid.front().mode) = q_rigid;
        }

        // New configuration in the deformed positions; the neighbour if the slave left the segment.
        auto master = [&](Index node) -> Eigen::Vector2d {
            return sliding.master_X.row(node).transpose() +
                   contact.master_rows.middleRows(2 * node, 2) * state.q[contact.master_body];
        };
        const Eigen::Vector2d slave =
            sliding.slave_X + contact.slave_rows * state.q[contact.slave_body];
        const auto [k, next] = contact::walk(slave, segment, sliding.n_segments(), master);
        if (k < 0 || k >= sliding.n_segments())
            throw InputError(sliding.where, "contact." + sliding.name +
                                                ": the slave node leaves the master surface in the "
                                                "static equilibrium at the start; start further "
                                                "from its end");
        const bool converged = k == segment && std::abs(next.alpha - at.alpha) < 1e-10 &&
                               std::abs(next.sin_gamma - at.sin_gamma) < 1e-12 &&
                               std::abs(lambda - state.lambda) <= 1e-12 * lambda;
        state.contact = {k, next};
        state.lambda = lambda;
        if (converged)
            return state;
    }
    throw std::runtime_error("contact." + sliding.name +
                             ": the static sliding equilibrium did not converge in 100 iterations "
                             "(friction near the limit of jamming?)");
}

} // namespace slideway::dynamics
