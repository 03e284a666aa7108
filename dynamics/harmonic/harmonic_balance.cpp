#include "dynamics/harmonic/harmonic_balance.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);

Index rows_of(const DrivenJoints& system)
{
    Index n = 0;
    for (const ModalLaw& joint : system.joints)
        n += joint.on.rows.rows();
    return n;
}

// Number of rows whose displacements are the unknowns: those of the joints, or the first output.
Index unknown_rows(const DrivenJoints& system)
{
    return system.joints.empty() ? 1 : rows_of(system);
}

// Unknown rows, then those of the outputs, and what motions of components move of them.
Matrix rows_of(const DrivenJoints& system, const std::vector<ModalOutput>& outputs)
{
    Index row = unknown_rows(system);
    Matrix rows(row + static_cast<Index>(outputs.size()), system.n_modes());
    if (system.joints.empty())
        rows.row(0) = outputs.front().row.transpose();
    else
        rows.topRows(row) = stacked_rows(system);
    for (const ModalOutput& output : outputs)
        rows.row(row++) = output.row.transpose();
    return rows;
}
ComplexVector follow_of(const DrivenJoints& system, const std::vector<ModalOutput>& outputs)
{
    ComplexVector follow(unknown_rows(system) + static_cast<Index>(outputs.size()));
    Index row = 0;
    for (const ModalLaw& joint : system.joints) {
        follow.segment(row, joint.on.follow.size()) = joint.on.follow;
        row += joint.on.follow.size();
    }
    if (system.joints.empty())
        follow(row++) = outputs.front().follow;
    for (const ModalOutput& output : outputs)
        follow(row++) = output.follow;
    return follow;
}

const DrivenJoints& checked(const DrivenJoints& system, const std::vector<ModalOutput>& outputs,
                            Index samples)
{
    if (system.joints.empty() && outputs.empty())
        throw std::invalid_argument("harmonic balance: neither joints nor outputs");
    for (const ModalLaw& joint : system.joints)
        if (!(samples > 0 ? joint.law->has_sampled_force() : joint.law->has_harmonic_force()))
            throw InputError("joint." + joint.name + ": harmonic balance takes " +
                             listed(contact::laws_with_harmonic_force(), "and"));
    const bool carried =
        std::any_of(system.joints.begin(), system.joints.end(),
                    [](const ModalLaw& joint) -> bool { return !joint.on.follow.isZero(0); }) ||
        (system.joints.empty() &&
         std::any_of(outputs.begin(), outputs.end(),
                     [](const ModalOutput& y) -> bool { return y.follow != Complex(0); }));
    if (system.force.isZero(0) && system.inertia.isZero(0) && system.drag.isZero(0) && !carried)
        throw InputError("the system has no drive; give a load or a motion with an amplitude");
    return system;
}

} // namespace

HarmonicBalance::HarmonicBalance(const DrivenJoints& system, const contact::Harmonics& harmonics,
                                 const std::vector<ModalOutput>& outputs, Index samples)
    : system_(checked(system, outputs, samples)), harmonics_(harmonics), outputs_(outputs),
      samples_(samples), n_r_(unknown_rows(system)),
      compliance_(system, rows_of(system, outputs), n_r_, follow_of(system, outputs), harmonics.n_h)
{
    Index row = 0;
    for (const ModalLaw& joint : system_.joints) {
        const Index n = joint.on.rows.rows();
        places_.push_back({row, n_, n});
        for (Index i = 0; i < n; ++i)
            first_.push_back(n_ + i * harmonics_.size());
        row += n;
        n_ += n * harmonics_.size();
    }
    if (system_.joints.empty()) {
        first_ = {0};
        n_ = harmonics_.size();
    }
    if (!harmonics_.means)
        return;
    const Matrix& B = compliance_.B();
    const Index m = system_.n_modes();
    Vector flexibility(m);
    for (Index i = 0; i < m; ++i) {
        const double omega = system_.modes.omega(i);
        const bool pushed = system_.p0(i) != 0 || (!system_.joints.empty() && !B.col(i).isZero(0));
        if (omega == 0 && pushed)
            throw InputError("static_part", "\"balanced\"",
                             "it needs bodies that linear springs or "
                             "supports hold; give static_part = \"excluded\" or a support");
        flexibility(i) = omega == 0 ? 0 : 1 / (omega * omega);
    }
    G0_ = compliance_.rows() * flexibility.asDiagonal() * B.transpose();
    g0_ = compliance_.rows() * flexibility.cwiseProduct(system_.p0);
}

