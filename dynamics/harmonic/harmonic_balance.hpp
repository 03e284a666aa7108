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
/// part of its amplitude. A displacement y elsewhere follows with its row in place of B.
///
/// A model without joints is linear. Its unknowns are the coefficients of the first output: B is
/// the row of that output, and F_x is the identity. Each frequency is one linear solve.
///
/// A frequency costs O(n_r^2 m n_h), independent of the size of the bodies (Compliance). Threads
/// may share the object through its const functions, if each has its own Evaluation.
///
/// Source: Krack & Gross, Harmonic Balance for Nonlinear Vibration Problems, Springer 2019,
/// doi:10.1007/978-3-030-14023-6. Formulas: docs/theory/harmonic_balance.md.
class HarmonicBalance {
public:
    struct Evaluation;

    /// @param outputs  displacements wanted along a branch
    /// @param samples  number of samples per cycle (contact::sampled_force); 0: exact forces
    ///                 (contact::harmonic_force)
    /// @throws InputError  a joint has no harmonic force; nothing drives the model; joints with
    ///                     means are on bodies that no linear support holds
    /// @throws std::invalid_argument  there are neither joints nor outputs
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
    /// True if states, events and work of the joints are known. Sampled forces have none.
    [[nodiscard]] bool has_states() const { return samples_ == 0; }
    [[nodiscard]] Index samples() const { return samples_; }
    using Form = Compliance::Form;
    [[nodiscard]] Form form() const { return compliance_.form(); }
    /// Replaces the law of a joint by another one of the same kind.
    void set_law(std::size_t joint, contact::JointLaw law);
    /// Number of changes of laws so far.
    [[nodiscard]] long long laws() const { return laws_; }

    /// Evaluates F(R) and its derivatives with respect to R [1] and Omega, at a level of the
    /// harmonic drive. After its first use an Evaluation allocates nothing (exact forces, no
    /// Form::lu).
    /// @param R        n unknowns
    /// @param damping  change of the damping of the bodies, in all harmonics
    /// @return true if F and its derivatives are finite
    bool evaluate(const VectorIn& R, double Omega, double level, Evaluation& out,
                  const DampingChange& damping = {}) const;

    /// Adds dF/d ln level of an evaluated motion to the first n entries of F_level.
    void add_by_level(const Evaluation& evaluation, Vector& F_level) const;
    /// Computes dF/dxi of an evaluated motion.
    void by_damping(Evaluation& evaluation, Vector& F_xi) const;
    /// Computes dF/d ln eta (n entries), and this derivative of output k (harmonics().size()).
    void by_damping_factor(Evaluation& evaluation, std::size_t k, Vector& F_eta,
                           Vector& Y_eta) const;

    /// Complex amplitudes of harmonic k >= 1 of the m modes [sqrt(kg) m].
    [[nodiscard]] ComplexVector modal(const Evaluation& evaluation, Index k) const;

    /// Means of the m modes [sqrt(kg) m]; zero if the harmonics have no means.
    [[nodiscard]] Vector modal_means(const Evaluation& evaluation) const;

    /// Coefficients (harmonics().size()) of the displacement y in an evaluated motion [m].
    [[nodiscard]] Vector output(const Evaluation& evaluation, const ModalOutput& y) const;

    /// Computes the coefficients of output k of the constructor, without allocations.
    void output(const Evaluation& evaluation, std::size_t k, Vector& Y) const;
    /// Computes the derivatives of output k with respect to R (harmonics().size() x n) and Omega.
    void output_derivatives(const Evaluation& evaluation, std::size_t k, Matrix& Y_R,
                            Vector& Y_Omega) const;

    /// Weights of forces and drive in p . Y + lambda . F, with output k, Y = level h - V f:
    ///
    ///   p . Y + lambda . F = level drive - mu . f + terms of R and of constant loads
    struct Weights {
        Vector mu;        ///< n: V^T p - G^T lambda, or its derivative by Omega
        double drive = 0; ///< p . h - lambda . g, in the same way
    };
    /// Computes the weights, or their derivative by Omega at fixed p and lambda.
    /// @param order   order of the derivative by Omega, 0 to 2
    /// @param p       harmonics().size() entries
    /// @param lambda  n entries
    void weigh(Evaluation& evaluation, std::size_t k, int order, const Vector& p,
               const Vector& lambda, Weights& out) const;
    /// Computes the derivative of the weights by ln eta.
    /// @param order  order of its derivative by Omega, 0 or 1
    void weigh_damping_factor(Evaluation& evaluation, std::size_t k, int order, const Vector& p,
                              const Vector& lambda, Weights& out) const;
    /// Computes the responses to forces f of a joint: G f in F, V f in output k.
    void respond(const Evaluation& evaluation, std::size_t k, std::size_t joint, const VectorIn& f,
                 Vector& Gf, Vector& Vf) const;

private:
    struct Place {
        Index row = 0, first = 0, n_rows = 0; ///< first row in B; first unknown in R; rows
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
    /// Adds row a of G f - level g, without its mean, to the coefficients `value`.
    void add_response(const Evaluation& evaluation, const Linear& linear, Index a,
                      double* value) const;
    void weigh(const Evaluation& evaluation, const Linear& linear, bool with_means, std::size_t k,
               const Vector& p, const Vector& lambda, Weights& out) const;
    /// Adds row a of the compliances times forces f of a joint, times a factor, to `to`.
    void add_force(const ComplianceAt& linear, Index a, const Place& from, const VectorIn& f,
                   double factor, double* to) const;
    /// Returns one Fourier coefficient of the forces of the joints on the modes.
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

    /// True if the evaluation is that of this motion.
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
