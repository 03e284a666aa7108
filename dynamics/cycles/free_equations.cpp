#include "dynamics/cycles/free_equations.hpp"

#include "base/dense_eigen.hpp"

#include <cmath>

namespace slideway::dynamics {

namespace {

// H A H of the reflection H = 1 - 2 u u^T / u^T u.
void reflect(Matrix& A, const Vector& u)
{
    const double over = 2 / u.squaredNorm();
    A -= over * u * (u.transpose() * A).eval();
    A -= over * (A * u).eval() * u.transpose();
}

} // namespace

ComplexVector other_multipliers(Matrix map, const Vector& f, const Vector& g)
{
    const Index size = map.rows();
    Matrix known(size, 2);
    known << f, g;
    for (const Index k : {0, 1}) {
        Vector u = known.col(k);
        u.head(k).setZero();
        u(k) += std::copysign(u.norm(), u(k));
        reflect(map, u);
        known -= 2 / u.squaredNorm() * u * (u.transpose() * known).eval();
    }
    return eigenvalues(Matrix(map.bottomRightCorner(size - 2, size - 2)));
}

MotionRange FreeEquations::range(const At& motion, std::size_t output) const
{
    const Vector& row = outputs_[output].row;
    return range_of(motion.extrema, first_output_ + output,
                    row.dot(state(motion.x).head(row.size())));
}

} // namespace slideway::dynamics
