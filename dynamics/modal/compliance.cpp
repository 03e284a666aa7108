#include "dynamics/modal/compliance.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_product.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

// Product by parts, because the library's product checks for infinities.
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
      follow_(std::move(follow)), pair_{n_r, {}}
{
    pair_.list.resize(static_cast<std::size_t>(rows_.rows() * n_r_));
    std::iota(pair_.list.begin(), pair_.list.end(), Index{0});
    pairs_.resize(rows_.rows() * n_r_, rows_.cols());
    for (Index a = 0; a < rows_.rows(); ++a)
        for (Index b = 0; b < n_r_; ++b)
            pairs_.row(a * n_r_ + b) = rows_.row(a).cwiseProduct(B_.row(b));
    if (!driven_.modes.classical())
        form_ = find_poles() ? Form::poles : Form::lu;
    if (form_ != Form::lu)
        list_pairs();
}

void Compliance::list_pairs()
{
    Index n = 0;
    for (Index a = 0; a < rows_.rows(); ++a)
        for (Index b = 0; b < n_r_; ++b) {
            const auto residues = pairs_.row(a * n_r_ + b);
            if (residues.isZero(0)) {
                pair_(a, b) = -1;
            } else if (a < n_r_ && b < a && pair_(b, a) >= 0 &&
                       residues == pairs_.row(pair_(b, a))) {
                pair_(a, b) = pair_(b, a);
            } else {
                pairs_.row(n) = residues;
                pair_(a, b) = n++;
            }
        }
    pairs_.conservativeResize(n, Eigen::NoChange);
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
    out.pair = pair_;
    out.H.resize(4 * n_h_, pairs_.cols());
    out.Hp.resize(4, pairs_.cols());
    out.gp.resize(4, rows_.rows());
    out.pairs.resize(4 * n_h_, pairs_.rows());
    out.g.resize(rows_.rows());
    out.g_Omega.resize(rows_.rows());
}

void Compliance::at(double Omega, ComplianceAt& out, const DampingChange& damping) const
{
    if (Omega == out.Omega && damping == out.damping)
        return;
    if (out.pair.list.empty())
        size(out);
    // Mark the cache as empty first, so that an exception leaves no stale values.
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
        const Index position = 4 * (k - 1);
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
            out.H(position, i) = re + other_re;
            out.H(position + 1, i) = im + other_im;
            out.H(position + 2, i) = d_re + d_other_re;
            out.H(position + 3, i) = d_im + d_other_im;
            out.H(position, n + i) = other_im - im; // j (h - h')
            out.H(position + 1, n + i) = re - other_re;
            out.H(position + 2, n + i) = d_other_im - d_im;
            out.H(position + 3, n + i) = d_re - d_other_re;
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
            out.Hp.col(i) << U.real(), U.imag(), dU.real(), dU.imag();
            out.Hp.col(n + i) << V.real(), V.imag(), dV.real(), dV.imag();
        }
    }
    set_product_of_few_rows(out.H, pairs_, out.pairs);
    set_product_of_few_rows(out.Hp, pole_rows_, out.gp);
    take_drive(out);
}

void Compliance::by_modes(double Omega, ComplianceAt& out) const
{
    const StackedModes& modes = driven_.modes;
    const auto [xi, eta] = out.damping;
    const Index m = modes.n();
    for (Index i = 0; i < m; ++i) {
        const double omega = modes.omega(i), c = eta * modes.c(i) - xi;
        for (Index k = 1; k <= n_h_; ++k) {
            // h = 1 / (a + j b), dh/dw = -h^2 (-2 w + j c)
            const auto times = static_cast<double>(k);
            const double w = times * Omega;
            const double a = omega * omega - w * w, b = w * c, size = 1 / (a * a + b * b);
            const Complex h(a * size, -b * size);
            const double re = h.real() * h.real() - h.imag() * h.imag(),
                         im = 2 * h.real() * h.imag();
            double* value = &out.H(4 * (k - 1), i);
            value[0] = h.real();
            value[1] = h.imag();
            value[2] = times * (2 * w * re + c * im);
            value[3] = times * (2 * w * im - c * re);
        }
    }
    set_product_of_few_rows(out.H, pairs_, out.pairs);
    for (Index i = 0; i < m; ++i) {
        const Complex h(out.H(0, i), out.H(1, i)), dh(out.H(2, i), out.H(3, i));
        const Complex drag = eta * times_j(driven_.drag(i));
        const Complex p = driven_.force(i) + Omega * Omega * driven_.inertia(i) - Omega * drag;
        const Complex dp = 2 * Omega * driven_.inertia(i) - drag;
        const Complex hp = product(h, p), rate = product(dh, p) + product(h, dp);
        out.Hp(0, i) = hp.real();
        out.Hp(1, i) = hp.imag();
        out.Hp(2, i) = rate.real();
        out.Hp(3, i) = rate.imag();
    }
    set_product_of_few_rows(out.Hp, rows_, out.gp);
    take_drive(out);
}

