#pragma once

#include "dynamics/modal/driven_modes.hpp"

#include <vector>

/// How modes give way to harmonic forces: H(w) = (omega^2 - w^2 + j w D)^-1, and what joints and
/// outputs see of it.
namespace slideway::dynamics {

/// 1 / H(w) of one mode: omega^2 - w^2 + j w c, to the last digits near resonance too.
inline double dynamic_stiffness(double omega, double w)
{
    return (omega - w) * (omega + w);
}
inline Complex dynamic_stiffness(double omega, double c, double w)
{
    return {dynamic_stiffness(omega, w), w * c};
}
/// H(w)^-1 where damping couples the modes.
/// @param omega  m [rad/s]
/// @param D      m x m [1/s]
[[nodiscard]] ComplexMatrix dynamic_stiffness(const Vector& omega, const Matrix& D, double w);

/// eta D - xi 1 in place of D, and eta times the drag of motions: all linear damping by a factor,
/// and what xi > 0 takes from all modes alike.
struct DampingChange {
    double xi = 0;  ///< [1/s]
    double eta = 1; ///< > 0

    bool operator==(const DampingChange&) const = default;
};
[[nodiscard]] StackedModes damped(StackedModes modes, const DampingChange& change);

/// H(w) X of columns X, dH/dw X and, if wanted, d^2H/dw^2 X by an LU: where damping couples the
/// modes.
void comply(const StackedModes& modes, double w, const ComplexMatrix& X, ComplexMatrix& HX,
            ComplexMatrix& rate, ComplexMatrix* second = nullptr);

/// H(w) f, m.
[[nodiscard]] ComplexVector receptance(const StackedModes& modes, double w, const ComplexVector& f);

/// Where the compliance between rows a < n_c and b < n_r is listed: those that are the same (as
/// from a to b and from b to a) once, those that are zero at all frequencies not at all.
struct PairsOfRows {
    Index n_r = 0;
    std::vector<Index> list; ///< n_c n_r; -1: zero

    [[nodiscard]] Index operator()(Index a, Index b) const
    {
        return list[static_cast<std::size_t>(a * n_r + b)];
    }
    Index& operator()(Index a, Index b) { return list[static_cast<std::size_t>(a * n_r + b)]; }

    /// A number in two rows, real and imaginary part, of what is listed column by column.
    [[nodiscard]] Complex get(const Matrix& listed, Index a, Index b, Index row) const
    {
        const Index position = (*this)(a, b);
        return position < 0 ? Complex(0)
                            : Complex(listed(row, position), listed(row + 1, position));
    }
    void set(Matrix& listed, Index a, Index b, Index row, Complex value) const
    {
        if (const Index position = (*this)(a, b); position >= 0)
            listed.col(position).segment<2>(row) << value.real(), value.imag();
    }
};

/// Values of a Compliance at one frequency. It belongs to one Compliance and one thread. The first
/// use allocates, later ones do not (except with Form::lu).
struct ComplianceAt {
    double Omega = -1;        ///< frequency [rad/s]; -1 if empty
    DampingChange damping;    ///< change of the damping of the bodies
    ComplexVector g, g_Omega; ///< n_c: drive per level, and its derivative by Omega

    /// True if a force on row b moves row a; a < n_c, b < n_r.
    [[nodiscard]] bool moves(Index a, Index b) const { return pair(a, b) >= 0; }
    /// G_k(a, b) [m/N], k = 1 .. n_h, and its derivative by Omega.
    [[nodiscard]] Complex G(Index k, Index a, Index b) const
    {
        return pair.get(pairs, a, b, 4 * (k - 1));
    }
    [[nodiscard]] Complex G_Omega(Index k, Index a, Index b) const
    {
        return pair.get(pairs, a, b, 4 * (k - 1) + 2);
    }

    /// Second derivative by Omega. Valid after Compliance::second.
    [[nodiscard]] Complex G_OmegaOmega(Index k, Index a, Index b) const
    {
        return pair.get(second_pairs, a, b, 2 * (k - 1));
    }
    double second_Omega = -1;   ///< frequency of the second derivatives [rad/s]; -1 if empty
    ComplexVector g_OmegaOmega; ///< n_c

    /// Derivative by xi. Valid after Compliance::by_damping.
    [[nodiscard]] Complex G_xi(Index k, Index a, Index b) const
    {
        return pair.get(damping_pairs, a, b, 2 * (k - 1));
    }
    double damping_Omega = -1; ///< frequency of the derivatives by xi [rad/s]; -1 if empty
    ComplexVector g_xi;        ///< n_c

