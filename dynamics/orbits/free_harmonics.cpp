#include "dynamics/orbits/free_harmonics.hpp"

#include "base/dense_solve.hpp"
#include "base/two_pi.hpp"
#include "contact/laws/joint_phases.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace slideway::dynamics {

namespace {

// Share of the two highest harmonics in the motion of a joint: what is beyond them is then no more
// than what Newton's method leaves.
constexpr double beyond_harmonics = 1e-11;
// Factors that widen the range of Omega: modes with omega / k in the wider one are near resonance.
// Iterates stay in the smaller one, so that compliances of other modes are away from their poles.
constexpr double near_range = 1.15, in_range = 1.05;
// Factor by which a range grows beyond a motion that leaves it.
constexpr double wider = 1.2;
// Steps of the variational equation in a period of the fastest slow mode. The linear part is exact,
// so they resolve the stiffness of the joints alone.
constexpr int steps_a_period = 12;

// Yoshida's symmetric composition of order six, of symplectic steps of order two.
constexpr double y1 = 0.784513610477560, y2 = 0.235573213359357, y3 = -1.17767998417887;
constexpr std::array<double, 7> composition = {y1, y2, y3, 1 - 2 * (y1 + y2 + y3), y3, y2, y1};

// 1, cos theta, sin theta, cos 2 theta, ...
Vector basis(double theta, Index L)
{
    Vector e(L);
    e(0) = 1;
    const Complex turn = std::polar(1.0, theta);
    Complex at = turn;
    for (Index l = 1; l < L; l += 2, at *= turn) {
        e(l) = at.real();
        e(l + 1) = at.imag();
    }
    return e;
}

} // namespace

bool FreeHarmonics::takes(const ConservativeSystem& system)
{
    return std::all_of(system.system.joints.begin(), system.system.joints.end(),
                       [](const ModalLaw& joint) -> bool {
                           if (!contact::has_phases(joint.law))
                               return false;
                           const Vector zero = Vector::Zero(joint.on.rows.rows());
                           contact::JointPiece piece;
                           contact::piece_of(joint.law, contact::phases_at(joint.law, zero, zero),
                                             piece);
                           return piece.guards.empty() && piece.corners.empty();
                       });
}

