#include "dynamics/orbits/keyed_system.hpp"

namespace slideway::dynamics {

namespace {

Matrix damping_of(const StackedModes& modes)
{
    return modes.classical() ? Matrix(modes.c.asDiagonal()) : modes.D;
}

} // namespace

// On the coordinates x = q of the system itself, modes at a point are q = X x: a motion has the
// same states y. There X x'' + D X x' + omega^2 X x + ... = p.
KeyChange key_change(const KeyedSystem& system, const KeyDifference& difference)
{
    KeyChange out;
    SystemChange& of = out.system;
    const JointedSystem& own = system.system;
    const Index m = own.n_modes();
    of.stiffness = of.damping = Matrix::Zero(m, m);
    of.p0 = Vector::Zero(m);
    of.p = ComplexVector::Zero(m);
    for (const ModalLaw& joint : own.joints) {
        const Index n = joint.on.rows.rows();
        of.joints.push_back(
            {Matrix::Zero(n, m), Matrix::Zero(m, n), ComplexVector::Zero(n), {}, {}});
    }
    const Matrix stiffness = own.modes.omega.cwiseAbs2().asDiagonal(),
                 damping = damping_of(own.modes);
    for (const KeyDifference::Point& point : difference.points) {
        const JointedSystem& s = point.at.system;
        const double w = point.weight;
        // If a key does not affect modes, only the data that it changes may change, bitwise.
        const bool same_modes = point.at.to_states == system.to_states;
        Matrix X = Matrix::Identity(m, m), back = X;
        if (!same_modes) {
            X = point.at.from_states * system.to_states;
            back = system.from_states * point.at.to_states;
        }
        of.stiffness += w * (back * s.modes.omega.cwiseAbs2().asDiagonal() * X - stiffness);
        of.damping += w * (back * damping_of(s.modes) * X - damping);
        of.p0 += w * (back * s.p0 - own.p0);
        of.p += w * (back.cast<Complex>() * s.p - own.p);
        std::vector<ModalLaw>& joints = out.joints.emplace_back(w, s.joints).second;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            JointOnModes& on = joints[j].on;
            const JointOnModes& own_on = own.joints[j].on;
            of.joints[j].pull += w * (back * on.rows.transpose() - Matrix(own_on.rows.transpose()));
            on.rows = (on.rows * X).eval();
            of.joints[j].rows += w * (on.rows - own_on.rows);
            of.joints[j].follow += w * (on.follow - own_on.follow);
        }
    }
    const KeyDifference::Point &high = difference.points[0], &low = difference.points[1];
    of.width = high.value - low.value;
    for (std::size_t j = 0; j < of.joints.size(); ++j) {
        of.joints[j].high = high.at.system.joints[j].law;
        of.joints[j].low = low.at.system.joints[j].law;
    }
    return out;
}

} // namespace slideway::dynamics
