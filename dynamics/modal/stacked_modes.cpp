#include "dynamics/modal/stacked_modes.hpp"

#include "dynamics/modal/modal_model.hpp"

namespace slideway::dynamics {

StackedModes stacked_modes(const ModalModel& modal)
{
    StackedModes modes;
    const Index m = modal.n_modes();
    modes.omega.resize(m);
    modes.c.resize(m);
    if (!modal.classical())
        modes.D = Matrix::Zero(m, m);
    Index at = 0;
    for (const reduction::ModalForm& form : modal.components) {
        const Index n = form.n_modes();
        modes.omega.segment(at, n) = form.omega;
        modes.c.segment(at, n) = form.c;
        if (!modal.classical()) {
            if (form.classical())
                modes.D.diagonal().segment(at, n) = form.c;
            else
                modes.D.block(at, at, n, n) = form.D;
        }
        at += n;
    }
    return modes;
}

} // namespace slideway::dynamics
