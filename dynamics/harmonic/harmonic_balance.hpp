#pragma once

#include "contact/laws/harmonic_force.hpp"
#include "continuation/problem.hpp"
#include "dynamics/modal/compliance.hpp"
#include "dynamics/modal/driven_joints.hpp"
#include "dynamics/modal/outputs.hpp"

#include <vector>

namespace slideway::dynamics {

/// Periodic motion of DrivenJoints, with the linear part eliminated: the unknowns are the Fourier
/// coefficients of the relative displacements r = B q + follow of the joints alone, harmonic by
/// harmonic
///
///   r_k + G_k(Omega) f_k(r) = delta_k1 level g(Omega),   G_k = B H_k B^T,
///   H_k = (omega^2 - (k Omega)^2 + j k Omega D)^-1,      g = B H_1 p + follow,
///
/// and with means r_0 + G_0 f_0 = B omega^-2 p0. Coefficients stand joint by joint, row by row, in
/// the order of contact::Harmonics; c, s of harmonic k are the real part and minus the imaginary
/// part of its amplitude. Displacements y anywhere follow with rows y in place of B.
///
/// A model without joints is linear. Its unknowns are the coefficients of the first output, so that
/// B is the row of that output and F_x the identity: a frequency is one linear solve.
///
/// A frequency costs O(n_r^2 m n_h), whatever the size of the bodies (Compliance). Immutable:
/// threads may share it, with an Evaluation each.
///
/// Source: Krack & Gross, Harmonic Balance for Nonlinear Vibration Problems, Springer 2019,
/// doi:10.1007/978-3-030-14023-6. Formulas: docs/theory/harmonic_balance.md.
class HarmonicBalance {
public:
    struct Evaluation;

    /// @param outputs  displacements wanted along a branch
    /// @param samples  of contact::sampled_force per cycle; 0: exact forces
    ///                 (contact::harmonic_force)
    /// @throws InputError  a joint without harmonic force; nothing that drives; means of joints on
    ///                     bodies that nothing linear holds
    /// @throws std::invalid_argument  neither joints nor outputs
    HarmonicBalance(const DrivenJoints& system, const contact::Harmonics& harmonics,
                    const std::vector<ModalOutput>& outputs = {}, Index samples = 0);

    [[nodiscard]] Index n() const { return n_; } ///< unknowns
    [[nodiscard]] const contact::Harmonics& harmonics() const { return harmonics_; }
    [[nodiscard]] const DrivenJoints& system() const { return system_; }
    [[nodiscard]] Index n_rows() const { return n_r_; } ///< number of rows of B
    /// Index of the first unknown of row a of B.
    [[nodiscard]] Index first(Index a) const { return first_[static_cast<std::size_t>(a)]; }
    [[nodiscard]] std::size_t n_outputs() const { return outputs_.size(); }
    [[nodiscard]] const std::vector<ModalOutput>& outputs() const { return outputs_; }
    /// Whether states, events and work of the joints are known: sampled forces have none.
    [[nodiscard]] bool has_states() const { return samples_ == 0; }
    [[nodiscard]] Index samples() const { return samples_; }
    using Form = Compliance::Form;
    [[nodiscard]] Form form() const { return compliance_.form(); }
    /// Another law in place of that of a joint, of the same kind.
    void set_law(std::size_t joint, contact::JointLaw law);
    /// Counts changes of laws.
    [[nodiscard]] long long laws() const { return laws_; }

    /// F(R), its derivatives with respect to R [1] and Omega, at a level of the harmonic drive, and
    /// what follows from them. After its first use an Evaluation allocates nothing (exact forces,
    /// no Form::lu).
    /// @param R        n
    /// @param damping  of the bodies, in all harmonics
    /// @return whether F and its derivatives are finite
    bool evaluate(const VectorIn& R, double Omega, double level, Evaluation& out,
                  const DampingChange& damping = {}) const;

    /// dF/d ln level of a motion that was evaluated, added to the first n of F_level.
    void add_by_level(const Evaluation& evaluation, Vector& F_level) const;
    /// dF/dxi of a motion that was evaluated.
    void by_damping(Evaluation& evaluation, Vector& F_xi) const;
    /// dF/d ln eta, and the same of output k: n, size.
    void by_damping_factor(Evaluation& evaluation, std::size_t k, Vector& F_eta,
                           Vector& Y_eta) const;

    /// Complex amplitudes of harmonic k >= 1 of all modes, m [sqrt(kg) m].
    [[nodiscard]] ComplexVector modal(const Evaluation& evaluation, Index k) const;

    /// Means of all modes, m; without means 0.
    [[nodiscard]] Vector modal_means(const Evaluation& evaluation) const;

