#include "dynamics/modal/compliance.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

// Products in parts: those of the library look for infinities.
Complex product(Complex a, Complex b)
{
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
Complex times_j(Complex a)
{
    return {-a.imag(), a.real()};
}

} // namespace

Compliance::Compliance(const DrivenModes& driven, Matrix rows, Index n_r, ComplexVector follow,
                       Index n_h)
    : driven_(driven), n_r_(n_r), n_h_(n_h), B_(rows.topRows(n_r)), rows_(std::move(rows)),
      follow_(std::move(follow))
{
    pairs_.resize(rows_.rows() * n_r_, rows_.cols());
    for (Index a = 0; a < rows_.rows(); ++a)
        for (Index b = 0; b < n_r_; ++b)
            pairs_.row(a * n_r_ + b) = rows_.row(a).cwiseProduct(B_.row(b));
    if (!driven_.modes.classical())
        form_ = find_poles() ? Form::poles : Form::lu;
}

bool Compliance::find_poles()
{
    // States (omega q, q'): y' = A y, |A| of the order of the largest frequency.
    const StackedModes& modes = driven_.modes;
    const Index m = modes.n();
    if (!(modes.omega.minCoeff() > 0))
        return false;
    Matrix A = Matrix::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m) = modes.omega.asDiagonal();
    A.bottomLeftCorner(m, m) = -Matrix(modes.omega.asDiagonal());
    A.bottomRightCorner(m, m) = -modes.D;
    const auto [values, V] = eigen(std::move(A));
    const ComplexMatrix W = Lu(V).inverse().rightCols(m); // forces act on q'
    const ComplexMatrix seen =
        rows_ * modes.omega.cwiseInverse().asDiagonal() * V.topRows(m); // q = y / omega
    std::vector<Index> kept;
    for (Index i = 0; i < 2 * m; ++i)
        if (values(i).imag() >= 0)
            kept.push_back(i);
    const auto n = static_cast<Index>(kept.size()), n_c = rows_.rows();
    poles_ = values(kept);
    const ComplexMatrix on_poles = W(kept, Eigen::all); // forces on the modes
    pole_rows_.resize(n_c, 2 * n);
    pole_rows_ << seen(Eigen::all, kept).real(), seen(Eigen::all, kept).imag();
    pairs_.resize(n_c * n_r_, 2 * n);
    const ComplexMatrix forces = on_poles * B_.transpose();
    for (Index a = 0; a < n_c; ++a)
        for (Index b = 0; b < n_r_; ++b)
            for (Index i = 0; i < n; ++i) {
                const Complex residue = seen(a, kept[static_cast<std::size_t>(i)]) * forces(i, b);
                pairs_(a * n_r_ + b, i) = residue.real();
                pairs_(a * n_r_ + b, n + i) = residue.imag();
            }
    ComplexMatrix drives(m, 3);
    drives << driven_.force, driven_.inertia, driven_.drag;
    p_ = on_poles * drives;
    p_conjugate_ = on_poles.conjugate() * drives;

    // Against the LU, among the frequencies of the modes.
    Vector sorted = modes.omega;
    std::sort(sorted.begin(), sorted.end());
    ComplianceAt known, at;
    const double Omega = sorted(m / 2) * 1.03;
    size(known);
    size(at);
    by_lu(Omega, known);
    by_poles(Omega, at);
    return (at.pairs - known.pairs).norm() <= 1e-9 * known.pairs.norm() &&
           (at.g - known.g).norm() <= 1e-9 * known.g.norm();
}

void Compliance::size(ComplianceAt& out) const
{
    out.n_r = n_r_;
    out.H.resize(pairs_.cols(), 4 * n_h_);
    out.Hp.resize(pairs_.cols(), 4);
    out.gp.resize(rows_.rows(), 4);
    out.pairs.resize(pairs_.rows(), 4 * n_h_);
    out.g.resize(rows_.rows());
    out.g_Omega.resize(rows_.rows());
}

