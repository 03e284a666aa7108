#include "contact/laws/harmonic_force.hpp"

#include "contact/periodic/harmonic_moments.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace slideway::contact {

namespace {

// Adds sign * max(0, preload + k sign r) of one row: the spring of a stop, exactly.
void add_stop(double preload, double k, double sign, Index row, const VectorIn& R,
              const VectorIn& lambda, HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    const Index m = h.size(), first = row * m;
    assign(h, R.data() + first, sign * k, work.normal);
    work.normal.mean += preload;
    work.finder.find(work.normal, 0, work.openings);
    if (work.openings.empty()) {
        if (work.normal.mean > 0) {
            out.J.block(first, first, m, m).diagonal().array() += k;
            out.F.segment(first, m) += k * R.segment(first, m);
            if (h.means)
                out.F(first) += sign * preload;
        }
        return;
    }
    const std::size_t count = work.touching.c.size(), n = work.openings.size();
    std::fill(work.touching.c.begin(), work.touching.c.end(), 0);
    std::fill(work.touching.s.begin(), work.touching.s.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
        const SignChange& at = work.openings[i];
        double *cosines = work.cosines.data(), *sines = work.sines.data();
        multiples(at.theta, count, cosines, sines);
        if (lambda.size() > 0) {
            // At an event the jump of df/dR times dtheta/dR = -sign k basis / n'.
            basis_at(h, cosines, sines, work.basis.data());
            double weight = 0;
            for (Index j = 0; j < m; ++j)
                weight +=
                    lambda(first + j) * projection(h, j) * work.basis[static_cast<std::size_t>(j)];
            const double factor = sign * k * k / std::abs(at.u.d[1]);
            if (std::isfinite(factor))
                for (Index j = 0; j < m; ++j)
                    for (Index l = 0; l < m; ++l)
                        out.H(first + l, first + j) += factor * weight *
                                                       (work.basis[static_cast<std::size_t>(j)] *
                                                        work.basis[static_cast<std::size_t>(l)]);
        }
        if (!at.rising)
            continue;
        const SignChange& end = work.openings[(i + 1) % n];
        multiples(end.theta, count, cosines + count, sines + count);
        add_interval(work.touching, 1, at.theta,
                     end.theta + (i + 1 == n ? 2 * std::numbers::pi : 0), cosines, sines,
                     cosines + count, sines + count);
    }
    // f = sign (preload w + sign k W r)
    basis_integral(h, work.touching, work.w.data());
    work.block.setZero(m, m);
    add_products(h, work.touching, k, work.block, 0, 0);
    out.J.block(first, first, m, m) += work.block;
    out.F.segment(first, m).noalias() += work.block.lazyProduct(R.segment(first, m));
    for (Index i = 0; i < m; ++i)
        out.F(first + i) += sign * preload * projection(h, i) * work.w[static_cast<std::size_t>(i)];
}

Index rows_of(const Harmonics& h, const VectorIn& R)
{
    return std::max<Index>(1, R.size() / h.size());
}

void refuse(const JointLaw& law)
{
    const bool damped = std::holds_alternative<Gap>(law);
    throw std::invalid_argument("no harmonic force of law \"" + std::string(keyword(law)) + "\"" +
                                (damped ? " with damping" : "") +
                                "; elastic-coulomb, cubic and undamped gap have one");
}

} // namespace

bool prepare(const Harmonics& h, Index rows, const VectorIn& R, const VectorIn& lambda,
             HarmonicForce& out)
{
    const Index n = rows * h.size();
    if (R.size() != n)
        throw std::invalid_argument("harmonic force: R has " + std::to_string(R.size()) +
                                    " coefficients; needs " + std::to_string(n));
    if (lambda.size() != 0 && lambda.size() != n)
        throw std::invalid_argument("harmonic force: lambda has " + std::to_string(lambda.size()) +
                                    " entries; needs 0 or " + std::to_string(n));
    out.F.setZero(n);
    out.J.setZero(n, n);
    const Index n_second = lambda.size() > 0 ? n : 0;
    out.H.setZero(n_second, n_second);
    out.events.clear();
    out.states.clear();
    out.dissipated = 0;
    if (R.allFinite())
        return true;
    out.F.setConstant(std::numeric_limits<double>::quiet_NaN());
    return false;
}

bool has_harmonic_force(const JointLaw& law)
{
    if (const auto* gap = std::get_if<Gap>(&law))
        return gap->damping == 0;
    return std::holds_alternative<ElasticCoulomb>(law) || std::holds_alternative<Cubic>(law);
}

void harmonic_force(const Gap& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out)
{
    if (law.damping != 0)
        refuse(law);
    const Index rows = rows_of(work.harmonics, R);
    if (!prepare(work.harmonics, rows, R, lambda, out))
        return;
    for (Index row = 0; row < rows; ++row) {
        add_stop(-law.stiffness * law.clearance, law.stiffness, 1, row, R, lambda, work, out);
        if (law.both_sides)
            add_stop(-law.stiffness * law.clearance, law.stiffness, -1, row, R, lambda, work, out);
    }
}

