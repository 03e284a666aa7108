#include "base/dense_solve.hpp"
#include "dynamics/harmonic/damped_modes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

// Equations of damped nonlinear modes, and the largest damping ratio of a mode.

namespace slideway::dynamics {

using continuation::Equations;

namespace {

constexpr Complex j(0, 1);

} // namespace

bool DampedEquations::evaluate(const Vector& x)
{
    const Index n = model_.n();
    const double Omega = x(n), xi = x(n + 1);
    if (at_.holds(x.head(n), Omega, 0, {xi}))
        return at_.equations.F.allFinite();
    return Omega > 0 && std::isfinite(Omega) && std::isfinite(xi) &&
           model_.evaluate(x.head(n), Omega, 0, at_, {xi});
}

// q = -H B^T f: w . dq = -y . (B^T df + dZ q), Z^T y = w, Z = H^-1.
Vector DampedEquations::along_modes(const ComplexVector& q, ComplexVector w) const
{
    const Index n = model_.n(), size = model_.harmonics().size(),
                c = model_.harmonics().means ? 1 : 0;
    const double Omega = at_.Omega;
    const StackedModes modes = damped(model_.system().modes, at_.linear.damping);
    ComplexVector rate(q.size()); // dZ/dOmega q
    if (modes.classical()) {
        for (Index i = 0; i < q.size(); ++i) {
            w(i) /= dynamic_stiffness(modes.omega(i), modes.c(i), Omega);
            rate(i) = Complex(-2 * Omega, modes.c(i)) * q(i);
        }
    } else {
        w = Lu(dynamic_stiffness(modes.omega, modes.D, Omega)).solve_transposed(w);
        rate = j * (modes.D.cast<Complex>() * q) - 2 * Omega * q;
    }
    const ComplexVector& y = w;
    Vector along = Vector::Zero(n + 2);
    along(n) = -(y.transpose() * rate).value().real();
    along(n + 1) = -Omega * (y.transpose() * q).value().imag();
    Index row = 0;
    for (std::size_t k = 0; k < at_.forces.size(); ++k) {
        const Matrix& J = at_.forces[k].J;
        const Vector& F_Omega = at_.forces[k].F_Omega;
        const ComplexVector seen = model_.system().joints[k].on.rows * y;
        auto part = along.segment(model_.first(row), J.cols());
        for (Index b = 0; b < seen.size(); ++b) {
            part -= seen(b).real() * J.row(b * size + c).transpose();
            part -= seen(b).imag() * J.row(b * size + c + 1).transpose();
            if (F_Omega.size() > 0)
                along(n) -= seen(b).real() * F_Omega(b * size + c) +
                            seen(b).imag() * F_Omega(b * size + c + 1);
        }
        row += seen.size();
    }
    return along;
}

bool DampedEquations::operator()(const Vector& x, double p, Equations& out)
{
    if (!evaluate(x))
        return false;
    const Index n = model_.n(), c = model_.harmonics().means ? 1 : 0;
    model_.by_damping(at_, F_xi_);
    out.F.head(n) = at_.equations.F / size_;
    out.F_x.setZero();
    out.F_x.topLeftCorner(n, n) = at_.equations.F_x / size_;
    out.F_x.col(n).head(n) = at_.equations.F_p / size_;
    out.F_x.col(n + 1).head(n) = F_xi_ / size_;
    out.F_p.setZero();

    const ComplexVector q = model_.modal(at_, 1);
    out.F(n) = 0.5 * std::log(q.squaredNorm()) - p;
    out.F_p(n) = -1;
    out.F_x.row(n) = along_modes(q, q.conjugate() / q.squaredNorm()).transpose();

    out.F(n + 1) = 0;
    for (Index a = 0; a < model_.n_rows(); ++a) {
        const Index i = model_.first(a) + c;
        out.F(n + 1) += (reference_(i) * x(i + 1) - reference_(i + 1) * x(i)) / size_;
        out.F_x(n + 1, i) = -reference_(i + 1) / size_;
        out.F_x(n + 1, i + 1) = reference_(i) / size_;
    }
    return out.F.allFinite() && out.F_x.allFinite();
}

bool DampedEquations::over_level(const Vector& x, double p, Equations& out)
{
    const Index n = model_.n(), m = n + 2;
    own_.F.resize(m);
    own_.F_x.resize(m, m);
    own_.F_p.resize(m);
    if (!(*this)(x.head(m), x(m), own_) || !(level() > 0))
        return false;
    const DrivenJoints& system = model_.system();
    const double Omega = at_.Omega;
    const ComplexVector q = model_.modal(at_, 1), load = system.p_at(Omega),
                        rate = 2 * Omega * system.inertia - j * system.drag;
    const Complex work = load.dot(q), per_work = std::conj(work) / std::norm(work);
    out.F << own_.F, std::log(level()) - p;
    out.F_x.topLeftCorner(m, m) = own_.F_x;
    out.F_x.col(m) << own_.F_p, 0;
    out.F_x.row(m).head(m) =
        2 * own_.F_x.row(n) - along_modes(q, per_work * load.conjugate()).transpose();
    out.F_x(m, n) += 1 / Omega - (per_work * rate.dot(q)).real();
    out.F_x(m, n + 1) += 1 / at_.linear.damping.xi;
    out.F_p << Vector::Zero(m), -1;
    return out.F.allFinite() && out.F_x.allFinite();
}

double DampedEquations::level() const
{
    constexpr double most = 1e300; // monitors are finite
    const ComplexVector q = model_.modal(at_, 1);
    const double work = std::abs(model_.system().p_at(at_.Omega).dot(q));
    const double level = at_.linear.damping.xi * at_.Omega * q.squaredNorm() / work;
    return std::clamp(level, -most, most);
}

LargestRatio largest_ratio(const DampedMode& mode)
{
    constexpr double round_off = 1e-9; // of levels too
    std::vector<LargestRatio> all;
    for (Index k = 0; k < mode.branch.n_points(); ++k)
        all.push_back({mode.branch.monitors(damped_ratio, k),
                       (mode.branch.monitors(damped_level, k) + 1) * mode.level_to});
    for (const std::vector<DampedMotion>& motions : mode.at_levels)
        for (const DampedMotion& motion : motions)
            all.push_back({motion.ratio, motion.level});
    const double low = (1 - round_off) * mode.level_from, high = (1 + round_off) * mode.level_to;
    const auto is_outside = [&](const LargestRatio& one) -> bool {
        return one.level < low || one.level > high;
    };
    if (!std::all_of(all.begin(), all.end(), is_outside)) // else the curve ends before the range
        std::erase_if(all, is_outside);
    LargestRatio out;
    for (const LargestRatio& one : all)
        out.ratio = std::max(out.ratio, one.ratio);
    out.level = mode.level_to;
    for (const LargestRatio& one : all)
        if (one.ratio >= (1 - round_off) * out.ratio)
            out.level = std::min(out.level, one.level);
    return out;
}

} // namespace slideway::dynamics
