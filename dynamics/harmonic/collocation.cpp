#include "dynamics/harmonic/collocation.hpp"

#include "base/dense_solve.hpp"
#include "contact/laws/law.hpp"

#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// The points of Gauss on [0, 1], and the polynomials that are 1 at one of them and 0 at the others:
// sum of power(point, k) u^k.
constexpr int n_gauss = LinearPhase::n_powers;
struct GaussPoints {
    Eigen::Matrix<double, n_gauss, 1> at;
    Eigen::Matrix<double, n_gauss, n_gauss> power;
};

GaussPoints gauss()
{
    const double s = 2 * std::sqrt(6. / 5), a = std::sqrt((3 - s) / 7), b = std::sqrt((3 + s) / 7);
    GaussPoints points;
    points.at << 0.5 - b / 2, 0.5 - a / 2, 0.5 + a / 2, 0.5 + b / 2;
    Eigen::Matrix<double, n_gauss, n_gauss> powers; // u^k at the points
    for (int i = 0; i < n_gauss; ++i)
        for (int k = 0; k < n_gauss; ++k)
            powers(i, k) = std::pow(points.at(i), k);
    points.power = Lu<double>(powers.transpose()).inverse();
    return points;
}

// A step on states that are modal coordinates, or y if the phase is dense:
//   dr of the stages = from_state state + still + coupling (their forces)
//   state after it   = exp(A h) state + leave (their forces)
struct Stages {
    Matrix from_state, still, coupling, leave;
};

// Effect of the forces of each stage on the state after the fraction tau / h = part of a step:
// n_smooth columns per stage.
Matrix left_by_forces(const LinearPhase& p, const GaussPoints& points, double part, double h,
                      const Matrix& forces)
{
    const Index n_smooth = forces.cols();
    Matrix left(forces.rows(), n_gauss * n_smooth);
    const auto response = p.responses(part * h, forces);
    for (Index b = 0; b < n_gauss; ++b) {
        Matrix sum = Matrix::Zero(forces.rows(), n_smooth);
        double power = 1;
        for (Index k = 0; k < n_gauss; ++k, power *= part)
            sum += points.power(b, k) * power * response[static_cast<std::size_t>(k)];
        left.middleCols(b * n_smooth, n_smooth) = sum;
    }
    return left;
}

// @param rows, forces  n_smooth x n: dr of a state; n x n_smooth: state of forces
// @param still         dr of the stages by the sliders, where the phase is not dense
Stages stages_of(const LinearPhase& p, const GaussPoints& points, const Matrix& rows,
                 const Matrix& forces, double h, Matrix still, const Disturbances& d)
{
    const Index n_smooth = rows.rows(), n_stages = n_gauss * n_smooth;
    Stages stages{Matrix(n_stages, rows.cols()), std::move(still), Matrix::Zero(n_stages, n_stages),
                  Matrix()};
    for (Index a = 0; a < n_gauss; ++a) {
        const double tau = points.at(a) * h;
        const Matrix left = left_by_forces(p, points, points.at(a), h, forces);
        for (Index b = 0; b < n_gauss; ++b)
            stages.coupling.block(a * n_smooth, b * n_smooth, n_smooth, n_smooth) =
                rows * left.middleCols(b * n_smooth, n_smooth);
        auto from_state = stages.from_state.middleRows(a * n_smooth, n_smooth);
        if (p.dense) {
            const Matrix e = rows * p.exponential(tau);
            from_state = e.leftCols(d.y.rows());
            stages.still.middleRows(a * n_smooth, n_smooth) = e.rightCols(d.c.rows()) * d.c;
        } else {
            from_state = LinearPhase::advanced(p.rotation(tau), rows);
        }
    }
    stages.leave = left_by_forces(p, points, 1, h, forces);
    return stages;
}

// Slopes of the laws at every stage in a step.
void tangents(const std::vector<SmoothRow>& smooth, const GaussPoints& points, double Omega,
              const Steps& steps, Index step, Vector& tangent)
{
    const auto n_smooth = static_cast<Index>(smooth.size());
    for (Index a = 0; a < n_gauss; ++a)
        for (Index i = 0; i < n_smooth; ++i) {
            const SmoothRow& s = smooth[static_cast<std::size_t>(i)];
            const double theta =
                steps.from + Omega * steps.h * (static_cast<double>(step) + points.at(a));
            const double r = value(s.r, theta).d[0];
            tangent(a * n_smooth + i) = s.law->slope(r);
        }
}

// All steps: (1 - coupling K) dr = from_state state + still, forces K dr, K = diag(tangents).
void march(const LinearPhase& p, const std::vector<SmoothRow>& smooth, const GaussPoints& points,
           const Stages& stages, double Omega, const Steps& steps, Disturbances& d)
{
    const Matrix whole = p.dense ? p.exponential(steps.h) : Matrix();
    const LinearPhase::Rotation rotation = p.dense ? LinearPhase::Rotation() : p.rotation(steps.h);
    Matrix& state = p.dense ? d.y : d.eta;
    const Index n_stages = stages.still.rows();
    Matrix dr(n_stages, d.y.cols()), system(n_stages, n_stages);
    Vector tangent(n_stages);
    Lu<double> lu;
    for (Index step = 0; step < steps.count; ++step) {
        tangents(smooth, points, Omega, steps, step, tangent);
        system = -stages.coupling * tangent.asDiagonal();
        system.diagonal().array() += 1;
        lu.compute(system);
        dr = stages.still;
        dr.noalias() += stages.from_state * state;
        lu.solve_in_place(dr);
        dr = tangent.asDiagonal() * dr; // now forces
        if (p.dense) {
            d.moved.noalias() = whole.leftCols(d.y.rows()) * d.y;
            d.moved.noalias() += whole.rightCols(d.c.rows()) * d.c;
            d.y.swap(d.moved);
        } else {
            LinearPhase::advance(rotation, d.eta, d.old);
        }
        state.noalias() += stages.leave * dr;
    }
}

} // namespace

void collocate(const LinearPhase& p, const std::vector<SmoothRow>& smooth, const Matrix& B,
               const Vector& scale, double Omega, const Steps& steps, Disturbances& d)
{
    static const GaussPoints points = gauss();
    const Index n = d.y.rows(), m = n / 2;
    const auto n_smooth = static_cast<Index>(smooth.size());
    Matrix rows = Matrix::Zero(n_smooth, n), forces = Matrix::Zero(n, n_smooth);
    for (Index i = 0; i < n_smooth; ++i) {
        const auto b = B.row(smooth[static_cast<std::size_t>(i)].row);
        rows.row(i).head(m) = b.cwiseQuotient(scale.transpose());
        forces.col(i).tail(m) = -b.transpose();
    }
    Matrix still = Matrix::Zero(n_gauss * n_smooth, d.y.cols());
    if (!p.dense) {
        still = (rows * (p.rest * d.c)).replicate(n_gauss, 1);
        d.y.noalias() -= p.rest * d.c;
        d.eta.noalias() = p.coordinates * d.y;
        rows = (rows * p.modes).eval();
        forces = (p.coordinates * forces).eval();
    }
    march(p, smooth, points, stages_of(p, points, rows, forces, steps.h, std::move(still), d),
          Omega, steps, d);
    if (!p.dense) {
        d.y.noalias() = p.modes * d.eta;
        d.y.noalias() += p.rest * d.c;
    }
}

} // namespace slideway::dynamics
