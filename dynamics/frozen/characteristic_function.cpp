#include "dynamics/frozen/characteristic_function.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace slideway::dynamics {

CharacteristicFunction::CharacteristicFunction(const StackedModes& modes)
    : omega_(modes.omega), c_(modes.c), omega2_(modes.omega.cwiseAbs2())
{
    assert(modes.classical());
    for (Index j = 0; j < modes.n(); ++j) {
        const double half = c_(j) / 2, square = omega2_(j) - half * half;
        if (square >= 0) {
            poles_.emplace_back(-half, std::sqrt(square));
            second_poles_.emplace_back(-half, -std::sqrt(square));
        } else {
            // stable forms of the two real roots
            const double far = -half - std::copysign(std::sqrt(-square), half);
            poles_.emplace_back(far, 0);
            second_poles_.emplace_back(far == 0 ? 0 : omega2_(j) / far, 0);
        }
    }
    Q_.resize(modes.n(), 4);
}

void CharacteristicFunction::set(const LinearisedContacts& contacts)
{
    assert(contacts.n_rows() <= max_rows);
    k_ = contacts.n_rows();
    R_ = contacts.R;
    P_ = contacts.P;
    P_rate_ = contacts.P_rate;
    Z_ = contacts.Z;
    const Index m = omega_.size();
    // Rows are scaled to about equal size, which makes the bounds of det F sharp.
    const double soft = 1e-3 * omega2_.maxCoeff() / static_cast<double>(m);
    const Vector share = (omega2_.array() + soft).inverse().matrix();
    for (Index a = 0; a < k_; ++a) {
        const double r = std::sqrt(R_.row(a).cwiseAbs2().dot(share));
        const double p = std::sqrt(P_.row(a).cwiseAbs2().dot(share));
        if (!(r > 0))
            continue;
        const double of_P = Z_(a) == 0 ? (p > 0 ? 1 / p : 1) : (p > 0 ? std::sqrt(r / p) : r);
        R_.row(a) *= Z_(a) == 0 ? 1 / r : 1 / of_P;
        P_.row(a) *= of_P;
        if (P_rate_.size() > 0)
            P_rate_.row(a) *= of_P;
    }
    W_.resize(k_ * k_, m);
    W_rate_.resize(P_rate_.size() > 0 ? k_ * k_ : 0, m);
    for (Index a = 0; a < k_; ++a)
        for (Index b = 0; b < k_; ++b) {
            W_.row(a * k_ + b) = R_.row(a).cwiseProduct(P_.row(b));
            if (P_rate_.size() > 0)
                W_rate_.row(a * k_ + b) = R_.row(a).cwiseProduct(P_rate_.row(b));
        }
    W_size_ = W_.cwiseAbs();
    W_rate_size_ = W_rate_.cwiseAbs();
    sums_.resize(k_ * k_, 4);
    sums_rate_.resize(W_rate_.rows(), 4);
}

void CharacteristicFunction::evaluate(Complex s, Index without, Small& F, Small* F_prime)
{
    const double x = s.real(), y = s.imag(), xx = x * x - y * y, xy = 2 * x * y;
    const Index m = omega_.size();
    const double *c = c_.data(), *w = omega2_.data();
    double *re = Q_.col(0).data(), *im = Q_.col(1).data();
    for (Index j = 0; j < m; ++j) {
        const double a = xx + c[j] * x + w[j], b = xy + c[j] * y;
        const double inverse = 1 / (a * a + b * b);
        re[j] = a * inverse;
        im[j] = -b * inverse;
    }
    if (without >= 0)
        re[without] = im[without] = 0;
    const Index columns = F_prime ? 4 : 2;
    if (F_prime) {
        // (1/d)' = -(2 s + c) / d^2
        double *re_p = Q_.col(2).data(), *im_p = Q_.col(3).data();
        for (Index j = 0; j < m; ++j) {
            const double a = re[j] * re[j] - im[j] * im[j], b = 2 * re[j] * im[j];
            const double p = -(2 * x + c[j]), q = -2 * y;
            re_p[j] = p * a - q * b;
            im_p[j] = p * b + q * a;
        }
    }
    sums_.leftCols(columns).noalias() = W_ * Q_.leftCols(columns);
    if (W_rate_.size() > 0)
        sums_rate_.leftCols(columns).noalias() = W_rate_ * Q_.leftCols(columns);
    F.resize(k_, k_);
    if (F_prime)
        F_prime->resize(k_, k_);
    for (Index a = 0; a < k_; ++a)
        for (Index b = 0; b < k_; ++b) {
            const Index row = a * k_ + b;
            F(a, b) = Complex(sums_(row, 0) + (a == b ? Z_(a) : 0), sums_(row, 1));
            if (F_prime)
                (*F_prime)(a, b) = Complex(sums_(row, 2), sums_(row, 3));
            if (W_rate_.size() == 0)
                continue;
            const Complex rate(sums_rate_(row, 0), sums_rate_(row, 1));
            F(a, b) += s * rate;
            if (F_prime)
                (*F_prime)(a, b) += rate + s * Complex(sums_rate_(row, 2), sums_rate_(row, 3));
        }
}

