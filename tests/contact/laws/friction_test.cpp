#include "contact/laws/friction.hpp"

#include <catch2/catch.hpp>

using namespace slideway::contact;

TEST_CASE("A friction table is linear between its points and constant beyond the last", "[contact]")
{
    const Friction law = FrictionTable{{0, 0.1, 0.4, 2}, {0.5, 0.3, 0.6, 0.2}};
    // Values of straight lines through the points; 1e-15: round-off of numbers below one.
    const double at[][2] = {{0, 0.5},   {0.05, 0.4}, {0.1, 0.3}, {0.25, 0.45}, {0.4, 0.6},
                            {0.8, 0.5}, {1.2, 0.4},  {2, 0.2},   {2.5, 0.2},   {1e9, 0.2}};
    for (const auto& [speed, mu] : at) {
        CAPTURE(speed);
        CHECK(coefficient(law, speed) == Approx(mu).margin(1e-15));
    }
    // Continuous at its points: a step of 1e-9 m/s moves it by the steepest slope (2 s/m) at most.
    for (const double corner : {0.1, 0.4, 2.0})
        CHECK(std::abs(coefficient(law, corner + 1e-9) - coefficient(law, corner - 1e-9)) < 4.1e-9);
    // One point is a constant.
    const std::vector<Friction> one_point(1, FrictionTable{{0}, {0.7}});
    for (const double speed : {0.0, 3.0})
        CHECK(coefficient(one_point.front(), speed) == 0.7);
}

TEST_CASE("Decaying friction falls from static to dynamic, by 63 % at its speed", "[contact]")
{
    const FrictionDecay law{0.5, 0.2, 0.03};
    CHECK(coefficient(law, 0) == 0.5);
    CHECK(coefficient(law, 0.03) == Approx(0.2 + 0.3 * std::exp(-1.0)).epsilon(1e-15));
    CHECK(coefficient(law, 3) == Approx(0.2).epsilon(1e-15)); // e^-100
    // Slope at rest: -(mu_s - mu_d) / speed; a central difference over 2 d is off by d^2 mu''' / 6,
    // d^2 / speed^2 / 6 of it.
    const double d = 1e-6;
    CHECK((coefficient(law, 0.01 + d) - coefficient(law, 0.01 - d)) / (2 * d) ==
          Approx(-10 * std::exp(-1.0 / 3)).epsilon(1e-9));
    double before = 1;
    for (double speed = 0; speed < 0.3; speed += 1e-3) {
        const double mu = coefficient(Friction(law), speed);
        CHECK(mu < before);
        CHECK(mu > 0.2);
        before = mu;
    }
}

TEST_CASE("Friction is absent only if it is zero at every speed", "[contact]")
{
    CHECK(frictionless(ConstantFriction{0}));
    CHECK_FALSE(frictionless(ConstantFriction{1e-9}));
    CHECK(frictionless(FrictionTable{{0, 1}, {0, 0}}));
    CHECK_FALSE(frictionless(FrictionTable{{0, 1}, {0, 0.1}}));
    CHECK(frictionless(FrictionDecay{0, 0, 1}));
    CHECK_FALSE(frictionless(FrictionDecay{0.1, 0, 1}));
}

TEST_CASE("Messages say what the friction law is", "[contact]")
{
    CHECK(describe(ConstantFriction{0.3}) == "0.3");
    CHECK(describe(FrictionTable{{0, 0.5}, {0.4, 0.1}}) == "0.4 to 0.1 over 0.5 m/s (table of 2)");
    CHECK(describe(FrictionDecay{0.4, 0.1, 0.05}) == "0.4 at rest, decaying to 0.1 over 0.05 m/s");
}

TEST_CASE("The slope of each friction law is its derivative", "[contact]")
{
    const FrictionDecay decay{0.4, 0.2, 0.05};
    const FrictionTable table{{0, 0.1, 0.3}, {0.5, 0.3, 0.35}};
    const double step = 1e-6; // central: 1e-12 times a third derivative of at most 2e3, eps / step
    for (const Friction& law : {Friction(ConstantFriction{0.3}), Friction(decay), Friction(table)})
        for (const double v : {0.02, 0.07, 0.2, 0.5}) {
            CAPTURE(v, describe(law));
            const double difference =
                (coefficient(law, v + step) - coefficient(law, v - step)) / (2 * step);
            CHECK(slope(law, v) == Approx(difference).margin(3e-9));
        }
}