void Compliance::at(double Omega, ComplianceAt& out, const DampingChange& damping) const
{
    if (Omega == out.Omega && damping == out.damping)
        return;
    if (out.n_r == 0)
        size(out);
    // Of nothing, should this throw.
    out.Omega = out.second_Omega = out.damping_Omega = out.factor_Omega = -1;
    out.damping = damping;
    switch (form_at(damping)) {
    case Form::modes:
        by_modes(Omega, out);
        break;
    case Form::poles:
        by_poles(Omega, out);
        break;
    case Form::lu:
        by_lu(Omega, out);
        break;
    }
    out.Omega = Omega;
}

void Compliance::by_poles(double Omega, ComplianceAt& out) const
{
    const Index n = poles_.size();
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        const Index at = 4 * (k - 1);
        for (Index i = 0; i < n; ++i) {
            // r h + conj(r) h', h = 1 / (j w - s), h' = 1 / (j w - conj(s)); real poles: h' = 0.
            const double w = times * Omega, sigma = poles_(i).real(), nu = poles_(i).imag();
            const double low = w - nu, high = w + nu, size = 1 / (sigma * sigma + low * low),
                         other_size = nu > 0 ? 1 / (sigma * sigma + high * high) : 0;
            const double re = -sigma * size, im = -low * size;
            const double other_re = -sigma * other_size, other_im = -high * other_size;
            // d/dOmega: -j k h^2
            const double d_re = 2 * times * re * im, d_im = -times * (re * re - im * im);
            const double d_other_re = 2 * times * other_re * other_im,
                         d_other_im = -times * (other_re * other_re - other_im * other_im);
            out.H(i, at) = re + other_re;
            out.H(i, at + 1) = im + other_im;
            out.H(i, at + 2) = d_re + d_other_re;
            out.H(i, at + 3) = d_im + d_other_im;
            out.H(n + i, at) = other_im - im; // j (h - h')
            out.H(n + i, at + 1) = re - other_re;
            out.H(n + i, at + 2) = d_other_im - d_im;
            out.H(n + i, at + 3) = d_re - d_other_re;
            if (k > 1)
                continue;
            auto load = [&](const ComplexMatrix& p) -> Complex {
                return p(i, 0) + Omega * Omega * p(i, 1) - Omega * times_j(p(i, 2));
            };
            auto d_load = [&](const ComplexMatrix& p) -> Complex {
                return 2 * Omega * p(i, 1) - times_j(p(i, 2));
            };
            const Complex h(re, im), other(other_re, other_im), dh(d_re, d_im),
                d_other(d_other_re, d_other_im);
            const Complex p = load(p_), q = load(p_conjugate_);
            const Complex u = product(h, p), v = product(other, q);
            const Complex du = product(dh, p) + product(h, d_load(p_)),
                          dv = product(d_other, q) + product(other, d_load(p_conjugate_));
            const Complex U = u + v, V = times_j(u - v), dU = du + dv, dV = times_j(du - dv);
            out.Hp.row(i) << U.real(), U.imag(), dU.real(), dU.imag();
            out.Hp.row(n + i) << V.real(), V.imag(), dV.real(), dV.imag();
        }
    }
    out.pairs.noalias() = pairs_ * out.H;
    out.gp.noalias() = pole_rows_ * out.Hp;
    take_drive(out);
}

