#include "contact/laws/joint_laws.hpp"
#include "tests/contact/laws/harmonic_draws.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <vector>

using namespace slideway;
using namespace slideway::contact;
using namespace slideway::test;

namespace {

using std::numbers::pi;

bool closes_sticking(const HarmonicForce& force)
{
    return std::any_of(
        force.events.begin(), force.events.end(),
        [](const FrictionEvent& e) -> bool { return kind(e) == "separation -> stick"; });
}

} // namespace

TEST_CASE("Derivatives of the friction element are the slopes of its forces in 2000 random cycles",
          "[contact]")
{
    Draws draws(false);
    std::map<std::string, int> seen;
    double shortest = 1;
    for (int n = 0; n < 2000; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        for (const FrictionEvent& event : out.events)
            ++seen[kind(event)];
        for (std::size_t i = 1; i < out.events.size(); ++i)
            shortest = std::min(shortest, out.events[i].phase - out.events[i - 1].phase);
        CAPTURE(n);
        const Differences error = differences(d.law, d.h, d.R, d.lambda);
        // Round-off and the third derivatives, which grow where a state is about to vanish: for J
        // the step that balances them leaves 1e-10 in the median and 5e-9 at worst.
        CHECK(error.J <= 1e-8);
        CHECK(error.H <= 1e-6);
        CHECK(largest(out.H - out.H.transpose()) <= 1e-13 * largest(out.H));
    }
    CHECK(seen.size() == 5);
    for (const auto& [transition, count] : seen) {
        CAPTURE(transition);
        CHECK(count >= 200);
    }
    CHECK(shortest < 1e-3); // states that a table of 256 samples would miss are among them
}

TEST_CASE("Derivatives of the friction element with mean values are the slopes of its forces",
          "[contact]")
{
    Draws draws(true);
    int stuck_and_moved = 0, apart = 0;
    for (int n = 0; n < 1000; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R, d.lambda);
        CAPTURE(n);
        const Differences error = differences(d.law, d.h, d.R, d.lambda);
        CHECK(error.J <= 1e-8); // as without means
        CHECK(error.H <= 1e-6);
        if (out.events.empty() && out.states.front() == FrictionState::stick)
            stuck_and_moved += largest(out.H) > 0;
        if (out.events.empty() && out.states.front() == FrictionState::separation) {
            CHECK(largest(out.F) == 0);
            ++apart;
        }
    }
    CHECK(stuck_and_moved > 20); // the slider has been pushed to where the cycle just sticks
    CHECK(apart > 10);
}

TEST_CASE("Forces of the friction element are those of its law in time", "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        std::vector<double> smooth, closing;
        for (int n = 0; n < (means ? 300 : 2000); ++n) {
            const Draw d = draws.next();
            const HarmonicForce out = force_of(d.law, d.h, d.R);
            const HarmonicForce in_time = sampled(d.law, d.h, d.R, 1 << 14);
            const double size = largest(out.F);
            const double error = largest(out.F - in_time.F) / (size > 0 ? size : 1);
            (closes_sticking(out) ? closing : smooth).push_back(error);
            CAPTURE(n, means);
            // The law in time sticks from the sample before a contact closes: an error of the
            // order of a step. All others go with the square of the step, 1.5e-7.
            CHECK(error <= (closes_sticking(out) ? 1e-3 : 1e-6));
            if (!closes_sticking(out)) // a step of the law in time
                CHECK(largest(out.J - in_time.J) <= 1e-2 * largest(out.J));
            // Friction takes energy from every cycle that slips.
            CHECK(out.dissipated >= -1e-14 * size * largest(d.R));
        }
        std::vector<double> all = smooth;
        all.insert(all.end(), closing.begin(), closing.end());
        std::nth_element(all.begin(), all.begin() + static_cast<long>(all.size() / 2), all.end());
        CHECK(all[all.size() / 2] <= 1e-7);
        CHECK(closing.size() > all.size() / 10);
    }
}

TEST_CASE("Sampled forces come nearer to the friction element with more samples", "[contact]")
{
    Draws draws(false);
    std::map<Index, double> smooth, closing;
    const std::vector<Index> samples{1 << 8, 1 << 10, 1 << 12, 1 << 14};
    for (int n = 0; n < 200; ++n) {
        const Draw d = draws.next();
        const HarmonicForce out = force_of(d.law, d.h, d.R);
        for (const Index s : samples)
            (closes_sticking(out) ? closing : smooth)[s] +=
                largest(sampled(d.law, d.h, d.R, s).F - out.F);
    }
    for (std::size_t i = 1; i < samples.size(); ++i) {
        CAPTURE(samples[i]);
        // Four times the samples: by the square 16, by the first power 4; means of 100 cycles.
        CHECK(smooth[samples[i - 1]] / smooth[samples[i]] > 12);
        CHECK(closing[samples[i - 1]] / closing[samples[i]] > 2.5);
    }
}