void HarmonicBalance::set_law(std::size_t joint, contact::JointLaw law)
{
    system_.joints.at(joint).law = std::move(law);
    ++laws_;
}

bool HarmonicBalance::evaluate(const VectorIn& R, double Omega, double level,
                               Evaluation& evaluation, const DampingChange& damping) const
{
    evaluation.Omega = -1; // marked as empty first, in case of an exception
    evaluation.laws = laws_;
    evaluation.level = level;
    evaluation.R = R;
    compliance_.at(Omega, evaluation.linear, damping);
    evaluation.forces.resize(places_.size());
    const ComplianceAt& linear = evaluation.linear;
    continuation::Equations& out = evaluation.equations;
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    out.F = R;
    out.F_x.setIdentity(n_, n_);
    out.F_p.setZero(n_);
    for (std::size_t place = 0; place < places_.size(); ++place) {
        const Place& from = places_[place];
        const Index columns = from.n_rows * size;
        contact::HarmonicForce& force = evaluation.forces[place];
        const contact::JointLaw& law = system_.joints[place].law;
        if (samples_ > 0) {
            contact::sampled_force(law, harmonics_, R.segment(from.first, columns), Omega, samples_,
                                   force);
        } else {
            evaluation.work[place].Omega = Omega;
            contact::harmonic_force(law, R.segment(from.first, columns), Vector(),
                                    evaluation.held_of(place), evaluation.work[place], force);
        }
        for (Index a = 0; a < n_r_ && force.F_Omega.size() > 0; ++a)
            add_force(linear, a, from, force.F_Omega, 1, out.F_p.data() + first(a));
        for (Index b = 0; b < from.n_rows; ++b)
            for (Index a = 0; a < n_r_; ++a) {
                const Index index = first(a), in = b * size;
                if (harmonics_.means) {
                    const double G = G0_(a, from.row + b);
                    out.F(index) += G * force.F(in);
                    for (Index i = 0; i < columns; ++i)
                        out.F_x(index, from.first + i) += G * force.J(in, i);
                }
                if (!linear.moves(a, from.row + b))
                    continue;
                for (Index k = 1; k <= harmonics_.n_h; ++k) {
                    const Complex h = linear.G(k, a, from.row + b),
                                  rate = linear.G_Omega(k, a, from.row + b);
                    const Index c = means + 2 * (k - 1);
                    const double f_c = force.F(in + c), f_s = force.F(in + c + 1);
                    out.F(index + c) += h.real() * f_c + h.imag() * f_s;
                    out.F(index + c + 1) += h.real() * f_s - h.imag() * f_c;
                    out.F_p(index + c) += rate.real() * f_c + rate.imag() * f_s;
                    out.F_p(index + c + 1) += rate.real() * f_s - rate.imag() * f_c;
                    for (Index i = 0; i < columns; ++i) {
                        const double J_c = force.J(in + c, i), J_s = force.J(in + c + 1, i);
                        out.F_x(index + c, from.first + i) += h.real() * J_c + h.imag() * J_s;
                        out.F_x(index + c + 1, from.first + i) += h.real() * J_s - h.imag() * J_c;
                    }
                }
            }
    }
    for (Index a = 0; a < n_r_; ++a) {
        const Index cosine_index = first(a) + means;
        if (harmonics_.means)
            out.F(cosine_index - 1) -= g0_(a);
        out.F(cosine_index) -= level * linear.g(a).real();
        out.F(cosine_index + 1) += level * linear.g(a).imag();
        out.F_p(cosine_index) -= level * linear.g_Omega(a).real();
        out.F_p(cosine_index + 1) += level * linear.g_Omega(a).imag();
    }
    evaluation.Omega = Omega;
    return out.F.allFinite() && out.F_x.allFinite() && out.F_p.allFinite();
}

