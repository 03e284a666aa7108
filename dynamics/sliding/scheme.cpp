#include "dynamics/sliding/scheme.hpp"

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

SchemeCoefficients central_difference(const reduction::ModalForm& form, double h)
{
    return {1 - form.c.array() * h, form.omega.array().square() * h * h,
            Vector::Ones(form.n_modes())};
}

SchemeCoefficients exact_propagator(const reduction::ModalForm& form, double h)
{
    const Index n = form.n_modes();
    SchemeCoefficients s{Vector(n), Vector(n), Vector(n)};
    for (Index j = 0; j < n; ++j) {
        const double omega = form.omega(j), half_c = form.c(j) / 2;
        const double discriminant = omega * omega - half_c * half_c;
        s.a(j) = std::exp(-form.c(j) * h);
        if (discriminant > 0) {
            const double decay = -std::expm1(-half_c * h); // 1 - E
            const double sine = std::sin(std::sqrt(discriminant) * h / 2);
            s.b(j) = decay * decay + 4 * (1 - decay) * sine * sine;
            s.w(j) = s.b(j) / (omega * omega * h * h);
        } else {
            const double fast = -half_c - std::sqrt(-discriminant);
            const double slow = fast != 0 ? omega * omega / fast : 0; // product of roots: omega^2
            // (1 - e^x) / -x, also at x = 0
            auto ratio = [](double x) -> double { return x == 0 ? 1 : std::expm1(x) / x; };
            s.w(j) = ratio(fast * h) * ratio(slow * h);
            s.b(j) = s.w(j) * omega * omega * h * h;
        }
    }
    return s;
}

CoupledCoefficients coupled_central_difference(const reduction::ModalForm& form, double h)
{
    const Index m = form.n_modes();
    const Matrix I = Matrix::Identity(m, m);
    return {I - h * form.D, Matrix((h * h * form.omega.array().square()).matrix().asDiagonal()), I};
}

CoupledCoefficients coupled_propagator(const reduction::ModalForm& form, double h)
{
    const Index m = form.n_modes();
    const Matrix I = Matrix::Identity(m, m);
    // exp of [A B; 0 0] h holds E = exp(A h) and the integral of E B; velocities scaled by h.
    Matrix A = Matrix::Zero(3 * m, 3 * m);
    A.block(0, m, m, m) = I;
    A.block(m, 0, m, m).diagonal() = -h * h * form.omega.array().square();
    A.block(m, m, m, m) = -h * form.D;
    A.block(m, 2 * m, m, m) = I;
    const Matrix E = exponential(A);
    const Matrix E11 = E.block(0, 0, m, m), E12 = E.block(0, m, m, m);
    const Matrix E21 = E.block(m, 0, m, m), E22 = E.block(m, m, m, m);
    const Matrix J = E.block(0, 2 * m, m, m);
    const Matrix G = Lu<double>(E12.transpose()).solve((E12 * E22).transpose()).transpose();
    CoupledCoefficients s;
    s.a = G * E11 - E12 * E21;
    s.w = (I - G) * J + E12 * E12;
    s.b = s.w * (h * h * form.omega.array().square()).matrix().asDiagonal();
    return s;
}

Vector start_of_central_difference(const reduction::ModalForm& form, double h, const Vector& q,
                                   const Vector& v, const Vector& p)
{
    const Vector damping = form.classical() ? Vector(form.c.cwiseProduct(v)) : Vector(form.D * v);
    const Vector a = p - damping - form.omega.cwiseAbs2().cwiseProduct(q);
    return h * v - 0.5 * h * h * a;
}

namespace {

// Displacement after h, with the force held.
Vector exact_displacement(const Vector& omega, const Matrix& D, double h, const Vector& q,
                          const Vector& v, const Vector& p)
{
    const Index m = omega.size();
    const Matrix I = Matrix::Identity(m, m);
    Matrix A = Matrix::Zero(3 * m, 3 * m);
    A.block(0, m, m, m) = I;
    A.block(m, 0, m, m).diagonal() = -h * h * omega.cwiseAbs2();
    A.block(m, m, m, m) = -h * D;
    A.block(m, 2 * m, m, m) = I;
    Vector z(3 * m);
    z << q, h * v, h * h * p;
    return exponential(A).topRows(m) * z;
}

} // namespace

