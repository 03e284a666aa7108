#include "base/runge_kutta_78.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;

TEST_CASE("A Runge-Kutta step of a pendulum errs with the ninth power of its length", "[base]")
{
    // y'' = -sin y from (1, 0.5). The reference is the same step in 16 parts, 16^8
    // times more accurate.
    const RightHandSide f = [](const Vector& y, double, Vector& rate) {
        rate << y(1), -std::sin(y(0));
    };
    RungeKutta78 rk;
    auto go = [&](double h, int parts, double& estimate) -> Vector {
        Vector y(2), rate(2), end(2), error(2);
        y << 1, 0.5;
        for (int n = 0; n < parts; ++n) {
            f(y, 0, rate);
            rk.step(f, y, rate, 0, h / parts, end, error);
            y = end;
        }
        estimate = error.norm();
        return y;
    };
    double whole = 0, half = 0, unused = 0;
    const Vector y1 = go(1.2, 1, whole), y2 = go(0.6, 1, half);
    const double e1 = (y1 - go(1.2, 16, unused)).norm(), e2 = (y2 - go(0.6, 16, unused)).norm();
    CAPTURE(e1, e2, whole, half);
    // Orders 9 and 8; at these lengths the next order of the series is still visible.
    CHECK(std::log2(e1 / e2) == Approx(9).margin(1));
    CHECK(std::log2(whole / half) == Approx(8).margin(1));
    CHECK(e1 < whole);
    CHECK(e1 > 1e-13); // larger than round-off
}

TEST_CASE("The time inside a Runge-Kutta step is that of its stages", "[base]")
{
    // y' = t^7 is integrated exactly by order 8.
    const RightHandSide f = [](const Vector&, double t, Vector& rate) { rate(0) = std::pow(t, 7); };
    RungeKutta78 rk;
    Vector y = Vector::Zero(1), rate(1), end, error;
    f(y, 0.5, rate);
    rk.step(f, y, rate, 0.5, 1.5, end, error);
    CHECK(end(0) == Approx((std::pow(2.0, 8) - std::pow(0.5, 8)) / 8).epsilon(1e-13));
}