FreeHarmonics::FreeHarmonics(const ConservativeSystem& system, std::vector<ModalOutput> outputs,
                             Size size)
    : FreeEquations(std::move(outputs), 0), c_(system), size_(size), L_(2 * size.harmonics + 1),
      samples_(4 * (size.harmonics + 1))
{
    for (ModalOutput& output : outputs_)
        output.follow = 0;
    const Vector& omega = c_.system.modes.omega;
    for (Index j = 0; j < c_.m(); ++j) {
        const std::size_t before = pairs_.size();
        for (Index k = 1; k <= size.harmonics; ++k)
            if (near(j, k))
                pairs_.push_back({j, k});
        if (pairs_.size() > before)
            slow_.push_back(j);
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
    synthesis_.resize(samples_, L_);
    for (Index i = 0; i < samples_; ++i)
        synthesis_.row(i) =
            basis(two_pi * static_cast<double>(i) / static_cast<double>(samples_), L_).transpose();
    analysis_ = synthesis_.transpose() * (2.0 / static_cast<double>(samples_));
    analysis_.row(0) /= 2;
}

bool FreeHarmonics::near(Index mode, Index k) const
{
    const double Omega = c_.system.modes.omega(mode) / static_cast<double>(std::max<Index>(k, 1));
    return k > 0 && Omega * near_range >= size_.least && Omega <= size_.most * near_range;
}

Matrix FreeHarmonics::compliance(double Omega) const
{
    Matrix out(c_.m(), size_.harmonics + 1);
    for (Index k = 0; k < out.cols(); ++k)
        out.col(k) =
            (c_.system.modes.omega.array().square() - std::pow(static_cast<double>(k) * Omega, 2))
                .inverse();
    for (const Pair& pair : pairs_)
        out(pair.mode, pair.k) = 0;
    return out;
}

Vector FreeHarmonics::small_motion(Index mode, double p) const
{
    Vector x = Vector::Zero(n());
    const Vector shape = std::exp(p) / c_.omega(mode) * c_.shapes.col(mode);
    const Vector r_rest = B_ * c_.rest, r = B_ * shape;
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        if (pairs_[i].k == 1)
            x(2 * static_cast<Index>(i)) = shape(pairs_[i].mode);
    for (Index i = 0; i < rows_; ++i) {
        x(r_at(i)) = r_rest(i);
        x(r_at(i) + 1) = r(i);
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
        scales.x.segment(2 * static_cast<Index>(i), 2)
            .setConstant(size / c_.system.modes.omega(pairs_[i].mode));
    for (Index i = 0; i < rows_; ++i)
        scales.x.segment(r_at(i), L_).setConstant(size * r_scale_(i));
    scales.x.tail(2) << Omega / 10, 2 * Omega;
    return scales;
}

void FreeHarmonics::forces(const VectorIn& x, bool derive, Forces& out) const
{
    Matrix r(L_, rows_);
    for (Index i = 0; i < rows_; ++i)
        r.col(i) = x.segment(r_at(i), L_);
    const Matrix motion = synthesis_ * r;
    Matrix f = Matrix::Zero(samples_, rows_);
    Matrix k = Matrix::Zero(derive ? samples_ : 0, rows_ * rows_);
    contact::ForceAndTangent at;
    for (std::size_t j = 0; j < first_row_.size(); ++j) {
        const ModalLaw& joint = c_.system.joints[j];
        const Index first = first_row_[j], n = joint.on.rows.rows();
        for (Index t = 0; t < samples_; ++t) {
            contact::JointMemory none;
            contact::force(joint.law, none, motion.row(t).segment(first, n).transpose(),
                           Vector::Zero(n), at);
            f.row(t).segment(first, n) = at.f.transpose();
            for (Index a = 0; derive && a < n; ++a)
                for (Index b = 0; b < n; ++b)
                    k(t, (first + a) * rows_ + first + b) = at.df_dr(a, b);
        }
    }
    out.f = analysis_ * f;
    if (!derive)
        return;
    out.by_r.assign(static_cast<std::size_t>(rows_ * rows_), Matrix());
    for (Index i = 0; i < rows_ * rows_; ++i)
        if (!k.col(i).isZero(0))
            out.by_r[static_cast<std::size_t>(i)] = analysis_ * k.col(i).asDiagonal() * synthesis_;
}

Matrix FreeHarmonics::modes(const VectorIn& x, const Matrix& f) const
{
    const Matrix flexible = compliance(x(at_Omega()));
    Matrix q = -B_.transpose() * f.transpose();
    q.col(0) += c_.system.p0;
    for (Index l = 0; l < L_; ++l)
        q.col(l) = q.col(l).cwiseProduct(flexible.col(order(l))).eval();
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        q.row(pairs_[i].mode).segment(2 * pairs_[i].k - 1, 2) =
            x.segment(2 * static_cast<Index>(i), 2).transpose();
    return q;
}

Vector FreeHarmonics::state(const VectorIn& x) const
{
    Forces at;
    forces(x, false, at);
    const Matrix q = modes(x, at.f);
    Vector out = Vector::Zero(2 * c_.m() + 2);
    for (Index l = 0; l < L_; ++l)
        if (l == 0 || l % 2 == 1)
            out.head(c_.m()) += q.col(l);
        else
            out.segment(c_.m(), c_.m()) += static_cast<double>(order(l)) * x(at_Omega()) * q.col(l);
    out.tail(2) = x.tail(2);
    return out;
}

// The phase by the rate of a motion close by, harmonic by harmonic, in the energy norm.
void FreeHarmonics::take_phase(const VectorIn& x)
{
    Omega_0_ = x(at_Omega());
    q_0_.resize(2 * static_cast<Index>(pairs_.size()));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const auto at = 2 * static_cast<Index>(i);
        const double rate =
            c_.system.modes.omega(pairs_[i].mode) * static_cast<double>(pairs_[i].k);
        q_0_(at) = rate * x(at + 1);
        q_0_(at + 1) = -rate * x(at);
    }
    q_0_ /= q_0_.norm();
}

// A later start moves the coefficients of q by q_0_ / omega. Those of r follow from Newton's
// method.
void FreeHarmonics::keep_phase(Eigen::Ref<Vector> tangent) const
{
    Vector weight(q_0_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i)
        weight.segment(2 * static_cast<Index>(i), 2)
            .setConstant(c_.system.modes.omega(pairs_[i].mode));
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
    Forces at;
    forces(x, true, at);
    if (!at.f.allFinite())
        return false;
    const Index phase = at_Omega(), energy_row = phase + 1;
    const auto by_r = [&](Index a, Index b) -> const Matrix& {
        return at.by_r[static_cast<std::size_t>(a * rows_ + b)];
    };
    out.F.setZero();
    out.F_x.setZero();
    out.F_p.setZero();
    // Pairs, in parts of omega e^p.
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const auto [j, k] = pairs_[i];
        const double unit = 1 / (omega(j) * size), turn = static_cast<double>(k) * Omega,
                     stiffness = omega(j) * omega(j) - turn * turn;
        for (const Index part : {0, 1}) {
            const Index row = 2 * static_cast<Index>(i) + part, l = 2 * k - 1 + part,
                        other = row + 1 - 2 * part;
            const double damping = part == 0 ? turn : -turn;
            out.F(row) =
                unit * (stiffness * x(row) + xi * damping * x(other) + at.f.row(l).dot(B_.col(j)));
            out.F_x(row, row) = unit * stiffness;
            out.F_x(row, other) = unit * xi * damping;
            out.F_x(row, phase) =
                unit * (-2 * turn * turn * x(row) + xi * damping * x(other)) / Omega;
            out.F_x(row, phase + 1) = unit * damping * x(other);
            for (Index a = 0; a < rows_; ++a)
                for (Index b = 0; b < rows_; ++b)
                    if (by_r(a, b).size() > 0)
                        out.F_x.row(row).segment(r_at(b), L_) +=
                            unit * B_(a, j) * by_r(a, b).row(l);
        }
    }
    add_joints(x, size, at, out);
    // Phase.
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const auto first = 2 * static_cast<Index>(i);
        out.F_x.row(phase).segment(first, 2) =
            omega(pairs_[i].mode) / size * q_0_.segment(first, 2).transpose();
    }
    out.F(phase) = out.F_x.row(phase).dot(x);
    if (!add_energy(x, p, at, out))
        return false;
    out.F_p.head(energy_row) = -out.F.head(energy_row);
    return true;
}

