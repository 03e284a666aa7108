#include "dynamics/harmonic/harmonic_balance.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "dynamics/harmonic/compliance.hpp"

#include <algorithm>
#include <utility>

// What of HarmonicBalance depends on the frequency alone: G and g in their three forms.
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

bool HarmonicBalance::find_poles()
{
    // States (omega q, q'): y' = A y, |A| of the order of the largest frequency.
    const StackedModes& modes = system_.dry.modes;
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
    on_poles_ = W(kept, Eigen::all);
    pole_rows_.resize(n_c, 2 * n);
    pole_rows_ << seen(Eigen::all, kept).real(), seen(Eigen::all, kept).imag();
    pairs_.resize(n_c * n_r_, 2 * n);
    const ComplexMatrix forces = on_poles_ * B_.transpose();
    for (Index a = 0; a < n_c; ++a)
        for (Index b = 0; b < n_r_; ++b)
            for (Index i = 0; i < n; ++i) {
                const Complex residue = seen(a, kept[static_cast<std::size_t>(i)]) * forces(i, b);
                pairs_(a * n_r_ + b, i) = residue.real();
                pairs_(a * n_r_ + b, n + i) = residue.imag();
            }
    const CoulombSystem& linear = system_.dry;
    ComplexMatrix drives(m, 3);
    drives << linear.force, linear.inertia, linear.drag;
    p_ = on_poles_ * drives;
    p_conjugate_ = on_poles_.conjugate() * drives;
    H_.resize(2 * n, 4 * harmonics_.n_h);
    Hp_.resize(2 * n, 4);

    // Against the LU, among the frequencies of the modes.
    Vector sorted = modes.omega;
    std::sort(sorted.begin(), sorted.end());
    Omega_ = sorted(m / 2) * 1.03;
    set_frequency_by_lu();
    const Matrix G = G_;
    const ComplexVector g = g_;
    set_frequency_by_poles();
    Omega_ = -1;
    return (G_ - G).norm() <= 1e-9 * G.norm() && (g_ - g).norm() <= 1e-9 * g.norm();
}

void HarmonicBalance::set_frequency(double Omega)
{
    if (Omega == Omega_)
        return;
    Omega_ = Omega;
    switch (form_) {
    case Form::modes:
        return set_frequency_by_modes();
    case Form::poles:
        return set_frequency_by_poles();
    case Form::lu:
        return set_frequency_by_lu();
    }
}

void HarmonicBalance::set_frequency_by_lu()
{
    const CoulombSystem& linear = system_.dry;
    const Index m = linear.n_modes(), n_c = rows_.rows();
    ComplexMatrix X(m, n_r_ + 1), HX, rate;
    X.leftCols(n_r_) = B_.transpose().cast<Complex>();
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const auto times = static_cast<double>(k);
        X.col(n_r_) = linear.p_at(Omega_);
        comply(linear.modes, times * Omega_, X, HX, rate);
        for (Index a = 0; a < n_c; ++a)
            for (Index b = 0; b < n_r_; ++b) {
                const Complex G = (rows_.row(a) * HX.col(b)).value(),
                              dG = times * (rows_.row(a) * rate.col(b)).value();
                G_.row(a * n_r_ + b).segment<4>(4 * (k - 1)) << G.real(), G.imag(), dG.real(),
                    dG.imag();
            }
        if (k > 1)
            continue;
        ComplexMatrix p_Omega = 2 * Omega_ * linear.inertia - j * linear.drag, Hp, ignored;
        comply(linear.modes, Omega_, p_Omega, Hp, ignored);
        g_ = rows_ * HX.col(n_r_) + follow_;
        g_Omega_ = rows_ * (rate.col(n_r_) + Hp.col(0));
    }
}