void Compliance::take_drive(ComplianceAt& out) const
{
    for (Index a = 0; a < rows_.rows(); ++a) {
        out.g(a) = Complex(out.gp(0, a), out.gp(1, a)) + follow_(a);
        out.g_Omega(a) = Complex(out.gp(2, a), out.gp(3, a));
    }
}

void Compliance::second(ComplianceAt& out) const
{
    if (out.Omega == out.second_Omega)
        return;
    out.second_pairs.resize(2 * n_h_, pairs_.rows());
    out.second_H.resize(2 * n_h_, pairs_.cols());
    out.second_Hp.resize(2, pairs_.cols());
    out.second_gp.resize(2, rows_.rows());
    out.g_OmegaOmega.resize(rows_.rows());
    out.second_Omega = -1; // empty if an exception is thrown
    const Form form = form_at(out.damping);
    if (form == Form::lu) {
        second_by_lu(out);
    } else {
        if (form == Form::modes)
            second_by_modes(out);
        else
            second_by_poles(out);
        set_product_of_few_rows(out.second_H, pairs_, out.second_pairs);
        set_product_of_few_rows(out.second_Hp, form == Form::modes ? rows_ : pole_rows_,
                                out.second_gp);
        for (Index a = 0; a < rows_.rows(); ++a)
            out.g_OmegaOmega(a) = Complex(out.second_gp(0, a), out.second_gp(1, a));
    }
    out.second_Omega = out.Omega;
}

void Compliance::second_by_poles(ComplianceAt& out) const
{
    const Index n = poles_.size();
    const double Omega = out.Omega;
    for (Index k = 1; k <= n_h_; ++k) {
        const auto times = static_cast<double>(k);
        const Index position = 2 * (k - 1);
        for (Index i = 0; i < n; ++i) {
            // h = 1 / (j k Omega - s), and in the same way of conj(s): d/dOmega -j k h^2, then -2
            // k^2 h^3.
            const double w = times * Omega, sigma = poles_(i).real(), nu = poles_(i).imag();
            const double low = w - nu, high = w + nu, size = 1 / (sigma * sigma + low * low),
                         other_size = nu > 0 ? 1 / (sigma * sigma + high * high) : 0;
            const Complex h(-sigma * size, -low * size),
                other(-sigma * other_size, -high * other_size);
            const Complex square = product(h, h), other_square = product(other, other);
            const Complex d2h = -2 * times * times * product(square, h),
                          d2_other = -2 * times * times * product(other_square, other);
            const Complex sum = d2h + d2_other, difference = times_j(d2h - d2_other);
            out.second_H(position, i) = sum.real();
            out.second_H(position + 1, i) = sum.imag();
            out.second_H(position, n + i) = difference.real();
            out.second_H(position + 1, n + i) = difference.imag();
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
            out.second_Hp.col(i) << U.real(), U.imag();
            out.second_Hp.col(n + i) << V.real(), V.imag();
        }
    }
}

void Compliance::second_by_modes(ComplianceAt& out) const
{
    const StackedModes& modes = driven_.modes;
    const auto [xi, eta] = out.damping;
    const Index m = modes.n();
    const double Omega = out.Omega;
    for (Index i = 0; i < m; ++i) {
        const double c = eta * modes.c(i) - xi;
        for (Index k = 1; k <= n_h_; ++k) {
            const auto times = static_cast<double>(k);
            // Z = 1 / h: dh/dw = -h^2 Z', d^2h/dw^2 = -2 h dh/dw Z' - h^2 Z'', Z'' = -2
            const double* from = &out.H(4 * (k - 1), i);
            double* value = &out.second_H(2 * (k - 1), i);
            const Complex h(from[0], from[1]), dh(from[2], from[3]), rate(-2 * times * Omega, c);
            const Complex d2h = 2 * times * product(h, times * h - product(dh, rate));
            value[0] = d2h.real();
            value[1] = d2h.imag();
        }
    }
    for (Index i = 0; i < m; ++i) {
        const Complex h(out.H(0, i), out.H(1, i)), dh(out.H(2, i), out.H(3, i)),
            d2h(out.second_H(0, i), out.second_H(1, i));
        const Complex drag = eta * times_j(driven_.drag(i)), inertia = driven_.inertia(i);
        const Complex p = driven_.force(i) + Omega * Omega * inertia - Omega * drag,
                      dp = 2 * Omega * inertia - drag;
        const Complex hp = product(d2h, p) + 2.0 * product(dh, dp) + 2.0 * product(h, inertia);
        out.second_Hp(0, i) = hp.real();
        out.second_Hp(1, i) = hp.imag();
    }
}

