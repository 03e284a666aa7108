#include "dynamics/harmonic_balance.hpp"

#include "base/text.hpp"

#include <Eigen/LU>

#include <cmath>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

// H = (omega^2 - w^2 + j w D)^-1 on columns X, and dH/dw X, at w = k Omega.
void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate)
{
    const Index m = modes.n();
    if (modes.classical()) {
        HX.resize(m, X.cols());
        rate.resize(m, X.cols());
        for (Index i = 0; i < m; ++i) {
            const Complex h =
                1.0 / Complex(modes.omega(i) * modes.omega(i) - w * w, w * modes.c(i));
            HX.row(i) = h * X.row(i);
            rate.row(i) = -h * h * Complex(-2 * w, modes.c(i)) * X.row(i);
        }
        return;
    }
    ComplexMatrix Z = (j * w) * modes.D.cast<Complex>();
    Z.diagonal().array() += modes.omega.array().square() - w * w;
    const Eigen::PartialPivLU<ComplexMatrix> lu(Z);
    HX = lu.solve(X);
    rate = lu.solve((2 * w * HX - j * (modes.D.cast<Complex>() * HX)).eval());
}

} // namespace

HarmonicBalance::HarmonicBalance(const JointSystem& system, const contact::Harmonics& harmonics)
    : system_(system), harmonics_(harmonics), work_(harmonics)
{
    const CoulombSystem& linear = system_.dry;
    if (system_.joints.empty())
        throw InputError("harmonic balance needs a joint with law = \"elastic-coulomb\", \"gap\" "
                         "or \"cubic\"; without one the response is an frf");
    if (linear.n_contacts() > 0)
        throw InputError("harmonic balance takes no rigid dry contact (" + join(linear.names) +
                         "); expected law = \"elastic-coulomb\", \"gap\", \"cubic\" or \"linear\"");
    Index n_r = 0;
    for (const ModalLaw& joint : system_.joints) {
        if (!contact::has_harmonic_force(joint.law))
            throw InputError("joint." + joint.name +
                             ": harmonic balance takes elastic-coulomb, cubic and gap without "
                             "damping");
        places_.push_back({n_r, n_, joint.on.rows.rows()});
        for (Index i = 0; i < joint.on.rows.rows(); ++i)
            first_.push_back(n_ + i * harmonics_.size());
        n_r += joint.on.rows.rows();
        n_ += joint.on.rows.rows() * harmonics_.size();
    }
    const Index m = linear.n_modes();
    B_.resize(n_r, m);
    follow_.resize(n_r);
    for (std::size_t k = 0; k < places_.size(); ++k) {
        B_.middleRows(places_[k].row, places_[k].n_rows) = system_.joints[k].on.rows;
        follow_.segment(places_[k].row, places_[k].n_rows) = system_.joints[k].on.follow;
    }
    if (linear.force.isZero(0) && linear.inertia.isZero(0) && linear.drag.isZero(0) &&
        follow_.isZero(0))
        throw InputError("nothing drives the system; give a load or a motion with an amplitude");
    if (harmonics_.means) {
        Vector flexibility(m);
        for (Index i = 0; i < m; ++i) {
            const double omega = linear.modes.omega(i);
            if (omega == 0 && (!B_.col(i).isZero(0) || linear.p0(i) != 0))
                throw InputError("static_part = \"balanced\" needs bodies that linear springs or "
                                 "supports hold; give static_part = \"excluded\" or a support");
            flexibility(i) = omega == 0 ? 0 : 1 / (omega * omega);
        }
        G0_ = B_ * flexibility.asDiagonal() * B_.transpose();
        g0_ = B_ * flexibility.cwiseProduct(linear.p0);
    }
    const auto n_h = static_cast<std::size_t>(harmonics_.n_h);
    G_.resize(n_h);
    G_Omega_.resize(n_h);
    forces_.resize(places_.size());
}

