#include "dynamics/harmonic/harmonic_balance.hpp"

#include "base/text.hpp"
#include "dynamics/harmonic/compliance.hpp"

#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

Index rows_of(const JointSystem& system)
{
    Index n = 0;
    for (const ModalLaw& joint : system.joints)
        n += joint.on.rows.rows();
    return n;
}

void refuse(const JointSystem& system)
{
    const CoulombSystem& linear = system.dry;
    std::vector<std::string> laws = quoted(contact::laws_with(&contact::LawInfo::harmonic_force));
    const std::string nonlinear = listed(laws, "or");
    for (const std::string& name : quoted(contact::laws_with(&contact::LawInfo::linear)))
        laws.push_back(name);
    if (linear.n_contacts() > 0)
        throw InputError("harmonic balance takes no rigid dry contact (" + join(linear.names) +
                         "); expected law = " + listed(laws, "or"));
    if (system.joints.empty())
        throw InputError("harmonic balance needs a joint with law = " + nonlinear +
                         "; without one the response is an frf");
    for (const ModalLaw& joint : system.joints)
        if (!contact::has_harmonic_force(joint.law))
            throw InputError("joint." + joint.name + ": harmonic balance takes " +
                             listed(contact::laws_with_harmonic_force(), "and"));
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