void HarmonicBalance::set_frequency_by_poles()
{
    const Index n = poles_.size();
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const auto times = static_cast<double>(k);
        const Index at = 4 * (k - 1);
        for (Index i = 0; i < n; ++i) {
            // r h + conj(r) h', h = 1 / (j w - s), h' = 1 / (j w - conj(s)); real poles: h' = 0.
            const double w = times * Omega_, sigma = poles_(i).real(), nu = poles_(i).imag();
            const double low = w - nu, high = w + nu, size = 1 / (sigma * sigma + low * low),
                         other_size = nu > 0 ? 1 / (sigma * sigma + high * high) : 0;
            const double re = -sigma * size, im = -low * size;
            const double other_re = -sigma * other_size, other_im = -high * other_size;
            // d/dOmega: -j k h^2
            const double d_re = 2 * times * re * im, d_im = -times * (re * re - im * im);
            const double d_other_re = 2 * times * other_re * other_im,
                         d_other_im = -times * (other_re * other_re - other_im * other_im);
            H_(i, at) = re + other_re;
            H_(i, at + 1) = im + other_im;
            H_(i, at + 2) = d_re + d_other_re;
            H_(i, at + 3) = d_im + d_other_im;
            H_(n + i, at) = other_im - im; // j (h - h')
            H_(n + i, at + 1) = re - other_re;
            H_(n + i, at + 2) = d_other_im - d_im;
            H_(n + i, at + 3) = d_re - d_other_re;
            if (k > 1)
                continue;
            auto load = [&](const ComplexMatrix& p) -> Complex {
                return p(i, 0) + Omega_ * Omega_ * p(i, 1) - Omega_ * times_j(p(i, 2));
            };
            auto d_load = [&](const ComplexMatrix& p) -> Complex {
                return 2 * Omega_ * p(i, 1) - times_j(p(i, 2));
            };
            const Complex h(re, im), other(other_re, other_im), dh(d_re, d_im),
                d_other(d_other_re, d_other_im);
            const Complex p = load(p_), q = load(p_conjugate_);
            const Complex u = product(h, p), v = product(other, q);
            const Complex du = product(dh, p) + product(h, d_load(p_)),
                          dv = product(d_other, q) + product(other, d_load(p_conjugate_));
            const Complex U = u + v, V = times_j(u - v), dU = du + dv, dV = times_j(du - dv);
            Hp_.row(i) << U.real(), U.imag(), dU.real(), dU.imag();
            Hp_.row(n + i) << V.real(), V.imag(), dV.real(), dV.imag();
        }
    }
    G_.noalias() = pairs_ * H_;
    gp_.noalias() = pole_rows_ * Hp_;
    take_drive();
}

void HarmonicBalance::set_frequency_by_modes()
{
    const CoulombSystem& linear = system_.dry;
    const StackedModes& modes = linear.modes;
    const Index m = modes.n();
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const auto times = static_cast<double>(k);
        const double w = times * Omega_;
        for (Index i = 0; i < m; ++i) {
            // h = 1 / (a + j b), dh/dw = -h^2 (-2 w + j c)
            const double omega = modes.omega(i), c = modes.c(i);
            const double a = omega * omega - w * w, b = w * c, size = 1 / (a * a + b * b);
            const Complex h(a * size, -b * size);
            const double re = h.real() * h.real() - h.imag() * h.imag(),
                         im = 2 * h.real() * h.imag();
            const Index at = 4 * (k - 1);
            H_(i, at) = h.real();
            H_(i, at + 1) = h.imag();
            H_(i, at + 2) = times * (2 * w * re + c * im);
            H_(i, at + 3) = times * (2 * w * im - c * re);
        }
    }
    G_.noalias() = pairs_ * H_;
    for (Index i = 0; i < m; ++i) {
        const Complex h(H_(i, 0), H_(i, 1)), dh(H_(i, 2), H_(i, 3));
        const Complex p = linear.force(i) + Omega_ * Omega_ * linear.inertia(i) -
                          Omega_ * times_j(linear.drag(i));
        const Complex dp = 2 * Omega_ * linear.inertia(i) - times_j(linear.drag(i));
        const Complex hp = product(h, p), rate = product(dh, p) + product(h, dp);
        Hp_(i, 0) = hp.real();
        Hp_(i, 1) = hp.imag();
        Hp_(i, 2) = rate.real();
        Hp_(i, 3) = rate.imag();
    }
    gp_.noalias() = rows_ * Hp_;
    take_drive();
}

void HarmonicBalance::take_drive()
{
    for (Index a = 0; a < rows_.rows(); ++a) {
        g_(a) = Complex(gp_(a, 0), gp_(a, 1)) + follow_(a);
        g_Omega_(a) = Complex(gp_(a, 2), gp_(a, 3));
    }
}

} // namespace slideway::dynamics
