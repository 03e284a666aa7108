#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;

namespace {

using Places = std::vector<OnsetPlace>;

using std::numbers::pi;

// One and three harmonics, every third under constant load. Half of the others are so well closed
// that they stick, or slip without opening.
std::vector<Draw> draws_of(bool means, std::size_t count)
{
    Draws draws(means);
    std::vector<Draw> out;
    while (out.size() < count) {
        Draw d = draws.next();
        if (d.h.n_h % 2 == 0)
            continue;
        if (out.size() % 3 == 0)
            d.law.k_n = 0;
        else if (out.size() % 2 == 0)
            d.law.preload += 5;
        out.push_back(d);
    }
    return out;
}

SlipOnsets onsets_of(const JointLaw& law, const Harmonics& h, const Vector& R,
                     const Places& held = {})
{
    HarmonicWorkspace work(h);
    SlipOnsets out;
    slip_onsets(law, R, held, work, out);
    return out;
}

HarmonicForce held_force(const Draw& d, const Vector& R, const Places& held)
{
    HarmonicWorkspace work(d.h);
    HarmonicForce out;
    harmonic_force(d.law, R, d.lambda, held, work, out);
    return out;
}

double distance(const OnsetPlace& a, const OnsetPlace& b)
{
    return std::abs(std::remainder(a.phase - b.phase, 2 * pi));
}

// The onset of a neighbouring motion: -1 if it has none there.
Index same(const SlipOnsets& onsets, const OnsetPlace& place)
{
    Index best = -1;
    for (std::size_t i = 0; i < onsets.list.size(); ++i) {
        const OnsetPlace& at = onsets.list[i].at;
        if (at.kind == place.kind && at.side == place.side && distance(at, place) < 0.3 &&
            (best < 0 ||
             distance(at, place) < distance(onsets.list[static_cast<std::size_t>(best)].at, place)))
            best = static_cast<Index>(i);
    }
    return best;
}

const SlipOnset& get(const SlipOnsets& onsets, Index i)
{
    return onsets.list[static_cast<std::size_t>(i)];
}

// Where an onset is at zero on the line R + s dR, 0 < s < 1, with onsets held.
std::optional<double> zero_of(const Draw& d, const Vector& dR, const Places& held)
{
    auto margin = [&](double s) -> std::optional<double> {
        const SlipOnsets at = onsets_of(d.law, d.h, d.R + s * dR, held);
        const Index i = same(at, held[0]);
        return i < 0 ? std::nullopt : std::optional(get(at, i).margin);
    };
    double lo = 0, hi = 1;
    const std::optional<double> at_lo = margin(lo), at_hi = margin(hi);
    if (!at_lo || !at_hi || (*at_lo > 0) == (*at_hi > 0))
        return std::nullopt;
    for (int n = 0; n < 60; ++n) {
        const double middle = 0.5 * (lo + hi);
        const std::optional<double> at = margin(middle);
        if (!at)
            return std::nullopt;
        ((*at > 0) == (*at_lo > 0) ? lo : hi) = middle;
    }
    return 0.5 * (lo + hi);
}

struct AtOnset {
    Draw d; // R: margins zero
    Places held;
    Vector across; // margins grow along it, by their size per unit
};

// Every onset of a motion that a line, as far again as the margin would reach, brings to zero; with
// its twin in the other half of the cycle if the motion is odd.
void add_motions(const Draw& d, bool odd, std::mt19937& random, std::vector<AtOnset>& out)
{
    std::normal_distribution<double> normal;
    const SlipOnsets onsets = onsets_of(d.law, d.h, d.R);
    for (const SlipOnset& onset : onsets.list) {
        const Index i = &onset - onsets.list.data();
        Places held{onset.at};
        if (odd && onset.at.kind == OnsetKind::further_slip) {
            if (onset.at.side == 1)
                continue;
            held.push_back(
                {onset.at.kind, 1, std::fmod(onset.at.phase + pi, 2 * pi)}); // the other sense
        }
        const Vector gradient = onsets.gradient.col(i);
        Vector dR = gradient;
        for (double& g : dR)
            g += 0.3 * gradient.norm() * normal(random) / std::sqrt(static_cast<double>(dR.size()));
        for (Index k = 0; odd && k < dR.size(); ++k)
            if (k % d.h.size() / 2 % 2 == 1)
                dR(k) = 0;
        const double slope = gradient.dot(dR);
        dR *= -2 * onset.margin / slope;
        const std::optional<double> s = zero_of(d, dR, held);
        if (!s)
            continue;
        AtOnset at{d, held, dR};
        at.d.R += *s * dR;
        const SlipOnsets there = onsets_of(d.law, d.h, at.d.R, held);
        const Index now = same(there, onset.at);
        std::size_t zeros = 0;
        for (const SlipOnset& o : there.list)
            zeros += std::abs(o.margin) <= 1e-6 * o.size;
        if (now < 0 || zeros != held.size())
            continue; // more than one at a time
        at.across *= get(there, now).size / there.gradient.col(now).dot(dR);
        out.push_back(at);
    }
}

std::vector<AtOnset> motions_at_onsets(bool means, std::size_t count)
{
    std::mt19937 random(7);
    std::vector<AtOnset> out;
    for (const Draw& d : draws_of(means, count))
        add_motions(d, false, random, out);
    return out;
}

// Motions of odd harmonics under constant load: a half of the cycle is that of the other sense.
std::vector<AtOnset> odd_motions_at_onsets(std::size_t count)
{
    std::mt19937 random(8);
    std::vector<AtOnset> out;
    for (Draw& d : draws_of(false, count)) {
        if (d.h.n_h < 3)
            continue;
        d.law.k_n = 0;
        for (Index row : {Index{0}, d.h.size()})
            d.R.segment(row + 2, 2).setZero();
        add_motions(d, true, random, out);
    }
    return out;
}

// Beyond an onset J and dF/dp leave their limits with the root of the margin: of two distances the
// limit, except for a term of the first order.
template <class At>
Matrix limit_beyond(At at, double step)
{
    return 2 * at(step / 4) - at(step);
}

void check_jump(const AtOnset& a)
{
    const SlipOnsets onsets = onsets_of(a.d.law, a.d.h, a.d.R, a.held);
    const HarmonicForce before = held_force(a.d, a.d.R, a.held);
    Matrix beyond = before.J;
    for (const OnsetPlace& place : a.held) {
        const Index i = same(onsets, place);
        REQUIRE(i >= 0);
        beyond += onsets.jump.col(i) * onsets.gradient.col(i).transpose();
    }
    const Matrix J = limit_beyond(
        [&](double s) -> Matrix { return force_of(a.d.law, a.d.h, a.d.R + s * a.across).J; }, 1e-8);
    // The term of the first order, and round-off of the onset's place with its root.
    CHECK(largest(J - beyond) <= 1e-5 * largest(J));
    CHECK(largest(force_of(a.d.law, a.d.h, a.d.R - 1e-10 * a.across).J - before.J) <=
          1e-7 * largest(J));
    CHECK(largest(before.J - beyond) > 1e-3 * largest(onsets.gradient)); // a jump it is
}

} // namespace