void Compliance::by_damping(ComplianceAt& out) const
{
    if (out.Omega == out.damping_Omega)
        return;
    // H = 1 / Z, dZ/dxi = -j w: dH/dxi = j w H^2
    const Index m = driven_.n_modes(), n_c = rows_.rows();
    const double Omega = out.Omega;
    out.damping_pairs.resize(2 * n_h_, pairs_.rows());
    out.g_xi.resize(n_c);
    out.damping_Omega = -1; // empty if an exception is thrown
    if (form_ == Form::modes) {
        out.damping_H.resize(2 * n_h_, m);
        out.damping_Hp.resize(m);
        for (Index k = 1; k <= n_h_; ++k)
            for (Index i = 0; i < m; ++i) {
                const Index from = 4 * (k - 1), at = 2 * (k - 1);
                const Complex h(out.H(from, i), out.H(from + 1, i)),
                    rate = static_cast<double>(k) * Omega * times_j(product(h, h));
                out.damping_H(at, i) = rate.real();
                out.damping_H(at + 1, i) = rate.imag();
                if (k == 1)
                    out.damping_Hp(i) =
                        product(rate, driven_.force(i) + Omega * Omega * driven_.inertia(i) -
                                          Omega * out.damping.eta * times_j(driven_.drag(i)));
            }
        set_product_of_few_rows(out.damping_H, pairs_, out.damping_pairs);
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
                    out.pair.set(out.damping_pairs, a, b, 2 * (k - 1), rate(a, b));
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
    out.factor_pairs.resize(4 * n_h_, pairs_.rows());
    out.g_eta.resize(rows_.rows());
    out.g_eta_Omega.resize(rows_.rows());
    out.factor_Omega = -1; // empty if an exception is thrown
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
    out.factor_H.resize(4 * n_h_, m);
    out.factor_Hp.resize(4, m);
    out.factor_gp.resize(4, rows_.rows());
    for (Index i = 0; i < m; ++i) {
        for (Index k = 1; k <= n_h_; ++k) {
            const Index position = 4 * (k - 1);
            const double c = static_cast<double>(k) * eta * driven_.modes.c(i);
            const Complex h(out.H(position, i), out.H(position + 1, i)),
                h_Omega(out.H(position + 2, i), out.H(position + 3, i));
            const Complex square = product(h, h), h_eta = -c * Omega * times_j(square),
                          rate = -c * times_j(square + 2 * Omega * product(h, h_Omega));
            out.factor_H.col(i).segment<4>(position) << h_eta.real(), h_eta.imag(), rate.real(),
                rate.imag();
        }
        const Complex h(out.H(0, i), out.H(1, i)), h_Omega(out.H(2, i), out.H(3, i)),
            h_eta(out.factor_H(0, i), out.factor_H(1, i)),
            h_eta_Omega(out.factor_H(2, i), out.factor_H(3, i));
        const Complex drag = eta * times_j(driven_.drag(i)), inertia = driven_.inertia(i);
        const Complex p = driven_.force(i) + Omega * Omega * inertia - Omega * drag,
                      p_Omega = 2 * Omega * inertia - drag;
        const Complex hp = product(h_eta, p) - Omega * product(h, drag),
                      rate = product(h_eta_Omega, p) + product(h_eta, p_Omega) -
                             product(h + Omega * h_Omega, drag);
        out.factor_Hp.col(i) << hp.real(), hp.imag(), rate.real(), rate.imag();
    }
    set_product_of_few_rows(out.factor_H, pairs_, out.factor_pairs);
    set_product_of_few_rows(out.factor_Hp, rows_, out.factor_gp);
    for (Index a = 0; a < rows_.rows(); ++a) {
        out.g_eta(a) = Complex(out.factor_gp(0, a), out.factor_gp(1, a));
        out.g_eta_Omega(a) = Complex(out.factor_gp(2, a), out.factor_gp(3, a));
    }
}

} // namespace slideway::dynamics
