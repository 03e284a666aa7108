#include "dynamics/harmonic/propagation.hpp"

#include "base/dense_product.hpp"

namespace slideway::dynamics {

void propagate_dense(const LinearPhase& p, double t, Disturbances& d)
{
    const Matrix e = p.exponential(t);
    d.moved = e.leftCols(d.y.rows()) * d.y + e.rightCols(d.c.rows()) * d.c;
    d.y.swap(d.moved);
    d.left.resize(0, 0);
}

void propagate_modes(const LinearPhase& p, double t, Disturbances& d)
{
    const Index n = d.y.rows(), h = p.decay.size();
    d.eta.noalias() = -(p.coordinates * p.rest) * d.c;
    if (d.left.cols() > 0 && d.left.cols() < n / 2) {
        d.moved.setZero(2 * h, d.left.cols());
        add_product(1, p.coordinates, d.left, d.moved);
        add_product(1, d.moved, d.coordinates, d.eta);
    } else {
        add_product(1, p.coordinates, d.y, d.eta);
    }
    const LinearPhase::Rotation rotation = p.rotation(t);
    LinearPhase::advance(rotation, d.eta, d.old);
    d.left.resize(n, 2 * rotation.left + d.c.rows());
    d.left << p.modes.leftCols(rotation.left), p.modes.middleCols(h, rotation.left), p.rest;
    d.coordinates.resize(d.left.cols(), d.y.cols());
    d.coordinates << d.eta.topRows(rotation.left), d.eta.middleRows(h, rotation.left), d.c;
    d.y.setZero();
    add_product(1, d.left, d.coordinates, d.y);
}

} // namespace slideway::dynamics
