#include "dynamics/cycles/free_harmonics.hpp"

#include "base/two_pi.hpp"
#include "contact/laws/joint_phases.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slideway::dynamics {

namespace {

// Factors that widen the range of Omega: modes with omega / k in the wider one are near resonance.
// Iterates stay in the smaller one, so that compliances of other modes are away from their poles.
constexpr double near_range = 1.2, in_range = 1.08;
// Factor from a motion to the bounds of the range that is taken for those near it.
constexpr double wider = 1.12;
// Most harmonics of motions, by the cost of a point: unknowns of odd motions at rest are a quarter.
constexpr int most_harmonics = 150, most_of_symmetric = 300;
} // namespace

bool FreeHarmonics::takes(const ConservativeSystem& system)
{
    return std::all_of(system.system.joints.begin(), system.system.joints.end(),
                       [](const ModalLaw& joint) -> bool {
                           if (!joint.law->has_phases())
                               return false;
                           const Vector zero = Vector::Zero(joint.on.rows.rows());
                           contact::JointPiece piece;
                           contact::piece_of(joint.law, joint.law->phases_at(zero, zero), piece);
                           return piece.guards.empty() && piece.corners.empty();
                       });
}

bool FreeHarmonics::is_odd(const ConservativeSystem& system)
{
    return system.system.p0.isZero(0) &&
           std::all_of(system.system.joints.begin(), system.system.joints.end(),
                       [](const ModalLaw& joint) -> bool { return joint.law->is_odd(); });
}

FreeHarmonics::FreeHarmonics(const ConservativeSystem& system, std::vector<ModalOutput> outputs,
                             Size size)
    : FreeEquations(std::move(outputs), 0), c_(system), size_(size)
{
    for (ModalOutput& output : outputs_)
        output.follow = 0;
    choose_coefficients();
    choose_samples();
    const Vector& omega = c_.system.modes.omega;
    for (Index j = 0; j < c_.m(); ++j) {
        if (omega(j) <= size_.harmonics * size_.most * near_range)
            slow_.push_back(j);
        for (Index k = 1; k <= size_.harmonics; ++k) {
            const Index cosine = coefficient(k, false), sine = coefficient(k, true),
                        at = static_cast<Index>(pairs_.size());
            if (cosine < 0 || !near(j, k) || is_held(j, k))
                continue;
            pairs_.push_back({j, cosine, sine < 0 ? -1 : at + 1});
            if (sine >= 0)
                pairs_.push_back({j, sine, at});
        }
    }
    for (const ModalLaw& joint : c_.system.joints) {
        first_row_.push_back(rows_);
        rows_ += joint.on.rows.rows();
    }
    B_.resize(rows_, c_.m());
    for (std::size_t j = 0; j < first_row_.size(); ++j)
        B_.middleRows(first_row_[j], c_.system.joints[j].on.rows.rows()) =
            c_.system.joints[j].on.rows;
    r_scale_ = (B_ * omega.cwiseInverse().asDiagonal()).rowwise().norm();
    for (Index i = 0; i < rows_; ++i)
        if (r_scale_(i) == 0)
            r_scale_(i) = 1;
}

void FreeHarmonics::choose_coefficients()
{
    for (Index k = size_.odd ? 1 : 0; k <= size_.harmonics; k += size_.odd ? 2 : 1) {
        coefficients_.push_back({k, false});
        if (k > 0 && !size_.at_rest)
            coefficients_.push_back({k, true});
    }
    L_ = static_cast<Index>(coefficients_.size());
}

