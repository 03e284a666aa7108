#include "contact/periodic/trigonometric_sum.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numbers>
#include <random>

using namespace slideway;
using namespace slideway::contact;

namespace {

using std::numbers::pi;

// prod_i sin((theta - a_i) / 2), i = 1 .. 2 n_h, is a sum of n_h harmonics with the roots a_i.
TrigonometricSum with_roots(const std::vector<double>& roots)
{
    const std::size_t n_h = roots.size() / 2, samples = 4 * n_h + 2;
    TrigonometricSum u;
    u.c.assign(n_h, 0);
    u.s.assign(n_h, 0);
    for (std::size_t i = 0; i < samples; ++i) {
        const double theta = 2 * pi * static_cast<double>(i) / static_cast<double>(samples);
        double f = 1;
        for (const double a : roots)
            f *= 2 * std::sin((theta - a) / 2); // the 2 keeps the coefficients near 1
        u.mean += f / static_cast<double>(samples);
        for (std::size_t k = 0; k < n_h; ++k) {
            const double phase = static_cast<double>(k + 1) * theta;
            u.c[k] += 2 * f * std::cos(phase) / static_cast<double>(samples);
            u.s[k] += 2 * f * std::sin(phase) / static_cast<double>(samples);
        }
    }
    return u;
}

// The sum whose derivative is u without its mean.
TrigonometricSum integral(const TrigonometricSum& u)
{
    TrigonometricSum v = u;
    for (std::size_t k = 0; k < u.c.size(); ++k) {
        v.c[k] = -u.s[k] / static_cast<double>(k + 1);
        v.s[k] = u.c[k] / static_cast<double>(k + 1);
    }
    return v;
}

} // namespace

TEST_CASE("Every root of a sum of harmonics is found, also pairs far closer than the table",
          "[contact]")
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> angle(0, 2 * pi);
    for (int n = 0; n < 600; ++n) {
        const Index n_h = 2 + n % 4;
        const double gap = std::pow(10., -1 - n % 6); // to 1e-6; the table has steps of 0.1
        // The pair, and the others at least 0.6 of an equal share apart.
        const double share = 2 * pi / static_cast<double>(2 * n_h - 1), first = angle(random);
        std::vector<double> roots{first, first + gap};
        for (Index i = 1; i < 2 * n_h - 1; ++i)
            roots.push_back(first + share * (static_cast<double>(i) + angle(random) / (10 * pi)));
        for (double& root : roots)
            root = std::fmod(root, 2 * pi);
        std::sort(roots.begin(), roots.end());
        const TrigonometricSum u = with_roots(roots);
        SignChangeFinder finder(n_h);
        std::vector<SignChange> found;
        finder.find(u, 0, found);
        CAPTURE(n, n_h, gap);
        REQUIRE(found.size() == roots.size());
        for (std::size_t i = 0; i < roots.size(); ++i) {
            // Round-off of the coefficients over the slope, which is of the order of the gap.
            double round_off = 1e-15 * std::abs(u.mean);
            for (std::size_t k = 0; k < u.c.size(); ++k)
                round_off += 1e-15 * (std::abs(u.c[k]) + std::abs(u.s[k]));
            CHECK(std::abs(found[i].theta - roots[i]) <=
                  1e-14 + round_off / std::abs(found[i].u.d[1]));
            CHECK(found[i].rising == (found[i].u.d[1] > 0));
            CHECK(found[i].rising != found[(i + 1) % found.size()].rising);
        }
    }
}

TEST_CASE("Roots of a derivative are the extrema of the sum, with the values there", "[contact]")
{
    const std::vector<double> roots{0.3, 0.3004, 2.0, 2.9, 4.1, 5.9};
    TrigonometricSum u = with_roots(roots);
    u.mean = 0; // the integral has no slope of its own
    const TrigonometricSum v = integral(u);
    SignChangeFinder finder(3);
    std::vector<SignChange> of_u, extrema;
    finder.find(u, 0, of_u);
    finder.find(v, 1, extrema);
    REQUIRE(extrema.size() == of_u.size());
    for (std::size_t i = 0; i < extrema.size(); ++i) {
        CHECK(std::abs(extrema[i].theta - of_u[i].theta) <= 1e-12);
        const TrigonometricValue there = value(v, extrema[i].theta);
        CHECK(std::abs(there.d[1]) <= 1e-13); // round-off of coefficients of order 10
        for (int d = 0; d < 3; ++d)
            CHECK(std::abs(extrema[i].u.d[d] - there.d[d]) <= 1e-11 * (1 + std::abs(there.d[d])));
    }
}

TEST_CASE("Sums without sign changes: constant, zero, and touching zero", "[contact]")
{
    SignChangeFinder finder(2);
    std::vector<SignChange> found;
    TrigonometricSum u;
    u.c = {0, 0};
    u.s = {0, 0};
    finder.find(u, 0, found);
    CHECK(found.empty());
    u.mean = 1;
    finder.find(u, 0, found);
    CHECK(found.empty());
    u.c = {1 - 1e-12, 0}; // 1 + cos theta, 1e-12 above zero at pi
    finder.find(u, 0, found);
    CHECK(found.empty());
    u.c = {1 + 1e-12, 0}; // below zero for 2 sqrt(2e-12)
    finder.find(u, 0, found);
    REQUIRE(found.size() == 2);
    CHECK(found[1].theta - found[0].theta == Approx(2 * std::sqrt(2e-12)).epsilon(1e-3));
    CHECK_THROWS_WITH(SignChangeFinder(0), Catch::Contains("n_h = 0"));
}
