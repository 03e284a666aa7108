#include "dynamics/sliding/static_solution.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "assembly/primal.hpp"
#include "base/error.hpp"
#include "base/rigid_motion.hpp"
#include "base/sparse_cholesky.hpp"
#include "base/sparse_lu.hpp"
#include "base/text.hpp"
#include "contact/contact_rows.hpp"
#include "dynamics/modal/shared_modes.hpp"
#include "dynamics/sliding/refusals.hpp"

#include <optional>

namespace slideway::dynamics {

namespace {

StaticResult with_contacts(const assembly::CoupledModel& model, const Progress& progress,
                           SharedModes* shared)
{
    for (const assembly::Motion& motion : model.motions)
        if (motion.displacement != 0)
            throw InputError(motion.where, "motion." + motion.name + ".displacement",
                             number_text(motion.displacement),
                             "a static analysis with contacts takes 0; load it by a force");
    refuse_turning(model, "a static analysis has friction in one direction");
    const std::shared_ptr<const ModalModel> modes = modal_model(model, shared, progress);
    const ModalModel& modal = *modes;
    StaticResult result;
    result.direction = sliding_directions(model, modal);
    const SlidingEquilibrium state = sliding_equilibrium(model, modal, result.direction);
    result.points = state.points;
    result.reactions.assign(model.motions.size(), 0.0);
    const Vector rest = Vector::Zero(static_cast<Index>(model.motions.size()));
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        result.u.push_back(modal.displacement(model, b, state.q[modal.component_of[b]], rest));

    // The reaction of a motion balances the loads, the contact forces and the elastic forces on it.
    for (std::size_t k = 0; k < model.motions.size(); ++k) {
        const auto column = static_cast<Index>(k);
        for (const ContactPoint& point : state.points) {
            const ModalContact& contact = modal.contacts[point.contact];
            const contact::ContactRow row = contact::equilibrium_row(
                point.projection, contact::coefficient(model.sliding[point.contact].friction, 0.0),
                result.direction[point.contact]);
            result.reactions[k] +=
                point.lambda * (contact.slave.follow.block<2, 1>(2 * point.slave, column)
                                    .dot(contact::on_slave(row)) +
                                contact.master.follow.block<4, 1>(2 * point.segment, column)
                                    .dot(contact::on_master(row)));
        }
        for (std::size_t l = 0; l < model.loads.size(); ++l)
            if (const auto* constant = std::get_if<assembly::Constant>(&model.loads[l].signal))
                result.reactions[k] -= constant->force * modal.loads[l].follow(column);
    }
    return result;
}

// Displacements q under a load on the stacked bodies, where K is not symmetric.
Vector unsymmetric_solution(const assembly::PrimalModel& primal, const Vector& f)
{
    if (const std::optional<Vector> q =
            solve_unsymmetric(SparseMatrix(primal.K + primal.K_skew), primal.L.transpose() * f))
        return *q;
    const std::string motions = assembly::free_motions(primal);
    throw InputError("the unsymmetric stiffness matrix of " + primal.name + " is singular" +
                     (motions.empty() ? "" : ": it can move freely, " + motions) +
                     "; add a support, a bond, a motion or a joint");
}

} // namespace

StaticResult static_solution(const assembly::CoupledModel& model, const Progress& progress,
                             SharedModes* shared)
{
    for (const assembly::Joint& joint : model.joints)
        if (!joint.law->is_linear())
            throw InputError(joint.where, "joint." + joint.name + ".law",
                             "\"" + std::string(joint.law->keyword()) + "\"",
                             "a static analysis takes linear joints");
    refuse_raised(model);
    if (!model.sliding.empty())
        return with_contacts(model, progress, shared);

    const assembly::PrimalModel primal = assembly::primal_model(model);
    Vector f = Vector::Zero(primal.offset.back());
    for (const assembly::Load& load : model.loads)
        if (const auto* constant = std::get_if<assembly::Constant>(&load.signal))
            f.segment(primal.offset[load.body], load.row.size()) += constant->force * load.row;
    Vector x(static_cast<Index>(primal.motions.size()));
    for (std::size_t k = 0; k < primal.motions.size(); ++k)
        x(static_cast<Index>(k)) = model.motions[primal.motions[k]].displacement;

    Vector u = primal.lift * x;
    if (primal.n() > 0 && primal.K_skew.nonZeros() > 0) {
        u += primal.L * unsymmetric_solution(primal, f - (primal.K_u + primal.K_skew_u) * u);
    } else if (primal.n() > 0) {
        const SparseCholesky factor(primal.K, nullptr, progress);
        if (!factor.positive_definite())
            throw InputError("the model is a mechanism: " + primal.name + " can move freely, " +
                             assembly::free_motions(primal) +
                             "; add a support, a bond, a motion or a joint");
        const Vector load = primal.L.transpose() * (f - primal.K_u * u);
        Vector q = factor.solve(load);
        for (int pass = 0; pass < 2; ++pass) // digits that the factor of a fine mesh loses
            q += factor.solve(load - careful_product(primal.K, q));
        u += primal.L * q;
    }

    StaticResult result;
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
        result.u.emplace_back(u.segment(primal.offset[b], model.bodies[b].n()));
    const Vector residual = primal.K_u * u + primal.K_skew_u * u - f;
    result.reactions.assign(model.motions.size(), 0.0);
    for (std::size_t k = 0; k < primal.motions.size(); ++k)
        result.reactions[primal.motions[k]] =
            Vector(primal.lift.col(static_cast<Index>(k))).dot(residual);
    return result;
}

} // namespace slideway::dynamics
