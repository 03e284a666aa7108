#include "dynamics/frozen/coupled_eigenproblem.hpp"

#include "base/dense_eigen.hpp"
#include "base/dense_solve.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace slideway::dynamics {

namespace {

// Choice of the modes that B q = 0 eliminates, the same for B_C and B_E. They have a large share in
// the constraints and a low frequency, so that K~ stays close to diagonal.
struct Elimination {
    std::vector<Index> kept, dependent;
};

Elimination choose(const StackedModes& modes, const Matrix& C)
{
    const double lowest = std::max(1e-6 * modes.omega.maxCoeff(), 1e-300);
    const Matrix weighted = C * (modes.omega.array() + lowest).inverse().matrix().asDiagonal();
    const PivotedQr qr = pivoted_qr(weighted);
    constexpr double dependent = 1e-14; // relative to the largest pivot: round-off
    if (qr.rank(dependent) < C.rows())
        throw std::runtime_error("the contact constraints depend on each other");
    std::vector<bool> out(static_cast<std::size_t>(modes.n()), false);
    Elimination e;
    for (Index k = 0; k < C.rows(); ++k) {
        e.dependent.push_back(qr.columns[static_cast<std::size_t>(k)]);
        out[static_cast<std::size_t>(e.dependent.back())] = true;
    }
    for (Index j = 0; j < modes.n(); ++j)
        if (!out[static_cast<std::size_t>(j)])
            e.kept.push_back(j);
    return e;
}

// L with B L = 0, in the coordinates of the remaining modes.
Matrix kept_coordinates(const Matrix& B, const Elimination& e)
{
    const auto n = static_cast<Index>(e.kept.size());
    Matrix L = Matrix::Zero(B.cols(), n);
    for (Index k = 0; k < n; ++k)
        L(e.kept[static_cast<std::size_t>(k)], k) = 1;
    if (!e.dependent.empty())
        L(e.dependent, Eigen::all) =
            -Lu(Matrix(B(Eigen::all, e.dependent))).solve(B(Eigen::all, e.kept));
    return L;
}

Matrix stiffness(const StackedModes& modes, const LinearisedContacts& contacts)
{
    Matrix K = modes.omega.cwiseAbs2().asDiagonal();
    if (modes.S.size() > 0)
        K += modes.S.real();
    const Index n_c = contacts.n_constraints, n_f = contacts.n_rows() - n_c;
    if (n_f > 0)
        K += contacts.P.bottomRows(n_f).transpose() * contacts.R.bottomRows(n_f);
    return K;
}

Matrix damping(const StackedModes& modes, const LinearisedContacts& contacts)
{
    Matrix D = modes.damping();
    const Index n_f = contacts.n_rows() - contacts.n_constraints;
    if (contacts.P_rate.size() > 0)
        D += contacts.P_rate.bottomRows(n_f).transpose() * contacts.R.bottomRows(n_f);
    return D;
}

// S(s) = [s^2 + s D + omega^2, (P + s P_rate)^T; R, -Z].
ComplexMatrix dynamic_stiffness(const StackedModes& modes, const LinearisedContacts& contacts,
                                Complex s)
{
    const Index m = modes.n(), k = contacts.n_rows();
    ComplexMatrix S = ComplexMatrix::Zero(m + k, m + k);
    if (!modes.classical())
        S.topLeftCorner(m, m) = s * modes.D.cast<Complex>();
    for (Index j = 0; j < m; ++j)
        S(j, j) = s * s + s * modes.c(j) + modes.omega(j) * modes.omega(j);
    if (modes.S.size() > 0)
        S.topLeftCorner(m, m) += modes.S;
    S.topRightCorner(m, k) = contacts.P.transpose().cast<Complex>();
    if (contacts.P_rate.size() > 0)
        S.topRightCorner(m, k) += s * contacts.P_rate.transpose().cast<Complex>();
    S.bottomLeftCorner(k, m) = contacts.R.cast<Complex>();
    S.bottomRightCorner(k, k).diagonal() = -contacts.Z.cast<Complex>();
    return S;
}

// l^T S'(s) r.
Complex slope_between(const StackedModes& modes, const LinearisedContacts& contacts, Complex s,
                      const ModeVectors& v)
{
    Complex value = 2.0 * s * v.q_left.cwiseProduct(v.q_right).sum();
    if (modes.classical())
        value += v.q_left.cwiseProduct(modes.c.cast<Complex>()).cwiseProduct(v.q_right).sum();
    else
        value += (v.q_left.transpose() * (modes.D * v.q_right)).value();
    if (contacts.P_rate.size() > 0)
        value += (v.q_left.transpose() * (contacts.P_rate.transpose() * v.w_right)).value();
    return value;
}

} // namespace

