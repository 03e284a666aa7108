#include "contact/laws/own.hpp"

#include "base/error.hpp"
#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace slideway::contact {

void OwnForce::refuse(double, double, const std::string& why) const
{
    throw InputError("a law of a script: " + why);
}

Own::Own(std::shared_ptr<const OwnForce> own_force) : force_(std::move(own_force)) {}

LawDescription Own::description() const
{
    return {"own", "f(r, v) of a script", Directions::one};
}

void Own::force(JointMemory&, const JointVector& r, const JointVector& v,
                ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const OwnForce::Value value = force_->at(r(i), v(i));
        out.f(i) = value.f;
        out.df_dr(i, i) = value.df_dr;
        out.df_dv(i, i) = value.df_dv;
    }
}

void Own::forces(const Matrix& r, const Matrix& v, RowForces& out) const
{
    out.f.resizeLike(r);
    out.df_dr.resizeLike(r);
    out.df_dv.resizeLike(r);
    force_->at(r.data(), v.data(), r.size(), out.f.data(), out.df_dr.data(), out.df_dv.data());
}

double Own::slope(double r) const
{
    return force_->at(r, 0).df_dr;
}

void Own::piece(const JointPhases&, JointPiece&) const {}

Bound Own::bound(Index, double reach) const
{
    constexpr int steps = 4; // on either side of rest
    Bound most;
    for (int i = reach > 0 ? -steps : 0; i <= (reach > 0 ? steps : 0); ++i) {
        const OwnForce::Value value = force_->at(reach * i / steps, 0);
        most.stiffness = std::max(most.stiffness, value.df_dr);
        most.damping = std::max(most.damping, value.df_dv);
    }
    return most;
}

// A cycle at equal steps. Springs have no velocities.
struct Own::Samples {
    SampledCycle cycle;
    double Omega;
    Matrix rate;     // m x samples: derivative of the basis by theta; 0 x 0 for springs
    Matrix by_theta; // rows x samples [m]
    Matrix velocity; // rows x samples [m/s]; 0 for springs
    RowForces forces;

    Samples(const Own& law, const Harmonics& h, const VectorIn& R, double frequency, Index samples);
    void add_to(HarmonicForce& out) const;
    [[nodiscard]] double work() const; // of the force in a cycle [J]
};

Own::Samples::Samples(const Own& law, const Harmonics& h, const VectorIn& R, double frequency,
                      Index samples)
    : cycle(h, R, samples), Omega(frequency)
{
    const Index m = h.size(), rows = cycle.motion.rows(), first = h.means ? 1 : 0;
    velocity = Matrix::Zero(rows, samples);
    if (!law.is_spring()) {
        rate = Matrix::Zero(m, samples);
        for (Index k = 1; k <= h.n_h; ++k) {
            const Index c = first + 2 * (k - 1);
            rate.row(c) = -static_cast<double>(k) * cycle.basis.row(c + 1);
            rate.row(c + 1) = static_cast<double>(k) * cycle.basis.row(c);
        }
        by_theta = R.reshaped(m, rows).transpose() * rate;
        velocity = Omega * by_theta;
    }
    law.forces(cycle.motion, velocity, forces);
}

double Own::Samples::work() const
{
    return 2 * std::numbers::pi / static_cast<double>(by_theta.cols()) *
           forces.f.cwiseProduct(by_theta).sum();
}

// Adds the force, its derivatives by R and Omega, and its work.
void Own::Samples::add_to(HarmonicForce& out) const
{
    const Index m = cycle.basis.rows(), rows = cycle.motion.rows();
    out.F.reshaped(m, rows) = cycle.projected * forces.f.transpose();
    for (Index row = 0; row < rows; ++row)
        cycle.add_slope(row, row, forces.df_dr.row(row), out);
    if (rate.size() == 0)
        return;
    out.dissipated = work();
    out.F_Omega.resize(m * rows);
    out.F_Omega.reshaped(m, rows) =
        cycle.projected * forces.df_dv.cwiseProduct(by_theta).transpose();
    for (Index row = 0; row < rows; ++row)
        out.J.block(row * m, row * m, m, m).noalias() +=
            Matrix(cycle.projected * (Omega * forces.df_dv.row(row)).asDiagonal()) *
            rate.transpose();
}

void Own::sampled_force(const Harmonics& h, const VectorIn& R, double Omega, Index samples,
                        HarmonicForce& out) const
{
    if (prepare(h, rows_of(h, R), R, Vector(), out))
        Samples(*this, h, R, Omega, samples).add_to(out);
}

