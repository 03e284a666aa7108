#include "contact/laws/harmonic_force.hpp"

#include "base/text.hpp"
#include "contact/laws/sampled_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <stdexcept>
#include <string>

namespace slideway::contact {

void refuse_harmonic_force(const JointLaw& law)
{
    const std::string_view obstacle = law->harmonic_obstacle();
    throw std::invalid_argument("no harmonic force of law \"" + std::string(keyword(law)) + "\"" +
                                (obstacle.empty() ? "" : " ") + std::string(obstacle) + "; " +
                                listed(laws_with_harmonic_force(), "and") + " have one");
}

void slip_onsets(const JointLaw& law, const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                 SlipOnsets& out)
{
    if (!has_harmonic_force(law))
        refuse_harmonic_force(law);
    if (!law->slip_onsets(R, held, work, out))
        out.list.clear();
}

void force_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R,
                        const HarmonicForce& force, Eigen::Ref<Vector> dF)
{
    const Index m = h.size();
    for (Index i = 0; i < R.size(); ++i)
        dF(i) = p.force.of(i / m) * force.F(i);
    for (Index j = 0; j < R.size(); ++j)
        if (const int power = p.displacement.of(j / m); power != 0)
            dF += power * R(j) * force.J.col(j);
}

double slope_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R, const Matrix& J,
                          const Matrix& H, const VectorIn& lambda, const VectorIn& v)
{
    const Index m = h.size();
    double sum = 0;
    for (Index j = 0; j < R.size(); ++j) {
        const int power = p.displacement.of(j / m);
        for (Index i = 0; i < R.size(); ++i)
            sum += (p.force.of(i / m) + power) * lambda(i) * J(i, j) * v(j) +
                   power * R(j) * H(i, j) * v(i);
    }
    return sum;
}

double margin_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R,
                           const SlipOnsets& onsets, Index i)
{
    double sum = p.force.of(0) * onsets.list[static_cast<std::size_t>(i)].margin;
    for (Index j = 0; j < R.size(); ++j)
        sum += p.displacement.of(j / h.size()) * R(j) * onsets.gradient(j, i);
    return sum;
}

namespace {

// Sampled force of a law that is a function of (r, v).
void sampled_of_state(const JointLaw& law, const Harmonics& h, const VectorIn& R, double Omega,
                      Index samples, HarmonicForce& out)
{
    const Index m = h.size(), rows = rows_of(h, R), first = h.means ? 1 : 0;
    const SampledCycle cycle(h, R, samples);
    Matrix rate = Matrix::Zero(m, samples); // of the basis, by theta
    for (Index k = 1; k <= h.n_h; ++k) {
        const Index c = first + 2 * (k - 1);
        rate.row(c) = -static_cast<double>(k) * cycle.basis.row(c + 1);
        rate.row(c + 1) = static_cast<double>(k) * cycle.basis.row(c);
    }
    const Matrix by_theta = R.reshaped(m, rows).transpose() * rate;
    RowForces forces;
    law->forces(cycle.motion, Omega * by_theta, forces);
    out.F.reshaped(m, rows) = cycle.projected * forces.f.transpose();
    out.F_Omega.resize(R.size());
    out.F_Omega.reshaped(m, rows) =
        cycle.projected * forces.df_dv.cwiseProduct(by_theta).transpose();
    for (Index row = 0; row < rows; ++row) {
        cycle.add_slope(row, row, forces.df_dr.row(row), out);
        out.J.block(row * m, row * m, m, m).noalias() +=
            Matrix(cycle.projected * (Omega * forces.df_dv.row(row)).asDiagonal()) *
            rate.transpose();
    }
}

} // namespace

void sampled_force(const JointLaw& law, const Harmonics& h, const VectorIn& R, double Omega,
                   Index samples, HarmonicForce& out)
{
    if (!has_sampled_force(law))
        refuse_harmonic_force(law);
    if (samples <= 2 * h.n_h)
        throw std::invalid_argument("sampled_force: samples = " + std::to_string(samples) +
                                    "; more than " + std::to_string(2 * h.n_h));
    if (law->sampled_force(h, R, samples, out))
        return;
    const Index m = h.size(), rows = rows_of(h, R);
    if (!prepare(h, rows, R, Vector(), out))
        return;
    if (law.info().of_state)
        return sampled_of_state(law, h, R, Omega, samples, out);
    const SampledCycle cycle(h, R, samples);
    JointMemory memory;
    ForceAndTangent tangent;
    JointVector r(rows);
    const JointVector v = JointVector::Zero(rows);
    Matrix f(rows, samples), df_dr(rows * rows, samples);
    for (Index i = 0; i < (memory.empty() ? 1 : 3) * samples; ++i) {
        r = cycle.motion.col(i % samples);
        force(law, memory, r, v, tangent);
        f.col(i % samples) = tangent.f;
        df_dr.col(i % samples) = tangent.df_dr.reshaped();
    }
    out.F.reshaped(m, rows) = cycle.projected * f.transpose();
    for (Index col = 0; col < rows; ++col)
        for (Index row = 0; row < rows; ++row)
            if (row == col || !df_dr.row(col * rows + row).isZero(0))
                cycle.add_slope(row, col, df_dr.row(col * rows + row), out);
}

} // namespace slideway::contact