void Compliance::by_modes(double Omega, ComplianceAt& out) const
{
    const StackedModes& modes = driven_.modes;
    const auto [xi, eta] = out.damping;
    const Index m = modes.n();
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        const double w = times * Omega;
        for (Index i = 0; i < m; ++i) {
            // h = 1 / (a + j b), dh/dw = -h^2 (-2 w + j c)
            const double omega = modes.omega(i), c = eta * modes.c(i) - xi;
            const double a = omega * omega - w * w, b = w * c, size = 1 / (a * a + b * b);
            const Complex h(a * size, -b * size);
            const double re = h.real() * h.real() - h.imag() * h.imag(),
                         im = 2 * h.real() * h.imag();
            const Index at = 4 * (k - 1);
            out.H(i, at) = h.real();
            out.H(i, at + 1) = h.imag();
            out.H(i, at + 2) = times * (2 * w * re + c * im);
            out.H(i, at + 3) = times * (2 * w * im - c * re);
        }
    }
    out.pairs.noalias() = pairs_ * out.H;
    for (Index i = 0; i < m; ++i) {
        const Complex h(out.H(i, 0), out.H(i, 1)), dh(out.H(i, 2), out.H(i, 3));
        const Complex drag = eta * times_j(driven_.drag(i));
        const Complex p = driven_.force(i) + Omega * Omega * driven_.inertia(i) - Omega * drag;
        const Complex dp = 2 * Omega * driven_.inertia(i) - drag;
        const Complex hp = product(h, p), rate = product(dh, p) + product(h, dp);
        out.Hp(i, 0) = hp.real();
        out.Hp(i, 1) = hp.imag();
        out.Hp(i, 2) = rate.real();
        out.Hp(i, 3) = rate.imag();
    }
    out.gp.noalias() = rows_ * out.Hp;
    take_drive(out);
}

void Compliance::take_drive(ComplianceAt& out) const
{
    for (Index a = 0; a < rows_.rows(); ++a) {
        out.g(a) = Complex(out.gp(a, 0), out.gp(a, 1)) + follow_(a);
        out.g_Omega(a) = Complex(out.gp(a, 2), out.gp(a, 3));
    }
}

void Compliance::second(ComplianceAt& out) const
{
    if (out.Omega == out.second_Omega)
        return;
    out.second_pairs.resize(pairs_.rows(), 2 * n_h_);
    out.second_H.resize(pairs_.cols(), 2 * n_h_);
    out.second_Hp.resize(pairs_.cols(), 2);
    out.second_gp.resize(rows_.rows(), 2);
    out.g_OmegaOmega.resize(rows_.rows());
    out.second_Omega = -1; // of nothing, should this throw
    const Form form = form_at(out.damping);
    if (form == Form::lu) {
        second_by_lu(out);
    } else {
        if (form == Form::modes)
            second_by_modes(out);
        else
            second_by_poles(out);
        out.second_pairs.noalias() = pairs_ * out.second_H;
        out.second_gp.noalias() = (form == Form::modes ? rows_ : pole_rows_) * out.second_Hp;
        for (Index a = 0; a < rows_.rows(); ++a)
            out.g_OmegaOmega(a) = Complex(out.second_gp(a, 0), out.second_gp(a, 1));
    }
    out.second_Omega = out.Omega;
}

void Compliance::second_by_poles(ComplianceAt& out) const
{
    const Index n = poles_.size();
    const double Omega = out.Omega;
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        const Index at = 2 * (k - 1);
        for (Index i = 0; i < n; ++i) {
            // h = 1 / (j k Omega - s), and likewise of conj(s): d/dOmega -j k h^2, then -2 k^2 h^3.
            const double w = times * Omega, sigma = poles_(i).real(), nu = poles_(i).imag();
            const double low = w - nu, high = w + nu, size = 1 / (sigma * sigma + low * low),
                         other_size = nu > 0 ? 1 / (sigma * sigma + high * high) : 0;
            const Complex h(-sigma * size, -low * size),
                other(-sigma * other_size, -high * other_size);
            const Complex square = product(h, h), other_square = product(other, other);
            const Complex d2h = -2 * times * times * product(square, h),
                          d2_other = -2 * times * times * product(other_square, other);
            const Complex sum = d2h + d2_other, difference = times_j(d2h - d2_other);
            out.second_H(i, at) = sum.real();
            out.second_H(i, at + 1) = sum.imag();
            out.second_H(n + i, at) = difference.real();
            out.second_H(n + i, at + 1) = difference.imag();
            if (k > 1)
                continue;
            auto load = [&](const ComplexMatrix& p, Complex h, Complex dh, Complex d2h) -> Complex {
                const Complex value = p(i, 0) + Omega * Omega * p(i, 1) - Omega * times_j(p(i, 2)),
                              rate = 2 * Omega * p(i, 1) - times_j(p(i, 2));
                return product(d2h, value) + 2.0 * product(dh, rate) + 2.0 * product(h, p(i, 1));
            };
            const Complex u = load(p_, h, -times_j(square), d2h),
                          v = load(p_conjugate_, other, -times_j(other_square), d2_other);
            const Complex U = u + v, V = times_j(u - v);
            out.second_Hp.row(i) << U.real(), U.imag();
            out.second_Hp.row(n + i) << V.real(), V.imag();
        }
    }
}