// 4 (H + 1) samples in a period, each of those that differ once, with the number of its images.
void FreeHarmonics::choose_samples()
{
    const Index period = 4 * (size_.harmonics + 1),
                part = period / ((size_.odd ? 2 : 1) * (size_.at_rest ? 2 : 1));
    const double images = static_cast<double>(period) / static_cast<double>(part);
    const Index n = part + (size_.at_rest ? 1 : 0);
    synthesis_.resize(n, L_);
    analysis_.resize(L_, n);
    for (Index i = 0; i < n; ++i) {
        synthesis_.row(i) = basis(two_pi * static_cast<double>(i) / static_cast<double>(period));
        const bool end = size_.at_rest && (i == 0 || i == part);
        analysis_.col(i) = synthesis_.row(i).transpose() * (2.0 / static_cast<double>(period)) *
                           (end ? images / 2 : images);
    }
    if (!size_.odd)
        analysis_.row(0) /= 2;
    if (!size_.at_rest)
        return;
    const Index step = size_.odd ? 2 : 1;
    stiffness_analysis_.resize(2 * size_.harmonics / step + 1, n);
    for (Index i = 0; i < n; ++i)
        for (Index m = 0; m < stiffness_analysis_.rows(); ++m)
            stiffness_analysis_(m, i) =
                std::cos(two_pi * static_cast<double>((m * step * i) % period) /
                         static_cast<double>(period)) *
                (2.0 / static_cast<double>(period)) * (i == 0 || i == part ? images / 2 : images);
}

Eigen::RowVectorXd FreeHarmonics::basis(double theta) const
{
    Eigen::RowVectorXd e(L_);
    const Complex turn = std::polar(1.0, size_.odd ? 2 * theta : theta);
    Complex value = size_.odd ? std::polar(1.0, theta) : Complex(1, 0);
    for (Index l = 0; l < L_;) {
        const bool has_sine = coefficients_[static_cast<std::size_t>(l)].k > 0 && !size_.at_rest;
        e(l++) = value.real();
        if (has_sine)
            e(l++) = value.imag();
        value = Complex(value.real() * turn.real() - value.imag() * turn.imag(),
                        value.real() * turn.imag() + value.imag() * turn.real());
    }
    return e;
}

Index FreeHarmonics::coefficient(Index k, bool sine) const
{
    if (k < 0 || k > size_.harmonics || (size_.odd && k % 2 == 0) ||
        (sine && (k == 0 || size_.at_rest)))
        return -1;
    if (size_.odd)
        return size_.at_rest ? k / 2 : k - 1 + (sine ? 1 : 0);
    return size_.at_rest || k == 0 ? k : 2 * k - 1 + (sine ? 1 : 0);
}

bool FreeHarmonics::near(Index mode, Index k) const
{
    const double Omega = c_.system.modes.omega(mode) / static_cast<double>(std::max<Index>(k, 1));
    return k > 0 && Omega * near_range >= size_.least && Omega <= size_.most * near_range;
}

bool FreeHarmonics::is_held(Index mode, Index k) const
{
    return size_.held && size_.held->mode == mode && size_.held->k == k;
}

Matrix FreeHarmonics::compliance(double Omega) const
{
    const Vector squared = c_.system.modes.omega.cwiseAbs2();
    Matrix out(c_.m(), L_);
    for (Index l = 0; l < L_; ++l) {
        const double turn =
            static_cast<double>(coefficients_[static_cast<std::size_t>(l)].k) * Omega;
        out.col(l) = (squared.array() - turn * turn).inverse();
    }
    for (const Unknown& pair : pairs_)
        out(pair.mode, pair.l) = 0;
    if (size_.held)
        for (const bool sine : {false, true})
            if (const Index l = coefficient(size_.held->k, sine); l >= 0)
                out(size_.held->mode, l) = 0;
    return out;
}

Vector FreeHarmonics::small_motion(Index mode, double p) const
{
    Vector x = Vector::Zero(n());
    const Vector shape = std::exp(p) / c_.omega(mode) * c_.shapes.col(mode);
    const Vector r_rest = B_ * c_.rest, r = B_ * shape;
    const Index mean = coefficient(0, false), first = coefficient(1, false);
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        if (pairs_[i].l == first)
            x(static_cast<Index>(i)) = shape(pairs_[i].mode);
    for (Index i = 0; i < rows_; ++i) {
        if (mean >= 0)
            x(r_at(i) + mean) = r_rest(i);
        x(r_at(i) + first) = r(i);
    }
    x(at_Omega()) = c_.omega(mode);
    return x;
}

