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
    const Index n = form.n_modes();
    const Vector half = h / 2 * form.c, w = (1 + half.array()).inverse();
    return {(1 - half.array()) * w.array(), form.omega.array().square() * h * h * w.array(), w,
            1 - half.array(), Vector::Constant(n, 0.5)};
}

namespace {

// One mode of the propagator. x and y are its roots times h.
struct ModeCoefficients {
    double a = 0, b = 0, w = 0, s = 0, j = 0;
};

// (e^x - 1) / x
double mean_growth(double x)
{
    return x == 0 ? 1 : std::expm1(x) / x;
}

// s = exp[x, y] and j = exp[0, x, y] from sum = x + y and product = x y, by their series.
void first_step_by_series(double sum, double product, ModeCoefficients& m)
{
    constexpr int terms = 32;                  // of roots up to 2: 2^32 / 33! is below round-off
    double power = 1, last = 0, factorial = 1; // of complete symmetric polynomials of x and y
    m.s = m.j = 0;
    for (int k = 0; k < terms; ++k) {
        factorial *= k + 1;
        m.s += power / factorial;
        m.j += power / (factorial * (k + 2));
        const double next = sum * power - product * last;
        last = power;
        power = next;
    }
}

ModeCoefficients exact_mode(double omega, double c, double h)
{
    const double sum = -c * h, product = omega * h * omega * h;
    const double discriminant = (omega - c / 2) * (omega + c / 2) * h * h; // -(x - y)^2 / 4
    const double half_gap = std::sqrt(std::abs(discriminant));
    ModeCoefficients m;
    m.a = std::exp(sum);
    double largest = 0;
    if (discriminant > 0) {
        const double decay = -std::expm1(sum / 2); // 1 - E
        const double sine = std::sin(half_gap / 2);
        m.b = decay * decay + 4 * (1 - decay) * sine * sine;
        m.w = m.b / product;
        m.s = std::exp(sum / 2) * std::sin(half_gap) / half_gap;
        largest = omega * h;
    } else {
        const double fast = sum / 2 - half_gap;
        const double slow = fast != 0 ? product / fast : 0;
        m.w = mean_growth(fast) * mean_growth(slow);
        m.b = m.w * product;
        m.s = half_gap > 0 ? std::exp(sum / 2) * std::sinh(half_gap) / half_gap : m.a;
        largest = -fast;
        if (half_gap > 0.5 && largest > 2) { // far apart: their difference has digits
            m.s = (std::exp(slow) - std::exp(fast)) / (slow - fast);
            m.j = (mean_growth(slow) - mean_growth(fast)) / (slow - fast);
            return m;
        }
    }
    if (largest <= 2)
        first_step_by_series(sum, product, m);
    else // a mode held by a constant force rests at f / omega^2
        m.j = (m.b + 1 - m.a + sum * m.s) / (2 * product);
    return m;
}

} // namespace

SchemeCoefficients exact_propagator(const reduction::ModalForm& form, double h)
{
    const Index n = form.n_modes();
    SchemeCoefficients s{Vector(n), Vector(n), Vector(n), Vector(n), Vector(n)};
    for (Index k = 0; k < n; ++k) {
        const ModeCoefficients m = exact_mode(form.omega(k), form.c(k), h);
        s.a(k) = m.a;
        s.b(k) = m.b;
        s.w(k) = m.w;
        s.s(k) = m.s;
        s.j(k) = m.j;
    }
    return s;
}

CoupledCoefficients coupled_central_difference(const reduction::ModalForm& form, double h)
{
    const Index m = form.n_modes();
    const Matrix I = Matrix::Identity(m, m), half = h / 2 * form.D, before = I - half;
    const Lu<double> factor(I + half);
    CoupledCoefficients s;
    s.w = factor.inverse();
    s.a = factor.solve(before);
    s.b = s.w * (h * h * form.omega.array().square()).matrix().asDiagonal();
    s.s = before;
    s.j = I / 2;
    return s;
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
    s.s = E12;
    s.j = J;
    return s;
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
                model.joints[j].law->bound(r, j < reach.size() ? reach[j] : 0);
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
