#include "dynamics/events/first_sign_change.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace slideway::dynamics;

namespace {

// factor times the product of (1 - x / root), and of 1 + x^2 up to the degree: positive at 0.
Polynomial with_roots(const std::vector<double>& roots, double factor)
{
    Polynomial a{factor};
    auto times = [&a](double c1, double c2) {
        for (std::size_t k = a.size(); k-- > 0;)
            a[k] += (k > 0 ? c1 * a[k - 1] : 0) + (k > 1 ? c2 * a[k - 2] : 0);
    };
    std::size_t degree = roots.size();
    for (const double root : roots)
        times(-1 / root, 0);
    for (; degree + 2 < a.size(); degree += 2)
        times(0, 1);
    return a;
}

} // namespace

TEST_CASE("the first change of sign of a polynomial is found and never passed", "[dynamics]")
{
    std::mt19937 random(1);
    std::uniform_real_distribution<double> where(0.01, 1.5);
    int close = 0, found = 0;
    for (int i = 0; i < 20000; ++i) {
        std::vector<double> roots(1 + static_cast<std::size_t>(i % 4));
        for (double& root : roots)
            root = where(random);
        if (i % 3 == 0 && roots.size() > 1) { // two events in a row
            roots[1] = roots[0] * (1 + std::pow(10, -1 - 4 * where(random)));
            ++close;
        }
        const double first = std::min(1.0, *std::min_element(roots.begin(), roots.end()));
        const double x = first_sign_change(with_roots(roots, 1e-3), 0).x;
        // Roots that lie together move by the root of round-off: 1e-7 covers (1e-16 * 1e2)^(1/2).
        CHECK(x <= first * (1 + 1e-7));
        found += std::abs(x - first) <= 1e-7;
    }
    CHECK(close > 4000);
    CHECK(found > 14000); // the others stop short of roots that halving does not part
}

TEST_CASE("no fall of the polynomial of a step through zero is missed, however close the next",
          "[dynamics]")
{
    // Roots as close as 1e-6 of the step; the others beside them are at least a tenth away.
    std::mt19937 random(4);
    std::uniform_real_distribution<double> where(0.01, 0.99);
    for (int i = 0; i < 5000; ++i) {
        const double first = where(random), gap = std::pow(10, -6 * where(random));
        StepPolynomial a{};
        a[0] = 1e-3;
        for (const double root : {first, first + gap, -0.3, 1.7 + gap})
            for (std::size_t k = a.size(); k-- > 1;)
                a[k] -= a[k - 1] / root;
        const SignChange fall = first_sign_change(a);
        CAPTURE(first, gap);
        REQUIRE(fall.root);
        CHECK(fall.x == Approx(first).margin(1e-14 / gap));
    }
    StepPolynomial touches{};
    touches[0] = 0.25;
    touches[1] = -1;
    touches[2] = 1 + 1e-15;
    CHECK_FALSE(first_sign_change(touches).root);
}

TEST_CASE("a polynomial that stays positive has no change of sign, and one from zero is left",
          "[dynamics]")
{
    CHECK(first_sign_change({1, 0, 3}, 0).x == 1);
    CHECK(first_sign_change({1, -3, 3}, 0).x == 1); // least: 1/4
    CHECK(first_sign_change({0, 2, -4}, 0).x == Approx(0.5).epsilon(1e-12));
    CHECK(first_sign_change({0, 0, 1, -4}, 0).x == Approx(0.25).epsilon(1e-12));
    // Near enough: within the rest of the series, on the near side.
    const double x = first_sign_change({1, 0, 0, 0, 0, 0, 0, 0, -2}, 0.1).x;
    CHECK(x <= std::pow(0.5, 1.0 / 8));
    CHECK(1 - 2 * std::pow(x, 8) <= 0.1 * std::pow(x, 8));
}

TEST_CASE("at the root of a polynomial that falls only round-off is left", "[dynamics]")
{
    std::mt19937 random(2);
    std::uniform_real_distribution<double> bend(-1, 1);
    for (int i = 0; i < 5000; ++i) {
        // The slope keeps to (-3, -1): sum k |a_k| of the rest is at most 1.
        Polynomial a{1, -2};
        for (std::size_t k = 2; k < a.size(); ++k)
            a[k] = bend(random) / static_cast<double>(k * degree);
        for (const SignChange there : {first_sign_change(a, 0), falling_root(a, 0)}) {
            double value = 0;
            for (std::size_t k = a.size(); k-- > 0;)
                value = value * there.x + a[k];
            CHECK(there.root);
            CHECK(std::abs(value) < 2e-15); // terms of 1, -1 and less than 0.3 together
        }
    }
}