    /// Derivative by ln eta, and its derivative by Omega. Valid after
    /// Compliance::by_damping_factor.
    [[nodiscard]] Complex G_eta(Index k, Index a, Index b) const
    {
        return pair.get(factor_pairs, a, b, 4 * (k - 1));
    }
    [[nodiscard]] Complex G_eta_Omega(Index k, Index a, Index b) const
    {
        return pair.get(factor_pairs, a, b, 4 * (k - 1) + 2);
    }
    double factor_Omega = -1;         ///< frequency of the derivatives by ln eta; -1 if empty
    ComplexVector g_eta, g_eta_Omega; ///< n_c

    PairsOfRows pair;
    Matrix pairs;  ///< 4 n_h x pairs: real and imaginary parts of G_k and dG_k/dOmega
    Matrix H;      ///< 4 n_h x m (2 poles): the same parts of H_k
    Matrix Hp, gp; ///< 4 x m (2 poles), 4 x n_c: the same parts of H_1 p and C H_1 p
    /// Second derivatives of these four, real and imaginary parts: 2 rows for 4.
    Matrix second_pairs, second_H, second_Hp, second_gp;
    Matrix damping_pairs, damping_H; ///< derivatives of G_k and H_k by xi
    ComplexVector damping_Hp;        ///< m: derivative of H_1 p by xi
    /// Derivatives of the first four by ln eta, and their derivatives by Omega.
    Matrix factor_pairs, factor_H, factor_Hp, factor_gp;
};

/// Driven modes as rows C of them see harmonic forces on the first of these rows, B:
///
///   G_k(Omega) = C H_k B^T,   g(Omega) = C H_1 p + follow,
///   H_k = (omega^2 - (k Omega)^2 + j k Omega D)^-1,   k = 1 .. n_h
///
/// A frequency costs O(n_c n_r m n_h), whatever the size of the bodies: with classical damping by
/// the modes, else by the poles s of the first-order form, H = sum of residues / (j w - s); where
/// these are defective (rigid motions, critical damping), by an LU of m x m per harmonic.
/// Immutable: threads may share it.
class Compliance {
public:
    /// How a frequency is treated.
    enum class Form { modes, poles, lu };

    /// @param rows    C: n_c x m
    /// @param n_r     rows of B, the first of C
    /// @param follow  n_c [m]: what harmonic motions of components move of these displacements
    /// @param n_h     harmonics, at least 1
    Compliance(const DrivenModes& driven, Matrix rows, Index n_r, ComplexVector follow, Index n_h);

    [[nodiscard]] Form form() const { return form_; }
    [[nodiscard]] const Matrix& rows() const { return rows_; } ///< n_c x m
    [[nodiscard]] const Matrix& B() const { return B_; }       ///< n_r x m
    /// @param Omega    [rad/s], > 0
    /// @param damping  of the bodies. Poles depend on it: where damping couples the modes, any but
    ///                 their own takes an LU
    void at(double Omega, ComplianceAt& out, const DampingChange& damping = {}) const;
    /// Second derivatives at the frequency of `out`, in addition. With Form::lu as much again as
    /// `at`.
    void second(ComplianceAt& out) const;
    /// Derivatives by xi at the frequency and damping of `out`, in addition: by the modes, else by
    /// an LU per harmonic.
    void by_damping(ComplianceAt& out) const;
    /// Derivatives by ln eta at the frequency and damping of `out`, and of these by Omega, in
    /// addition: by the modes, else by an LU per harmonic.
    void by_damping_factor(ComplianceAt& out) const;

private:
    /// @return whether the sum over the poles holds to 1e-9
    bool find_poles();
    void by_modes(double Omega, ComplianceAt& out) const;
    void by_poles(double Omega, ComplianceAt& out) const;
    void by_lu(double Omega, ComplianceAt& out) const;
    void second_by_modes(ComplianceAt& out) const;
    void second_by_poles(ComplianceAt& out) const;
    void second_by_lu(ComplianceAt& out) const;
    void factor_by_modes(ComplianceAt& out) const;
    void factor_by_lu(ComplianceAt& out) const;
    [[nodiscard]] Form form_at(const DampingChange& damping) const
    {
        return form_ == Form::poles && damping != DampingChange{} ? Form::lu : form_;
    }
    void list_pairs();
    void size(ComplianceAt& out) const;
    void take_drive(ComplianceAt& out) const;

    DrivenModes driven_;
    Index n_r_, n_h_;
    Form form_ = Form::modes;
    Matrix B_, rows_;
    ComplexVector follow_;
    PairsOfRows pair_;
    Matrix pairs_;                  ///< pairs x m (2 poles): residues of G
    ComplexVector poles_;           ///< Im s >= 0, those with Im s > 0 stand for two
    Matrix pole_rows_;              ///< n_c x 2 poles: real and imaginary parts
    ComplexMatrix p_, p_conjugate_; ///< poles x 3: force, inertia, drag on poles and conjugates
};

} // namespace slideway::dynamics
