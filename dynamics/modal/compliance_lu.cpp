#include "dynamics/modal/compliance.hpp"

#include "base/dense_solve.hpp"

// Compliances where damping couples the modes and poles do not serve: an LU per harmonic.

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

} // namespace

ComplexMatrix dynamic_stiffness(const Vector& omega, const Matrix& D, double w)
{
    ComplexMatrix Z = Complex(0, w) * D;
    for (Index i = 0; i < omega.size(); ++i)
        Z(i, i) += dynamic_stiffness(omega(i), w);
    return Z;
}

StackedModes damped(StackedModes modes, const DampingChange& change)
{
    modes.c = modes.c.array() * change.eta - change.xi;
    if (!modes.classical()) {
        modes.D *= change.eta;
        modes.D.diagonal().array() -= change.xi;
    }
    return modes;
}

void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate, ComplexMatrix* second)
{
    ComplexMatrix Z = (j * w) * modes.D.cast<Complex>();
    Z.diagonal().array() += modes.omega.array().square() - w * w;
    const Lu lu(Z);
    HX = lu.solve(X);
    rate = lu.solve((2 * w * HX - j * (modes.D.cast<Complex>() * HX)).eval());
    if (second != nullptr)
        *second =
            lu.solve((2.0 * HX + 4 * w * rate - 2.0 * j * (modes.D.cast<Complex>() * rate)).eval());
}

ComplexVector receptance(const StackedModes& modes, double w, const ComplexVector& f)
{
    if (!modes.classical()) {
        ComplexMatrix q, rate;
        comply(modes, w, f, q, rate);
        return q.col(0);
    }
    ComplexVector q(f.size());
    for (Index i = 0; i < f.size(); ++i)
        q(i) = f(i) / Complex(modes.omega(i) * modes.omega(i) - w * w, w * modes.c(i));
    return q;
}

void Compliance::by_lu(double Omega, ComplianceAt& out) const
{
    const Index m = driven_.n_modes(), n_c = rows_.rows();
    const StackedModes modes = damped(driven_.modes, out.damping);
    ComplexMatrix X(m, n_r_ + 1), HX, rate;
    X.leftCols(n_r_) = B_.transpose().cast<Complex>();
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        X.col(n_r_) = driven_.p_at(Omega, out.damping.eta);
        comply(modes, times * Omega, X, HX, rate);
        for (Index a = 0; a < n_c; ++a)
            for (Index b = 0; b < n_r_; ++b) {
                const Complex G = (rows_.row(a) * HX.col(b)).value(),
                              dG = times * (rows_.row(a) * rate.col(b)).value();
                out.pair.set(out.pairs, a, b, 4 * (k - 1), G);
                out.pair.set(out.pairs, a, b, 4 * (k - 1) + 2, dG);
            }
        if (k > 1)
            continue;
        ComplexMatrix p_Omega = 2 * Omega * driven_.inertia - j * out.damping.eta * driven_.drag,
                      Hp, ignored;
        comply(modes, Omega, p_Omega, Hp, ignored);
        out.g = rows_ * HX.col(n_r_) + follow_;
        out.g_Omega = rows_ * (rate.col(n_r_) + Hp.col(0));
    }
}

void Compliance::second_by_lu(ComplianceAt& out) const
{
    const Index m = driven_.n_modes(), n_c = rows_.rows();
    const double Omega = out.Omega;
    const StackedModes modes = damped(driven_.modes, out.damping);
    ComplexMatrix X(m, n_r_ + 3), HX, rate, second; // B^T, p, dp/dOmega, d^2p/dOmega^2
    X << B_.transpose().cast<Complex>(), driven_.p_at(Omega, out.damping.eta),
        2 * Omega * driven_.inertia - j * out.damping.eta * driven_.drag, 2.0 * driven_.inertia;
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        comply(modes, times * Omega, X, HX, rate, &second);
        for (Index a = 0; a < n_c; ++a)
            for (Index b = 0; b < n_r_; ++b) {
                const Complex G = times * times * (rows_.row(a) * second.col(b)).value();
                out.pair.set(out.second_pairs, a, b, 2 * (k - 1), G);
            }
        if (k == 1)
            out.g_OmegaOmega =
                rows_ * (second.col(n_r_) + 2.0 * rate.col(n_r_ + 1) + HX.col(n_r_ + 2));
    }
}

void Compliance::factor_by_lu(ComplianceAt& out) const
{
    // Z H = 1: Z_w = j (eta D - xi) - 2 w, Z_eta = j w eta D
    const Index m = driven_.n_modes(), n_c = rows_.rows();
    const double Omega = out.Omega, eta = out.damping.eta;
    const StackedModes modes = damped(driven_.modes, out.damping);
    const ComplexMatrix D = j * eta * driven_.modes.D;
    ComplexMatrix X(m, n_r_ + 3); // B^T, p, dp/dOmega, d^2p/dOmega deta
    X << B_.transpose().cast<Complex>(), driven_.p_at(Omega, eta),
        2 * Omega * driven_.inertia - j * eta * driven_.drag, -j * eta * driven_.drag;
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        const double w = times * Omega;
        const ComplexMatrix Z = dynamic_stiffness(modes.omega, modes.D, w);
        ComplexMatrix Z_w = j * modes.D;
        Z_w.diagonal().array() -= 2 * w;
        const Lu lu(Z);
        const ComplexMatrix HX = lu.solve(X), H_w = -lu.solve(Z_w * HX),
                            H_eta = -w * lu.solve(D * HX),
                            H_eta_w = -lu.solve(D * (HX + w * H_w) + Z_w * H_eta);
        for (Index a = 0; a < n_c; ++a)
            for (Index b = 0; b < n_r_; ++b) {
                const Complex G = (rows_.row(a) * H_eta.col(b)).value(),
                              dG = times * (rows_.row(a) * H_eta_w.col(b)).value();
                out.pair.set(out.factor_pairs, a, b, 4 * (k - 1), G);
                out.pair.set(out.factor_pairs, a, b, 4 * (k - 1) + 2, dG);
            }
        if (k > 1)
            continue;
        out.g_eta = rows_ * (H_eta.col(n_r_) + Omega * HX.col(n_r_ + 2));
        out.g_eta_Omega = rows_ * (H_eta_w.col(n_r_) + H_eta.col(n_r_ + 1) +
                                   Omega * H_w.col(n_r_ + 2) + HX.col(n_r_ + 2));
    }
}

} // namespace slideway::dynamics
