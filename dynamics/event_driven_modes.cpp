#include "dynamics/event_driven_modes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

constexpr Complex j(0, 1);
constexpr double critical = 1e-5; // smallest relative distance from critical damping

Matrix damping(const StackedModes& modes)
{
    return modes.classical() ? Matrix(modes.c.asDiagonal()) : modes.D;
}

// Modes and frequencies of the rows locked. Singular values of omega N keep the low frequencies
// to eps omega_max, where eigenvalues of N^T omega^2 N would lose their squares.
struct Basis {
    Matrix Psi;
    Vector omega;
};

Basis basis(const CoulombSystem& system, const std::vector<Index>& stick)
{
    const Index m = system.n_modes();
    if (stick.empty())
        return {Matrix::Identity(m, m), system.modes.omega};
    const Matrix B_S = system.B(stick, Eigen::all);
    const Eigen::HouseholderQR<Matrix> qr(B_S.transpose());
    const Matrix N = Matrix(qr.householderQ()).rightCols(m - B_S.rows());
    if (N.cols() == 0)
        return {N, Vector(0)};
    const Eigen::JacobiSVD<Matrix> svd(system.modes.omega.asDiagonal() * N, Eigen::ComputeFullV);
    Basis b{N * svd.matrixV(), svd.singularValues()};
    const double least = 1e-12 * std::max(b.omega.maxCoeff(), 1e-300);
    b.omega = (b.omega.array() > least).select(b.omega, 0.0);
    return b;
}

// Rigid modes such that the damping among them is diagonal.
void separate_rigid(Basis& b, const Matrix& D)
{
    std::vector<Index> rigid;
    for (Index i = 0; i < b.omega.size(); ++i)
        if (b.omega(i) == 0)
            rigid.push_back(i);
    if (rigid.size() < 2)
        return;
    const Matrix R = b.Psi(Eigen::all, rigid);
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(R.transpose() * D * R);
    b.Psi(Eigen::all, rigid) = R * solver.eigenvectors();
}

struct FirstOrder {
    std::vector<Complex> s;
    std::vector<ComplexVector> from, to; // 2 n each
};

// y'' + c y' + omega^2 y = g of one mode: z = y' - conj(s) y, or two real z.
void add_oscillator(FirstOrder& z, Index i, Index n, double omega, double c)
{
    auto add = [&](Complex s, Complex y, Complex rate, Complex of_y) {
        z.s.push_back(s);
        z.from.emplace_back(ComplexVector::Zero(2 * n));
        z.from.back()(i) = y;
        z.from.back()(n + i) = rate;
        z.to.emplace_back(ComplexVector::Zero(2 * n));
        z.to.back()(i) = of_y;
        z.to.back()(n + i) = 1;
    };
    const double sigma = c / 2, square = omega * omega - sigma * sigma;
    const double least = critical * std::max(omega, sigma);
    if (square >= 0) {
        const double nu = std::max(std::sqrt(square), least);
        add({-sigma, nu}, -j / nu, 1.0 + j * sigma / nu, {sigma, nu});
        return;
    }
    const double root = std::max(std::sqrt(-square), least);
    const double fast = -sigma - root, slow = omega == 0 ? 0.0 : omega * omega / fast;
    add(slow, 1 / (slow - fast), slow / (slow - fast), -fast);
    add(fast, -1 / (slow - fast), -fast / (slow - fast), -slow);
}

// Modes that damping couples, by the eigenvectors of the first-order form.
void add_coupled(FirstOrder& z, const std::vector<Index>& at, Index n, const Vector& omega,
                 const Matrix& C, double Omega)
{
    const auto size = static_cast<Index>(at.size());
    Vector scale(size);
    Matrix S = Matrix::Zero(2 * size, 2 * size);
    for (Index i = 0; i < size; ++i) {
        const double w = omega(at[static_cast<std::size_t>(i)]);
        scale(i) = std::max(w, Omega);
        S(i, size + i) = scale(i);
        S(size + i, i) = -w * w / scale(i);
    }
    S.bottomRightCorner(size, size) = -C(at, at);
    const Eigen::EigenSolver<Matrix> solver(S);
    const ComplexMatrix V = solver.eigenvectors();
    const Eigen::FullPivLU<ComplexMatrix> lu(V);
    const Eigen::JacobiSVD<ComplexMatrix> svd(V);
    if (solver.info() != Eigen::Success ||
        !(svd.singularValues()(2 * size - 1) > 1e-9 * svd.singularValues()(0)))
        throw std::runtime_error("damping leaves the system without a complete set of modes "
                                 "(critical damping); change a damping by a millionth");
    const ComplexMatrix L = lu.inverse();
    const double zero = 1e-12 * solver.eigenvalues().cwiseAbs().maxCoeff();
    for (Index k = 0; k < 2 * size; ++k) {
        Complex s = solver.eigenvalues()(k);
        if (s.imag() < 0)
            continue;
        if (std::abs(s) < zero)
            s = 0;
        const double twice = s.imag() > 0 ? 2 : 1;
        z.s.emplace_back(std::min(s.real(), 0.0), s.imag());
        z.from.emplace_back(ComplexVector::Zero(2 * n));
        z.to.emplace_back(ComplexVector::Zero(2 * n));
        for (Index i = 0; i < size; ++i) {
            const Index y = at[static_cast<std::size_t>(i)];
            z.from.back()(y) = twice * V(i, k) / scale(i);
            z.from.back()(n + y) = twice * V(size + i, k);
            z.to.back()(y) = L(k, i) * scale(i);
            z.to.back()(n + y) = L(k, size + i);
        }
    }
}

