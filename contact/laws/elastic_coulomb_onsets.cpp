#include "contact/laws/elastic_coulomb.hpp"

#include "contact/laws/friction_cycle.hpp"
#include "contact/laws/friction_intervals.hpp"

#include <cassert>

namespace slideway::contact {

namespace {

using Change = HarmonicWorkspace::Change;
using Rise = HarmonicWorkspace::Rise;

// No less than |u| anywhere.
double size_of(const TrigonometricSum& u)
{
    double size = std::abs(u.mean);
    for (std::size_t k = 0; k < u.c.size(); ++k)
        size += std::hypot(u.c[k], u.s[k]);
    return size;
}

// Fills the columns of one onset after another. Equations: docs/theory/harmonic_friction.md,
// section 6.
class OnsetList {
public:
    OnsetList(const ElasticCoulomb& law, HarmonicWorkspace& work, SlipOnsets& out)
        : law_(law), work_(work), out_(out), m_(work.harmonics.size())
    {
        // A maximum of either bound lies in one stick at most; two pushes and the first slip.
        const Index most = 2 * work.harmonics.n_h + 7;
        out.list.clear();
        out.list.reserve(static_cast<std::size_t>(most));
        out.gradient.setZero(2 * m_, most);
        out.jump.setZero(2 * m_, most);
    }

    void begin(OnsetKind kind, int side, double theta, double margin)
    {
        const double phase = theta < period ? theta : theta - period;
        column_ = static_cast<Index>(out_.list.size());
        assert(column_ < out_.gradient.cols());
        out_.list.push_back({{kind, side, phase}, margin, size_of(work_.bound[side])});
    }
    // Adds the maximum of a bound to the margin's derivatives.
    void add_bound(int side, double theta)
    {
        basis(theta);
        const double k_x = side == 0 ? law_.k_t : -law_.k_t;
        add(k_x, -law_.friction * law_.k_n);
    }
    // Adds factor times the constant of a stick.
    void add_constant(const Change& begin, double factor)
    {
        basis(begin.theta);
        add(-factor * law_.k_t, factor * begin.dc_dy);
    }
    // -P w of a slip forward, P w of one back, w from one phase to another.
    void set_jump(int side, double from, double to)
    {
        const std::size_t count = work_.sticking.c.size();
        double *cosines = work_.cosines.data(), *sines = work_.sines.data();
        multiples(from, count, cosines, sines);
        multiples(to, count, cosines + count, sines + count);
        integrate_basis(work_.harmonics, from, to, cosines, sines, cosines + count, sines + count,
                        work_.w.data());
        for (Index i = 0; i < m_; ++i)
            out_.jump(i, column_) = (side == 0 ? -1 : 1) * projection(work_.harmonics, i) *
                                    work_.w[static_cast<std::size_t>(i)];
    }

private:
    const ElasticCoulomb& law_;
    HarmonicWorkspace& work_;
    SlipOnsets& out_;
    Index m_, column_ = 0;

    void basis(double theta)
    {
        multiples(theta, work_.sticking.c.size(), work_.cosines.data(), work_.sines.data());
        basis_at(work_.harmonics, work_.cosines.data(), work_.sines.data(), work_.basis.data());
    }
    void add(double by_x, double by_y)
    {
        const Eigen::Map<const Vector> basis(work_.basis.data(), m_);
        out_.gradient.col(column_).head(m_) += by_x * basis;
        out_.gradient.col(column_).tail(m_) += by_y * basis;
    }
};

// max u_0 + max u_1; beyond it the slider goes from one of them to the other and back. It stays at
// that one which holds it in the cycle that sticks; without means either does.
void add_first_slip(const FrictionCycle& cycle, bool means, OnsetList& onsets)
{
    const int side = means ? 1 - cycle.nearer() : 0;
    const Rise *rise = cycle.highest(side), *other = cycle.highest(1 - side);
    if (!rise || !other)
        return; // what does not vary does not slip
    onsets.begin(OnsetKind::first_slip, side, rise->high, rise->top + other->top);
    onsets.add_bound(side, rise->high);
    onsets.add_bound(1 - side, other->high);
    onsets.set_jump(side, rise->high, other->high + (other->high > rise->high ? 0 : period));
}

// The slider of a cycle that sticks leaves 0 where max u_0 or max u_1 does: a slip before the
// cycle, after which that constant lasts.
void add_pushes(const FrictionCycle& cycle, OnsetList& onsets)
{
    for (const int side : {0, 1}) {
        const Rise* rise = cycle.highest(side);
        if (!rise || (side != cycle.nearer() && cycle.largest(1 - side) > 0))
            continue;
        onsets.begin(OnsetKind::first_push, side, rise->high, rise->top);
        onsets.add_bound(side, rise->high);
        onsets.set_jump(side, rise->high, rise->high + period);
    }
}

struct Laps {
    const std::vector<Change>& changes;

