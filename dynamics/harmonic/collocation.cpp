#include "dynamics/harmonic/collocation.hpp"

#include "base/dense_solve.hpp"
#include "contact/laws/law.hpp"

#include <algorithm>
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
//   dr and dv of the stages = from_state state + still + coupling (their forces)
//   state after it          = exp(A h) state + leave (their forces)
// A stage has the dr of all rows, then the dv of the rows whose forces depend on velocity.
struct Stages {
    Matrix from_state, still, coupling, leave;
};

// Slopes of the forces of all rows at all stages of all steps.
struct Tangents {
    Matrix by_r, by_v;           // rows x (steps * n_gauss); by_v is 0 for forces of r alone
    std::vector<Index> velocity; // place of the dv of each row in a stage; -1: none
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

// @param rows, forces  n_seen x n: dr and dv of a state; n x n_smooth: state of forces
// @param still         dr and dv of the stages by the sliders, where the phase is not dense
Stages stages_of(const LinearPhase& p, const GaussPoints& points, const Matrix& rows,
                 const Matrix& forces, double h, Matrix still, const Disturbances& d)
{
    const Index n_seen = rows.rows(), n_smooth = forces.cols();
    Stages stages{Matrix(n_gauss * n_seen, rows.cols()), std::move(still),
                  Matrix::Zero(n_gauss * n_seen, n_gauss * n_smooth), Matrix()};
    for (Index a = 0; a < n_gauss; ++a) {
        const double tau = points.at(a) * h;
        const Matrix left = left_by_forces(p, points, points.at(a), h, forces);
        for (Index b = 0; b < n_gauss; ++b)
            stages.coupling.block(a * n_seen, b * n_smooth, n_seen, n_smooth) =
                rows * left.middleCols(b * n_smooth, n_smooth);
        auto from_state = stages.from_state.middleRows(a * n_seen, n_seen);
        if (p.dense) {
            const Matrix e = rows * p.exponential(tau);
            from_state = e.leftCols(d.y.rows());
            stages.still.middleRows(a * n_seen, n_seen) = e.rightCols(d.c.rows()) * d.c;
        } else {
            from_state = LinearPhase::advanced(p.rotation(tau), rows);
        }
    }
    stages.leave = left_by_forces(p, points, 1, h, forces);
    return stages;
}

// Laws that are functions of the state evaluate all stages at once.
Tangents tangents_of(const std::vector<SmoothRow>& smooth, const GaussPoints& points, double Omega,
                     const Steps& steps)
{
    const auto n_smooth = static_cast<Index>(smooth.size());
    const Index n = steps.count * n_gauss;
    Tangents tangents{Matrix(n_smooth, n), Matrix::Zero(n_smooth, n), {}};
    Matrix r(1, n), v(1, n);
    contact::RowForces forces;
    Index n_seen = n_smooth;
    for (Index i = 0; i < n_smooth; ++i) {
        const SmoothRow& s = smooth[static_cast<std::size_t>(i)];
        tangents.velocity.push_back(s.law->depends_on_velocity() ? n_seen++ : -1);
        for (Index step = 0; step < steps.count; ++step)
            for (Index a = 0; a < n_gauss; ++a) {
                const auto motion = value(
                    s.r, steps.from + Omega * steps.h * (static_cast<double>(step) + points.at(a)));
                r(step * n_gauss + a) = motion.d[0];
                v(step * n_gauss + a) = Omega * motion.d[1];
            }
        if (s.law->is_state_function()) {
            s.law->forces(r, v, forces);
            tangents.by_r.row(i) = forces.df_dr;
            if (tangents.velocity.back() >= 0)
                tangents.by_v.row(i) = forces.df_dv;
        } else {
            for (Index stage = 0; stage < n; ++stage) {
                const contact::RowSlope slope = s.law->slope(r(stage), v(stage));
                tangents.by_r(i, stage) = slope.by_r;
                tangents.by_v(i, stage) = slope.by_v;
            }
        }
    }
    return tangents;
}

// Forces of the stages of a step by their dr and dv.
void apply(const Tangents& tangents, Index step, const Matrix& seen, Matrix& forces)
{
    const Index n_smooth = tangents.by_r.rows(), n_seen = seen.rows() / n_gauss;
    for (Index a = 0; a < n_gauss; ++a)
        for (Index i = 0; i < n_smooth; ++i) {
            const Index stage = step * n_gauss + a;
            auto force = forces.row(a * n_smooth + i);
            force = tangents.by_r(i, stage) * seen.row(a * n_seen + i);
            if (const Index velocity = tangents.velocity[static_cast<std::size_t>(i)];
                velocity >= 0)
                force += tangents.by_v(i, stage) * seen.row(a * n_seen + velocity);
        }
}

// All steps: (1 - T coupling) forces = T (from_state state + still), T the slopes.
void march(const LinearPhase& p, const std::vector<SmoothRow>& smooth, const GaussPoints& points,
           const Stages& stages, double Omega, const Steps& steps, Disturbances& d)
{
    const Matrix whole = p.dense ? p.exponential(steps.h) : Matrix();
    const LinearPhase::Rotation rotation = p.dense ? LinearPhase::Rotation() : p.rotation(steps.h);
    Matrix& state = p.dense ? d.y : d.eta;
    const Index n_forces = stages.coupling.cols();
    Matrix seen(stages.still.rows(), d.y.cols()), forces(n_forces, d.y.cols()),
        system(n_forces, n_forces);
    const Tangents tangents = tangents_of(smooth, points, Omega, steps);
    Lu<double> lu;
    for (Index step = 0; step < steps.count; ++step) {
        apply(tangents, step, stages.coupling, system);
        system = -system;
        system.diagonal().array() += 1;
        lu.compute(system);
        seen = stages.still;
        seen.noalias() += stages.from_state * state;
        apply(tangents, step, seen, forces);
        lu.solve_in_place(forces);
        if (p.dense) {
            d.moved.noalias() = whole.leftCols(d.y.rows()) * d.y;
            d.moved.noalias() += whole.rightCols(d.c.rows()) * d.c;
            d.y.swap(d.moved);
        } else {
            LinearPhase::advance(rotation, d.eta, d.old);
        }
        state.noalias() += stages.leave * forces;
    }
}

} // namespace

void collocate(const LinearPhase& p, const std::vector<SmoothRow>& smooth, const Matrix& B,
               const Vector& scale, double Omega, const Steps& steps, Disturbances& d)
{
    static const GaussPoints points = gauss();
    const Index n = d.y.rows(), m = n / 2;
    const auto n_smooth = static_cast<Index>(smooth.size());
    const auto n_seen =
        n_smooth + std::count_if(smooth.begin(), smooth.end(),
                                 [](const SmoothRow& s) { return s.law->depends_on_velocity(); });
    Matrix rows = Matrix::Zero(n_seen, n), forces = Matrix::Zero(n, n_smooth);
    Index velocity = n_smooth;
    for (Index i = 0; i < n_smooth; ++i) {
        const SmoothRow& s = smooth[static_cast<std::size_t>(i)];
        const auto b = B.row(s.row);
        rows.row(i).head(m) = b.cwiseQuotient(scale.transpose());
        if (s.law->depends_on_velocity())
            rows.row(velocity++).tail(m) = b;
        forces.col(i).tail(m) = -b.transpose();
    }
    Matrix still = Matrix::Zero(n_gauss * n_seen, d.y.cols());
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