void HarmonicBalance::add_response(const Evaluation& evaluation, const Linear& linear, Index a,
                                   double* value) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    for (std::size_t place = 0; place < places_.size(); ++place)
        for (Index b = 0; b < places_[place].n_rows; ++b)
            for (Index k = 1; k <= harmonics_.n_h; ++k) {
                const Complex h = (evaluation.linear.*linear.G)(k, a, places_[place].row + b);
                const Index c = means + 2 * (k - 1);
                const double f_c = evaluation.forces[place].F(b * size + c),
                             f_s = evaluation.forces[place].F(b * size + c + 1);
                value[c] += h.real() * f_c + h.imag() * f_s;
                value[c + 1] += h.real() * f_s - h.imag() * f_c;
            }
    const Complex g = (evaluation.linear.*linear.g)(a);
    value[means] -= evaluation.level * g.real();
    value[means + 1] += evaluation.level * g.imag();
}

void HarmonicBalance::add_by_level(const Evaluation& evaluation, Vector& F_level) const
{
    const Index means = harmonics_.means ? 1 : 0;
    for (Index a = 0; a < n_r_; ++a) {
        const Index row = first(a) + means;
        F_level(row) -= evaluation.level * evaluation.drive(a).real();
        F_level(row + 1) += evaluation.level * evaluation.drive(a).imag();
    }
}

void HarmonicBalance::by_damping(Evaluation& evaluation, Vector& F_xi) const
{
    compliance_.by_damping(evaluation.linear);
    F_xi.setZero(n_);
    for (Index a = 0; a < n_r_; ++a)
        add_response(evaluation, {&ComplianceAt::G_xi, &ComplianceAt::g_xi}, a,
                     F_xi.data() + first(a));
}

void HarmonicBalance::by_damping_factor(Evaluation& evaluation, std::size_t k, Vector& F_eta,
                                        Vector& Y_eta) const
{
    compliance_.by_damping_factor(evaluation.linear);
    const Linear linear{&ComplianceAt::G_eta, &ComplianceAt::g_eta};
    F_eta.setZero(n_);
    for (Index a = 0; a < n_r_; ++a)
        add_response(evaluation, linear, a, F_eta.data() + first(a));
    Y_eta.setZero(harmonics_.size());
    add_response(evaluation, linear, n_r_ + static_cast<Index>(k), Y_eta.data());
    Y_eta *= -1;
}

void HarmonicBalance::output(const Evaluation& evaluation, std::size_t k, Vector& Y) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    const Index a = n_r_ + static_cast<Index>(k);
    Y.setZero(size);
    if (harmonics_.means)
        Y(0) = g0_(a);
    Y(means) = evaluation.level * evaluation.linear.g(a).real();
    Y(means + 1) = -evaluation.level * evaluation.linear.g(a).imag();
    for (std::size_t place = 0; place < places_.size(); ++place)
        for (Index b = 0; b < places_[place].n_rows; ++b) {
            const Vector& F = evaluation.forces[place].F;
            const Index in = b * size, row = places_[place].row + b;
            if (harmonics_.means)
                Y(0) -= G0_(a, row) * F(in);
            for (Index n = 1; n <= harmonics_.n_h; ++n) {
                const Complex h = evaluation.linear.G(n, a, row);
                const Index c = means + 2 * (n - 1);
                Y(c) -= h.real() * F(in + c) + h.imag() * F(in + c + 1);
                Y(c + 1) -= h.real() * F(in + c + 1) - h.imag() * F(in + c);
            }
        }
}