Complex CharacteristicFunction::log_derivative(Complex s, Index pole)
{
    Small F, F_prime;
    evaluate(s, pole, F, &F_prime);
    const Complex d_p = d(pole, s), d_prime = 2.0 * s + c_(pole);
    if (k_ == 1 && P_rate_.size() == 0) {
        const double r = W_(0, pole);
        return (F_prime(0, 0) * d_p + F(0, 0) * d_prime) / (F(0, 0) * d_p + r);
    }
    // det [F, R; P, -d] = -d det(F + R P / d)
    Small N(k_ + 1, k_ + 1), N_prime = Small::Zero(k_ + 1, k_ + 1);
    N.topLeftCorner(k_, k_) = F;
    N_prime.topLeftCorner(k_, k_) = F_prime;
    for (Index a = 0; a < k_; ++a) {
        N(a, k_) = R_(a, pole);
        N(k_, a) = P_(a, pole);
        if (P_rate_.size() > 0) {
            N(k_, a) += s * P_rate_(a, pole);
            N_prime(k_, a) = P_rate_(a, pole);
        }
    }
    N(k_, k_) = -d_p;
    N_prime(k_, k_) = -d_prime;
    return Lu<Complex>(N).solve(N_prime).trace();
}

bool CharacteristicFunction::refine(ComplexVector& s)
{
    constexpr int most_rounds = 60;
    constexpr double close_enough = 1e-12;
    const Index n = s.size();
    double largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, std::abs(s(i)));
    std::vector<Index> near; // modes whose poles are removed
    for (Index j = 0; j < omega_.size(); ++j)
        if (omega_(j) < 1.1 * largest || near.empty())
            near.push_back(j);

    std::vector<bool> done(static_cast<std::size_t>(n), false);
    for (int round = 0; round < most_rounds; ++round) {
        bool all_done = true;
        for (Index i = 0; i < n; ++i) {
            if (done[static_cast<std::size_t>(i)])
                continue;
            const Complex z = s(i);
            Index nearest = near.front();
            double distance = std::abs(z - poles_[static_cast<std::size_t>(nearest)]);
            for (const Index j : near) {
                const double value = std::abs(z - poles_[static_cast<std::size_t>(j)]);
                if (value < distance) {
                    distance = value;
                    nearest = j;
                }
            }
            Complex L =
                k_ > 0 ? log_derivative(z, nearest) : (2.0 * z + c_(nearest)) / d(nearest, z);
            for (const Index j : near)
                if (j != nearest)
                    L += (2.0 * z + c_(j)) / d(j, z);
            for (Index o = 0; o < n; ++o) {
                if (o != i)
                    L -= 1.0 / (z - s(o));
                L -= 1.0 / (z - std::conj(s(o)));
            }
            Complex step = -1.0 / L;
            if (!std::isfinite(step.real()) || !std::isfinite(step.imag())) {
                if (std::isnan(L.real()) || std::isnan(L.imag()))
                    return false;
                step = 0; // on the eigenvalue
            }
            // Limits the step of a guess.
            const double most = 0.2 * std::abs(z);
            if (std::abs(step) > most)
                step *= most / std::abs(step);
            s(i) += step;
            if (std::abs(step) < close_enough * std::abs(z))
                done[static_cast<std::size_t>(i)] = true;
            else
                all_done = false;
        }
        if (all_done)
            break;
        if (round + 1 == most_rounds)
            return false;
    }
    for (Index i = 0; i < n; ++i)
        if (!(s(i).imag() > 1e-9 * std::abs(s(i))))
            return false;
    return true;
}