FirstOrder first_order(LockedModes& modes, const Vector& omega, const Matrix& C, double Omega)
{
    FirstOrder z;
    const Index n = omega.size();
    std::vector<Index> coupled;
    const double largest = n > 0 ? C.cwiseAbs().maxCoeff() : 0;
    for (Index i = 0; i < n; ++i) {
        const double others = C.col(i).cwiseAbs().sum() - std::abs(C(i, i));
        if (omega(i) == 0 && C.col(i).cwiseAbs().sum() <= 1e-12 * std::max(largest, Omega))
            modes.rigid.push_back(i);
        else if (others <= 1e-13 * largest)
            add_oscillator(z, i, n, omega(i), std::max(C(i, i), 0.0));
        else
            coupled.push_back(i);
    }
    if (!coupled.empty())
        add_coupled(z, coupled, n, omega, C, Omega);
    return z;
}

} // namespace

LockedModes locked_modes(const CoulombSystem& system, const std::vector<Index>& stick)
{
    LockedModes modes;
    modes.stick = stick;
    const Index m = system.n_modes();
    const auto n_s = static_cast<Index>(stick.size());
    const double Omega = system.Omega;
    const Matrix D = damping(system.modes);
    const Vector K = system.modes.omega.cwiseAbs2();

    Basis b = basis(system, stick);
    separate_rigid(b, D);
    modes.Psi = b.Psi;
    const Matrix& Psi = modes.Psi;
    const Index n = Psi.cols();
    modes.A = Matrix::Zero(m, n_s);
    ComplexVector r_S(n_s);
    if (n_s > 0) {
        const Matrix B_S = system.B(stick, Eigen::all);
        modes.A = B_S.transpose() * (B_S * B_S.transpose()).partialPivLu().inverse();
        r_S = system.r(stick);
    }
    const FirstOrder z = first_order(modes, b.omega, Psi.transpose() * D * Psi, Omega);
    const auto n_z = static_cast<Index>(z.s.size());
    modes.s = Eigen::Map<const ComplexVector>(z.s.data(), n_z);
    modes.from_z.resize(2 * n, n_z);
    modes.to_z.resize(n_z, 2 * n);
    for (Index i = 0; i < n_z; ++i) {
        modes.from_z.col(i) = z.from[static_cast<std::size_t>(i)];
        modes.to_z.row(i) = z.to[static_cast<std::size_t>(i)].transpose();
    }

    // The harmonic force of the loads and of the moved contacts; zero rows of r give zero.
    const ComplexVector moved = modes.A.cast<Complex>() * r_S;
    const ComplexVector moved_force =
        K.cast<Complex>().cwiseProduct(moved) + j * Omega * (D.cast<Complex>() * moved);
    modes.g = Psi.transpose() * (system.p + moved_force);
    const ComplexVector plus = modes.to_z.rightCols(n) * modes.g / 2.0;
    const ComplexVector minus = modes.to_z.rightCols(n) * modes.g.conjugate() / 2.0;
    modes.plus = ComplexVector::Zero(n_z);
    modes.minus = ComplexVector::Zero(n_z);
    std::vector<Complex> resonant;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i);
        modes.minus(i) = minus(i) / (-j * Omega - s);
        if (std::abs(j * Omega - s) > LockedModes::resonance * Omega) {
            modes.plus(i) = plus(i) / (j * Omega - s);
        } else {
            modes.resonant.push_back(i);
            resonant.push_back(plus(i));
        }
    }
    modes.resonant_force =
        Eigen::Map<const ComplexVector>(resonant.data(), static_cast<Index>(resonant.size()));

    const ComplexMatrix y = modes.from_z.topRows(n), y_rate = modes.from_z.bottomRows(n);
    const Matrix B_Psi = system.B * Psi;
    modes.velocity = B_Psi.cast<Complex>() * y_rate;
    modes.rigid_velocity = B_Psi(Eigen::all, modes.rigid);
    const Matrix A_K = modes.A.transpose() * K.asDiagonal(), A_D = modes.A.transpose() * D;
    modes.reaction = -(A_D * Psi).cast<Complex>() * y_rate - (A_K * Psi).cast<Complex>() * y;
    modes.constant_force = Psi.transpose();
    modes.from_re = modes.from_z.real();
    modes.from_im = modes.from_z.imag();
    modes.to_re = modes.to_z.real();
    modes.to_im = modes.to_z.imag();
    modes.offset_force = Psi.transpose() * A_K.transpose();
    modes.offset_reaction = A_K * modes.A;

    auto forced = [&](const ComplexMatrix& rows) -> ComplexVector {
        return rows * modes.plus + (rows * modes.minus).conjugate();
    };
    modes.forced_velocity =
        j * Omega * (system.r - system.B.cast<Complex>() * moved) + forced(modes.velocity);
    for (std::size_t i = 0; i < modes.rigid.size(); ++i) // y' = g / (j Omega)
        modes.forced_velocity += modes.rigid_velocity.col(static_cast<Index>(i)).cast<Complex>() *
                                 (modes.g(modes.rigid[i]) / (j * Omega));
    modes.forced_reaction =
        modes.A.transpose().cast<Complex>() * (system.p - Omega * Omega * moved + moved_force) +
        forced(modes.reaction);
    return modes;
}