TEST_CASE("The margin of the first slip in one harmonic is that of the exact onset", "[contact]")
{
    // max u_0 + max u_1 = |k_t X - mu k_n Y| + |k_t X + mu k_n Y| - 2 mu N0, X and Y complex,
    // whether the contact sticks or slips.
    for (const Draw& d : draws_of(false, 300)) {
        if (d.h.n_h != 1)
            continue;
        const SlipOnsets onsets = onsets_of(d.law, d.h, d.R);
        const HarmonicForce force = force_of(d.law, d.h, d.R);
        if (std::count(force.states.begin(), force.states.end(), FrictionState::separation) > 0)
            continue;
        const std::complex<double> x(d.law.k_t * d.R(0), -d.law.k_t * d.R(1)), y(d.R(2), -d.R(3));
        const double mu_kn = d.law.friction * d.law.k_n;
        const double sum = std::abs(x - mu_kn * y) + std::abs(x + mu_kn * y);
        REQUIRE(onsets.list.size() == 1);
        CHECK(onsets.list[0].at.kind == OnsetKind::first_slip);
        CHECK(onsets.list[0].margin ==
              Approx(sum - 2 * d.law.friction * d.law.preload).margin(1e-14 * sum));
        CHECK((onsets.list[0].margin > 0) == !force.events.empty());
    }
}

