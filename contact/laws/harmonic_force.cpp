#include "contact/laws/harmonic_force.hpp"

#include "base/text.hpp"

#include <stdexcept>
#include <string>

namespace slideway::contact {

void refuse_harmonic_force(const Law& law)
{
    const std::string_view obstacle = law.harmonic_obstacle();
    throw std::invalid_argument("no harmonic force of law \"" + std::string(law.keyword()) + "\"" +
                                (obstacle.empty() ? "" : " ") + std::string(obstacle) + "; " +
                                listed(laws_with_harmonic_force(), "and") + " have one");
}

void slip_onsets(const Law& law, const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                 SlipOnsets& out)
{
    if (!law.has_harmonic_force())
        refuse_harmonic_force(law);
    law.slip_onsets(R, held, work, out);
}

void force_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R,
                        const HarmonicForce& force, Eigen::Ref<Vector> dF)
{
    const Index m = h.size();
    for (Index i = 0; i < R.size(); ++i)
        dF(i) = p.force.power(i / m) * force.F(i);
    for (Index j = 0; j < R.size(); ++j)
        if (const int power = p.displacement.power(j / m); power != 0)
            dF += power * R(j) * force.J.col(j);
}

double slope_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R, const Matrix& J,
                          const Matrix& H, const VectorIn& lambda, const VectorIn& v)
{
    const Index m = h.size();
    double sum = 0;
    for (Index j = 0; j < R.size(); ++j) {
        const int power = p.displacement.power(j / m);
        for (Index i = 0; i < R.size(); ++i)
            sum += (p.force.power(i / m) + power) * lambda(i) * J(i, j) * v(j) +
                   power * R(j) * H(i, j) * v(i);
    }
    return sum;
}

double margin_by_parameter(const Harmonics& h, const Scaling& p, const VectorIn& R,
                           const SlipOnsets& onsets, Index i)
{
    double sum = p.force.power(0) * onsets.list[static_cast<std::size_t>(i)].margin;
    for (Index j = 0; j < R.size(); ++j)
        sum += p.displacement.power(j / h.size()) * R(j) * onsets.gradient(j, i);
    return sum;
}

void sampled_force(const Law& law, const Harmonics& h, const VectorIn& R, double Omega,
                   Index samples, HarmonicForce& out)
{
    if (!law.has_sampled_force())
        refuse_harmonic_force(law);
    if (samples <= 2 * h.n_h)
        throw std::invalid_argument("sampled_force: samples = " + std::to_string(samples) +
                                    "; more than " + std::to_string(2 * h.n_h));
    law.sampled_force(h, R, Omega, samples, out);
}

} // namespace slideway::contact