LockedModesTable::LockedModesTable(const CoulombSystem& system)
    : system_(&system), G_(system.B * system.B.transpose())
{
    refuse_dependent_contacts(system);
}

const LockedModes& LockedModesTable::of(const std::vector<int>& state)
{
    key_.resize(state.size());
    for (std::size_t i = 0; i < state.size(); ++i)
        key_[i] = state[i] == 0;
    const auto found = modes_.find(key_);
    if (found != modes_.end())
        return found->second;
    std::vector<Index> stick;
    for (std::size_t i = 0; i < state.size(); ++i)
        if (key_[i])
            stick.push_back(static_cast<Index>(i));
    return modes_.emplace(key_, locked_modes(*system_, stick)).first->second;
}

void propagate_tangent(const CoulombSystem& system, const LockedModes& modes, double tau,
                       Matrix& columns)
{
    const Index m = system.n_modes(), n = modes.Psi.cols(), n_z = modes.s.size();
    const Matrix c = system.B(modes.stick, Eigen::all) * columns.topRows(m);
    Matrix y(2 * n, columns.cols());
    y.topRows(n).noalias() = modes.constant_force * columns.topRows(m);
    y.bottomRows(n).noalias() = modes.constant_force * columns.bottomRows(m);
    const Matrix h = -modes.offset_force * c;
    const ComplexMatrix force = modes.to_z.rightCols(n) * h;
    ComplexMatrix z = modes.to_z * y;
    for (Index i = 0; i < n_z; ++i) {
        const Complex s = modes.s(i), grown = std::exp(s * tau);
        const Complex pushed = s == 0.0 ? Complex(tau) : (grown - 1.0) / s;
        z.row(i) = z.row(i) * grown + force.row(i) * pushed;
    }
    Matrix end = (modes.from_z * z).real();
    for (const Index at : modes.rigid) {
        end.row(at) = y.row(at) + tau * (y.row(n + at) + 0.5 * tau * h.row(at));
        end.row(n + at) = y.row(n + at) + tau * h.row(at);
    }
    columns.topRows(m).noalias() = modes.Psi * end.topRows(n);
    columns.topRows(m).noalias() += modes.A * c;
    columns.bottomRows(m).noalias() = modes.Psi * end.bottomRows(n);
}

