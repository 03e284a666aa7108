#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "continuation/problem.hpp"
#include "dynamics/modal/joint_system.hpp"
#include "dynamics/modal/outputs.hpp"

#include <vector>

namespace slideway::dynamics {

/// Periodic motion of linear bodies with joints of other laws under harmonic drive, with the linear
/// part eliminated: the unknowns are the Fourier coefficients of the relative displacements
/// r = B q + follow of the joints alone, harmonic by harmonic
///
///   r_k + G_k(Omega) f_k(r) = delta_k1 level g(Omega),   G_k = B H_k B^T,
///   H_k = (omega^2 - (k Omega)^2 + j k Omega D)^-1,      g = B H_1 p + follow,
///
/// and with means r_0 + G_0 f_0 = B omega^-2 p0. Coefficients stand joint by joint, row by row, in
/// the order of contact::Harmonics; c, s of harmonic k are the real part and minus the imaginary
/// part of its amplitude. Displacements y anywhere follow with rows y in place of B.
///
/// A frequency costs O(n_r^2 m n_h), whatever the size of the bodies: with classical damping by the
/// modes, else by the poles of the first-order form; where these are defective (rigid motions,
/// critical damping), by an LU of m x m per harmonic. After the first call evaluations allocate
/// nothing (exact forces, no LU).
///
/// Source: Krack & Gross, Harmonic Balance for Nonlinear Vibration Problems, Springer 2019,
/// doi:10.1007/978-3-030-14023-6. Formulas: docs/theory/harmonic_balance.md.
class HarmonicBalance {
public:
    /// @param outputs  displacements wanted along a branch
    /// @param samples  of contact::sampled_force per cycle; 0: exact forces
    /// (contact::harmonic_force)
    /// @throws InputError  no joint with a law of its own, or one that has no harmonic force; a
    ///                     rigid dry contact; nothing that drives; means of joints on bodies that
    ///                     nothing linear holds
    HarmonicBalance(const JointSystem& system, const contact::Harmonics& harmonics,
                    std::vector<ModalOutput> outputs = {}, Index samples = 0);

    [[nodiscard]] Index n() const { return n_; } ///< unknowns
    [[nodiscard]] const contact::Harmonics& harmonics() const { return harmonics_; }
    [[nodiscard]] const JointSystem& system() const { return system_; }
    [[nodiscard]] Index n_rows() const { return n_r_; } ///< of B
    /// Of row a of B in the unknowns.
    [[nodiscard]] Index first(Index a) const { return first_[static_cast<std::size_t>(a)]; }
    [[nodiscard]] std::size_t n_outputs() const { return outputs_.size(); }
    /// Whether states, events and work of the joints are known: sampled forces have none.
    [[nodiscard]] bool has_states() const { return samples_ == 0; }
    /// How a frequency is treated.
    enum class Form { modes, poles, lu };
    [[nodiscard]] Form form() const { return form_; }

    /// F(R), its derivatives with respect to R [1] and Omega, at a level of the harmonic drive.
    /// @return whether everything is finite
    bool evaluate(const VectorIn& R, double Omega, double level, continuation::Equations& out);
    /// Whether (R, Omega, level) was evaluated last.
    [[nodiscard]] bool holds(const VectorIn& R, double Omega, double level) const;

    /// Forces of each joint at the last evaluation.
    [[nodiscard]] const std::vector<contact::HarmonicForce>& forces() const { return forces_; }
    /// Drive of the rows of B at the last frequency, per level: g and dg/dOmega.
    [[nodiscard]] Complex drive(Index a) const { return g_(a); }

    /// Coefficients (harmonics().size()) of a displacement, from the forces of the last evaluation.
    [[nodiscard]] Vector output(const ModalOutput& y) const;

    /// The same of output k of the constructor, without allocations ...
    void output(std::size_t k, Vector& Y) const;
    /// ... and its derivatives: size x n, size.
    void output_derivatives(std::size_t k, Matrix& Y_R, Vector& Y_Omega) const;

private:
    struct Place {
        Index row = 0, first = 0, n_rows = 0; ///< in B; in R
    };

    /// H = sum of residues / (j w - s) over the poles s, those with Im s > 0 standing for two.
    /// @return whether that holds to 1e-9
    bool find_poles();
    void set_frequency(double Omega);
    void set_frequency_by_modes();
    void set_frequency_by_poles();
    void set_frequency_by_lu();
    void take_drive();
    /// G_k(a, b) and its derivative by Omega; a counts the rows of B, then the outputs.
    [[nodiscard]] Complex G(Index k, Index a, Index b) const
    {
        const Index at = a * n_r_ + b, column = 4 * (k - 1);
        return {G_(at, column), G_(at, column + 1)};
    }
    [[nodiscard]] Complex G_Omega(Index k, Index a, Index b) const
    {
        const Index at = a * n_r_ + b, column = 4 * (k - 1);
        return {G_(at, column + 2), G_(at, column + 3)};
    }

    JointSystem system_;
    contact::Harmonics harmonics_;
    std::vector<ModalOutput> outputs_;
    Index samples_ = 0;
    contact::HarmonicWorkspace work_;
    Index n_ = 0, n_r_ = 0;
    std::vector<Place> places_;
    std::vector<Index> first_;
    Matrix B_;     ///< n_r x m
    Matrix rows_;  ///< (n_r + outputs) x m
    Matrix pairs_; ///< (n_r + outputs) n_r x m (2 poles): residues of G
    Form form_ = Form::modes;
    ComplexVector poles_;           ///< Im s >= 0
    ComplexMatrix on_poles_;        ///< poles x m: forces on the modes
    Matrix pole_rows_;              ///< (n_r + outputs) x 2 poles: real and imaginary parts
    ComplexMatrix p_, p_conjugate_; ///< poles x 3: force, inertia, drag on poles and conjugates
    ComplexVector follow_;          ///< n_r + outputs
    double Omega_ = -1, level_ = 0;
    Vector R_;       ///< of the last evaluation
    Matrix H_;       ///< m (2 poles) x 4 n_h: real and imaginary parts of H_k and dH_k/dOmega
    Matrix G_;       ///< (n_r + outputs) n_r x 4 n_h
    Matrix Hp_, gp_; ///< m (2 poles) x 4, (n_r + outputs) x 4: likewise of H_1 p
    ComplexVector g_, g_Omega_; ///< n_r + outputs
    Matrix G0_;                 ///< (n_r + outputs) x n_r
    Vector g0_;                 ///< n_r + outputs
    std::vector<contact::HarmonicForce> forces_;
    Vector none_;
};

/// sqrt(1/2 sum c^2 + s^2): root mean square of a displacement about its mean.
[[nodiscard]] double rms(const contact::Harmonics& harmonics, const VectorIn& coefficients);

} // namespace slideway::dynamics