// Displacements of joints, in parts of what e^p moves of them.
void FreeHarmonics::add_joints(const Vector& x, double size, const Forces& at,
                               continuation::Equations& out) const
{
    const double Omega = x(at_Omega());
    const Vector unit = (size * r_scale_).cwiseInverse();
    const Matrix flexible = compliance(Omega);
    const Vector rest = B_ * c_.system.p0.cwiseProduct(flexible.col(0));
    for (Index k = 0; k <= size_.harmonics; ++k) {
        const Vector c = flexible.col(k);
        const double turn = static_cast<double>(k) * Omega;
        const Matrix residual = B_ * c.asDiagonal() * B_.transpose(),
                     by_Omega =
                         2 * turn * turn / Omega * B_ * c.cwiseAbs2().asDiagonal() * B_.transpose();
        for (Index l = std::max<Index>(0, 2 * k - 1); l <= 2 * k; ++l)
            for (Index i = 0; i < rows_; ++i) {
                const Index row = r_at(i) + l;
                out.F(row) =
                    unit(i) * (x(row) + residual.row(i).dot(at.f.row(l)) - (l == 0 ? rest(i) : 0));
                out.F_x(row, at_Omega()) = unit(i) * by_Omega.row(i).dot(at.f.row(l));
                for (Index a = 0; a < rows_; ++a)
                    for (Index b = 0; b < rows_; ++b)
                        if (const Matrix& by = at.by_r[static_cast<std::size_t>(a * rows_ + b)];
                            by.size() > 0)
                            out.F_x.row(row).segment(r_at(b), L_) +=
                                unit(i) * residual(i, a) * by.row(l);
                out.F_x(row, row) += unit(i);
            }
    }
    for (std::size_t s = 0; s < pairs_.size(); ++s)
        for (const Index part : {0, 1})
            for (Index i = 0; i < rows_; ++i) {
                const Index row = r_at(i) + 2 * pairs_[s].k - 1 + part,
                            column = 2 * static_cast<Index>(s) + part;
                const double b = unit(i) * B_(i, pairs_[s].mode);
                out.F(row) -= b * x(column);
                out.F_x(row, column) = -b;
            }
}

