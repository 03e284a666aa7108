#include "contact/laws/elastic_coulomb.hpp"

#include "contact/laws/friction_cycle.hpp"
#include "contact/laws/friction_intervals.hpp"

#include <algorithm>

namespace slideway::contact {

namespace {

using State = FrictionState;
using Change = HarmonicWorkspace::Change;
using Rise = HarmonicWorkspace::Rise;
using Moments = HarmonicWorkspace::Moments;

// Adds alpha v v^T to the lower triangle of H, rows and columns `first` to `last` - 1.
void add_square(Matrix& H, Index first, Index last, double alpha, const double* v)
{
    for (Index j = first; j < last; ++j) {
        const double f = alpha * v[j];
        double* column = &H(0, j);
        for (Index i = j; i < last; ++i)
            column[i] += f * v[i];
    }
}

double dot(const double* a, const double* b, std::size_t n)
{
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

// Adds factor times the projected integral of the basis.
void add_constant(const Harmonics& h, const Moments& moments, double factor, double* w, double* F)
{
    basis_integral(h, moments, w);
    for (Index i = 0; i < h.size(); ++i)
        F[i] += factor * projection(h, i) * w[i];
}

// The maximum of the bound u_side as a function of R: gradient, and the vector v whose square
// times -1 / u'' is its second derivative.
void maximum_derivatives(const ElasticCoulomb& law, HarmonicWorkspace& work, int side, double theta,
                         double* gradient, double* v)
{
    const Harmonics& h = work.harmonics;
    const auto m = static_cast<std::size_t>(h.size());
    const double kx = side == 0 ? law.k_t : -law.k_t, ky = -law.friction * law.k_n;
    const std::size_t count = work.sticking.c.size();
    multiples(theta, count, work.cosines.data(), work.sines.data());
    basis_at(h, work.cosines.data(), work.sines.data(), work.basis.data());
    slope_at(h, work.cosines.data(), work.sines.data(), work.slope_basis.data());
    for (std::size_t i = 0; i < m; ++i) {
        gradient[i] = kx * work.basis[i];
        gradient[m + i] = ky * work.basis[i];
        v[i] = kx * work.slope_basis[i];
        v[m + i] = ky * work.slope_basis[i];
    }
}

void mirror(Matrix& H)
{
    for (Index j = 0; j < H.cols(); ++j)
        for (Index i = j + 1; i < H.rows(); ++i)
            H(j, i) = H(i, j);
}

// Spring forces of a contact that is always closed: N = preload + k_n y.
void add_closed_normal(const ElasticCoulomb& law, const Harmonics& h, const VectorIn& R,
                       HarmonicForce& out)
{
    const Index m = h.size();
    for (Index i = 0; i < m; ++i) {
        out.F(m + i) = law.k_n * R(m + i);
        out.J(m + i, m + i) = law.k_n;
    }
    if (h.means)
        out.F(m) += law.preload;
}

// Calls f(side, +1 or -1, rise) for each bound that pushes the slider of a cycle that sticks; no
// rise: it does not vary.
template <class F>
void for_each_push(const FrictionCycle& cycle, F f)
{
    for (const int side : {0, 1})
        if (cycle.pushes(side))
            f(side, side == 0 ? 1. : -1., cycle.highest(side));
}

void stuck_force(const ElasticCoulomb& law, const FrictionCycle& cycle, const VectorIn& R,
                 HarmonicWorkspace& work, HarmonicForce& out)
{
    const Index m = work.harmonics.size();
    out.states.push_back(State::stick);
    for (Index i = 0; i < m; ++i) {
        out.F(i) = law.k_t * R(i);
        out.J(i, i) = law.k_t;
    }
    // T = k_t x - z with z as near to 0 as u_0 <= z <= -u_1 allows.
    for_each_push(cycle, [&](int side, double sign, const Rise* rise) {
        out.F(0) -= sign * cycle.largest(side);
        if (rise) {
            maximum_derivatives(law, work, side, rise->high, work.update.data(),
                                work.weighted.data());
            for (Index j = 0; j < 2 * m; ++j)
                out.J(0, j) -= sign * work.update[static_cast<std::size_t>(j)];
        } else {
            out.J(0, 0) -= law.k_t;
            out.J(0, m) += sign * law.friction * law.k_n;
        }
    });
}

void stuck_curvature(const ElasticCoulomb& law, const FrictionCycle& cycle, const VectorIn& lambda,
                     HarmonicWorkspace& work, HarmonicForce& out)
{
    for_each_push(cycle, [&](int side, double sign, const Rise* rise) {
        if (!rise)
            return;
        maximum_derivatives(law, work, side, rise->high, work.update.data(), work.weighted.data());
        add_square(out.H, 0, 2 * work.harmonics.size(), sign * lambda(0) * inverse(rise->bend),
                   work.weighted.data());
    });
}

// Shared data of one evaluation. Equations: docs/theory/harmonic_friction.md.
struct Evaluation {
    const ElasticCoulomb& law;
    HarmonicWorkspace& work;
    HarmonicForce& out;

    [[nodiscard]] Index m() const { return work.harmonics.size(); }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(m()); }
    /// Coefficients that the force varies with.
    [[nodiscard]] Index active() const { return law.k_n == 0 ? m() : 2 * m(); }
    [[nodiscard]] double mu_kn() const { return law.friction * law.k_n; }
};

// Events and states in the order of their phases in [0, 2 pi).
void list_events(const std::vector<Change>& changes, HarmonicForce& out)
{
    const double first = changes.front().theta;
    for (const Change& change : changes) {
        double phase = change.theta;
        if (phase >= period) { // of the next lap, so before the first event even after round-off
            phase = std::min(phase - period, std::nextafter(first, -1.));
            if (phase < 0)
                phase = std::nextafter(period, 0.);
        }
        out.events.push_back({phase, change.before, change.after});
    }
    // The list begins where theta may lie past the end of the period.
    std::rotate(out.events.begin(),
                std::min_element(out.events.begin(), out.events.end(),
                                 [](const FrictionEvent& a, const FrictionEvent& b) {
                                     return a.phase < b.phase;
                                 }),
                out.events.end());
    for (const FrictionEvent& event : out.events)
        out.states.push_back(event.after);
}

// F_T = k_t W x + mu (N0 w + k_n W y), W and w integrals over stick and over slip; the constants
// of the sticks follow. F_N = N0 w + k_n W y over contact. Section 2, F and the terms of W in J.
void add_springs(const Evaluation& evaluation, const VectorIn& R, bool touching)
{
    const auto& [law, work, out] = evaluation;
    const Harmonics& h = work.harmonics;
    const Index m = h.size();
    add_products(h, work.sticking, law.k_t, out.J, 0, 0);
    add_products(h, work.slipping, evaluation.mu_kn(), out.J, 0, m);
    add_constant(h, work.slipping, law.friction * law.preload, work.w.data(), out.F.data());
    out.F.head(m).noalias() += out.J.topRows(m).lazyProduct(R);
    if (!touching)
        return;
    add_products(h, work.touching, law.k_n, out.J, m, m);
    add_constant(h, work.touching, law.preload, work.w.data(), out.F.data() + m);
    out.F.tail(m).noalias() += out.J.bottomRightCorner(m, m).lazyProduct(R.tail(m));
}

// P lambda, rows T and N.
void project(const Harmonics& h, const VectorIn& lambda, double* weighted)
{
    const Index m = h.size();
    for (Index row : {Index{0}, m})
        for (Index i = 0; i < m; ++i)
            weighted[row + i] = lambda(row + i) * projection(h, i);
}

// Points and weights of Gauss and Legendre on an interval of length 1. Products of two of the
// harmonics are exact to round-off on a short stick, where 2 n_h times the length is at most 1.
struct GaussPoint {
    double place, weight;
};
constexpr GaussPoint gauss_points[] = {
    {0.01985507175123188, 0.05061426814518813}, {0.10166676129318664, 0.11119051722668724},
    {0.23723379504183550, 0.15685332293894363}, {0.40828267875217510, 0.18134189168918100},
    {0.59171732124782490, 0.18134189168918100}, {0.76276620495816450, 0.15685332293894363},
    {0.89833323870681336, 0.11119051722668724}, {0.98014492824876812, 0.05061426814518813}};

// A short stick: T is that at its begin plus k_t times the growth of x. Its terms are those of
// add_springs and add_stick_constant, without the difference of large numbers.
void add_short_stick(const Evaluation& evaluation, const StateInterval& s, const VectorIn& R)
{
    const auto& [law, work, out] = evaluation;
    const Harmonics& h = work.harmonics;
    const Index m = evaluation.m();
    const auto count = static_cast<std::size_t>(h.n_h) + 1;
    double *growth = work.update.data(), *basis = growth + m;
    work.block.setZero();
    for (const GaussPoint& point : gauss_points) {
        const double offset = point.place * s.length();
        basis_growth(h, s.from, offset, work.phase.data(), growth);
        multiples(s.from + offset, count, work.phase.data(), work.phase.data() + count);
        basis_at(h, work.phase.data(), work.phase.data() + count, basis);
        const double weight = law.k_t * s.length() * point.weight;
        for (Index j = 0; j < m; ++j)
            for (Index i = 0; i < m; ++i)
                work.block(i, j) += weight * projection(h, i) * basis[i] * growth[j];
    }
    out.J.topLeftCorner(m, m) += work.block;
    out.F.head(m).noalias() += work.block.lazyProduct(R.head(m));
    for (Index i = 0; i < m; ++i) {
        const double w = projection(h, i) * work.w[static_cast<std::size_t>(i)];
        out.F(i) += w * s.begin.force;
        for (Index j = 0; j < m; ++j)
            out.J(i, m + j) += w * s.begin.dc_dy * work.basis[static_cast<std::size_t>(j)];
    }
}

// P w c in F_T, P w dc/dX and P w dc/dY in J of one stick, w in work.w and H at its begin in
// work.basis: T is continuous, so the limits of the integrals add nothing.
void add_stick_constant(const Evaluation& evaluation, const Change& begin)
{
    const auto& [law, work, out] = evaluation;
    const Index m = evaluation.m();
    for (Index i = 0; i < m; ++i) {
        work.w[static_cast<std::size_t>(i)] *= projection(work.harmonics, i);
        out.F(i) += work.w[static_cast<std::size_t>(i)] * begin.c;
    }
    for (Index j = 0; j < m; ++j) {
        const double basis = work.basis[static_cast<std::size_t>(j)];
        const double dc_dx = -law.k_t * basis, dc_dy = begin.dc_dy * basis;
        double *to_x = &out.J(0, j), *to_y = &out.J(0, m + j);
        for (Index i = 0; i < m; ++i) {
            to_x[i] += work.w[static_cast<std::size_t>(i)] * dc_dx;
            to_y[i] += work.w[static_cast<std::size_t>(i)] * dc_dy;
        }
    }
}

// (lambda . P w) d^2 c of a stick after slip: xi q q^T / u''. Section 3, first line.
void add_stick_after_slip(const Evaluation& evaluation, const StateInterval& s, double stick_weight)
{
    const auto& [law, work, out] = evaluation;
    const std::size_t size = evaluation.size();
    double* v = work.update.data();
    const double xi = sense(s.begin.before);
    slope_at(work.harmonics, s.cos_from, s.sin_from, work.slope_basis.data());
    for (std::size_t i = 0; i < size; ++i) {
        v[i] = xi * law.k_t * work.slope_basis[i];
        v[size + i] = -evaluation.mu_kn() * work.slope_basis[i];
    }
    add_square(out.H, 0, evaluation.active(), xi * stick_weight * inverse(s.begin.slope), v);
}

// (lambda . P w) d^2 c of a stick after separation, H at its begin in work.basis: XY k_t kappa
// H' H^T; YY -kappa^2 ((a'' - a' n''/n') H H^T + a' (H' H^T + H H'^T)). Section 3, last line.
void add_stick_after_separation(const Evaluation& evaluation, const StateInterval& s,
                                double stick_weight)
{
    const auto& [law, work, out] = evaluation;
    const Index m = evaluation.m();
    const Change& change = s.begin;
    const double kappa = law.k_n * inverse(change.n1);
    const double square = kappa * kappa * stick_weight;
    const double hh = -square * (change.a2 - change.a1 * change.n2 * inverse(change.n1));
    slope_at(work.harmonics, s.cos_from, s.sin_from, work.slope_basis.data());
    const double *H0 = work.basis.data(), *H1 = work.slope_basis.data();
    for (Index j = 0; j < m; ++j) {
        const double h0 = H0[j], h1 = H1[j];
        for (Index i = 0; i < m; ++i)
            out.H(m + i, j) += stick_weight * law.k_t * kappa * H0[i] * h1;
        for (Index i = j; i < m; ++i)
            out.H(m + i, m + j) += hh * H0[i] * h0 - square * change.a1 * (H1[i] * h0 + H0[i] * h1);
    }
}

// stick -> slip: -l xi g g^T / u', g = (xi (k_t H + dc/dX), xi dc/dY - mu k_n H), H at the begin
// of the stick in work.basis. Section 3, second line.
void add_end_of_stick(const Evaluation& evaluation, const StateInterval& s)
{
    const auto& [law, work, out] = evaluation;
    const std::size_t size = evaluation.size();
    double* v = work.update.data();
    const double xi = sense(s.end.after);
    basis_growth(work.harmonics, s.from, s.length(), work.phase.data(), v);
    basis_at(work.harmonics, s.cos_to, s.sin_to, work.slope_basis.data());
    const double *at_start = work.basis.data(), *at_end = work.slope_basis.data();
    for (std::size_t i = 0; i < size; ++i) {
        v[i] *= xi * law.k_t;
        v[size + i] = xi * s.begin.dc_dy * at_start[i] - evaluation.mu_kn() * at_end[i];
    }
    add_square(out.H, 0, evaluation.active(),
               -xi * dot(work.weighted.data(), at_end, size) * inverse(s.end.slope), v);
}

// +-(l_T T' + l_N n') kappa^2 H H^T in Y where the contact closes (+) and opens (-). Section 3,
// last two lines.
void add_end_of_contact(const Evaluation& evaluation, const StateInterval& s)
{
    const auto& [law, work, out] = evaluation;
    const std::size_t size = evaluation.size();
    const double* weighted = work.weighted.data();
    double* v = work.update.data();
    for (const Change* change : {&s.begin, &s.end}) {
        const bool closes = change == &s.begin && s.begin.before == State::separation;
        const bool opens = change == &s.end && s.end.after == State::separation;
        if (!closes && !opens)
            continue;
        const State touching = closes ? change->after : change->before;
        const double slope_T =
            touching == State::stick ? change->a1 : sense(touching) * law.friction * change->n1;
        basis_at(work.harmonics, closes ? s.cos_from : s.cos_to, closes ? s.sin_from : s.sin_to,
                 v + size);
        const double kappa = law.k_n * inverse(change->n1);
        const double jump = dot(weighted, v + size, size) * slope_T +
                            dot(weighted + size, v + size, size) * change->n1;
        add_square(out.H, evaluation.m(), 2 * evaluation.m(),
                   (closes ? 1 : -1) * jump * kappa * kappa, v);
    }
}

// The constants of the sticks in F and J, and all of the short sticks.
void add_sticks(const Evaluation& evaluation, const VectorIn& R)
{
    HarmonicWorkspace& work = evaluation.work;
    for (const StateInterval s : state_intervals(work)) {
        if (s.state() != State::stick)
            continue;
        integrate_basis(work.harmonics, s, work.w.data());
        basis_at(work.harmonics, s.cos_from, s.sin_from, work.basis.data());
        if (s.is_short_stick(work.harmonics))
            add_short_stick(evaluation, s, R);
        else
            add_stick_constant(evaluation, s.begin);
    }
}

// H: at each event the jump of dT/dR times dtheta/dR, which continuity makes -(jump of T')
// (dtheta/dR)^2, and what the constants of the sticks add.
void add_events(const Evaluation& evaluation)
{
    HarmonicWorkspace& work = evaluation.work;
    for (const StateInterval s : state_intervals(work)) {
        if (s.state() == State::stick) {
            integrate_basis(work.harmonics, s, work.w.data());
            const double stick_weight = // lambda . P w
                dot(work.weighted.data(), work.w.data(), evaluation.size());
            basis_at(work.harmonics, s.cos_from, s.sin_from, work.basis.data());
            if (s.begin.before != State::separation)
                add_stick_after_slip(evaluation, s, stick_weight);
            else
                add_stick_after_separation(evaluation, s, stick_weight);
            if (s.end.after != State::separation)
                add_end_of_stick(evaluation, s);
        }
        add_end_of_contact(evaluation, s);
    }
}

// Closed integral of T dx, pi sum k (s_k T_ck - c_k T_sk): the spring gives back what it stores.
double dissipation(const Harmonics& h, const double* x, const double* F)
{
    const double *T = F + (h.means ? 1 : 0), *X = x + (h.means ? 1 : 0);
    double sum = 0;
    for (Index k = 1; k <= h.n_h; ++k) {
        const Index i = 2 * (k - 1);
        sum += std::numbers::pi * static_cast<double>(k) * (X[i + 1] * T[i] - X[i] * T[i + 1]);
    }
    return sum;
}

} // namespace

void ElasticCoulomb::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                    HarmonicWorkspace& work, HarmonicForce& out) const
{
    const ElasticCoulomb& law = *this;
    const Harmonics& h = work.harmonics;
    if (!prepare(h, single ? 1 : 2, R, lambda, out))
        return;
    if (single) {
        const ElasticCoulomb both = on_two_rows(R, lambda, work);
        both.harmonic_force(work.part_motion, work.part_lambda, held, work, work.part);
        const HarmonicForce& part = work.part;
        const Index m = h.size();
        out.F = part.F.head(m);
        out.J = part.J.topLeftCorner(m, m);
        if (lambda.size() > 0)
            out.H = part.H.topLeftCorner(m, m);
        out.events = part.events;
        out.states = part.states;
        out.dissipated = part.dissipated;
        return;
    }
    out.events.reserve(work.changes.capacity());
    out.states.reserve(work.changes.capacity());
    FrictionCycle cycle(law, R.data(), held, work);
    const FrictionCycle::Kind kind = cycle.march();
    const bool touching = kind == FrictionCycle::Kind::touching;
    if (kind == FrictionCycle::Kind::open) {
        out.states.push_back(State::separation);
        return;
    }
    if (!touching)
        add_closed_normal(law, h, R, out);
    if (kind == FrictionCycle::Kind::sticks) {
        if (law.friction == 0)
            out.states.push_back(State::slip_forward); // moves or not, at no force
        else
            stuck_force(law, cycle, R, work, out);
    } else {
        const Evaluation evaluation{law, work, out};
        tabulate_multiples(work);
        list_events(work.changes, out);
        integrate_states(work, touching);
        add_springs(evaluation, R, touching);
        add_sticks(evaluation, R);
        out.dissipated = contact::dissipation(h, R.data(), out.F.data());
    }
    if (lambda.size() > 0)
        second_derivatives(R, lambda, held, work, out);
}

void ElasticCoulomb::second_derivatives(const VectorIn& R, const VectorIn& lambda, HeldOnsets held,
                                        HarmonicWorkspace& work, HarmonicForce& out) const
{
    out.H.setZero(R.size(), R.size());
    if (!check(work.harmonics, single ? 1 : 2, R, lambda))
        return;
    if (single) {
        const ElasticCoulomb both = on_two_rows(R, lambda, work);
        both.second_derivatives(work.part_motion, work.part_lambda, held, work, work.part);
        out.H = work.part.H.topLeftCorner(R.size(), R.size());
        return;
    }
    FrictionCycle cycle(*this, R.data(), held, work);
    const FrictionCycle::Kind kind = cycle.march();
    if (kind == FrictionCycle::Kind::sticks) {
        if (friction > 0)
            stuck_curvature(*this, cycle, lambda, work, out);
    } else if (kind != FrictionCycle::Kind::open) {
        tabulate_multiples(work);
        project(work.harmonics, lambda, work.weighted.data());
        add_events({*this, work, out});
    }
    mirror(out.H);
}

} // namespace slideway::contact
