#pragma once

#include "base/two_pi.hpp"
#include "dynamics/harmonic/ridges.hpp"
#include "support/harmonic_models.hpp"
#include "support/independent.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

/// Curves of extrema of the models of support/harmonic_models.hpp, for tests.
namespace slideway::test {

inline dynamics::HarmonicBalance balance(const HarmonicModel& model, int n_h)
{
    return {model.system, {n_h, false}, model.outputs};
}

inline dynamics::RidgesOptions between(const std::vector<double>& levels, double low_hz,
                                       double high_hz)
{
    dynamics::RidgesOptions options;
    options.values = levels;
    options.extrema.Omega_low = two_pi * low_hz;
    options.extrema.Omega_high = two_pi * high_hz;
    return options;
}

inline double frequency_hz(const Vector& x)
{
    return x(x.size() - 1) / two_pi;
}

/// The forced response at a level by Newton's method with halved steps, from frequency to nearby
/// frequency: apart from continuation and from slopes.
class Response {
public:
    /// At the first frequency the level is raised from zero.
    Response(const dynamics::HarmonicBalance& model, double level, double Omega)
        : model_(model), at_(model), R_(Vector::Zero(model.n()))
    {
        constexpr int steps = 50;
        for (int k = 1; k <= steps; ++k)
            solve(Omega, level * k / steps);
    }
    /// From a motion.
    Response(const dynamics::HarmonicBalance& model, double level, const Vector& R)
        : model_(model), at_(model), R_(R), level_(level)
    {
    }

    double rms(double Omega)
    {
        solve(Omega, level_);
        model_.output(at_, 0, Y_);
        return dynamics::rms(model_.harmonics(), Y_);
    }

private:
    const dynamics::HarmonicBalance& model_;
    dynamics::HarmonicBalance::Evaluation at_;
    Vector R_, Y_;
    double level_ = 0;

    void solve(double Omega, double level)
    {
        level_ = level;
        const continuation::Equations& eq = at_.equations;
        model_.evaluate(R_, Omega, level, at_);
        for (int k = 0; k < 50 && eq.F.norm() > 1e-15 * R_.norm(); ++k) {
            const double norm = eq.F.norm();
            const Vector step = independent::solve(eq.F_x, -eq.F);
            double part = 1;
            model_.evaluate(R_ + step, Omega, level, at_);
            while (!(eq.F.norm() < norm) && part > 0.1)
                model_.evaluate(R_ + (part /= 2) * step, Omega, level, at_);
            if (!(eq.F.norm() < norm) && norm < 1e-13 * R_.norm()) // round-off
                break;
            R_ += part * step;
        }
        model_.evaluate(R_, Omega, level, at_);
        REQUIRE(eq.F.norm() <= 1e-11 * R_.norm());
    }
};

/// Where pieces meet, and folds within them, in the order of the curve; without folds so close to
/// the ends of a piece that round-off decides whether they are seen.
struct CurveNode {
    std::string what; ///< "fold", or what begins: "extremum", "kink of right"
    double level, frequency_hz, rms;
};

inline std::vector<CurveNode> nodes(const dynamics::ExtremaCurve& curve)
{
    std::vector<CurveNode> list;
    for (const continuation::Piece& piece : curve.curve.pieces) {
        const continuation::Branch& b = piece.branch;
        auto add = [&](const std::string& what, Index k) {
            list.push_back({what, std::exp(b.p(k)), frequency_hz(b.x.col(k)),
                            std::exp(b.monitors(dynamics::extrema_log_rms, k))});
        };
        add(list.empty() ? "start" : piece.equations, 0);
        constexpr double close = 2e-6; // of the level
        const Index last = b.n_points() - 1;
        for (Index k = 1; k < last; ++k)
            if (b.kind[static_cast<std::size_t>(k)] ==
                    static_cast<int>(continuation::PointKind::fold) &&
                std::abs(b.p(k) - b.p(0)) > close && std::abs(b.p(k) - b.p(last)) > close)
                add("fold", k);
    }
    return list;
}

} // namespace slideway::test