TEST_CASE("Margins of slip have their gradients", "[contact]")
{
    std::map<OnsetKind, int> sticks, slips;
    for (const bool means : {false, true})
        for (const Draw& d : draws_of(means, 300)) {
            const SlipOnsets onsets = onsets_of(d.law, d.h, d.R);
            for (const SlipOnset& onset : onsets.list) {
                const Index i = &onset - onsets.list.data();
                ++(onset.margin > 0 ? slips : sticks)[onset.at.kind];
                CAPTURE(means, static_cast<int>(onset.at.kind), onset.at.side, onset.margin);
                CHECK((onset.at.phase >= 0 && onset.at.phase < 2 * pi));
                CHECK(std::abs(onset.margin) <= 2 * onset.size + 1e-12);
                for (Index j = 0; j < d.R.size(); ++j) {
                    double error = 1;
                    for (const double step : {1e-5, 1e-6, 1e-7}) {
                        Vector plus = d.R, minus = d.R;
                        plus(j) += step;
                        minus(j) -= step;
                        const SlipOnsets ahead = onsets_of(d.law, d.h, plus);
                        const SlipOnsets behind = onsets_of(d.law, d.h, minus);
                        const Index a = same(ahead, onset.at), b = same(behind, onset.at);
                        if (a >= 0 && b >= 0)
                            error = std::min(
                                error, std::abs((get(ahead, a).margin - get(behind, b).margin) /
                                                    (plus(j) - minus(j)) -
                                                onsets.gradient(j, i)));
                    }
                    // Round-off over the step.
                    CHECK(error <= 1e-7 * (1 + largest(onsets.gradient.col(i))));
                }
            }
        }
    for (const OnsetKind kind :
         {OnsetKind::first_slip, OnsetKind::further_slip, OnsetKind::first_push}) {
        CAPTURE(static_cast<int>(kind));
        CHECK(sticks[kind] > 20);
        CHECK(slips[kind] > 20);
    }
}

TEST_CASE("A slip has a margin above zero, a maximum that is not reached one below", "[contact]")
{
    for (const bool means : {false, true})
        for (const Draw& d : draws_of(means, 500)) {
            const SlipOnsets onsets = onsets_of(d.law, d.h, d.R);
            const HarmonicForce force = force_of(d.law, d.h, d.R);
            std::ptrdiff_t slips = 0;
            for (std::size_t i = 0; i < force.events.size(); ++i) {
                const FrictionEvent &begin = force.events[i],
                                    &end = force.events[(i + 1) % force.events.size()];
                slips += begin.before == FrictionState::stick &&
                         begin.after != FrictionState::separation &&
                         end.after == FrictionState::stick;
            }
            const bool first =
                !onsets.list.empty() && onsets.list[0].at.kind == OnsetKind::first_slip;
            if (first && slips > 0)
                CHECK(slips == 2); // of which both have that margin
            const auto positive = std::count_if(
                onsets.list.begin(), onsets.list.end(), [](const SlipOnset& o) -> bool {
                    return o.margin > 0 && o.at.kind != OnsetKind::first_push;
                });
            CHECK(positive == (first && slips > 0 ? 1 : slips));
        }
}

TEST_CASE("The Jacobian jumps by one rank where a slip begins", "[contact]")
{
    std::map<OnsetKind, int> seen;
    int open = 0;
    for (const bool means : {false, true})
        for (const AtOnset& a : motions_at_onsets(means, 400)) {
            CAPTURE(means, static_cast<int>(a.held[0].kind), a.held[0].side, a.held[0].phase);
            ++seen[a.held[0].kind];
            const HarmonicForce force = force_of(a.d.law, a.d.h, a.d.R);
            open +=
                std::count(force.states.begin(), force.states.end(), FrictionState::separation) > 0;
            check_jump(a);
        }
    CHECK(seen[OnsetKind::first_slip] > 50);
    CHECK(seen[OnsetKind::further_slip] > 50);
    CHECK(seen[OnsetKind::first_push] > 50);
    CHECK(open > 20);
}

