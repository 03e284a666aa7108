#include "dynamics/events/locked_tangent.hpp"

#include <cmath>

namespace slideway::dynamics {

void propagate_tangent(const DrySystem& system, const LockedModes& modes, double tau,
                       Matrix& columns)
{
    const Index m = system.n_modes(), n = modes.Psi.cols(), n_z = modes.s.size();
    const Matrix c = system.B(modes.stick, Eigen::all) * columns.topRows(m);
    Matrix y(2 * n, columns.cols());
    y.topRows(n).noalias() = modes.constant_force * columns.topRows(m);
    y.bottomRows(n).noalias() = modes.constant_force * columns.bottomRows(m);
    const Matrix h = -modes.offset_force * c;
    const ComplexMatrix force = modes.to_z.rightCols(n) * h;
    ComplexMatrix z = modes.to_z * y;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i), grown = std::exp(s * tau);
        const Complex pushed = s == 0.0 ? Complex(tau) : (grown - 1.0) / s;
        z.row(i) = z.row(i) * grown + force.row(i) * pushed;
    }
    Matrix end = (modes.from_z * z).real();
    for (const Index position : modes.rigid) {
        end.row(position) =
            y.row(position) + tau * (y.row(n + position) + 0.5 * tau * h.row(position));
        end.row(n + position) = y.row(n + position) + tau * h.row(position);
    }
    for (const SlowMode& slow : modes.slow)
        for (Index i = 0; i < columns.cols(); ++i) {
            end(slow.at, i) = y(slow.at, i);
            end(n + slow.at, i) = y(n + slow.at, i);
            slow.advance(tau, h(slow.at, i), end(slow.at, i), end(n + slow.at, i));
        }
    columns.topRows(m).noalias() = modes.Psi * end.topRows(n);
    columns.topRows(m).noalias() += modes.A * c;
    columns.bottomRows(m).noalias() = modes.Psi * end.bottomRows(n);
}

} // namespace slideway::dynamics
