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
    Index position = 0;
    for (const reduction::ModalForm& form : modal.components) {
        const Index n = form.n_modes();
        modes.omega.segment(position, n) = form.omega;
        modes.c.segment(position, n) = form.c;
        if (!modal.classical()) {
            if (form.classical())
                modes.D.diagonal().segment(position, n) = form.c;
            else
                modes.D.block(position, position, n, n) = form.D;
        }
        if (form.S.size() > 0) {
            if (modes.S.size() == 0)
                modes.S = ComplexMatrix::Zero(m, m);
            modes.S.block(position, position, n, n) = form.S;
        }
        position += n;
    }
    return modes;
}

} // namespace slideway::dynamics