// Energy of the state at the beginning: gradient . dq + q' . dq'. False where it is none.
bool FreeHarmonics::add_energy(const Vector& x, double p, const Forces& at,
                               continuation::Equations& out) const
{
    const double Omega = x(at_Omega());
    const Index row = at_Omega() + 1, m = c_.m();
    const Matrix q = modes(x, at.f), flexible = compliance(Omega);
    Vector z = Vector::Zero(2 * m), v_rate = Vector::Zero(m);
    z.head(m) = q.col(0);
    for (Index k = 1; k <= size_.harmonics; ++k) {
        z.head(m) += q.col(2 * k - 1);
        v_rate += static_cast<double>(k) * q.col(2 * k);
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
        by_x(2 * static_cast<Index>(i)) = g(pairs_[i].mode);
        by_x(2 * static_cast<Index>(i) + 1) =
            v(pairs_[i].mode) * static_cast<double>(pairs_[i].k) * Omega;
    }
    by_x(at_Omega()) = v.dot(v_rate);
    Matrix by_f(L_, rows_);
    for (Index l = 0; l < L_; ++l) {
        const double turn = static_cast<double>(order(l)) * Omega;
        const Vector on = l == 0 || l % 2 == 1 ? g : Vector(turn * v),
                     seen = on.cwiseProduct(flexible.col(order(l)));
        by_f.row(l) = -(B_ * seen).transpose();
        by_x(at_Omega()) += 2 * turn * turn / Omega * seen.dot(q.col(l));
    }
    for (Index a = 0; a < rows_; ++a)
        for (Index b = 0; b < rows_; ++b)
            if (const Matrix& by = at.by_r[static_cast<std::size_t>(a * rows_ + b)]; by.size() > 0)
                by_x.segment(r_at(b), L_) += by_f.col(a).transpose() * by;
    return true;
}

Matrix FreeHarmonics::tangent_stiffness(const VectorIn& r) const
{
    Matrix k = Matrix::Zero(rows_, rows_);
    contact::ForceAndTangent at;
    for (std::size_t j = 0; j < first_row_.size(); ++j) {
        const ModalLaw& joint = c_.system.joints[j];
        const Index first = first_row_[j], n = joint.on.rows.rows();
        contact::JointMemory none;
        contact::force(joint.law, none, r.segment(first, n), Vector::Zero(n), at);
        k.block(first, first, n, n) = at.df_dr;
    }
    return k;
}

// The variational equation of the slow modes by symplectic steps, the linear part exact. Fast modes
// follow at rest: k -> (1 + k R)^-1 k, R their static compliance.
ComplexVector FreeHarmonics::multipliers(const VectorIn& x, const Matrix& q) const
{
    const Index slow = n_slow();
    if (slow < 2)
        return {};
    const double Omega = x(at_Omega());
    Vector omega(slow);
    Matrix B(rows_, slow), R = Matrix::Zero(rows_, rows_), r(L_, rows_);
    for (Index s = 0; s < slow; ++s) {
        omega(s) = c_.system.modes.omega(slow_[static_cast<std::size_t>(s)]);
        B.col(s) = B_.col(slow_[static_cast<std::size_t>(s)]) / omega(s); // of omega q
    }
    for (Index j = 0; j < c_.m(); ++j)
        if (std::find(slow_.begin(), slow_.end(), j) == slow_.end())
            R += B_.col(j) * B_.col(j).transpose() / std::pow(c_.system.modes.omega(j), 2);
    for (Index i = 0; i < rows_; ++i)
        r.col(i) = x.segment(r_at(i), L_);
    const auto steps = static_cast<int>(std::ceil(
        steps_a_period * std::max(omega.maxCoeff() / Omega, static_cast<double>(size_.harmonics))));
    const double h = two_pi / Omega / steps;
    Matrix u = Matrix::Zero(slow, 2 * slow), v = u; // omega q, q'
    u.leftCols(slow).setIdentity();
    v.rightCols(slow).setIdentity();
    const auto drift = [&](double time) {
        for (Index s = 0; s < slow; ++s) {
            const double c = std::cos(omega(s) * time), d = std::sin(omega(s) * time);
            const Eigen::RowVectorXd row = u.row(s);
            u.row(s) = c * row + d * v.row(s);
            v.row(s) = c * v.row(s) - d * row;
        }
    };
    const Matrix one = Matrix::Identity(rows_, rows_);
    double t = 0;
    for (int step = 0; step < steps; ++step)
        for (const double share : composition) {
            drift(share * h / 2);
            const Vector at = r.transpose() * basis(Omega * (t + share * h / 2), L_);
            const Matrix k = tangent_stiffness(at);
            const Matrix pull = Lu<double>(one + k * R).solve(Matrix(k * (B * u)));
            // q'' = -B^T f; rows of B are over omega, so the pull on q' is times omega.
            v -= share * h * omega.asDiagonal() * (B.transpose() * pull);
            drift(share * h / 2);
            t += share * h;
        }
    Matrix map(2 * slow, 2 * slow);
    map << u, v;
    // Rate and gradient: (q', q'') and (-q'', q') with q'' of the motion, in the energy norm.
    Vector f(2 * slow), g(2 * slow);
    for (Index s = 0; s < slow; ++s) {
        double rate = 0, acceleration = 0;
        for (Index l = 1; l < L_; l += 2) {
            const double turn = static_cast<double>(order(l)) * Omega;
            rate += turn * q(slow_[static_cast<std::size_t>(s)], l + 1);
            acceleration -= turn * turn * q(slow_[static_cast<std::size_t>(s)], l);
        }
        f(s) = omega(s) * rate;
        f(slow + s) = acceleration;
        g(s) = -acceleration / omega(s);
        g(slow + s) = rate;
    }
    return other_multipliers(std::move(map), f, g);
}