Vector start_of_propagator(const reduction::ModalForm& form, double h, const Vector& q,
                           const Vector& v, const Vector& p)
{
    if (!form.classical()) {
        const CoupledCoefficients s = coupled_propagator(form, h);
        const Vector next = exact_displacement(form.omega, form.D, h, q, v, p);
        return Lu(s.a).solve(Vector(next - q + s.b * q - h * h * (s.w * p)));
    }
    constexpr double kept = 0.1; // of a velocity over a step; what was before it is e^(c h) as much
    const SchemeCoefficients s = exact_propagator(form, h);
    Vector d(form.n_modes());
    for (Index j = 0; j < d.size(); ++j) {
        const auto one = [j](const Vector& x) -> Vector { return Vector::Constant(1, x(j)); };
        const double next =
            exact_displacement(one(form.omega), one(form.c), h, one(q), one(v), one(p))(0);
        d(j) = (next - q(j) + s.b(j) * q(j) - h * h * s.w(j) * p(j)) / std::max(s.a(j), kept);
    }
    return d;
}

namespace {

double diagonal_limit(const reduction::ModalForm& form)
{
    double limit = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < form.n_modes(); ++j) {
        const double half_c = form.c(j) / 2, omega = form.omega(j);
        // (2/omega)(sqrt(1 + zeta^2) - zeta) with zeta = half_c / omega, regular at omega = 0
        const double sum = std::hypot(omega, half_c) + half_c;
        if (sum > 0)
            limit = std::min(limit, 2 / sum);
    }
    return limit;
}

// Rows of all joints on the modes of each component, with their stiffness and damping.
struct JointRows {
    std::vector<Matrix> on; // per component: rows x m
    Vector k, c;
};

JointRows joint_rows(const assembly::CoupledModel& model, const ModalModel& modal,
                     const std::vector<double>& reach)
{
    JointRows rows;
    Index n = 0;
    for (std::size_t j = 0; j < modal.joints.size(); ++j)
        n += modal.joints[j] ? model.joints[j].n_rows() : 0;
    rows.k.resize(n);
    rows.c.resize(n);
    for (const reduction::ModalForm& form : modal.components)
        rows.on.emplace_back(Matrix::Zero(n, form.n_modes()));
    Index first = 0;
    for (std::size_t j = 0; j < modal.joints.size(); ++j) {
        if (!modal.joints[j])
            continue;
        const ModalJoint& joint = *modal.joints[j];
        const Index count = model.joints[j].n_rows();
        rows.on[joint.first.component].middleRows(first, count) += joint.first.rows;
        if (joint.second)
            rows.on[joint.second->component].middleRows(first, count) -= joint.second->rows;
        for (Index r = 0; r < count; ++r) {
            const contact::Bound bound =
                contact::bound(model.joints[j].law, r, j < reach.size() ? reach[j] : 0);
            rows.k(first + r) = bound.stiffness;
            rows.c(first + r) = bound.damping;
        }
        first += count;
    }
    return rows;
}

bool stable(const ModalModel& modal, const JointRows& joints, double h)
{
    const Index n = joints.k.size();
    const Vector s = (2 * h * joints.c + h * h * joints.k).cwiseSqrt();
    Matrix G = Matrix::Identity(n, n); // I - S J P^-1 J^T S, P without joints
    for (std::size_t c = 0; c < modal.components.size(); ++c) {
        const reduction::ModalForm& form = modal.components[c];
        const Matrix SJ = s.asDiagonal() * joints.on[c];
        if (form.classical()) {
            const Vector p = 4 - 2 * h * form.c.array() - h * h * form.omega.array().square();
            if (p.size() > 0 && !(p.minCoeff() > 0))
                return false;
            G -= SJ * p.cwiseInverse().asDiagonal() * SJ.transpose();
        } else {
            const Index m = form.n_modes();
            Matrix P = 4 * Matrix::Identity(m, m) - h * (form.D + form.D.transpose());
            P.diagonal().array() -= h * h * form.omega.array().square();
            const Cholesky factor(P);
            if (!factor.positive_definite())
                return false;
            G -= SJ * factor.solve(SJ.transpose());
        }
    }
    return n == 0 || Cholesky(G).positive_definite();
}

} // namespace

double step_limit(const assembly::CoupledModel& model, const ModalModel& modal,
                  const std::vector<double>& reach)
{
    double limit = std::numeric_limits<double>::infinity();
    for (const reduction::ModalForm& form : modal.components)
        limit = std::min(limit, diagonal_limit(form));
    const JointRows joints = joint_rows(model, modal, reach);
    if (modal.classical() && joints.k.size() == 0)
        return limit;
    if (!std::isfinite(limit)) { // free masses: only the joints bound the step
        limit = 1;
        while (limit < 1e12 && stable(modal, joints, limit))
            limit *= 2;
    }
    double low = 0, high = limit;
    if (stable(modal, joints, high * (1 - 1e-12)))
        return high;
    while (high - low > 1e-13 * high) {
        const double middle = 0.5 * (low + high);
        (stable(modal, joints, middle) ? low : high) = middle;
        if (middle == low && middle == high)
            break;
    }
    return low;
}

} // namespace slideway::dynamics