ComplexVector dense_eigenvalues(const StackedModes& modes, const LinearisedContacts& contacts)
{
    const Index n_c = contacts.n_constraints;
    const Matrix C = contacts.R.topRows(n_c), E = contacts.P.topRows(n_c);
    if (modes.n() == n_c)
        return {};
    const Elimination e = choose(modes, C);
    const Matrix L_C = kept_coordinates(C, e), L_E = kept_coordinates(E, e);
    const Lu<double> M(L_E.transpose() * L_C);
    const Matrix K = M.solve(L_E.transpose() * (stiffness(modes, contacts) * L_C));
    const Matrix D = M.solve(L_E.transpose() * (damping(modes, contacts) * L_C));

    ComplexMatrix H; // imaginary part of the stiffness
    if (modes.S.size() > 0 && !modes.S.imag().isZero(0))
        H = M.solve(L_E.transpose() * (modes.S.imag() * L_C)).cast<Complex>() * Complex(0, 1);

    // Motions without any force have two eigenvalues 0, which round-off would part.
    std::vector<Index> forced;
    for (Index j = 0; j < K.rows(); ++j)
        if (!(K.row(j).isZero(0) && K.col(j).isZero(0) && D.row(j).isZero(0) &&
              D.col(j).isZero(0) && (H.size() == 0 || (H.row(j).isZero(0) && H.col(j).isZero(0)))))
            forced.push_back(j);

    // States (omega y, y'): entries of about omega everywhere, errors of about eps omega_max.
    const auto n = static_cast<Index>(forced.size());
    const double floor = std::max(1e-6 * modes.omega.maxCoeff(), 1e-300);
    Vector scale(n);
    for (Index j = 0; j < n; ++j)
        scale(j) = std::max(
            modes.omega(e.kept[static_cast<std::size_t>(forced[static_cast<std::size_t>(j)])]),
            floor);
    Matrix A = Matrix::Zero(2 * n, 2 * n);
    A.topRightCorner(n, n) = scale.asDiagonal();
    A.bottomLeftCorner(n, n) = -K(forced, forced) * scale.cwiseInverse().asDiagonal();
    A.bottomRightCorner(n, n) = -D(forced, forced);
    ComplexVector s = ComplexVector::Zero(2 * K.rows());
    if (n == 0)
        return s;
    if (H.size() == 0) {
        s.head(2 * n) = eigenvalues(std::move(A));
        return s;
    }
    ComplexMatrix A_H = A.cast<Complex>();
    A_H.bottomLeftCorner(n, n) -= H(forced, forced) * scale.cwiseInverse().asDiagonal();
    s.head(2 * n) = eigenvalues(std::move(A_H));
    return s;
}

ComplexVector frictionless_eigenvalues(const StackedModes& modes,
                                       const LinearisedContacts& contacts)
{
    const Matrix C = contacts.R.topRows(contacts.n_constraints);
    if (modes.n() == C.rows())
        return {};
    const Matrix L = C.rows() > 0 ? null_space(C) : Matrix(Matrix::Identity(modes.n(), modes.n()));
    const SymmetricEigen solution =
        symmetric_eigen(L.transpose() * modes.omega.cwiseAbs2().asDiagonal() * L);
    const Matrix shapes = L * solution.vectors;
    std::vector<Complex> s;
    for (Index j = 0; j < shapes.cols(); ++j) {
        const double k = std::max(solution.values(j), 0.0);
        const double c = shapes.col(j).cwiseAbs2().dot(modes.c);
        if (k > c * c / 4)
            s.emplace_back(-c / 2, std::sqrt(k - c * c / 4));
    }
    std::sort(s.begin(), s.end(),
              [](Complex a, Complex b) -> bool { return std::abs(a) < std::abs(b); });
    return Eigen::Map<const ComplexVector>(s.data(), static_cast<Index>(s.size()));
}

ModeVectors mode_vectors(const StackedModes& modes, const LinearisedContacts& contacts, Complex s,
                         Index start)
{
    const Index m = modes.n(), k = contacts.n_rows();
    // The shift differs from the eigenvalue by a few units of round-off, so that no pivot is zero.
    // Modes are scaled by the size of their terms (a resonant mode stays small), contact rows by
    // their own size.
    const ComplexMatrix S = dynamic_stiffness(modes, contacts, s * (1 + 1e-14));
    Vector row(m + k), column(m + k);
    row.head(m) =
        (std::norm(s) + std::abs(s) * modes.c.array().abs() + modes.omega.array().square())
            .sqrt()
            .inverse();
    column.head(m) = row.head(m);
    for (Index i = m; i < m + k; ++i) {
        const double in_row = (S.row(i).head(m).transpose().cwiseAbs().cwiseProduct(column.head(m)))
                                  .maxCoeff(),
                     in_column = (S.col(i).head(m).cwiseAbs().cwiseProduct(row.head(m))).maxCoeff();
        row(i) = in_row > 0 ? 1 / in_row : 1;
        column(i) = in_column > 0 ? 1 / in_column : 1;
    }
    const ComplexMatrix scaled = row.asDiagonal() * S * column.asDiagonal();
    const Lu lu(scaled);

    // Inverse iteration; s is an eigenvalue to round-off, so two steps suffice. Different starts
    // find different shapes of a double eigenvalue.
    ComplexVector right(m + k), left(m + k);
    for (Index j = 0; j < m + k; ++j) {
        const double value = static_cast<double>(j) + 2.4 * static_cast<double>(start);
        right(j) = Complex(1 + std::sin(value), 0.3 * std::sin(1.0 + value));
        left(j) = Complex(std::cos(2.0 * value), 1);
    }
    for (int step = 0; step < 3; ++step) {
        lu.solve_in_place(right);
        right /= right.norm();
        lu.solve_transposed_in_place(left);
        left /= left.norm();
    }
    right = column.asDiagonal() * right;
    left = row.asDiagonal() * left;

    ModeVectors v{right.head(m), right.tail(k), left.head(m), left.tail(k)};
    Index largest = 0;
    v.q_right.cwiseAbs().maxCoeff(&largest);
    const Complex phase = std::conj(v.q_right(largest)) / std::abs(v.q_right(largest));
    const Complex factor = phase / v.q_right.norm();
    v.q_right *= factor;
    v.w_right *= factor;
    // Zero if two modes coalesce; the left vector then keeps its length.
    const Complex product = slope_between(modes, contacts, s, v);
    const double size = std::abs(s) * v.q_left.norm();
    const Complex eigenvalue_s =
        std::abs(product) > 1e-14 * size ? product : Complex(v.q_left.norm());
    v.q_left /= eigenvalue_s;
    v.w_left /= eigenvalue_s;
    return v;
}

} // namespace slideway::dynamics