continuation::Scales FreeHarmonics::scales(const VectorIn& x, double p) const
{
    const double size = std::exp(p), Omega = x(at_Omega());
    continuation::Scales scales;
    scales.x.resize(n());
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        scales.x(static_cast<Index>(i)) = size / c_.system.modes.omega(pairs_[i].mode);
    for (Index i = 0; i < rows_; ++i)
        scales.x.segment(r_at(i), L_).setConstant(size * r_scale_(i));
    scales.x.tail(2) << Omega / 10, 2 * Omega;
    return scales;
}

void FreeHarmonics::forces(const VectorIn& x, bool derive, Forces& out) const
{
    const Index samples = synthesis_.rows();
    const Matrix motion = synthesis_ * x.segment(r_at(0), rows_ * L_).reshaped(L_, rows_);
    Matrix f = Matrix::Zero(samples, rows_);
    Matrix k = Matrix::Zero(derive ? samples : 0, rows_ * rows_);
    contact::ForceAndTangent tangent;
    contact::JointMemory none;
    contact::JointVector r, v;
    for (std::size_t j = 0; j < first_row_.size(); ++j) {
        const ModalLaw& joint = c_.system.joints[j];
        const Index first = first_row_[j], n = joint.on.rows.rows();
        v.setZero(n);
        for (Index t = 0; t < samples; ++t) {
            r = motion.row(t).segment(first, n).transpose();
            joint.law->force(none, r, v, tangent);
            f.row(t).segment(first, n) = tangent.f.transpose();
            for (Index a = 0; derive && a < n; ++a)
                for (Index b = 0; b < n; ++b)
                    k(t, (first + a) * rows_ + first + b) = tangent.df_dr(a, b);
        }
    }
    out.f = analysis_ * f;
    if (!derive)
        return;
    out.by_r.assign(static_cast<std::size_t>(rows_ * rows_), Matrix());
    for (Index i = 0; i < rows_ * rows_; ++i)
        if (!k.col(i).isZero(0))
            out.by_r[static_cast<std::size_t>(i)] =
                size_.at_rest ? products_of(k.col(i))
                              : Matrix(analysis_ * (k.col(i).asDiagonal() * synthesis_).eval());
}

// Products of a stiffness with cosine coefficients a_m: its projection on cos k and cos l is
// (a_|k-l| + a_k+l) / 2.
Matrix FreeHarmonics::products_of(const VectorIn& stiffness) const
{
    const Vector a = stiffness_analysis_ * stiffness;
    const Index step = size_.odd ? 2 : 1;
    Matrix out(L_, L_);
    for (Index l = 0; l < L_; ++l)
        for (Index i = 0; i < L_; ++i) {
            const Index k_i = coefficients_[static_cast<std::size_t>(i)].k,
                        k_l = coefficients_[static_cast<std::size_t>(l)].k;
            out(i, l) = (a(std::abs(k_i - k_l) / step) + a((k_i + k_l) / step)) / 2;
        }
    if (!size_.odd)
        out.row(0) /= 2;
    return out;
}

Matrix FreeHarmonics::modes(const VectorIn& x, const Matrix& f, const Matrix& flexible) const
{
    Matrix q = -B_.transpose() * f.transpose();
    if (const Index mean = coefficient(0, false); mean >= 0)
        q.col(mean) += c_.system.p0;
    q = q.cwiseProduct(flexible).eval();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        q(pairs_[i].mode, pairs_[i].l) = x(static_cast<Index>(i));
    return q;
}

Matrix FreeHarmonics::modes(const VectorIn& x) const
{
    Forces joint_forces;
    forces(x, false, joint_forces);
    return modes(x, joint_forces.f, compliance(x(at_Omega())));
}

Vector FreeHarmonics::state(const VectorIn& x) const
{
    const Matrix q = modes(x);
    Vector out = Vector::Zero(2 * c_.m() + 2);
    for (Index l = 0; l < L_; ++l) {
        const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
        if (coefficient.sine)
            out.segment(c_.m(), c_.m()) +=
                static_cast<double>(coefficient.k) * x(at_Omega()) * q.col(l);
        else
            out.head(c_.m()) += q.col(l);
    }
    out.tail(2) = x.tail(2);
    return out;
}

