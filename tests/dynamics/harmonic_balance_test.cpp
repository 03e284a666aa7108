#include "continuation/trace.hpp"
#include "dynamics/harmonic_balance.hpp"

#include <catch2/catch.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <cstdio>
#include <numbers>

using namespace slideway;
using namespace slideway::dynamics;

namespace {

constexpr double pi = std::numbers::pi;

// Two blades with shrouds and a wedge damper between them, (x1, x2, y3, x4, y5, x6, y7, x8).
struct BladeDamperBlade {
    JointSystem system;
    ModalOutput right_blade;
};

BladeDamperBlade blades(double beta)
{
    const double k = 3.95e5;
    Matrix M = 0.1 * Matrix::Identity(8, 8), K = Matrix::Zero(8, 8);
    M(3, 3) = M(4, 4) = 0.0044;
    auto spring = [&K](Index a, Index b, double stiffness) {
        K(a, a) += stiffness;
        if (b < 0)
            return;
        K(b, b) += stiffness;
        K(a, b) -= stiffness;
        K(b, a) -= stiffness;
    };
    spring(0, 1, k);
    spring(7, 5, k);
    for (const Index i : {1, 5, 2, 6})
        spring(i, -1, k);
    spring(3, -1, 2e5);
    spring(4, -1, 1e5);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M);
    const Matrix Phi = solver.eigenvectors();
    BladeDamperBlade b;
    CoulombSystem& s = b.system.dry;
    s.modes.omega = solver.eigenvalues().cwiseSqrt();
    s.modes.c = beta * solver.eigenvalues();
    s.B.resize(0, 8);
    s.p0 = Vector::Zero(8);
    s.force = Phi.row(7).transpose().cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(8);
    s.p = s.force;
    const double cos = std::cos(pi / 6), sin = std::sin(pi / 6);
    const contact::ElasticCoulomb law{1e5, 1e5, 0.3, 50};
    auto face = [&](const std::string& name, Index x, Index y, double t_x) {
        Matrix rows = Matrix::Zero(2, 8);
        rows.row(0) = t_x * (Vector::Unit(8, x) - Vector::Unit(8, 3)).transpose() +
                      sin * (Vector::Unit(8, y) - Vector::Unit(8, 4)).transpose();
        rows.row(1) = std::copysign(sin, t_x) * (Vector::Unit(8, x) - Vector::Unit(8, 3)).transpose() -
                      cos * (Vector::Unit(8, y) - Vector::Unit(8, 4)).transpose();
        b.system.joints.push_back({name, law, {rows * Phi, ComplexVector::Zero(2)}});
    };
    face("left", 1, 2, cos);
    face("right", 5, 6, -cos);
    b.right_blade.row = Phi.row(7).transpose();
    return b;
}

struct Peak {
    double frequency_hz, rms;
};

std::vector<Peak> peaks(HarmonicBalance& hb, const ModalOutput& monitor, double level, double from,
                        double to, double scale)
{
    continuation::Problem problem;
    problem.evaluate = [&](const Vector& x, double p, continuation::Equations& out) -> bool {
        return hb.evaluate(x, p, level, out);
    };
    continuation::Equations work;
    continuation::Monitor amplitude;
    amplitude.name = "rms";
    amplitude.maxima = true;
    amplitude.value = [&](const continuation::Solution& at) -> double {
        hb.evaluate(at.x, at.p, level, work);
        return rms(hb.harmonics(), hb.output(monitor)) / scale;
    };
    problem.monitors.push_back(amplitude);
    continuation::Options options;
    options.p_min = 2 * pi * std::min(from, to);
    options.p_max = 2 * pi * std::max(from, to);
    options.scales.x = Vector::Constant(hb.n(), scale);
    options.scales.p = options.p_max - options.p_min;
    options.max_points = 4000;
    continuation::Start start;
    start.x = Vector::Zero(hb.n());
    start.p = 2 * pi * from;
    start.direction = to > from ? 1 : -1;
    const continuation::Branch branch = continuation::trace(problem, start, options);
    std::printf("level %g: %d points, %s %s\n", level, (int)branch.n_points(),
                std::string(continuation::name(branch.back.stop)).c_str(),
                branch.back.message.c_str());
    std::vector<Peak> found;
    for (const Index k : continuation::points_of(branch, continuation::PointKind::monitor_maximum)) {
        found.push_back({branch.p(k) / (2 * pi), branch.monitors(0, k) * scale});
        std::printf("   %.6f %.8e\n", found.back().frequency_hz, found.back().rms);
    }
    return found;
}

} // namespace

TEST_CASE("forced response of two blades with a wedge damper peaks where it is known to",
          "[dynamics]")
{
    for (const Index n_h : {1, 3}) {
        const BladeDamperBlade b = blades(1.5e-5);
        HarmonicBalance hb(b.system, {n_h, false});
        for (const double level : {1.2, 3.0, 20.0, 50.0})
            peaks(hb, b.right_blade, level, 225, 190, 1e-4 * std::max(level, 1.0));
    }
    SUCCEED();
}