void LockedMotion::start(const CoulombSystem& system, const LockedModes& modes, double t0,
                         const Vector& q, const Vector& v, const Vector& friction, double horizon)
{
    system_ = &system;
    modes_ = &modes;
    horizon_ = horizon;
    const Index n = modes.Psi.cols(), n_z = modes.s.size();
    const auto n_s = static_cast<Index>(modes.stick.size());
    drive0_ = std::polar(1.0, system.Omega * t0);

    c_.resize(n_s);
    friction_load_ = system.p0;
    for (Index k = 0, i = 0; k < system.n_contacts(); ++k) {
        if (i < n_s && modes.stick[static_cast<std::size_t>(i)] == k)
            c_(i++) = system.B.row(k).dot(q) + (system.r(k) * drive0_).real();
        else if (friction(k) != 0)
            friction_load_.noalias() -= friction(k) * system.B.row(k).transpose();
    }
    y_.resize(2 * n);
    y_.head(n).noalias() = modes.constant_force * q;
    y_.tail(n).noalias() = modes.constant_force * v;
    h_.noalias() = modes.constant_force * friction_load_;
    if (n_s > 0)
        h_.noalias() -= modes.offset_force * c_;
    // Real products: mixed ones would convert the matrix every time.
    z0_.resize(n_z);
    force_.resize(n_z);
    z0_.real() = (modes.to_re * y_).eval();
    z0_.imag() = (modes.to_im * y_).eval();
    force_.real() = (modes.to_re.rightCols(n) * h_).eval();
    force_.imag() = (modes.to_im.rightCols(n) * h_).eval();
    constant_.resize(n_z);
    linear_.resize(n_z);
    alpha_.resize(n_z);
    for (Index i = 0; i < n_z; ++i) {
        const bool still = modes.s(i) == 0.0;
        constant_(i) = still ? Complex(0) : -force_(i) / modes.s(i);
        linear_(i) = still ? force_(i) : Complex(0);
        alpha_(i) =
            z0_(i) - constant_(i) - modes.plus(i) * drive0_ - modes.minus(i) * std::conj(drive0_);
    }
    resonant0_ = modes.resonant_force * drive0_;
    const auto n_r = static_cast<Index>(modes.rigid.size());
    rigid0_.resize(n_r);
    rigid1_.resize(n_r);
    for (Index i = 0; i < n_r; ++i) {
        const Index at = modes.rigid[static_cast<std::size_t>(i)];
        const Complex forced = -modes.g(at) / (system.Omega * system.Omega) * drive0_;
        rigid0_(i) = y_(at) - forced.real();
        rigid1_(i) = y_(n + at) - (j * system.Omega * forced).real();
    }
    exp_.resize(n_z);
    z_.resize(n_z);
    growth_.resize(resonant0_.size());
    growth_rate_.resize(resonant0_.size());

    velocity_.resize(static_cast<std::size_t>(system.n_contacts()));
    for (Index k = 0, i = 0; k < system.n_contacts(); ++k) {
        if (i < n_s && modes.stick[static_cast<std::size_t>(i)] == k) {
            ++i;
            continue;
        }
        double F0 = (modes.velocity.row(k) * constant_).value().real();
        double F1 = (modes.velocity.row(k) * linear_).value().real();
        for (Index l = 0; l < n_r; ++l) {
            F0 += modes.rigid_velocity(k, l) * rigid1_(l);
            F1 += modes.rigid_velocity(k, l) * h_(modes.rigid[static_cast<std::size_t>(l)]);
        }
        function(velocity_[static_cast<std::size_t>(k)], F0, F1, modes.forced_velocity(k),
                 modes.velocity.row(k));
    }
    reaction_.resize(static_cast<std::size_t>(n_s));
    for (Index i = 0; i < n_s; ++i) {
        const double F0 = modes.A.col(i).dot(friction_load_) -
                          modes.offset_reaction.row(i).dot(c_) +
                          (modes.reaction.row(i) * constant_).value().real();
        const double F1 = (modes.reaction.row(i) * linear_).value().real();
        function(reaction_[static_cast<std::size_t>(i)], F0, F1, modes.forced_reaction(i),
                 modes.reaction.row(i));
    }
}

void LockedMotion::function(Function& f, double F0, double F1, Complex P,
                            const Eigen::Ref<const Eigen::RowVectorXcd>& row) const
{
    f.F0 = F0;
    f.F1 = F1;
    f.P = P;
    f.w = row.transpose().cwiseProduct(alpha_);
    const double Omega = system_->Omega, forced = std::abs(P);
    f.scale = std::abs(F0) + forced;
    f.L2 = forced * Omega * Omega;
    f.L3 = f.L2 * Omega;
    for (Index i = 0; i < f.w.size(); ++i) {
        const double s = std::abs(modes_->s(i)), w = std::abs(f.w(i));
        f.scale += w;
        f.L2 += w * s * s;
        f.L3 += w * s * s * s;
    }
    f.u.resize(resonant0_.size());
    for (Index i = 0; i < f.u.size(); ++i) {
        const Index at = modes_->resonant[static_cast<std::size_t>(i)];
        const double s = std::abs(modes_->s(at));
        f.u(i) = row(at) * resonant0_(i);
        // |r| <= tau, r' = s r + e.
        const double u = std::abs(f.u(i)), r1 = s * horizon_ + 1, r2 = s * r1 + Omega;
        f.scale += u * horizon_;
        f.L2 += u * r2;
        f.L3 += u * (s * r2 + Omega * Omega);
    }
}

