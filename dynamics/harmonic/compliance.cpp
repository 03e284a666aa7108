#include "dynamics/harmonic/compliance.hpp"

#include "base/dense_solve.hpp"

namespace slideway::dynamics {

void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate)
{
    constexpr Complex j(0, 1);
    ComplexMatrix Z = (j * w) * modes.D.cast<Complex>();
    Z.diagonal().array() += modes.omega.array().square() - w * w;
    const Lu lu(Z);
    HX = lu.solve(X);
    rate = lu.solve((2 * w * HX - j * (modes.D.cast<Complex>() * HX)).eval());
}

} // namespace slideway::dynamics