TEST_CASE("A joint under constant load dissipates the loop of a Jenkins element", "[contact]")
{
    // Amplitude A, limit T = mu N, k A > T: the loop has the area 4 T (A - T / k). From the turn at
    // +A it sticks to r = A - 2 T / k.
    const ElasticCoulomb law({.k_t = 3e6, .k_n = 0, .friction = 0.3, .preload = 40});
    const double T = 12, A_slip = T / law.k_t;
    for (const double ratio : {1 + 1e-10, 1 + 1e-4, 1.5, 10., 1e6}) {
        const double A = ratio * A_slip;
        for (const Index n_h : {1, 3, 5}) {
            const Harmonics h{n_h};
            for (Index k = 1; k <= std::min<Index>(n_h, 2); ++k) {
                Vector R = Vector::Zero(2 * h.size());
                R(2 * (k - 1)) = A;
                const HarmonicForce out = force_of(law, h, R);
                CAPTURE(ratio, n_h, k);
                const double loop = 4 * T * (A - A_slip);
                // k loops per cycle; the work is a difference of numbers of the size k A^2.
                CHECK(std::abs(out.dissipated - static_cast<double>(k) * loop) <=
                      1e-13 * T * A + 1e-15 * law.k_t * A * A);
                REQUIRE(out.events.size() == static_cast<std::size_t>(4 * k));
                CHECK(kind(out.events[0]) == "slip -> stick");
                CHECK(out.events[0].phase == 0);
                CHECK(out.events[1].after == FrictionState::slip_back);
                CHECK(out.states[1] == FrictionState::slip_back);
                // cos(k theta) = 1 - 2 T / (k A): an arc cosine at -1 loses half of the digits.
                const double exact = std::acos(1 - 2 / ratio) / static_cast<double>(k);
                CHECK(std::abs(out.events[1].phase - exact) <= (ratio < 1.001 ? 1e-7 : 1e-13));
            }
        }
    }
}

TEST_CASE("The friction element does not know where a cycle begins, nor left from right",
          "[contact]")
{
    Draws draws(false);
    for (int n = 0; n < 300; ++n) {
        const Draw d = draws.next();
        const Index m = d.h.size();
        const HarmonicForce out = force_of(d.law, d.h, d.R);
        const double size = largest(out.F);
        CAPTURE(n);
        for (const double phase : {pi, 2 * pi / 64, 0.7, 5.}) {
            const HarmonicForce later = force_of(d.law, d.h, delayed(d.h, d.R, phase));
            REQUIRE(later.events.size() == out.events.size());
            // Round-off; near the vanishing of a state its square root.
            CHECK(largest(later.F - delayed(d.h, out.F, phase)) <= 1e-12 * size);
            CHECK(std::abs(later.dissipated - out.dissipated) <= 1e-12 * size);
        }
        Vector mirrored = d.R;
        mirrored.head(m) *= -1;
        const HarmonicForce other = force_of(d.law, d.h, mirrored);
        CHECK(largest(other.F.head(m) + out.F.head(m)) <= 1e-12 * size);
        CHECK(largest(other.F.tail(m) - out.F.tail(m)) <= 1e-12 * size);
    }
}

TEST_CASE("States of the friction element follow one another around the cycle", "[contact]")
{
    for (const bool means : {false, true}) {
        Draws draws(means);
        for (int n = 0; n < 500; ++n) {
            const Draw d = draws.next();
            const HarmonicForce out = force_of(d.law, d.h, d.R);
            CAPTURE(n, means);
            for (std::size_t i = 0; i < out.events.size(); ++i) {
                const FrictionEvent& event = out.events[i];
                CHECK((event.phase >= 0 && event.phase < 2 * pi));
                CHECK(event.after == out.states[i]);
                CHECK(event.before == out.states[(i + out.events.size() - 1) % out.events.size()]);
                if (i > 0)
                    CHECK(event.phase >= out.events[i - 1].phase);
            }
        }
    }
}

TEST_CASE("Thirty harmonics: the friction element agrees with its law in time and with itself",
          "[contact]")
{
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    const ElasticCoulomb law({.k_t = 2, .k_n = 1, .friction = 0.4, .preload = 0.8});
    for (int n = 0; n < 5; ++n) {
        const Harmonics few{3}, many{30};
        Vector R(12), lambda(12), padded = Vector::Zero(120), full(120);
        for (Index i = 0; i < 12; ++i) {
            R(i) = normal(random);
            lambda(i) = normal(random);
        }
        Vector lambda_padded = Vector::Zero(120);
        for (Index row = 0; row < 2; ++row) {
            padded.segment(60 * row, 6) = R.segment(6 * row, 6);
            lambda_padded.segment(60 * row, 6) = lambda.segment(6 * row, 6);
        }
        const HarmonicForce a = force_of(law, few, R, lambda);
        const HarmonicForce b = force_of(law, many, padded, lambda_padded);
        CAPTURE(n);
        REQUIRE(a.events.size() == b.events.size());
        for (Index row = 0; row < 2; ++row) {
            CHECK(largest(a.F.segment(6 * row, 6) - b.F.segment(60 * row, 6)) <=
                  1e-13 * largest(a.F));
            for (Index col = 0; col < 2; ++col) {
                CHECK(largest(a.J.block(6 * row, 6 * col, 6, 6) -
                              b.J.block(60 * row, 60 * col, 6, 6)) <= 1e-12 * largest(a.J));
                CHECK(largest(a.H.block(6 * row, 6 * col, 6, 6) -
                              b.H.block(60 * row, 60 * col, 6, 6)) <= 1e-10 * largest(a.H));
            }
        }
        for (Index i = 0; i < 120; ++i)
            full(i) = normal(random) / static_cast<double>((i % 60) / 2 + 1);
        const HarmonicForce out = force_of(law, many, full);
        const HarmonicForce in_time = sampled(law, many, full, 1 << 14);
        CHECK(out.events.size() > 8);
        CHECK(largest(out.F - in_time.F) <= 1e-3 * largest(out.F)); // a step where contacts close
    }
}