// The phase by the rate of a motion close by, harmonic by harmonic, in the energy norm.
void FreeHarmonics::take_phase(const VectorIn& x)
{
    Omega_0_ = x(at_Omega());
    q_0_.setZero(static_cast<Index>(pairs_.size()));
    if (size_.at_rest)
        return;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(pairs_[i].l)];
        const double rate =
            c_.system.modes.omega(pairs_[i].mode) * static_cast<double>(coefficient.k);
        q_0_(static_cast<Index>(i)) = (coefficient.sine ? -rate : rate) * x(pairs_[i].other);
    }
    q_0_ /= q_0_.norm();
}

// A later start moves the coefficients of q by q_0_ / omega. Those of r follow from Newton's
// method.
void FreeHarmonics::keep_phase(Eigen::Ref<Vector> tangent) const
{
    if (size_.at_rest)
        return;
    Vector weight(q_0_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        weight(static_cast<Index>(i)) = c_.system.modes.omega(pairs_[i].mode);
    const double along = q_0_.cwiseProduct(weight).dot(tangent.head(q_0_.size()));
    tangent.head(q_0_.size()) -= along * q_0_.cwiseQuotient(weight);
}

bool FreeHarmonics::evaluate(const Vector& x, double p, continuation::Equations& out)
{
    const double Omega = x(at_Omega()), xi = x(at_Omega() + 1), size = std::exp(p);
    const Vector& omega = c_.system.modes.omega;
    if (!(Omega < largest_ratio * Omega_0_ && Omega * largest_ratio > Omega_0_ &&
          std::abs(xi) < largest_damping * Omega_0_))
        return false;
    if (!(Omega * in_range >= size_.least && Omega <= size_.most * in_range))
        return false;
    Forces joint_forces;
    forces(x, true, joint_forces);
    if (!joint_forces.f.allFinite())
        return false;
    const Matrix flexible = compliance(Omega);
    const Index phase = at_Omega(), energy_row = phase + 1;
    out.F.setZero();
    out.F_x.setZero();
    out.F_p.setZero();
    // Pairs, in parts of omega e^p.
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const auto [j, l, other] = pairs_[i];
        const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
        const auto row = static_cast<Index>(i);
        const double unit = 1 / (omega(j) * size),
                     turn = static_cast<double>(coefficient.k) * Omega,
                     stiffness = omega(j) * omega(j) - turn * turn;
        out.F(row) = unit * (stiffness * x(row) + joint_forces.f.row(l).dot(B_.col(j)));
        out.F_x(row, row) = unit * stiffness;
        out.F_x(row, phase) = unit * -2 * turn * turn * x(row) / Omega;
        if (other >= 0) {
            const double damping = coefficient.sine ? -turn : turn;
            out.F(row) += unit * xi * damping * x(other);
            out.F_x(row, other) = unit * xi * damping;
            out.F_x(row, phase) += unit * xi * damping * x(other) / Omega;
            out.F_x(row, phase + 1) = unit * damping * x(other);
        }
        for (Index a = 0; a < rows_; ++a)
            for (Index b = 0; b < rows_; ++b)
                if (const Matrix& matrix =
                        joint_forces.by_r[static_cast<std::size_t>(a * rows_ + b)];
                    matrix.size() > 0)
                    out.F_x.row(row).segment(r_at(b), L_) += unit * B_(a, j) * matrix.row(l);
    }
    add_joints(x, size, joint_forces, flexible, out);
    if (size_.at_rest) {
        out.F_x(phase, phase + 1) = 1 / Omega_0_;
        out.F(phase) = xi / Omega_0_;
    } else {
        for (std::size_t i = 0; i < pairs_.size(); ++i)
            out.F_x(phase, static_cast<Index>(i)) =
                omega(pairs_[i].mode) / size * q_0_(static_cast<Index>(i));
        out.F(phase) = out.F_x.row(phase).dot(x);
    }
    if (!add_energy(x, p, joint_forces, flexible, out))
        return false;
    out.F_p.head(energy_row) = -out.F.head(energy_row);
    if (size_.at_rest)
        out.F_p(phase) = 0;
    return true;
}