TEST_CASE("In an odd motion slips of both senses begin at once", "[contact]")
{
    int twins = 0;
    for (const AtOnset& a : odd_motions_at_onsets(1000)) {
        CAPTURE(static_cast<int>(a.held[0].kind), a.held[0].phase);
        twins += a.held.size() == 2;
        check_jump(a);
        const Differences error = differences(a.d.law, a.d.h, a.d.R, a.d.lambda, a.held);
        CHECK(error.J <= 1e-8);
        CHECK(error.H <= 1e-6);
    }
    CHECK(twins > 20);
}

TEST_CASE("With an onset held, the force is smooth beyond it and its derivatives are its slopes",
          "[contact]")
{
    for (const bool means : {false, true})
        for (const AtOnset& a : motions_at_onsets(means, 200))
            for (const double s : {-1e-3, 0., 1e-3}) {
                const Vector R = a.d.R + s * a.across;
                CAPTURE(means, static_cast<int>(a.held[0].kind), a.held[0].phase, s);
                const Differences error = differences(a.d.law, a.d.h, R, a.d.lambda, a.held);
                CHECK(error.J <= 1e-8); // as without onsets
                CHECK(error.H <= 1e-6);
                CHECK(slope_error(a.d.law, a.d.h, R, a.d.lambda, a.held) <= 1e-6);
                if (s >= 0)
                    continue;
                const HarmonicForce free = force_of(a.d.law, a.d.h, R, a.d.lambda);
                const HarmonicForce held = held_force(a.d, R, a.held);
                CHECK(free.F == held.F); // before the onset nothing is held
                CHECK(free.J == held.J);
                CHECK(free.H == held.H);
            }
}

TEST_CASE("Newton's method finds an onset from either side", "[contact]")
{
    for (const bool means : {false, true})
        for (const AtOnset& a : motions_at_onsets(means, 200))
            for (const double start : {-1e-3, 1e-3}) {
                double s = start, margin = 1, size = 0;
                CAPTURE(means, static_cast<int>(a.held[0].kind), start, a.held[0].phase);
                for (int n = 0; n < 6; ++n) {
                    const SlipOnsets onsets =
                        onsets_of(a.d.law, a.d.h, a.d.R + s * a.across, a.held);
                    const Index i = same(onsets, a.held[0]);
                    REQUIRE(i >= 0);
                    margin = get(onsets, i).margin;
                    size = get(onsets, i).size;
                    s -= margin / onsets.gradient.col(i).dot(a.across);
                }
                CHECK(std::abs(margin) <= 1e-13 * size);
            }
}

TEST_CASE("Joints without friction have no onsets of slip, nor have lost motions", "[contact]")
{
    const Harmonics h{2, true};
    const Vector R = Vector::Ones(10);
    CHECK(onsets_of(ElasticCoulomb({.k_t = 1, .k_n = 1, .friction = 0, .preload = 3}), h, R)
              .list.empty());
    CHECK(onsets_of(ElasticCoulomb({.k_t = 1, .k_n = 1, .friction = 1, .preload = -30}), h, R)
              .list.empty());
    const ElasticCoulomb law({.k_t = 1, .k_n = 1, .friction = 0.5, .preload = 30});
    CHECK(onsets_of(law, h, R).list.size() == 3);            // it sticks, and its slider is at 0
    CHECK(onsets_of(law, h, Vector::Zero(10)).list.empty()); // no maximum
    Vector lost = R;
    lost(3) = std::nan("");
    CHECK(onsets_of(law, h, lost).list.empty());
    CHECK_THROWS_AS(onsets_of(law, h, Vector::Zero(9)), std::invalid_argument);
    HarmonicWorkspace work(h);
    SlipOnsets out = onsets_of(law, h, R);
    for (const JointLaw& other : std::vector<JointLaw>{Gap({1}), Cubic{1}}) {
        slip_onsets(other, R, {}, work, out);
        CHECK(out.list.empty());
    }
    CHECK_THROWS_AS(onsets_of(JointLaw(Coulomb{1}), h, R), std::invalid_argument);
}