std::optional<int> CharacteristicFunction::count_inside(double radius)
{
    constexpr double narrowest = 1e-9; // smallest piece of the half circle, close to a zero
    const Index m = omega_.size();
    int poles = 0;
    for (Index j = 0; j < m; ++j) {
        const auto index = static_cast<std::size_t>(j);
        poles += (std::abs(poles_[index]) < radius ? 1 : 0) +
                 (std::abs(second_poles_[index]) < radius ? 1 : 0);
    }
    if (k_ == 0)
        return poles;

    auto on_circle = [radius](double angle) -> Complex { return std::polar(radius, angle); };
    // Sum of the angles of the eigenvalues of A.
    auto angle_of = [](const Small& A) -> double {
        if (A.rows() == 1)
            return std::arg(A(0, 0));
        double sum = 0;
        for (const Complex& value : ComplexVector(eigenvalues(ComplexMatrix(A))))
            sum += std::arg(value);
        return sum;
    };

    constexpr int most_pieces = 3000;
    int refused = 0, taken = 0;
    Vector d_inverse(m);
    double turned = 0, from = 0;
    double width = std::numbers::pi / 8;
    Small F_from, F_mid, F_to;
    evaluate(on_circle(0), -1, F_from, nullptr);
    while (from < std::numbers::pi) {
        width = std::min(width, std::numbers::pi - from);
        const double half = width / 2 * radius; // arc from the middle of the piece to its ends
        const Complex middle = on_circle(from + width / 2);
        evaluate(middle, -1, F_mid, nullptr);
        // |F_mid^-1 (F(s) - F_mid)| < 1 on the piece, from
        // |F'_ab| <= sum |R_aj P_bj| |2 s + c_j| / |d_j|^2
        bool apart = true;
        for (Index j = 0; j < m; ++j) {
            const auto mode_index = static_cast<std::size_t>(j);
            const double first = std::abs(middle - poles_[mode_index]) - half;
            const double second = std::abs(middle - second_poles_[mode_index]) - half;
            if (first > 0 && second > 0) {
                d_inverse(j) = 1 / (first * second);
            } else if (W_size_.col(j).isZero(0) &&
                       (W_rate_size_.size() == 0 || W_rate_size_.col(j).isZero(0))) {
                d_inverse(j) = 0; // no contact affects the mode
            } else {
                apart = false;
                break;
            }
        }
        const Small inverse = Lu<Complex>(F_mid).inverse();
        double turn = 1;
        if (apart) {
            const Vector d_prime = d_inverse.array().square() * (2 * radius + c_.array().abs());
            Vector bound = W_size_ * d_prime;
            if (W_rate_size_.size() > 0)
                bound += W_rate_size_ * (d_inverse + radius * d_prime);
            const Eigen::Map<const RowMatrix> F_prime(bound.data(), k_, k_);
            turn = half * (Matrix(inverse.cwiseAbs()) * F_prime).norm();
        }
        if (!(turn < 1)) {
            width /= 2;
            if (width < narrowest || ++refused > most_pieces)
                return std::nullopt;
            continue;
        }
        evaluate(on_circle(from + width), -1, F_to, nullptr);
        turned += angle_of(F_to * inverse) - angle_of(F_from * inverse);
        from += width;
        if (++taken > most_pieces)
            return std::nullopt;
        std::swap(F_from, F_to);
        width *= 1.7;
    }
    return poles + static_cast<int>(std::lround(turned / std::numbers::pi));
}

CharacteristicFunction::Shape CharacteristicFunction::shape(Complex s)
{
    Shape result{ComplexVector::Zero(omega_.size()), ComplexVector::Zero(omega_.size())};
    // A zero next to a pole is the mode of that pole.
    Small F;
    Index nearest = 0;
    for (Index j = 1; j < omega_.size(); ++j)
        if (std::abs(s - poles_[static_cast<std::size_t>(j)]) <
            std::abs(s - poles_[static_cast<std::size_t>(nearest)]))
            nearest = j;
    if (k_ == 0) {
        result.right(nearest) = result.left(nearest) = 1;
        return result;
    }
    evaluate(s, nearest, F, nullptr);
    Small N(k_ + 1, k_ + 1);
    N.topLeftCorner(k_, k_) = F;
    for (Index a = 0; a < k_; ++a) {
        N(a, k_) = R_(a, nearest);
        N(k_, a) = P_(a, nearest) + (P_rate_.size() > 0 ? s * P_rate_(a, nearest) : 0.0);
    }
    N(k_, k_) = -d(nearest, s);
    // Null vectors (w, -q_nearest) and (v, -p_nearest).
    const Svd<Complex> null = svd(ComplexMatrix(N), SingularVectors::full);
    const ComplexVector w = null.V.col(k_), v = null.U.col(k_).conjugate();
    for (Index j = 0; j < omega_.size(); ++j) {
        if (j == nearest) {
            result.right(j) = -w(k_);
            result.left(j) = -v(k_);
            continue;
        }
        const Complex inverse = 1.0 / d(j, s);
        Complex force = 0, seen = 0;
        for (Index a = 0; a < k_; ++a) {
            force += (P_(a, j) + (P_rate_.size() > 0 ? s * P_rate_(a, j) : 0.0)) * w(a);
            seen += R_(a, j) * v(a);
        }
        result.right(j) = -inverse * force;
        result.left(j) = -inverse * seen;
    }
    result.right /= result.right.norm();
    result.left /= result.left.norm();
    return result;
}

} // namespace slideway::dynamics
