#include "contact/laws/sampled_cycle.hpp"

#include "contact/periodic/harmonic_moments.hpp"

#include <stdexcept>
#include <string>

namespace slideway::contact {

SampledCycle::SampledCycle(const Harmonics& h, const VectorIn& R, Index samples)
    : basis(h.size(), samples)
{
    const Index m = h.size(), rows = rows_of(h, R);
    const auto count = static_cast<std::size_t>(h.n_h) + 1;
    std::vector<double> cosines(count), sines(count);
    for (Index i = 0; i < samples; ++i) {
        multiples(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples),
                  count, cosines.data(), sines.data());
        basis_at(h, cosines.data(), sines.data(), &basis(0, i));
    }
    Vector weight(m);
    for (Index j = 0; j < m; ++j)
        weight(j) = projection(h, j) * 2 * std::numbers::pi / static_cast<double>(samples);
    motion = R.reshaped(m, rows).transpose() * basis;
    projected = weight.asDiagonal() * basis;
}

void SampledCycle::add_slope(Index row, Index col, const Eigen::RowVectorXd& slope,
                             HarmonicForce& out) const
{
    const Index m = basis.rows();
    const Matrix weighted = projected * slope.asDiagonal();
    out.J.block(row * m, col * m, m, m).noalias() += weighted * basis.transpose();
}

} // namespace slideway::contact
