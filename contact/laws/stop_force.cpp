#include "contact/laws/stop_force.hpp"

#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::contact {

void add_stop(const StopForce& stop, Index row, const VectorIn& R, const VectorIn& lambda,
              HarmonicWorkspace& work, HarmonicForce& out)
{
    const auto [preload, k, sign, factor] = stop;
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row * m;
    assign(h, R.data() + first, sign * k, work.normal);
    work.normal.mean += preload;
    work.finder.find(work.normal, 0, work.openings);
    if (work.openings.empty()) {
        if (work.normal.mean > 0) {
            out.J.block(first, first, m, m).diagonal().array() += factor * k;
            out.F.segment(first, m) += factor * k * R.segment(first, m);
            if (h.means)
                out.F(first) += factor * sign * preload;
        }
        return;
    }
    const std::size_t count = work.touching.c.size(), n = work.openings.size();
    std::fill(work.touching.c.begin(), work.touching.c.end(), 0);
    std::fill(work.touching.s.begin(), work.touching.s.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
        const SignChange& change = work.openings[i];
        double *cosines = work.cosines.data(), *sines = work.sines.data();
        multiples(change.theta, count, cosines, sines);
        if (lambda.size() > 0) {
            // At an event the jump of df/dR times dtheta/dR = -sign k basis / n'.
            basis_at(h, cosines, sines, work.basis.data());
            double weight = 0;
            for (Index j = 0; j < m; ++j)
                weight +=
                    lambda(first + j) * projection(h, j) * work.basis[static_cast<std::size_t>(j)];
            const double jump = factor * sign * k * k / std::abs(change.u.d[1]);
            if (std::isfinite(jump))
                for (Index j = 0; j < m; ++j)
                    for (Index l = 0; l < m; ++l)
                        out.H(first + l, first + j) += jump * weight *
                                                       (work.basis[static_cast<std::size_t>(j)] *
                                                        work.basis[static_cast<std::size_t>(l)]);
        }
        if (!change.rising)
            continue;
        const SignChange& end = work.openings[(i + 1) % n];
        multiples(end.theta, count, cosines + count, sines + count);
        add_interval(work.touching, 1, change.theta,
                     end.theta + (i + 1 == n ? 2 * std::numbers::pi : 0), cosines, sines,
                     cosines + count, sines + count);
    }
    // f = factor sign (preload w + sign k W r)
    basis_integral(h, work.touching, work.w.data());
    work.block.setZero(m, m);
    add_products(h, work.touching, factor * k, work.block, 0, 0);
    out.J.block(first, first, m, m) += work.block;
    out.F.segment(first, m).noalias() += work.block.lazyProduct(R.segment(first, m));
    for (Index i = 0; i < m; ++i)
        out.F(first + i) +=
            factor * sign * preload * projection(h, i) * work.w[static_cast<std::size_t>(i)];
}

} // namespace slideway::contact
