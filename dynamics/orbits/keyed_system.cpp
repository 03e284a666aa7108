#include "dynamics/orbits/keyed_system.hpp"

namespace slideway::dynamics {

// On the coordinates x = q of the system itself, modes at a point are q = X x: a motion has the
// same states y. There X x'' + D X x' + omega^2 X x + ... = p.
KeyChange key_change(const KeyedSystem& system, const KeyDifference& difference)
{
    KeyChange out;
    SystemChange& change = out.system;
    const JointedSystem& own = system.system;
    const Index m = own.n_modes();
    change.stiffness = change.damping = Matrix::Zero(m, m);
    change.p0 = Vector::Zero(m);
    change.p = ComplexVector::Zero(m);
    for (const ModalLaw& joint : own.joints) {
        const Index n = joint.on.rows.rows();
        change.joints.push_back(
            {Matrix::Zero(n, m), Matrix::Zero(m, n), ComplexVector::Zero(n), {}, {}});
    }
    const Matrix stiffness = own.modes.omega.cwiseAbs2().asDiagonal(),
                 damping = own.modes.damping();
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
        change.stiffness += w * (back * s.modes.omega.cwiseAbs2().asDiagonal() * X - stiffness);
        change.damping += w * (back * s.modes.damping() * X - damping);
        change.p0 += w * (back * s.p0 - own.p0);
        change.p += w * (back.cast<Complex>() * s.p - own.p);
        std::vector<ModalLaw>& joints = out.joints.emplace_back(w, s.joints).second;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            JointOnModes& modes = joints[j].on;
            const JointOnModes& own_on = own.joints[j].on;
            change.joints[j].pull +=
                w * (back * modes.rows.transpose() - Matrix(own_on.rows.transpose()));
            modes.rows = (modes.rows * X).eval();
            change.joints[j].rows += w * (modes.rows - own_on.rows);
            change.joints[j].follow += w * (modes.follow - own_on.follow);
        }
    }
    const KeyDifference::Point &high = difference.points[0], &low = difference.points[1];
    change.width = high.value - low.value;
    for (std::size_t j = 0; j < change.joints.size(); ++j) {
        change.joints[j].high = high.at.system.joints[j].law;
        change.joints[j].low = low.at.system.joints[j].law;
    }
    return out;
}

} // namespace slideway::dynamics