void HarmonicBalance::output_derivatives(const Evaluation& evaluation, std::size_t k, Matrix& Y_R,
                                         Vector& Y_Omega) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    const Index a = n_r_ + static_cast<Index>(k);
    Y_R.setZero(size, n_);
    Y_Omega.setZero(size);
    Y_Omega(means) = evaluation.level * evaluation.linear.g_Omega(a).real();
    Y_Omega(means + 1) = -evaluation.level * evaluation.linear.g_Omega(a).imag();
    for (std::size_t place = 0; place < places_.size(); ++place) {
        if (const Vector& by_rate = evaluation.forces[place].F_Omega; by_rate.size() > 0)
            add_force(evaluation.linear, a, places_[place], by_rate, -1, Y_Omega.data());
        for (Index b = 0; b < places_[place].n_rows; ++b) {
            const contact::HarmonicForce& force = evaluation.forces[place];
            const Index in = b * size, row = places_[place].row + b, from = places_[place].first,
                        columns = places_[place].n_rows * size;
            for (Index i = 0; harmonics_.means && i < columns; ++i)
                Y_R(0, from + i) -= G0_(a, row) * force.J(in, i);
            if (!evaluation.linear.moves(a, row))
                continue;
            for (Index n = 1; n <= harmonics_.n_h; ++n) {
                const Complex h = evaluation.linear.G(n, a, row),
                              rate = evaluation.linear.G_Omega(n, a, row);
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
}

Vector HarmonicBalance::modal_forces(const Evaluation& evaluation, Index coefficient) const
{
    const Index size = harmonics_.size();
    Vector f = Vector::Zero(system_.n_modes());
    for (std::size_t k = 0; k < places_.size(); ++k)
        for (Index i = 0; i < places_[k].n_rows; ++i)
            f += evaluation.forces[k].F(i * size + coefficient) *
                 compliance_.B().row(places_[k].row + i).transpose();
    return f;
}

ComplexVector HarmonicBalance::modal(const Evaluation& evaluation, Index k) const
{
    const Index c = (harmonics_.means ? 1 : 0) + 2 * (k - 1);
    ComplexVector f = j * modal_forces(evaluation, c + 1).cast<Complex>() -
                      modal_forces(evaluation, c).cast<Complex>();
    if (k == 1)
        f += evaluation.level * system_.p_at(evaluation.Omega, evaluation.linear.damping.eta);
    return receptance(evaluation.linear.damping == DampingChange{}
                          ? system_.modes
                          : damped(system_.modes, evaluation.linear.damping),
                      static_cast<double>(k) * evaluation.Omega, f);
}

Vector HarmonicBalance::modal_means(const Evaluation& evaluation) const
{
    const Index m = system_.n_modes();
    Vector q = Vector::Zero(m);
    if (!harmonics_.means)
        return q;
    const Vector f = system_.p0 - modal_forces(evaluation, 0);
    for (Index i = 0; i < m; ++i)
        if (system_.modes.omega(i) > 0)
            q(i) = f(i) / (system_.modes.omega(i) * system_.modes.omega(i));
    return q;
}

Vector HarmonicBalance::output(const Evaluation& evaluation, const ModalOutput& y) const
{
    const Index means = harmonics_.means ? 1 : 0, m = system_.n_modes();
    Vector result(harmonics_.size());
    if (harmonics_.means) {
        result(0) = 0;
        const Vector f = system_.p0 - modal_forces(evaluation, 0);
        for (Index i = 0; i < m; ++i)
            if (system_.modes.omega(i) > 0)
                result(0) += y.row(i) * f(i) / (system_.modes.omega(i) * system_.modes.omega(i));
    }
    for (Index k = 1; k <= harmonics_.n_h; ++k) {
        const Index c = means + 2 * (k - 1);
        const ComplexVector q = modal(evaluation, k);
        const Complex u = y.row.cast<Complex>().cwiseProduct(q).sum() +
                          (k == 1 ? evaluation.level * y.follow : Complex(0));
        result(c) = u.real();
        result(c + 1) = -u.imag();
    }
    return result;
}

void HarmonicBalance::weigh(Evaluation& evaluation, std::size_t k, int order, const Vector& p,
                            const Vector& lambda, Weights& out) const
{
    if (order == 2)
        compliance_.second(evaluation.linear);
    const Linear linear = order == 0 ? Linear{&ComplianceAt::G, &ComplianceAt::g}
                          : order == 1
                              ? Linear{&ComplianceAt::G_Omega, &ComplianceAt::g_Omega}
                              : Linear{&ComplianceAt::G_OmegaOmega, &ComplianceAt::g_OmegaOmega};
    weigh(evaluation, linear, harmonics_.means && order == 0, k, p, lambda, out);
}

void HarmonicBalance::weigh_damping_factor(Evaluation& evaluation, std::size_t k, int order,
                                           const Vector& p, const Vector& lambda,
                                           Weights& out) const
{
    compliance_.by_damping_factor(evaluation.linear);
    const Linear linear = order == 0
                              ? Linear{&ComplianceAt::G_eta, &ComplianceAt::g_eta}
                              : Linear{&ComplianceAt::G_eta_Omega, &ComplianceAt::g_eta_Omega};
    weigh(evaluation, linear, false, k, p, lambda, out);
}

void HarmonicBalance::weigh(const Evaluation& evaluation, const Linear& linear, bool with_means,
                            std::size_t k, const Vector& p, const Vector& lambda,
                            Weights& out) const
{
    const Index means = harmonics_.means ? 1 : 0;
    out.mu.setZero(n_);
    out.drive = 0;
    for (Index i = 0; i <= n_r_; ++i) { // the output last
        const Index a = i < n_r_ ? i : n_r_ + static_cast<Index>(k);
        const double sign = i < n_r_ ? -1 : 1;
        const double* weights = i < n_r_ ? lambda.data() + first(i) : p.data();
        const Complex g = (evaluation.linear.*linear.g)(a);
        out.drive += sign * (g.real() * weights[means] - g.imag() * weights[means + 1]);
        for (Index b = 0; b < n_r_; ++b) {
            if (with_means)
                out.mu(first(b)) += sign * G0_(a, b) * weights[0];
            if (!evaluation.linear.moves(a, b))
                continue;
            for (Index n = 1; n <= harmonics_.n_h; ++n) {
                const Complex h = (evaluation.linear.*linear.G)(n, a, b);
                const Index c = means + 2 * (n - 1), to = first(b) + c;
                out.mu(to) += sign * (h.real() * weights[c] - h.imag() * weights[c + 1]);
                out.mu(to + 1) += sign * (h.real() * weights[c + 1] + h.imag() * weights[c]);
            }
        }
    }
}

void HarmonicBalance::respond(const Evaluation& evaluation, std::size_t k, std::size_t joint,
                              const VectorIn& f, Vector& Gf, Vector& Vf) const
{
    const Place& from = places_[joint];
    Gf.setZero(n_);
    Vf.setZero(harmonics_.size());
    for (Index i = 0; i <= n_r_; ++i) { // the output last
        const Index a = i < n_r_ ? i : n_r_ + static_cast<Index>(k);
        add_force(evaluation.linear, a, from, f, 1, i < n_r_ ? Gf.data() + first(i) : Vf.data());
    }
}

void HarmonicBalance::add_force(const ComplianceAt& linear, Index a, const Place& from,
                                const VectorIn& f, double factor, double* to) const
{
    const Index size = harmonics_.size(), means = harmonics_.means ? 1 : 0;
    for (Index b = 0; b < from.n_rows; ++b) {
        const Index in = b * size, row = from.row + b;
        if (harmonics_.means)
            to[0] += factor * G0_(a, row) * f(in);
        for (Index n = 1; n <= harmonics_.n_h; ++n) {
            const Complex h = factor * linear.G(n, a, row);
            const Index c = means + 2 * (n - 1);
            to[c] += h.real() * f(in + c) + h.imag() * f(in + c + 1);
            to[c + 1] += h.real() * f(in + c + 1) - h.imag() * f(in + c);
        }
    }
}

double rms(const contact::Harmonics& harmonics, const VectorIn& coefficients)
{
    const Index means = harmonics.means ? 1 : 0;
    return std::sqrt(0.5 * coefficients.tail(coefficients.size() - means).squaredNorm());
}

} // namespace slideway::dynamics