void Compliance::second_by_modes(ComplianceAt& out) const
{
    const StackedModes& modes = driven_.modes;
    const auto [xi, eta] = out.damping;
    const Index m = modes.n();
    const double Omega = out.Omega;
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        for (Index i = 0; i < m; ++i) {
            // Z = 1 / h: dh/dw = -h^2 Z', d^2h/dw^2 = -2 h dh/dw Z' - h^2 Z'', Z'' = -2
            const Index from = 4 * (k - 1), at = 2 * (k - 1);
            const Complex h(out.H(i, from), out.H(i, from + 1)),
                dh(out.H(i, from + 2), out.H(i, from + 3)),
                rate(-2 * times * Omega, eta * modes.c(i) - xi);
            const Complex d2h = 2 * times * product(h, times * h - product(dh, rate));
            out.second_H(i, at) = d2h.real();
            out.second_H(i, at + 1) = d2h.imag();
        }
    }
    for (Index i = 0; i < m; ++i) {
        const Complex h(out.H(i, 0), out.H(i, 1)), dh(out.H(i, 2), out.H(i, 3)),
            d2h(out.second_H(i, 0), out.second_H(i, 1));
        const Complex drag = eta * times_j(driven_.drag(i)), inertia = driven_.inertia(i);
        const Complex p = driven_.force(i) + Omega * Omega * inertia - Omega * drag,
                      dp = 2 * Omega * inertia - drag;
        const Complex hp = product(d2h, p) + 2.0 * product(dh, dp) + 2.0 * product(h, inertia);
        out.second_Hp(i, 0) = hp.real();
        out.second_Hp(i, 1) = hp.imag();
    }
}

void Compliance::by_damping(ComplianceAt& out) const
{
    if (out.Omega == out.damping_Omega)
        return;
    // H = 1 / Z, dZ/dxi = -j w: dH/dxi = j w H^2
    const Index m = driven_.n_modes(), n_c = rows_.rows();
    const double Omega = out.Omega;
    out.damping_pairs.resize(pairs_.rows(), 2 * n_h_);
    out.g_xi.resize(n_c);
    out.damping_Omega = -1; // of nothing, should this throw
    if (form_ == Form::modes) {
        out.damping_H.resize(m, 2 * n_h_);
        out.damping_Hp.resize(m);
        for (Index k = 1; k <= n_h_; ++k)
            for (Index i = 0; i < m; ++i) {
                const Index from = 4 * (k - 1), at = 2 * (k - 1);
                const Complex h(out.H(i, from), out.H(i, from + 1)),
                    rate = static_cast<double>(k) * Omega * times_j(product(h, h));
                out.damping_H(i, at) = rate.real();
                out.damping_H(i, at + 1) = rate.imag();
                if (k == 1)
                    out.damping_Hp(i) =
                        product(rate, driven_.force(i) + Omega * Omega * driven_.inertia(i) -
                                          Omega * out.damping.eta * times_j(driven_.drag(i)));
            }
        out.damping_pairs.noalias() = pairs_ * out.damping_H;
        for (Index a = 0; a < n_c; ++a) {
            out.g_xi(a) = 0;
            for (Index i = 0; i < m; ++i)
                out.g_xi(a) += rows_(a, i) * out.damping_Hp(i);
        }
    } else {
        const StackedModes modes = damped(driven_.modes, out.damping);
        ComplexMatrix X(m, n_r_ + 1);
        X << B_.transpose().cast<Complex>(), driven_.p_at(Omega, out.damping.eta);
        for (Index k = 1; k <= n_h_; ++k) {
            const double w = static_cast<double>(k) * Omega;
            const Lu lu(dynamic_stiffness(modes.omega, modes.D, w));
            const ComplexMatrix rate = rows_ * (j * w * lu.solve(lu.solve(X)));
            for (Index a = 0; a < n_c; ++a)
                for (Index b = 0; b < n_r_; ++b)
                    out.damping_pairs.row(a * n_r_ + b).segment<2>(2 * (k - 1))
                        << rate(a, b).real(),
                        rate(a, b).imag();
            if (k == 1)
                out.g_xi = rate.col(n_r_);
        }
    }
    out.damping_Omega = out.Omega;
}

