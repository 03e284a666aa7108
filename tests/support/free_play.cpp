#include "support/free_play.hpp"

#include "contact/laws/joint_laws.hpp"

#include <cmath>

namespace slideway::test {

Matrix free_play_modes()
{
    const double s = std::sqrt(0.5);
    return (Matrix(2, 2) << s, s, s, -s).finished();
}

Vector free_play_state(double x1, double v1, double x2, double v2)
{
    const Matrix Phi = free_play_modes();
    Vector z(4);
    z << Phi.transpose() * Eigen::Vector2d(x1, x2), Phi.transpose() * Eigen::Vector2d(v1, v2);
    return z;
}

dynamics::JointedSystem free_play(const FreePlay& p)
{
    // In phase: k, c; out of phase: k + 2 k_d, c + 2 c_d.
    const Matrix Phi = free_play_modes();
    dynamics::JointedSystem s;
    s.modes.omega = Eigen::Vector2d(1, std::sqrt(2.0));
    s.modes.c = Eigen::Vector2d(0.02, 0.04);
    s.p0 = Vector::Zero(2);
    s.force = (Phi.transpose() * Eigen::Vector2d(0.035, -0.02)).cast<Complex>();
    s.inertia = s.drag = ComplexVector::Zero(2);
    s.Omega = p.Omega;
    s.p = s.p_at(p.Omega);
    s.B.resize(0, 2);
    s.limit.resize(0);
    s.r.resize(0);
    const auto add = [&](const char* name, const contact::JointLaw& law, double x1, double x2) {
        s.joints.push_back({name, law, {Eigen::RowVector2d(x1, x2) * Phi, ComplexVector::Zero(1)}});
    };
    add("first", contact::Cubic{0.1}, 1, 0);
    add("second", contact::Cubic{0.1}, 0, 1);
    add("between", contact::Cubic{10}, -1, 1);
    if (p.smoothing > 0)
        add("stops", contact::SmoothedGap({p.k_p, p.clearance, true, p.smoothing}), 1, 0);
    else
        add("stops", contact::Gap({p.k_p, p.clearance, true, p.dashpot}), 1, 0);
    return s;
}

} // namespace slideway::test