void LockedMotion::at(double tau)
{
    tau_ = tau;
    const double Omega = system_->Omega;
    const Complex turned = std::polar(1.0, Omega * tau);
    drive_ = drive0_ * turned;
    for (Index i = 0; i < exp_.size(); ++i) {
        const Complex s = modes_->s(i);
        const double size = s.real() == 0 ? 1 : std::exp(s.real() * tau);
        exp_(i) = s.imag() == 0
                      ? Complex(size)
                      : Complex(size * std::cos(s.imag() * tau), size * std::sin(s.imag() * tau));
    }
    for (Index i = 0; i < growth_.size(); ++i) {
        // r = (e^{j Omega tau} - e^{s tau}) / (j Omega - s) = tau e^{...} sinh(d) / d.
        const Complex s = modes_->s(modes_->resonant[static_cast<std::size_t>(i)]);
        const Complex d = 0.5 * tau * (j * Omega - s);
        const Complex ratio =
            std::abs(d) < 1e-3 ? 1.0 + d * d / 6.0 + d * d * d * d / 120.0 : std::sinh(d) / d;
        growth_(i) = tau * std::exp(0.5 * tau * (j * Omega + s)) * ratio;
        growth_rate_(i) = s * growth_(i) + turned;
    }
}

LockedMotion::Value LockedMotion::value(const Function& f) const
{
    const double Omega = system_->Omega;
    const Complex forced = f.P * drive_;
    Value v;
    v.f = f.F0 + f.F1 * tau_ + forced.real();
    v.d1 = f.F1 - Omega * forced.imag();
    v.d2 = -Omega * Omega * forced.real();
    for (Index i = 0; i < f.w.size(); ++i) {
        const Complex s = modes_->s(i);
        const double re = f.w(i).real() * exp_(i).real() - f.w(i).imag() * exp_(i).imag();
        const double im = f.w(i).real() * exp_(i).imag() + f.w(i).imag() * exp_(i).real();
        const double a = s.real(), b = s.imag();
        v.f += re;
        v.d1 += a * re - b * im;
        v.d2 += (a * a - b * b) * re - 2 * a * b * im;
    }
    if (f.u.size() > 0) {
        const Complex turned = drive_ / drive0_;
        for (Index i = 0; i < f.u.size(); ++i) {
            const Complex s = modes_->s(modes_->resonant[static_cast<std::size_t>(i)]);
            v.f += (f.u(i) * growth_(i)).real();
            v.d1 += (f.u(i) * growth_rate_(i)).real();
            v.d2 += (f.u(i) * (s * growth_rate_(i) + j * Omega * turned)).real();
        }
    }
    return v;
}

void LockedMotion::state(Vector& q, Vector& v)
{
    const LockedModes& modes = *modes_;
    const Index n = modes.Psi.cols();
    z_ = alpha_.cwiseProduct(exp_) + constant_ + tau_ * linear_ + modes.plus * drive_ +
         modes.minus * std::conj(drive_);
    for (Index i = 0; i < growth_.size(); ++i)
        z_(modes.resonant[static_cast<std::size_t>(i)]) += resonant0_(i) * growth_(i);
    y_tau_.noalias() = modes.from_re * z_.real();
    y_tau_.noalias() -= modes.from_im * z_.imag();
    const double Omega = system_->Omega;
    for (std::size_t i = 0; i < modes.rigid.size(); ++i) {
        const Index at = modes.rigid[i];
        const auto l = static_cast<Index>(i);
        const Complex forced = -modes.g(at) / (Omega * Omega) * drive_;
        y_tau_(at) = rigid0_(l) + tau_ * (rigid1_(l) + 0.5 * tau_ * h_(at)) + forced.real();
        y_tau_(n + at) = rigid1_(l) + tau_ * h_(at) + (j * Omega * forced).real();
    }
    q.noalias() = modes.Psi * y_tau_.head(n);
    v.noalias() = modes.Psi * y_tau_.tail(n);
    for (std::size_t i = 0; i < modes.stick.size(); ++i) {
        const auto l = static_cast<Index>(i);
        const Complex moved = system_->r(modes.stick[i]) * drive_;
        q += modes.A.col(l) * (c_(l) - moved.real());
        v -= modes.A.col(l) * (j * Omega * moved).real();
    }
}

} // namespace slideway::dynamics