void FreeHarmonics::look_at_size(const VectorIn& x, const Matrix& f)
{
    const double Omega = x(at_Omega());
    double last = 0, all = 0;
    // In the displacements that the forces make at rest.
    for (Index i = 0; i < rows_; ++i) {
        const double unit = r_scale_(i) * r_scale_(i);
        all += unit * f.col(i).norm() + x.segment(r_at(i) + 1, L_ - 1).norm();
        last += unit * f.col(i).tail(4).norm();
    }
    const bool harmonics = last > beyond_harmonics * all;
    if (!harmonics && Omega >= size_.least && Omega <= size_.most)
        return;
    Size to = size_;
    if (harmonics)
        to.harmonics += std::max(2, size_.harmonics / 3);
    if (Omega < size_.least)
        to.least = Omega / wider;
    if (Omega > size_.most)
        to.most = Omega * wider;
    if (!larger_)
        larger_ = to;
}

std::vector<MotionExtremum> FreeHarmonics::extrema(const Matrix& q, double Omega) const
{
    std::vector<MotionExtremum> out;
    const Index n = 2 * samples_;
    for (std::size_t w = 0; w < outputs_.size(); ++w) {
        const Vector y = q.transpose() * outputs_[w].row;
        const auto derivative = [&](double theta, int times) -> double {
            double sum = times == 0 ? y(0) : 0;
            for (Index l = 1; l < L_; l += 2) {
                const auto k = static_cast<double>(order(l));
                const double turn = k * theta + times * two_pi / 4;
                sum += std::pow(k, times) * (y(l) * std::cos(turn) + y(l + 1) * std::sin(turn));
            }
            return sum;
        };
        double before = derivative(0, 1);
        for (Index i = 0; i < n; ++i) {
            double low = two_pi * static_cast<double>(i) / static_cast<double>(n),
                   high = two_pi * static_cast<double>(i + 1) / static_cast<double>(n);
            const double after = derivative(high, 1);
            const bool rises = before > 0;
            const bool turns = (before > 0) != (after > 0);
            before = after;
            if (!turns)
                continue;
            for (int k = 0; k < 54; ++k) {
                const double middle = (low + high) / 2;
                ((derivative(middle, 1) > 0) == rises ? low : high) = middle;
            }
            out.push_back({w, low / Omega, derivative(low, 0), rises, {}});
        }
    }
    return out;
}

const FreeEquations::At& FreeHarmonics::at(const Vector& x, double /*p*/)
{
    if (at_.x.size() == x.size() && at_.x == x)
        return at_;
    Forces now;
    forces(x, false, now);
    const Matrix q = modes(x, now.f);
    look_at_size(x, now.f);
    at_.x = x;
    at_.others = stability_of(multipliers(x, q));
    at_.stable = at_.others.multipliers.size() == 0 ||
                 std::abs(at_.others.multipliers(0)) <= 1 + stable_growth;
    at_.extrema = extrema(q, x(at_Omega()));
    at_.grazing = {};
    return at_;
}

} // namespace slideway::dynamics