void Compliance::by_damping_factor(ComplianceAt& out) const
{
    if (out.Omega == out.factor_Omega)
        return;
    out.factor_pairs.resize(pairs_.rows(), 4 * n_h_);
    out.g_eta.resize(rows_.rows());
    out.g_eta_Omega.resize(rows_.rows());
    out.factor_Omega = -1; // of nothing, should this throw
    if (form_ == Form::modes)
        factor_by_modes(out);
    else
        factor_by_lu(out);
    out.factor_Omega = out.Omega;
}

void Compliance::factor_by_modes(ComplianceAt& out) const
{
    // Z = 1 / h: Z_eta = j k Omega eta c, h_eta = -h^2 Z_eta
    const Index m = driven_.n_modes();
    const double Omega = out.Omega, eta = out.damping.eta;
    out.factor_H.resize(m, 4 * n_h_);
    out.factor_Hp.resize(m, 4);
    for (Index i = 0; i < m; ++i) {
        for (Index k = 1; k <= n_h_; ++k) {
            const Index at = 4 * (k - 1);
            const double c = static_cast<double>(k) * eta * driven_.modes.c(i);
            const Complex h(out.H(i, at), out.H(i, at + 1)),
                h_Omega(out.H(i, at + 2), out.H(i, at + 3));
            const Complex square = product(h, h), h_eta = -c * Omega * times_j(square),
                          rate = -c * times_j(square + 2 * Omega * product(h, h_Omega));
            out.factor_H.row(i).segment<4>(at) << h_eta.real(), h_eta.imag(), rate.real(),
                rate.imag();
        }
        const Complex h(out.H(i, 0), out.H(i, 1)), h_Omega(out.H(i, 2), out.H(i, 3)),
            h_eta(out.factor_H(i, 0), out.factor_H(i, 1)),
            h_eta_Omega(out.factor_H(i, 2), out.factor_H(i, 3));
        const Complex drag = eta * times_j(driven_.drag(i)), inertia = driven_.inertia(i);
        const Complex p = driven_.force(i) + Omega * Omega * inertia - Omega * drag,
                      p_Omega = 2 * Omega * inertia - drag;
        const Complex hp = product(h_eta, p) - Omega * product(h, drag),
                      rate = product(h_eta_Omega, p) + product(h_eta, p_Omega) -
                             product(h + Omega * h_Omega, drag);
        out.factor_Hp.row(i) << hp.real(), hp.imag(), rate.real(), rate.imag();
    }
    out.factor_pairs.noalias() = pairs_ * out.factor_H;
    out.factor_gp.noalias() = rows_ * out.factor_Hp;
    for (Index a = 0; a < rows_.rows(); ++a) {
        out.g_eta(a) = Complex(out.factor_gp(a, 0), out.factor_gp(a, 1));
        out.g_eta_Omega(a) = Complex(out.factor_gp(a, 2), out.factor_gp(a, 3));
    }
}

} // namespace slideway::dynamics
