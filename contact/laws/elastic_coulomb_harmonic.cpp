#include "contact/laws/harmonic_force.hpp"

#include "contact/laws/friction_cycle.hpp"
#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace slideway::contact {

namespace {

using State = FrictionState;
using Change = HarmonicWorkspace::Change;
using Rise = HarmonicWorkspace::Rise;
using Moments = HarmonicWorkspace::Moments;

constexpr double period = 2 * std::numbers::pi;

double sense(State state)
{
    return state == State::slip_forward ? 1 : state == State::slip_back ? -1 : 0;
}

void clear(Moments& m)
{
    std::fill(m.c.begin(), m.c.end(), 0);
    std::fill(m.s.begin(), m.s.end(), 0);
}

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

// 1 / x where that is finite: a term of an edge is left out.
double inverse(double x)
{
    const double y = 1 / x;
    return std::isfinite(y) ? y : 0;
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
        if (v) {
            v[i] = kx * work.slope_basis[i];
            v[m + i] = ky * work.slope_basis[i];
        }
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

void stuck_force(const ElasticCoulomb& law, const FrictionCycle& cycle, const VectorIn& R,
                 const VectorIn& lambda, HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size();
    out.states.push_back(State::stick);
    for (Index i = 0; i < m; ++i) {
        out.F(i) = law.k_t * R(i);
        out.J(i, i) = law.k_t;
    }
    if (!h.means)
        return;
    // T = k_t x - z with z as near to 0 as u_0 <= z <= -u_1 allows.
    for (const int side : {0, 1}) {
        const double largest = cycle.largest(side), sign = side == 0 ? 1 : -1;
        if (!(largest > 0))
            continue;
        out.F(0) -= sign * largest;
        if (const Rise* rise = cycle.highest(side)) {
            maximum_derivatives(law, work, side, rise->high, work.update.data(),
                                work.weighted.data());
            for (Index j = 0; j < 2 * m; ++j)
                out.J(0, j) -= sign * work.update[static_cast<std::size_t>(j)];
            if (lambda.size() > 0)
                add_square(out.H, 0, 2 * m, sign * lambda(0) * inverse(rise->bend),
                           work.weighted.data());
        } else { // the bound does not vary
            out.J(0, 0) -= law.k_t;
            out.J(0, m) += sign * law.friction * law.k_n;
        }
    }
    if (lambda.size() > 0)
        mirror(out.H);
}

} // namespace

void harmonic_force(const ElasticCoulomb& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    if (!prepare(h, 2, R, lambda, out))
        return;
    out.events.reserve(work.changes.capacity());
    out.states.reserve(work.changes.capacity());
    const Index m = h.size();
    const auto size = static_cast<std::size_t>(m);
    FrictionCycle cycle(law, R.data(), work);
    const FrictionCycle::Kind kind = cycle.kind();
    if (kind == FrictionCycle::Kind::open) {
        out.states.push_back(State::separation);
        return;
    }
    cycle.find_rises();
    if (kind == FrictionCycle::Kind::closed) {
        add_closed_normal(law, h, R, out);
        if (cycle.largest(0) + cycle.largest(1) <= 0 || !cycle.march_closed()) {
            if (law.friction == 0)
                out.states.push_back(State::slip_forward); // moves or not, at no force
            else
                stuck_force(law, cycle, R, lambda, work, out);
            return;
        }
    } else {
        cycle.march_touching();
    }

    std::vector<Change>& changes = work.changes;
    const std::size_t count = work.sticking.c.size(); // multiples 0 .. 2 n_h
    if (changes.size() * count > work.cosines.size()) {
        work.cosines.resize(changes.size() * count);
        work.sines.resize(changes.size() * count);
    }
    for (Moments* moments : {&work.sticking, &work.slipping, &work.touching})
        clear(*moments);
    const double mu_kn = law.friction * law.k_n;
    const bool second = lambda.size() > 0;
    const Index active = law.k_n == 0 ? m : 2 * m; // coefficients that the force varies with
    const double* x = R.data();
    double* weighted = work.weighted.data(); // projected lambda, rows T and N
    if (second)
        for (Index row : {Index{0}, m})
            for (Index i = 0; i < m; ++i)
                weighted[row + i] = lambda(row + i) * projection(h, i);

    const double first = changes.front().theta;
    for (std::size_t e = 0; e < changes.size(); ++e) {
        Change& change = changes[e];
        multiples(change.theta, count, &work.cosines[e * count], &work.sines[e * count]);
        double phase = change.theta;
        if (phase >= period) { // of the next lap, so before the first event even after round-off
            phase = std::min(phase - period, std::nextafter(first, -1.));
            if (phase < 0)
                phase = std::nextafter(period, 0.);
        }
        out.events.push_back({phase, change.before, change.after});
        out.states.push_back(change.after);
        if (change.after == State::stick)
            change.dc_dy = change.before == State::separation
                               ? change.a1 * law.k_n * inverse(change.n1)
                               : sense(change.before) * mu_kn;
    }
    // The list begins where theta may lie past the end of the period.
    std::rotate(out.events.begin(),
                std::min_element(out.events.begin(), out.events.end(),
                                 [](const FrictionEvent& a, const FrictionEvent& b) {
                                     return a.phase < b.phase;
                                 }),
                out.events.end());
    for (std::size_t e = 0; e < out.events.size(); ++e)
        out.states[e] = out.events[e].after;

    for (std::size_t e = 0; e < changes.size(); ++e) {
        const State state = changes[e].after;
        if (state == State::separation)
            continue;
        const bool last = e + 1 == changes.size();
        const std::size_t f = last ? 0 : e + 1;
        auto add = [&](Moments& to, double factor) -> void {
            add_interval(to, factor, changes[e].theta, changes[f].theta + (last ? period : 0),
                         &work.cosines[e * count], &work.sines[e * count], &work.cosines[f * count],
                         &work.sines[f * count]);
        };
        if (state == State::stick)
            add(work.sticking, 1);
        else
            add(work.slipping, sense(state));
        if (kind == FrictionCycle::Kind::touching)
            add(work.touching, 1);
    }
    // T = k_t W x + mu (N0 w + k_n W y), W and w integrals over stick and over slip; the constants
    // of the sticks follow below.
    add_products(h, work.sticking, law.k_t, out.J, 0, 0);
    add_products(h, work.slipping, mu_kn, out.J, 0, m);
    add_constant(h, work.slipping, law.friction * law.preload, work.w.data(), out.F.data());
    out.F.head(m).noalias() += out.J.topRows(m).lazyProduct(R);
    if (kind == FrictionCycle::Kind::touching) {
        add_products(h, work.touching, law.k_n, out.J, m, m);
        add_constant(h, work.touching, law.preload, work.w.data(), out.F.data() + m);
        out.F.tail(m).noalias() += out.J.bottomRightCorner(m, m).lazyProduct(R.tail(m));
    }

    // First derivatives: T is continuous, so the limits of the integrals add nothing.
    for (std::size_t e = 0; e < changes.size(); ++e) {
        const Change& change = changes[e];
        const bool last = e + 1 == changes.size();
        const std::size_t f = last ? 0 : e + 1;
        const Change& next = changes[f];
        const double *cos_a = &work.cosines[e * count], *sin_a = &work.sines[e * count];
        const double *cos_b = &work.cosines[f * count], *sin_b = &work.sines[f * count];
        double stick_weight = 0; // lambda times the integral of the basis
        if (change.after == State::stick) {
            const double end = next.theta + (last ? period : 0);
            double* w = work.w.data();
            if (h.means)
                *w++ = end - change.theta;
            for (std::size_t k = 1; k <= static_cast<std::size_t>(h.n_h); ++k) {
                *w++ = (sin_b[k] - sin_a[k]) / static_cast<double>(k);
                *w++ = (cos_a[k] - cos_b[k]) / static_cast<double>(k);
            }
            if (second)
                stick_weight = dot(weighted, work.w.data(), size);
            basis_at(h, cos_a, sin_a, work.basis.data());
            for (Index i = 0; i < m; ++i) {
                work.w[static_cast<std::size_t>(i)] *= projection(h, i);
                out.F(i) += work.w[static_cast<std::size_t>(i)] * change.c;
            }
            for (Index j = 0; j < m; ++j) {
                const double basis = work.basis[static_cast<std::size_t>(j)];
                const double dc_dx = -law.k_t * basis, dc_dy = change.dc_dy * basis;
                double *to_x = &out.J(0, j), *to_y = &out.J(0, m + j);
                for (Index i = 0; i < m; ++i) {
                    to_x[i] += work.w[static_cast<std::size_t>(i)] * dc_dx;
                    to_y[i] += work.w[static_cast<std::size_t>(i)] * dc_dy;
                }
            }
        }
        if (!second)
            continue;

        // Second derivatives: at each event the jump of dT/dR times dtheta/dR, which continuity
        // makes -(jump of T') (dtheta/dR)^2; and what the constant of a stick adds.
        double* v = work.update.data();
        if (change.after == State::stick && change.before != State::separation) {
            const double xi = sense(change.before);
            slope_at(h, cos_a, sin_a, work.slope_basis.data());
            for (std::size_t i = 0; i < size; ++i) {
                v[i] = xi * law.k_t * work.slope_basis[i];
                v[size + i] = -mu_kn * work.slope_basis[i];
            }
            add_square(out.H, 0, active, xi * stick_weight * inverse(change.slope), v);
        } else if (change.after == State::stick) {
            const double kappa = law.k_n * inverse(change.n1);
            const double square = kappa * kappa * stick_weight;
            const double hh = -square * (change.a2 - change.a1 * change.n2 * inverse(change.n1));
            slope_at(h, cos_a, sin_a, work.slope_basis.data());
            const double *H0 = work.basis.data(), *H1 = work.slope_basis.data();
            for (Index j = 0; j < m; ++j) {
                const double h0 = H0[j], h1 = H1[j];
                for (Index i = 0; i < m; ++i)
                    out.H(m + i, j) += stick_weight * law.k_t * kappa * H0[i] * h1;
                for (Index i = j; i < m; ++i)
                    out.H(m + i, m + j) +=
                        hh * H0[i] * h0 - square * change.a1 * (H1[i] * h0 + H0[i] * h1);
            }
        }
        if (next.before == State::stick && next.after != State::separation) {
            const double xi = sense(next.after);
            basis_at(h, cos_b, sin_b, work.slope_basis.data());
            const double *at_start = work.basis.data(), *at_end = work.slope_basis.data();
            for (std::size_t i = 0; i < size; ++i) {
                v[i] = xi * law.k_t * (at_end[i] - at_start[i]);
                v[size + i] = xi * change.dc_dy * at_start[i] - mu_kn * at_end[i];
            }
            add_square(out.H, 0, active, -xi * dot(weighted, at_end, size) * inverse(next.slope),
                       v);
        }
        for (const Change* at : {&change, &next}) {
            const bool closes = at == &change && change.before == State::separation;
            const bool opens = at == &next && next.after == State::separation;
            if (!closes && !opens)
                continue;
            const State touching = closes ? at->after : at->before;
            const double slope_T =
                touching == State::stick ? at->a1 : sense(touching) * law.friction * at->n1;
            basis_at(h, closes ? cos_a : cos_b, closes ? sin_a : sin_b, v + size);
            const double kappa = law.k_n * inverse(at->n1);
            const double jump = dot(weighted, v + size, size) * slope_T +
                                dot(weighted + size, v + size, size) * at->n1;
            add_square(out.H, m, 2 * m, (closes ? 1 : -1) * jump * kappa * kappa, v);
        }
    }
    if (second)
        mirror(out.H);

    // Closed integral of T dx; the spring gives back what it stores.
    const double* T = out.F.data() + (h.means ? 1 : 0);
    const double* X = x + (h.means ? 1 : 0);
    for (Index k = 1; k <= h.n_h; ++k) {
        const Index i = 2 * (k - 1);
        out.dissipated +=
            std::numbers::pi * static_cast<double>(k) * (X[i + 1] * T[i] - X[i] * T[i + 1]);
    }
}

void slip_margin(const ElasticCoulomb& law, const VectorIn& R, HarmonicWorkspace& work,
                 SlipMargin& out)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size();
    if (R.size() != 2 * m)
        throw std::invalid_argument("slip_margin: R has " + std::to_string(R.size()) +
                                    " entries; needs " + std::to_string(2 * m));
    FrictionCycle cycle(law, R.data(), work);
    cycle.find_rises();
    out.value = cycle.largest(0) + cycle.largest(1);
    out.gradient.setZero(2 * m);
    out.J_slip.setZero(2 * m, 2 * m);
    for (Index i = 0; i < m; ++i) {
        out.J_slip(i, i) = law.k_t;
        out.J_slip(m + i, m + i) = law.k_n;
    }
    const Rise* ends[2] = {cycle.highest(0), cycle.highest(1)};
    for (const int side : {0, 1}) {
        if (!ends[0] || !ends[1])
            return; // a bound that does not vary: never at the onset
        const std::size_t count = work.sticking.c.size();
        const double begin = ends[side]->high, other = ends[1 - side]->high;
        const double end = other > begin ? other : other + period;
        maximum_derivatives(law, work, side, begin, work.update.data(), nullptr);
        multiples(end, count, &work.cosines[count], &work.sines[count]);
        clear(work.sticking);
        add_interval(work.sticking, 1, begin, end, work.cosines.data(), work.sines.data(),
                     &work.cosines[count], &work.sines[count]);
        basis_integral(h, work.sticking, work.w.data());
        const double sign = side == 0 ? -1 : 1; // c = -max u_0 or max u_1
        for (Index j = 0; j < 2 * m; ++j) {
            const double g = work.update[static_cast<std::size_t>(j)];
            out.gradient(j) += g;
            for (Index i = 0; i < m; ++i)
                out.J_slip(i, j) +=
                    sign * projection(h, i) * work.w[static_cast<std::size_t>(i)] * g;
        }
    }
}

} // namespace slideway::contact