    /// Coefficients (harmonics().size()) of a displacement anywhere in a motion [m].
    [[nodiscard]] Vector output(const Evaluation& evaluation, const ModalOutput& y) const;

    /// Computes output k of the constructor, without allocations ...
    void output(const Evaluation& evaluation, std::size_t k, Vector& Y) const;
    /// ... and its derivatives: size x n, size.
    void output_derivatives(const Evaluation& evaluation, std::size_t k, Matrix& Y_R,
                            Vector& Y_Omega) const;

    /// p . Y + lambda . F of output k, Y = level h - V f, as what it makes of forces and drive:
    /// level drive - mu . f + what is fixed (R, constant loads).
    struct Weights {
        Vector mu;        ///< n: V^T p - G^T lambda, or its derivative by Omega
        double drive = 0; ///< p . h - lambda . g, in the same way
    };
    /// @param order   of the derivative by Omega, 0 to 2
    /// @param p       size
    /// @param lambda  n
    void weigh(Evaluation& evaluation, std::size_t k, int order, const Vector& p,
               const Vector& lambda, Weights& out) const;
    /// Weighs the derivative by ln eta.
    /// @param order  order of its derivative by Omega, 0 or 1
    void weigh_damping_factor(Evaluation& evaluation, std::size_t k, int order, const Vector& p,
                              const Vector& lambda, Weights& out) const;
    /// Contribution of forces f of a joint to F and to output k: G f, V f.
    void respond(const Evaluation& evaluation, std::size_t k, std::size_t joint, const VectorIn& f,
                 Vector& Gf, Vector& Vf) const;

private:
    struct Place {
        Index row = 0, first = 0, n_rows = 0; ///< in B; in R
    };

    DrivenJoints system_;
    contact::Harmonics harmonics_;
    std::vector<ModalOutput> outputs_;
    Index samples_ = 0;
    Index n_ = 0, n_r_ = 0;
    long long laws_ = 0;
    std::vector<Place> places_;
    std::vector<Index> first_;
    Compliance compliance_;
    Matrix G0_; ///< (n_r + outputs) x n_r
    Vector g0_; ///< n_r + outputs

    /// Compliances, or one of their derivatives.
    struct Linear {
        Complex (ComplianceAt::*G)(Index, Index, Index) const;
        ComplexVector ComplianceAt::*g;
    };
    /// G f - level g of row a of the compliances, without its mean: added to the coefficients `to`.
    void add_response(const Evaluation& evaluation, const Linear& linear, Index a,
                      double* value) const;
    void weigh(const Evaluation& evaluation, const Linear& linear, bool with_means, std::size_t k,
               const Vector& p, const Vector& lambda, Weights& out) const;
    /// Forces f of a joint times row a of the compliances, times a factor: added to `to`.
    void add_force(const ComplianceAt& linear, Index a, const Place& from, const VectorIn& f,
                   double factor, double* to) const;
    /// Forces of the joints on the modes: one of their coefficients.
    [[nodiscard]] Vector modal_forces(const Evaluation& evaluation, Index coefficient) const;
};

/// Result of HarmonicBalance::evaluate for one motion, with its workspace. It belongs to one
/// balance and one thread.
struct HarmonicBalance::Evaluation {
    explicit Evaluation(const HarmonicBalance& model)
    {
        const std::size_t n = model.system().joints.size();
        work.reserve(n);
        for (std::size_t i = 0; i < n; ++i)
            work.emplace_back(model.harmonics());
    }

    Vector R; ///< n: the motion
    double Omega = -1, level = 0;
    long long laws = 0; ///< HarmonicBalance::laws
    continuation::Equations equations;
    std::vector<contact::HarmonicForce> forces;   ///< force of each joint
    ComplianceAt linear;                          ///< at Omega
    std::vector<contact::HarmonicWorkspace> work; ///< workspace of each joint
    /// Held onsets of each joint, beyond which it is assumed to stick; may be empty.
    std::vector<std::vector<contact::OnsetPlace>> held;
    [[nodiscard]] contact::HeldOnsets held_of(std::size_t joint) const
    {
        return joint < held.size() ? contact::HeldOnsets(held[joint]) : contact::HeldOnsets();
    }

    /// Whether it is of this motion.
    [[nodiscard]] bool holds(const VectorIn& of_R, double of_Omega, double of_level,
                             const DampingChange& damping = {}) const
    {
        return of_Omega == Omega && of_level == level && damping == linear.damping && of_R == R;
    }
    /// Drive of row a of B, or of output a - n_rows(), per level [m].
    [[nodiscard]] Complex drive(Index a) const { return linear.g(a); }
};

/// sqrt(1/2 sum c^2 + s^2): root mean square of a displacement about its mean.
[[nodiscard]] double rms(const contact::Harmonics& harmonics, const VectorIn& coefficients);

} // namespace slideway::dynamics