// Displacements of joints, in parts of what e^p moves of them.
void FreeHarmonics::add_joints(const Vector& x, double size, const Forces& forces,
                               const Matrix& flexible, continuation::Equations& out) const
{
    const double Omega = x(at_Omega());
    const Vector unit = (size * r_scale_).cwiseInverse();
    for (Index l = 0; l < L_; ++l) {
        const Index k = coefficients_[static_cast<std::size_t>(l)].k;
        const Vector c = flexible.col(l), rest = B_ * c_.system.p0.cwiseProduct(c);
        const double turn = static_cast<double>(k) * Omega;
        const Matrix residual = B_ * c.asDiagonal() * B_.transpose(),
                     by_Omega =
                         2 * turn * turn / Omega * B_ * c.cwiseAbs2().asDiagonal() * B_.transpose();
        for (Index i = 0; i < rows_; ++i) {
            const Index row = r_at(i) + l;
            out.F(row) =
                unit(i) * (x(row) + residual.row(i).dot(forces.f.row(l)) - (k == 0 ? rest(i) : 0));
            out.F_x(row, at_Omega()) = unit(i) * by_Omega.row(i).dot(forces.f.row(l));
            for (Index a = 0; a < rows_; ++a)
                for (Index b = 0; b < rows_; ++b)
                    if (const Matrix& matrix = forces.by_r[static_cast<std::size_t>(a * rows_ + b)];
                        matrix.size() > 0)
                        out.F_x.row(row).segment(r_at(b), L_) +=
                            unit(i) * residual(i, a) * matrix.row(l);
            out.F_x(row, row) += unit(i);
        }
    }
    for (std::size_t s = 0; s < pairs_.size(); ++s)
        for (Index i = 0; i < rows_; ++i) {
            const Index row = r_at(i) + pairs_[s].l, column = static_cast<Index>(s);
            const double b = unit(i) * B_(i, pairs_[s].mode);
            out.F(row) -= b * x(column);
            out.F_x(row, column) = -b;
        }
}

// Energy of the state at the beginning: gradient . dq + q' . dq'. False where it is none.
bool FreeHarmonics::add_energy(const Vector& x, double p, const Forces& forces,
                               const Matrix& flexible, continuation::Equations& out) const
{
    const double Omega = x(at_Omega());
    const Index row = at_Omega() + 1, m = c_.m();
    const Matrix q = modes(x, forces.f, flexible);
    Vector z = Vector::Zero(2 * m), v_rate = Vector::Zero(m);
    for (Index l = 0; l < L_; ++l) {
        const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
        if (coefficient.sine)
            v_rate += static_cast<double>(coefficient.k) * q.col(l);
        else
            z.head(m) += q.col(l);
    }
    z.tail(m) = Omega * v_rate;
    const double energy = c_.energy(z);
    if (!(energy > 0))
        return false;
    out.F(row) = 0.5 * std::log(2 * energy) - p;
    out.F_p(row) = -1;
    const Vector g = c_.gradient(z.head(m)) / (2 * energy), v = z.tail(m) / (2 * energy);
    auto by_x = out.F_x.row(row);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Coefficient& harmonic_coefficient =
            coefficients_[static_cast<std::size_t>(pairs_[i].l)];
        by_x(static_cast<Index>(i)) =
            harmonic_coefficient.sine
                ? v(pairs_[i].mode) * static_cast<double>(harmonic_coefficient.k) * Omega
                : g(pairs_[i].mode);
    }
    by_x(at_Omega()) = v.dot(v_rate);
    Matrix by_f(L_, rows_);
    for (Index l = 0; l < L_; ++l) {
        const Coefficient& other_coefficient = coefficients_[static_cast<std::size_t>(l)];
        const double turn = static_cast<double>(other_coefficient.k) * Omega;
        const Vector seen =
            (other_coefficient.sine ? Vector(turn * v) : g).cwiseProduct(flexible.col(l));
        by_f.row(l) = -(B_ * seen).transpose();
        by_x(at_Omega()) += 2 * turn * turn / Omega * seen.dot(q.col(l));
    }
    for (Index a = 0; a < rows_; ++a)
        for (Index b = 0; b < rows_; ++b)
            if (const Matrix& matrix = forces.by_r[static_cast<std::size_t>(a * rows_ + b)];
                matrix.size() > 0)
                by_x.segment(r_at(b), L_) += by_f.col(a).transpose() * matrix;
    return true;
}

