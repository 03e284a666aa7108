#include "continuation/predictor.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace slideway;
using namespace slideway::continuation;

namespace {

// Polynomial y = sum_k a_k p^k with its unit tangent, in scales 2 of y and 3 of p.
struct Polynomial {
    std::vector<double> a;

    [[nodiscard]] double value(double p) const
    {
        double y = 0;
        for (std::size_t k = a.size(); k-- > 0;)
            y = y * p + a[k];
        return y;
    }
    [[nodiscard]] State at(double p) const
    {
        double slope = 0;
        for (std::size_t k = a.size(); k-- > 1;)
            slope = slope * p + static_cast<double>(k) * a[k];
        State state;
        state.x = Vector::Constant(1, value(p));
        state.p = p;
        state.t = Eigen::Vector2d(slope / 2, 1.0 / 3).normalized();
        return state;
    }
};

Problem nothing()
{
    Problem problem;
    problem.evaluate = [](const Vector&, double, Equations&) -> bool { return true; };
    return problem;
}

} // namespace

TEST_CASE("A branch is predicted by its tangent, a cubic or a polynomial of the fifth degree",
          "[continuation]")
{
    // At p = 0 the tangent is along p, and the coordinate along it is p / 3. A polynomial in p is
    // therefore also one in this coordinate, and is predicted exactly up to its degree. The next
    // power has an error.
    const Problem problem = nothing();
    Options options;
    options.scales = {Vector::Constant(1, 2), 3};
    Workspace work(problem, 1, options);
    State b;
    work.size(b);
    const double h = 0.1, p = 3 * h;
    for (const int points : {1, 2, 3, 4}) {
        CAPTURE(points);
        const auto degree = static_cast<std::size_t>(std::min(points, 3) * 2 - 1);
        for (const bool next : {false, true}) {
            Polynomial curve{{0.3, 0, 0.2, -0.1, 0.4, 0.5}};
            curve.a.resize(degree + 1);
            if (next)
                curve.a.push_back(1);
            Predictor predictor(work);
            double missed = p * p;
            for (int k = points - 1; k > 0; --k) {
                predictor.add(curve.at(-0.2 * k));
                if (k < 3)
                    missed *= (p + 0.2 * k) * (p + 0.2 * k);
            }
            predictor.fit(curve.at(0), h);
            predictor.predict(curve.at(0), h, b);
            CHECK(b.p == Approx(p).epsilon(1e-14));
            CHECK(predictor.parameter(curve.at(0), h) == b.p);
            CHECK(curve.value(p) - b.x(0) == Approx(next ? missed : 0).margin(1e-14));
        }
    }
}

TEST_CASE("Points across a corner, too near or too far do not count in a prediction",
          "[continuation]")
{
    const Problem problem = nothing();
    Options options;
    options.scales = {Vector::Constant(1, 2), 3};
    Workspace work(problem, 1, options);
    const Polynomial curve{{0.3, 0, 0.2, -0.1}};
    const double h = 0.1;
    State by_tangent, b;
    work.size(by_tangent);
    work.size(b);
    Predictor tangent(work);
    tangent.fit(curve.at(0), h);
    tangent.predict(curve.at(0), h, by_tangent);
    auto predicted = [&](const State& before) -> double {
        Predictor predictor(work);
        predictor.add(before);
        predictor.fit(curve.at(0), h);
        predictor.predict(curve.at(0), h, b);
        return b.x(0);
    };
    CHECK(predicted(curve.at(-0.2)) != by_tangent.x(0));
    State corner = curve.at(-0.2);
    corner.t = Eigen::Vector2d(1, 1).normalized(); // beyond max_angle
    CHECK(predicted(corner) == by_tangent.x(0));
    CHECK(predicted(curve.at(-0.01 * h)) == by_tangent.x(0));
    CHECK(predicted(curve.at(-15 * h)) == by_tangent.x(0));
}