void Own::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                         HarmonicWorkspace& work, HarmonicForce& out) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), rows = rows_of(h, R);
    if (!prepare(h, rows, R, lambda, out))
        return;
    // The error of a smooth force is squared when the steps are halved: from 1e-8 to round-off.
    constexpr double settled = 1e-8;
    constexpr Index most_samples = 8192;
    for (Index n = std::max<Index>(64, 16 * h.n_h);; n *= 2) {
        const Samples samples(*this, h, R, work.Omega, n);
        const SampledCycle& cycle = samples.cycle;
        const Matrix& f = samples.forces.f;
        const Matrix F = cycle.projected * f.transpose();
        Matrix every_other = Matrix::Zero(m, rows);
        for (Index i = 0; i < n; i += 2)
            every_other.noalias() += 2 * cycle.projected.col(i) * f.col(i).transpose();
        if ((F - every_other).norm() <= settled * F.norm()) {
            samples.add_to(out);
            if (lambda.size() > 0)
                add_second_derivatives(samples, lambda, out);
            return;
        }
        if (2 * n > most_samples)
            force_->refuse(cycle.motion.cwiseAbs().maxCoeff(),
                           samples.velocity.cwiseAbs().maxCoeff(),
                           "its harmonic force does not settle with " + std::to_string(n) +
                               " samples per cycle; expected a force without kinks, or "
                               "forced-response with forces = \"sampled\"");
    }
}

// Slopes at steps ahead of the samples minus those behind, over the distance.
void Own::add_second_derivatives(const Samples& samples, const VectorIn& lambda,
                                 HarmonicForce& out) const
{
    constexpr double share = 1e-5; // step, as a part of the largest displacement and velocity
    const SampledCycle& cycle = samples.cycle;
    const Index m = cycle.basis.rows(), rows = cycle.motion.rows(), n = cycle.motion.cols();
    const Matrix nothing = Matrix::Zero(rows, n);
    const auto differences = [&](const Matrix& motion, double step_r, double step_v) -> RowForces {
        const double step = step_r + step_v;
        if (!(step > 0))
            return {nothing, nothing, nothing};
        RowForces ahead, behind;
        forces((motion.array() + step_r).matrix(), (samples.velocity.array() + step_v).matrix(),
               ahead);
        forces((motion.array() - step_r).matrix(), (samples.velocity.array() - step_v).matrix(),
               behind);
        ahead.df_dr = (ahead.df_dr - behind.df_dr) / (2 * step);
        ahead.df_dv = (ahead.df_dv - behind.df_dv) / (2 * step);
        return ahead;
    };
    const RowForces by_r = differences(cycle.motion, share * cycle.motion.cwiseAbs().maxCoeff(), 0);
    const RowForces by_v =
        differences(cycle.motion, 0, share * samples.velocity.cwiseAbs().maxCoeff());
    const bool of_velocity = samples.rate.size() > 0;
    if (of_velocity)
        out.H_Omega.setZero(m * rows);
    for (Index row = 0; row < rows; ++row) {
        const Vector weights = cycle.projected.transpose() * lambda.segment(row * m, m);
        const auto weighted = [&](const Eigen::RowVectorXd& values) -> Vector {
            return weights.cwiseProduct(values.transpose());
        };
        auto H = out.H.block(row * m, row * m, m, m);
        const Vector rr = weighted(by_r.df_dr.row(row));
        H.noalias() += cycle.basis * rr.asDiagonal() * cycle.basis.transpose();
        if (!of_velocity)
            continue;
        const double Omega = samples.Omega;
        const Matrix& rate = samples.rate;
        const Vector rv = weighted((by_r.df_dv.row(row) + by_v.df_dr.row(row)) / 2),
                     vv = weighted(by_v.df_dv.row(row)),
                     by_theta = samples.by_theta.row(row).transpose();
        const Matrix mixed = Omega * cycle.basis * rv.asDiagonal() * rate.transpose();
        H += mixed + mixed.transpose();
        H.noalias() += Omega * Omega * rate * vv.asDiagonal() * rate.transpose();
        auto H_Omega = out.H_Omega.segment(row * m, m);
        H_Omega.noalias() += cycle.basis * rv.cwiseProduct(by_theta);
        H_Omega.noalias() +=
            rate * (Omega * vv.cwiseProduct(by_theta) + weighted(samples.forces.df_dv.row(row)));
        out.H_OmegaOmega += vv.dot(by_theta.cwiseAbs2());
    }
}

} // namespace slideway::contact