bool FreeHarmonics::resolves(const VectorIn& x) const
{
    const double Omega = x(at_Omega());
    return Omega >= size_.least && Omega <= size_.most && !needs_harmonics(x);
}

std::unique_ptr<FreeEquations> FreeHarmonics::resolving(const VectorIn& x) const
{
    Size size = size_;
    if (needs_harmonics(x))
        size.harmonics += 2 * std::max(1, size_.harmonics / 6);
    if (size.harmonics > (size_.odd && size_.at_rest ? most_of_symmetric : most_harmonics))
        return nullptr;
    size.least = x(at_Omega()) / wider;
    size.most = x(at_Omega()) * wider;
    return std::make_unique<FreeHarmonics>(c_, outputs_, size);
}

std::shared_ptr<FreeHarmonics> FreeHarmonics::holding(const Pair& pair, const VectorIn& x) const
{
    Size size = size_;
    size.held = pair;
    size.least = x(at_Omega()) / wider;
    size.most = x(at_Omega()) * wider;
    return std::make_shared<FreeHarmonics>(c_, outputs_, size);
}

std::shared_ptr<FreeHarmonics> FreeHarmonics::released(const VectorIn& x) const
{
    Size size = size_;
    size.held.reset();
    size.least = x(at_Omega()) / wider;
    size.most = x(at_Omega()) * wider;
    return std::make_shared<FreeHarmonics>(c_, outputs_, size);
}

void FreeHarmonics::set_response(const Pair& pair, Eigen::Ref<Vector> x) const
{
    Forces joint_forces;
    forces(x, false, joint_forces);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Unknown& unknown = pairs_[i];
        const Index k = coefficients_[static_cast<std::size_t>(unknown.l)].k;
        if (unknown.mode != pair.mode || k != pair.k)
            continue;
        const double omega = c_.system.modes.omega(unknown.mode),
                     turn = static_cast<double>(k) * x(at_Omega());
        x(static_cast<Index>(i)) = -joint_forces.f.row(unknown.l).dot(B_.col(unknown.mode)) /
                                   (omega * omega - turn * turn);
    }
}

std::string FreeHarmonics::limit() const
{
    return "motions beyond need more than " + std::to_string(size_.harmonics) + " harmonics";
}

std::unique_ptr<FreeEquations> FreeHarmonics::without_symmetry(const VectorIn& /*x*/) const
{
    if (!size_.odd && !size_.at_rest)
        return nullptr;
    Size size = size_;
    size.odd = size.at_rest = false;
    return std::make_unique<FreeHarmonics>(c_, outputs_, size);
}

Vector FreeHarmonics::taken_over(const FreeEquations& from, const VectorIn& x) const
{
    const auto& other = dynamic_cast<const FreeHarmonics&>(from);
    const Matrix q = other.modes(x);
    Vector out = Vector::Zero(n());
    for (Index l = 0; l < L_; ++l) {
        const Coefficient& coefficient = coefficients_[static_cast<std::size_t>(l)];
        const Index there = other.coefficient(coefficient.k, coefficient.sine);
        for (Index i = 0; there >= 0 && i < rows_; ++i)
            out(r_at(i) + l) = x(other.r_at(i) + there);
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Coefficient& harmonic_coefficient =
            coefficients_[static_cast<std::size_t>(pairs_[i].l)];
        if (const Index there =
                other.coefficient(harmonic_coefficient.k, harmonic_coefficient.sine);
            there >= 0)
            out(static_cast<Index>(i)) = q(pairs_[i].mode, there);
    }
    out.tail(2) = x.tail(2);
    return out;
}

} // namespace slideway::dynamics
