#pragma once

#include "dynamics/frozen/coupled_eigenproblem.hpp"

#include <optional>
#include <vector>

namespace slideway::dynamics {

/// The characteristic function of a coupled model over the modes of its uncoupled components, with
/// classical damping:
///
///   F(s) = diag(Z) + R diag(1 / d_j(s)) (P + s P_rate)^T,   d_j(s) = s^2 + c_j s + omega_j^2
///
/// F is k x k, where k is the small number of contact rows (one for a contact point about the
/// undeformed state: F = B_C (s^2 M + s C + K)^-1 B_E^T). The coupled eigenvalues are the zeros of
/// det F(s) prod_j d_j(s), which include modes that no contact affects.
class CharacteristicFunction {
public:
    /// Largest number of rows; more rows are solved faster by dense_eigenvalues.
    static constexpr Index max_rows = 12;

    /// @param modes  classical damping
    explicit CharacteristicFunction(const StackedModes& modes);

    /// @param contacts  at most max_rows rows
    void set(const LinearisedContacts& contacts);

    /// Number of eigenvalues with |s| < radius, including conjugates and real ones, by the argument
    /// principle: poles inside plus the winding number of det F along the circle. The circle is
    /// divided until a bound of |F'| on each piece proves the change of the argument.
    /// @return empty if the circle is so close to a pole or an eigenvalue that thousands of pieces
    ///         are not enough
    [[nodiscard]] std::optional<int> count_inside(double radius);

    /// Refines distinct guesses (Im > 0) to eigenvalues by Aberth's simultaneous Newton iteration,
    /// in the same order. The conjugates are taken into account.
    /// @return true if all converged to 1e-12 of |s|, to distinct values with Im > 0
    [[nodiscard]] bool refine(ComplexVector& s);

    /// Right vector (and left) of an eigenvalue on the modes, unit length; cheaper than
    /// mode_vectors, for comparisons between neighbouring configurations.
    struct Shape {
        ComplexVector right, left; ///< m
    };
    [[nodiscard]] Shape shape(Complex s);

private:
    static constexpr int max_size = static_cast<int>(max_rows) + 1;
    using Small = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, 0, max_size, max_size>;

    // Sums over all modes except `without`. F' is computed unless null.
    void evaluate(Complex s, Index without, Small& F, Small* F_prime);
    // d/ds log(det F d_pole), regular at the pole.
    Complex log_derivative(Complex s, Index pole);
    [[nodiscard]] Complex d(Index j, Complex s) const { return s * s + c_(j) * s + omega2_(j); }

    Vector omega_, c_, omega2_;
    std::vector<Complex>
        poles_; // pole with Im >= 0 of each mode; overdamped modes have two real poles
    std::vector<Complex> second_poles_;
    Index k_ = 0;
    RowMatrix R_, P_, P_rate_;
    Vector Z_;
    RowMatrix W_, W_rate_;                       // k^2 x m: products of R and P
    RowMatrix W_size_, W_rate_size_;             // their magnitudes
    Eigen::Matrix<double, Eigen::Dynamic, 4> Q_; // Re, Im of 1/d and of its derivative
    Matrix sums_, sums_rate_;
};

} // namespace slideway::dynamics
