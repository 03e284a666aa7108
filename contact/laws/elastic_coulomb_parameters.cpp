#include "contact/laws/elastic_coulomb_parameters.hpp"

#include "contact/laws/friction_cycle.hpp"
#include "contact/laws/friction_stretches.hpp"

namespace slideway::contact {

namespace {

// Columns of dF/dp.
constexpr Index k_t_ = 0, k_n_ = 1, friction_ = 2, preload_ = 3;
static_assert(ElasticCoulomb::parameters[k_t_].name == "k_t" &&
              ElasticCoulomb::parameters[k_n_].name == "k_n" &&
              ElasticCoulomb::parameters[friction_].name == "friction" &&
              ElasticCoulomb::parameters[preload_].name == "preload");

// Coefficients of the row of R that begins at `first`, over a part of the cycle.
auto part(HarmonicWorkspace& work, const HarmonicWorkspace::Moments& moments, const VectorIn& R,
          Index first)
{
    const Index m = work.harmonics.size();
    work.block.setZero(m, m);
    add_products(work.harmonics, moments, 1, work.block, 0, 0);
    return work.block.lazyProduct(R.segment(first, m));
}

// Coefficients of 1 over a part of the cycle, in work.w.
Eigen::Map<const Vector> part(HarmonicWorkspace& work, const HarmonicWorkspace::Moments& moments)
{
    const Index m = work.harmonics.size();
    basis_integral(work.harmonics, moments, work.w.data());
    for (Index i = 0; i < m; ++i)
        work.w[static_cast<std::size_t>(i)] *= projection(work.harmonics, i);
    return {work.w.data(), m};
}

void differentiate_stuck(const ElasticCoulomb& law, const FrictionCycle& cycle, const VectorIn& R,
                         const HarmonicWorkspace& work, Matrix& dF_dp)
{
    if (law.friction == 0)
        return;
    dF_dp.col(k_t_).head(work.harmonics.size()) = R.head(work.harmonics.size());
    for (const int side : {0, 1}) {
        if (!cycle.pushes(side))
            continue;
        const HarmonicWorkspace::Rise* rise = cycle.highest(side);
        const ByParameter bound = bound_by_parameters(law, work, side, rise ? rise->high : 0);
        dF_dp.row(0) += (side == 0 ? -1 : 1) * bound.transpose();
    }
}

} // namespace

void assign_displacements(const VectorIn& R, HarmonicWorkspace& work)
{
    assign(work.harmonics, R.data(), 1, work.x);
    assign(work.harmonics, R.data() + work.harmonics.size(), 1, work.normal);
}

ByParameter bound_by_parameters(const ElasticCoulomb& law, const HarmonicWorkspace& work, int side,
                                double theta)
{
    const double x = value(work.x, theta).d[0], y = value(work.normal, theta).d[0];
    return {side == 0 ? x : -x, -law.friction * y, -(law.preload + law.k_n * y), -law.friction};
}

ByParameter constant_by_parameters(const ElasticCoulomb& law, const HarmonicWorkspace& work,
                                   const HarmonicWorkspace::Change& begin)
{
    if (begin.before != FrictionState::separation) {
        const int side = begin.before == FrictionState::slip_forward ? 0 : 1;
        return (side == 0 ? -1 : 1) * bound_by_parameters(law, work, side, begin.theta);
    }
    // c = -a where N = 0: later by -dN / n', further by a' of that.
    const double ratio = begin.a1 * inverse(begin.n1);
    const double x = value(work.x, begin.theta).d[0], y = value(work.normal, begin.theta).d[0];
    return {-x, ratio * y, 0, ratio};
}

// Derivatives of the integrals of section 2 at fixed events: T is continuous, so the limits add
// nothing. docs/theory/harmonic_friction.md, section 7.
void ElasticCoulomb::force_derivatives(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                                       Matrix& dF_dp) const
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size();
    const bool finite = check(h, 2, R);
    dF_dp.setConstant(2 * m, parameters.size(),
                      finite ? 0 : std::numeric_limits<double>::quiet_NaN());
    if (!finite)
        return;
    FrictionCycle cycle(*this, R.data(), work);
    const FrictionCycle::Kind kind = cycle.march(held);
    assign_displacements(R, work);
    const bool touching = kind == FrictionCycle::Kind::touching;
    if (kind == FrictionCycle::Kind::open)
        return;
    auto tangential = dF_dp.topRows(m), normal = dF_dp.bottomRows(m);
    if (!touching) {
        normal.col(k_n_) = R.tail(m);
        if (h.means)
            normal(0, preload_) = 1;
    }
    if (kind == FrictionCycle::Kind::sticks) {
        differentiate_stuck(*this, cycle, R, work, dF_dp);
        return;
    }
    tabulate_multiples(work);
    integrate_states(work, touching);
    tangential.col(k_t_) = part(work, work.sticking, R, 0);
    tangential.col(k_n_) = part(work, work.slipping, R, m);
    tangential.col(preload_) = part(work, work.slipping);
    tangential.col(friction_) = preload * tangential.col(preload_) + k_n * tangential.col(k_n_);
    tangential.col(k_n_) *= friction;
    tangential.col(preload_) *= friction;
    if (touching) {
        normal.col(k_n_) = part(work, work.touching, R, m);
        normal.col(preload_) = part(work, work.touching);
    }
    for (const Stretch s : stretches(work)) {
        if (s.state() != FrictionState::stick)
            continue;
        integrate_basis(h, s, work.w.data());
        const ByParameter dc_dp = constant_by_parameters(*this, work, s.begin);
        for (Index i = 0; i < m; ++i)
            tangential.row(i) +=
                projection(h, i) * work.w[static_cast<std::size_t>(i)] * dc_dp.transpose();
    }
}

} // namespace slideway::contact
