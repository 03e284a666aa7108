#include "dynamics/harmonic/harmonic_balance.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

Index rows_of(const JointSystem& system)
{
    Index n = 0;
    for (const ModalLaw& joint : system.joints)
        n += joint.on.rows.rows();
    return n;
}

// H = (omega^2 - w^2 + j w D)^-1 on columns X, and dH/dw X, where damping couples the modes.
void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate)
{
    ComplexMatrix Z = (j * w) * modes.D.cast<Complex>();
    Z.diagonal().array() += modes.omega.array().square() - w * w;
    const Lu lu(Z);
    HX = lu.solve(X);
    rate = lu.solve((2 * w * HX - j * (modes.D.cast<Complex>() * HX)).eval());
}

void refuse(const JointSystem& system)
{
    const CoulombSystem& linear = system.dry;
    if (linear.n_contacts() > 0)
        throw InputError("harmonic balance takes no rigid dry contact (" + join(linear.names) +
                         "); expected law = \"elastic-coulomb\", \"gap\", \"cubic\" or \"linear\"");
    if (system.joints.empty())
        throw InputError("harmonic balance needs a joint with law = \"elastic-coulomb\", \"gap\" "
                         "or \"cubic\"; without one the response is an frf");
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_harmonic_force(joint.law))
            throw InputError("joint." + joint.name +
                             ": harmonic balance takes elastic-coulomb, cubic and gap without "
                             "damping");
}

} // namespace

HarmonicBalance::HarmonicBalance(const JointSystem& system, const contact::Harmonics& harmonics,
                                 std::vector<ModalOutput> outputs, Index samples)
    : system_(system), harmonics_(harmonics), outputs_(std::move(outputs)), samples_(samples),
      work_(harmonics), n_r_(rows_of(system))
{
    refuse(system_);
    const CoulombSystem& linear = system_.dry;
    const Index m = linear.n_modes(), n_c = n_r_ + static_cast<Index>(outputs_.size());
    B_.resize(n_r_, m);
    rows_.resize(n_c, m);
    follow_.resize(n_c);
    Index row = 0;
    for (const ModalLaw& joint : system_.joints) {
        const Index n = joint.on.rows.rows();
        places_.push_back({row, n_, n});
        for (Index i = 0; i < n; ++i)
            first_.push_back(n_ + i * harmonics_.size());
        B_.middleRows(row, n) = joint.on.rows;
        follow_.segment(row, n) = joint.on.follow;
        row += n;
        n_ += n * harmonics_.size();
    }
    if (linear.force.isZero(0) && linear.inertia.isZero(0) && linear.drag.isZero(0) &&
        follow_.head(n_r_).isZero(0))
        throw InputError("nothing drives the system; give a load or a motion with an amplitude");
    rows_.topRows(n_r_) = B_;
    for (const ModalOutput& output : outputs_) {
        rows_.row(row) = output.row.transpose();
        follow_(row++) = output.follow;
    }
    pairs_.resize(n_c * n_r_, m);
    for (Index a = 0; a < n_c; ++a)
        for (Index b = 0; b < n_r_; ++b)
            pairs_.row(a * n_r_ + b) = rows_.row(a).cwiseProduct(B_.row(b));
    if (harmonics_.means) {
        Vector flexibility(m);
        for (Index i = 0; i < m; ++i) {
            const double omega = linear.modes.omega(i);
            if (omega == 0 && (!B_.col(i).isZero(0) || linear.p0(i) != 0))
                throw InputError("static_part", "\"balanced\"",
                                 "it needs bodies that linear springs or "
                                 "supports hold; give static_part = \"excluded\" or a support");
            flexibility(i) = omega == 0 ? 0 : 1 / (omega * omega);
        }
        G0_ = rows_ * flexibility.asDiagonal() * B_.transpose();
        g0_ = rows_ * flexibility.cwiseProduct(linear.p0);
    }
    H_.resize(m, 4 * harmonics_.n_h);
    G_.resize(pairs_.rows(), 4 * harmonics_.n_h);
    Hp_.resize(m, 4);
    gp_.resize(n_c, 4);
    g_.resize(n_c);
    g_Omega_.resize(n_c);
    if (!linear.modes.classical())
        form_ = find_poles() ? Form::poles : Form::lu;
    R_.setZero(n_);
    forces_.resize(places_.size());
}

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