void harmonic_force(const Cubic& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out)
{
    const Harmonics& h = work.harmonics;
    const Index rows = rows_of(h, R), m = h.size();
    if (!prepare(h, rows, R, lambda, out))
        return;
    // r^3 times the basis holds 4 n_h harmonics: more samples than that integrate it exactly.
    const Index samples = 4 * h.n_h + 1;
    const double* basis = work.basis.data();
    for (Index i = 0; i < samples; ++i) {
        const double theta =
            2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples);
        multiples(theta, static_cast<std::size_t>(h.n_h) + 1, work.cosines.data(),
                  work.sines.data());
        basis_at(h, work.cosines.data(), work.sines.data(), work.basis.data());
        for (Index row = 0; row < rows; ++row) {
            const Index first = row * m;
            double r = 0, weight = 0;
            for (Index j = 0; j < m; ++j) {
                r += basis[j] * R(first + j);
                if (lambda.size() > 0)
                    weight += basis[j] * projection(h, j) * lambda(first + j);
            }
            const double step = 2 * std::numbers::pi / static_cast<double>(samples) * law.k3;
            for (Index j = 0; j < m; ++j) {
                const double projected = step * projection(h, j) * basis[j];
                out.F(first + j) += projected * r * r * r;
                for (Index l = 0; l < m; ++l)
                    out.J(first + j, first + l) += projected * 3 * r * r * basis[l];
                if (lambda.size() > 0)
                    for (Index l = 0; l < m; ++l)
                        out.H(first + j, first + l) +=
                            step * 6 * r * weight * (basis[j] * basis[l]);
            }
        }
    }
}

void harmonic_force(const JointLaw& law, const VectorIn& R, const VectorIn& lambda,
                    HarmonicWorkspace& work, HarmonicForce& out)
{
    std::visit(
        [&](const auto& l) {
            using Law = std::decay_t<decltype(l)>;
            if constexpr (std::is_same_v<Law, Linear> || std::is_same_v<Law, Coulomb>)
                refuse(l);
            else
                harmonic_force(l, R, lambda, work, out);
        },
        law);
}

void sampled_force(const JointLaw& law, const Harmonics& h, const VectorIn& R, Index samples,
                   HarmonicForce& out)
{
    if (!has_harmonic_force(law))
        refuse(law);
    if (samples <= 2 * h.n_h)
        throw std::invalid_argument("sampled_force: samples = " + std::to_string(samples) +
                                    "; more than " + std::to_string(2 * h.n_h));
    const Index m = h.size(), rows = has_normal(law) ? 2 : rows_of(h, R);
    if (!prepare(h, rows, R, Vector(), out))
        return;
    const auto* friction = std::get_if<ElasticCoulomb>(&law);
    const auto count = static_cast<std::size_t>(h.n_h) + 1;
    std::vector<double> cosines(count), sines(count);
    Matrix basis(m, samples);
    for (Index i = 0; i < samples; ++i) {
        multiples(2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(samples),
                  count, cosines.data(), sines.data());
        basis_at(h, cosines.data(), sines.data(), &basis(0, i));
    }
    Vector weight(m);
    for (Index j = 0; j < m; ++j)
        weight(j) = projection(h, j) * 2 * std::numbers::pi / static_cast<double>(samples);
    const Matrix motion = R.reshaped(m, rows).transpose() * basis;
    const Matrix projected = weight.asDiagonal() * basis;

    JointMemory memory;
    ForceAndTangent at;
    JointVector r(rows);
    const JointVector v = JointVector::Zero(rows);
    Matrix f(rows, samples), df_dr(rows, samples);
    Vector dT_dn = Vector::Zero(samples);
    // The slider stays where it was when it last moved, z = r_t - T / k_t of then: while it stays,
    // T varies with that motion too.
    Index moved = -1;
    double dT_dn_moved = 0;
    bool holds = false;
    Vector held = Vector::Zero(m); // sum over the samples since
    auto add_held = [&]() -> void {
        if (moved < 0 || !holds)
            return;
        out.J.topLeftCorner(m, m) -= friction->k_t * held * basis.col(moved).transpose();
        out.J.topRightCorner(m, m) += dT_dn_moved * held * basis.col(moved).transpose();
        held.setZero();
        holds = false;
    };
    const Index cycles = friction ? 3 : 1;
    for (Index i = 0; i < cycles * samples; ++i) {
        const Index k = i % samples;
        r = motion.col(k);
        force(law, memory, r, v, at);
        f.col(k) = at.f;
        df_dr.col(k) = at.df_dr.diagonal();
        if (!friction)
            continue;
        if (at.df_dr(0, 0) == 0) {
            add_held();
            dT_dn(k) = dT_dn_moved = at.df_dr(0, 1);
            moved = k;
        } else {
            dT_dn(k) = 0;
            if (i >= (cycles - 1) * samples) {
                held += projected.col(k);
                holds = true;
            }
        }
    }
    add_held();
    out.F.reshaped(m, rows) = projected * f.transpose();
    Matrix weighted(m, samples);
    auto add = [&](Index row, Index col, const auto& slope) -> void {
        weighted.noalias() = projected * slope.asDiagonal();
        out.J.block(row, col, m, m).noalias() += weighted * basis.transpose();
    };
    for (Index row = 0; row < rows; ++row)
        add(row * m, row * m, df_dr.row(row));
    if (friction)
        add(0, m, dT_dn);
}

} // namespace slideway::contact
