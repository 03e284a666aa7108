#include "dynamics/modal_model.hpp"

#include "reduction/modal_form.hpp"

namespace slideway::dynamics {

Index ModalModel::n_modes() const
{
    Index n = 0;
    for (const ModalBody& body : bodies)
        n += body.n_modes();
    return n;
}

ModalModel modal_model(const assembly::CoupledModel& model)
{
    ModalModel modal;
    for (std::size_t b = 0; b < model.bodies.size(); ++b) {
        reduction::ModalForm form =
            reduction::modal_form(model.bodies[b], assembly::imposed_dofs(model, b));
        modal.bodies.push_back({std::move(form.omega), std::move(form.c), std::move(form.Phi)});
    }
    for (const assembly::Motion& motion : model.motions) {
        const Vector e = assembly::rigid_follower(model, motion);
        const Vector Me = model.bodies[motion.body].M * e;
        modal.motions.push_back(
            {motion.body, e, modal.bodies[motion.body].Phi.transpose() * Me, e.dot(Me)});
    }

    const auto n_motions = static_cast<Index>(model.motions.size());
    // Displacement of rows of one body per unit of each motion.
    auto follow = [&](std::size_t body, const auto& rows) -> Matrix {
        Matrix result = Matrix::Zero(rows.rows(), n_motions);
        for (Index k = 0; k < n_motions; ++k)
            if (modal.motions[static_cast<std::size_t>(k)].body == body)
                result.col(k) = rows * modal.motions[static_cast<std::size_t>(k)].follower;
        return result;
    };
    for (const assembly::Load& load : model.loads)
        modal.loads.push_back({load.body, modal.bodies[load.body].Phi.transpose() * load.row,
                               follow(load.body, load.row.transpose()).transpose()});
    for (const assembly::Sliding& sliding : model.sliding)
        modal.contacts.push_back({sliding.slave_body, sliding.master_body,
                                  sliding.slave_rows * modal.bodies[sliding.slave_body].Phi,
                                  sliding.master_rows * modal.bodies[sliding.master_body].Phi,
                                  follow(sliding.slave_body, sliding.slave_rows),
                                  follow(sliding.master_body, sliding.master_rows)});
    return modal;
}

} // namespace slideway::dynamics