bool HarmonicBalance::holds(const VectorIn& R, double Omega, double level) const
{
    return Omega == Omega_ && level == level_ && R == R_;
}

bool HarmonicBalance::evaluate(const VectorIn& R, double Omega, double level,
                               continuation::Equations& out)
{
    set_frequency(Omega);
    level_ = level;
    R_ = R;
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    out.F = R;
    out.F_x.setIdentity(n_, n_);
    out.F_p.setZero(n_);
    for (std::size_t place = 0; place < places_.size(); ++place) {
        const Place& from = places_[place];
        const Index columns = from.n_rows * size;
        contact::HarmonicForce& force = forces_[place];
        const contact::JointLaw& law = system_.joints[place].law;
        if (samples_ > 0)
            contact::sampled_force(law, harmonics_, R.segment(from.first, columns), samples_,
                                   force);
        else
            contact::harmonic_force(law, R.segment(from.first, columns), none_, work_, force);
        for (Index b = 0; b < from.n_rows; ++b)
            for (Index a = 0; a < n_r_; ++a) {
                const Index to = first(a), in = b * size;
                if (harmonics_.means) {
                    const double G = G0_(a, from.row + b);
                    out.F(to) += G * force.F(in);
                    for (Index i = 0; i < columns; ++i)
                        out.F_x(to, from.first + i) += G * force.J(in, i);
                }
                for (Index k = 1; k <= harmonics_.n_h; ++k) {
                    const Complex h = G(k, a, from.row + b), rate = G_Omega(k, a, from.row + b);
                    const Index c = means + 2 * (k - 1);
                    const double f_c = force.F(in + c), f_s = force.F(in + c + 1);
                    out.F(to + c) += h.real() * f_c + h.imag() * f_s;
                    out.F(to + c + 1) += h.real() * f_s - h.imag() * f_c;
                    out.F_p(to + c) += rate.real() * f_c + rate.imag() * f_s;
                    out.F_p(to + c + 1) += rate.real() * f_s - rate.imag() * f_c;
                    for (Index i = 0; i < columns; ++i) {
                        const double J_c = force.J(in + c, i), J_s = force.J(in + c + 1, i);
                        out.F_x(to + c, from.first + i) += h.real() * J_c + h.imag() * J_s;
                        out.F_x(to + c + 1, from.first + i) += h.real() * J_s - h.imag() * J_c;
                    }
                }
            }
    }
    for (Index a = 0; a < n_r_; ++a) {
        const Index to = first(a) + means;
        if (harmonics_.means)
            out.F(to - 1) -= g0_(a);
        out.F(to) -= level * g_(a).real();
        out.F(to + 1) += level * g_(a).imag();
        out.F_p(to) -= level * g_Omega_(a).real();
        out.F_p(to + 1) += level * g_Omega_(a).imag();
    }
    return out.F.allFinite() && out.F_x.allFinite() && out.F_p.allFinite();
}

void HarmonicBalance::output(std::size_t k, Vector& Y) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    const Index a = n_r_ + static_cast<Index>(k);
    Y.setZero(size);
    if (harmonics_.means)
        Y(0) = g0_(a);
    Y(means) = level_ * g_(a).real();
    Y(means + 1) = -level_ * g_(a).imag();
    for (std::size_t place = 0; place < places_.size(); ++place)
        for (Index b = 0; b < places_[place].n_rows; ++b) {
            const Vector& F = forces_[place].F;
            const Index in = b * size, row = places_[place].row + b;
            if (harmonics_.means)
                Y(0) -= G0_(a, row) * F(in);
            for (Index n = 1; n <= harmonics_.n_h; ++n) {
                const Complex h = G(n, a, row);
                const Index c = means + 2 * (n - 1);
                Y(c) -= h.real() * F(in + c) + h.imag() * F(in + c + 1);
                Y(c + 1) -= h.real() * F(in + c + 1) - h.imag() * F(in + c);
            }
        }
}