    [[nodiscard]] const Change& at(std::size_t e) const { return changes[e % changes.size()]; }
    [[nodiscard]] double theta(std::size_t e) const
    {
        return at(e).theta + static_cast<double>(e / changes.size()) * period;
    }
};

// The maxima of a bound that a stick holds.
void add_not_reached(const Laps& laps, std::size_t e, int side, const std::vector<Rise>& rises,
                     OnsetList& onsets)
{
    const double sign = side == 0 ? 1 : -1, from = laps.theta(e), to = laps.theta(e + 1);
    for (const Rise& rise : rises)
        for (const double theta : {rise.high, rise.high + period, rise.high + 2 * period}) {
            if (theta <= from || theta >= to)
                continue;
            onsets.begin(OnsetKind::further_slip, side, rise.high, rise.top + sign * laps.at(e).c);
            onsets.add_bound(side, rise.high);
            onsets.add_constant(laps.at(e), sign);
            onsets.set_jump(side, theta, to);
        }
}

// The slip that ends a stick, and ends in the next one. Its maximum is minus or plus the constant
// of that.
void add_slip(const Laps& laps, std::size_t e, OnsetList& onsets)
{
    const Change &stick = laps.at(e), &next = laps.at(e + 2);
    if (next.after != FrictionState::stick)
        return; // it opens while it slips: no smaller slip would have ended before
    const int side = laps.at(e + 1).after == FrictionState::slip_forward ? 0 : 1;
    const double sign = side == 0 ? 1 : -1;
    onsets.begin(OnsetKind::further_slip, side, next.theta, sign * (stick.c - next.c));
    onsets.add_constant(stick, sign);
    onsets.add_constant(next, -sign);
    onsets.set_jump(side, laps.theta(e + 2), laps.theta(e + 3));
}

} // namespace

void ElasticCoulomb::slip_onsets(const VectorIn& R, HeldOnsets held, HarmonicWorkspace& work,
                                 SlipOnsets& out) const
{
    const bool finite = check(work.harmonics, single ? 1 : 2, R), means = work.harmonics.means;
    if (single) {
        const ElasticCoulomb both = on_two_rows(R, Vector(), work);
        both.slip_onsets(work.part_motion, held, work, out);
        out.gradient = out.gradient.topRows(R.size()).eval();
        out.jump = out.jump.topRows(R.size()).eval();
        return;
    }
    OnsetList onsets(*this, work, out);
    if (!finite || friction == 0)
        return;
    using Kind = FrictionCycle::Kind;
    FrictionCycle cycle(*this, R.data(), held, work);
    const Kind kind = cycle.march();
    if (kind == Kind::open)
        return;
    const bool once_each_way = kind == Kind::slips && work.changes.size() == 4;
    if (kind == Kind::sticks || once_each_way)
        add_first_slip(cycle, means, onsets);
    if (kind == Kind::sticks) {
        if (means)
            add_pushes(cycle, onsets);
        return;
    }
    const Laps laps{work.changes};
    for (std::size_t e = 0; e < work.changes.size(); ++e) {
        if (laps.at(e).after != FrictionState::stick)
            continue;
        for (const int side : {0, 1})
            add_not_reached(laps, e, side, work.rises[side], onsets);
        if (!once_each_way && laps.at(e + 1).after != FrictionState::separation)
            add_slip(laps, e, onsets);
    }
}

} // namespace slideway::contact