void HarmonicBalance::set_frequency(double Omega)
{
    if (Omega == Omega_)
        return;
    Omega_ = Omega;
    const CoulombSystem& linear = system_.dry;
    const Index n_r = B_.rows(), m = B_.cols();
    ComplexMatrix X(m, n_r + 1), HX, rate;
    X.leftCols(n_r) = B_.transpose().cast<Complex>();
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const bool first = k == 1;
        const auto i = static_cast<std::size_t>(k - 1);
        const auto times = static_cast<double>(k);
        X.col(n_r) = first ? linear.p_at(Omega) : ComplexVector(ComplexVector::Zero(m));
        comply(linear.modes, times * Omega, X, HX, rate);
        G_[i].noalias() = B_ * HX.leftCols(n_r);
        G_Omega_[i].noalias() = times * (B_ * rate.leftCols(n_r));
        if (!first)
            continue;
        const ComplexVector p_Omega = 2 * Omega * linear.inertia - j * linear.drag;
        g_ = B_ * HX.col(n_r) + follow_;
        g_Omega_ = B_ * rate.col(n_r);
        // d(H p) = dH p + H dp, and B H = (H B^T)^T, for H is symmetric.
        g_Omega_ += HX.leftCols(n_r).transpose() * p_Omega;
    }
}

bool HarmonicBalance::evaluate(const VectorIn& R, double Omega, double level,
                               continuation::Equations& out)
{
    set_frequency(Omega);
    level_ = level;
    const Index n_r = B_.rows(), size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    out.F = R;
    out.F_x.setIdentity(n_, n_);
    out.F_p.setZero(n_);
    for (std::size_t k = 0; k < places_.size(); ++k)
        contact::harmonic_force(system_.joints[k].law,
                                R.segment(places_[k].first, places_[k].n_rows * size), none_, work_,
                                forces_[k]);
    for (std::size_t place = 0; place < places_.size(); ++place) {
        const Place& from = places_[place];
        const contact::HarmonicForce& force = forces_[place];
        const Index columns = from.n_rows * size;
        for (Index b = 0; b < from.n_rows; ++b)
            for (Index a = 0; a < n_r; ++a) {
                const Index to = at(a);
                if (harmonics_.means) {
                    const double G = G0_(a, from.row + b);
                    out.F(to) += G * force.F(b * size);
                    out.F_x.row(to).segment(from.first, columns) += G * force.J.row(b * size);
                }
                for (Index k = 0; k < harmonics_.n_h; ++k) {
                    const auto i = static_cast<std::size_t>(k);
                    const Complex G = G_[i](a, from.row + b), rate = G_Omega_[i](a, from.row + b);
                    const Index c = means + 2 * k, in = b * size + c;
                    const double f_c = force.F(in), f_s = force.F(in + 1);
                    out.F(to + c) += G.real() * f_c + G.imag() * f_s;
                    out.F(to + c + 1) += G.real() * f_s - G.imag() * f_c;
                    out.F_p(to + c) += rate.real() * f_c + rate.imag() * f_s;
                    out.F_p(to + c + 1) += rate.real() * f_s - rate.imag() * f_c;
                    out.F_x.row(to + c).segment(from.first, columns) +=
                        G.real() * force.J.row(in) + G.imag() * force.J.row(in + 1);
                    out.F_x.row(to + c + 1).segment(from.first, columns) +=
                        G.real() * force.J.row(in + 1) - G.imag() * force.J.row(in);
                }
            }
    }
    for (Index a = 0; a < n_r; ++a) {
        const Index to = at(a);
        if (harmonics_.means)
            out.F(to) -= g0_(a);
        out.F(to + means) -= level * g_(a).real();
        out.F(to + means + 1) += level * g_(a).imag();
        out.F_p(to + means) -= level * g_Omega_(a).real();
        out.F_p(to + means + 1) += level * g_Omega_(a).imag();
    }
    return out.F.allFinite() && out.F_x.allFinite() && out.F_p.allFinite();
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
    ComplexMatrix HX, rate;
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const Index c = means + 2 * (k - 1);
        ComplexVector f = j * load(c + 1).cast<Complex>() - load(c).cast<Complex>();
        if (k == 1)
            f += level_ * linear.p_at(Omega_);
        comply(linear.modes, static_cast<double>(k) * Omega_, f, HX, rate);
        const Complex u = y.row.cast<Complex>().cwiseProduct(HX.col(0)).sum() +
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