void HarmonicBalance::output_derivatives(std::size_t k, Matrix& Y_R, Vector& Y_Omega) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    const Index a = n_r_ + static_cast<Index>(k);
    Y_R.setZero(size, n_);
    Y_Omega.setZero(size);
    Y_Omega(means) = level_ * g_Omega_(a).real();
    Y_Omega(means + 1) = -level_ * g_Omega_(a).imag();
    for (std::size_t place = 0; place < places_.size(); ++place)
        for (Index b = 0; b < places_[place].n_rows; ++b) {
            const contact::HarmonicForce& force = forces_[place];
            const Index in = b * size, row = places_[place].row + b, from = places_[place].first,
                        columns = places_[place].n_rows * size;
            for (Index i = 0; harmonics_.means && i < columns; ++i)
                Y_R(0, from + i) -= G0_(a, row) * force.J(in, i);
            for (Index n = 1; n <= harmonics_.n_h; ++n) {
                const Complex h = G(n, a, row), rate = G_Omega(n, a, row);
                const Index c = means + 2 * (n - 1);
                const double f_c = force.F(in + c), f_s = force.F(in + c + 1);
                Y_Omega(c) -= rate.real() * f_c + rate.imag() * f_s;
                Y_Omega(c + 1) -= rate.real() * f_s - rate.imag() * f_c;
                for (Index i = 0; i < columns; ++i) {
                    const double J_c = force.J(in + c, i), J_s = force.J(in + c + 1, i);
                    Y_R(c, from + i) -= h.real() * J_c + h.imag() * J_s;
                    Y_R(c + 1, from + i) -= h.real() * J_s - h.imag() * J_c;
                }
            }
        }
}

Vector HarmonicBalance::output(const ModalOutput& y) const
{
    const CoulombSystem& linear = system_.dry;
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0, m = B_.cols();
    Vector result(size);
    auto load = [&](Index coefficient) -> Vector {
        Vector f = Vector::Zero(m);
        for (std::size_t k = 0; k < places_.size(); ++k)
            for (Index i = 0; i < places_[k].n_rows; ++i)
                f += forces_[k].F(i * size + coefficient) * B_.row(places_[k].row + i).transpose();
        return f;
    };
    if (harmonics_.means) {
        result(0) = 0;
        const Vector f = linear.p0 - load(0);
        for (Index i = 0; i < m; ++i)
            if (linear.modes.omega(i) > 0)
                result(0) += y.row(i) * f(i) / (linear.modes.omega(i) * linear.modes.omega(i));
    }
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const Index c = means + 2 * (k - 1);
        ComplexVector f = j * load(c + 1).cast<Complex>() - load(c).cast<Complex>();
        if (k == 1)
            f += level_ * linear.p_at(Omega_);
        const double w = static_cast<double>(k) * Omega_;
        ComplexMatrix q(m, 1), rate;
        if (linear.modes.classical())
            for (Index i = 0; i < m; ++i)
                q(i, 0) = f(i) / Complex(linear.modes.omega(i) * linear.modes.omega(i) - w * w,
                                         w * linear.modes.c(i));
        else
            comply(linear.modes, w, f, q, rate);
        const Complex u = y.row.cast<Complex>().cwiseProduct(q.col(0)).sum() +
                          (k == 1 ? level_ * y.follow : Complex(0));
        result(c) = u.real();
        result(c + 1) = -u.imag();
    }
    return result;
}

double rms(const contact::Harmonics& harmonics, const VectorIn& coefficients)
{
    const Index means = harmonics.means ? 1 : 0;
    return std::sqrt(0.5 * coefficients.tail(coefficients.size() - means).squaredNorm());
}

} // namespace slideway::dynamics
