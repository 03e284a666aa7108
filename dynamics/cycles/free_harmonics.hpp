#pragma once

#include "dynamics/cycles/conservative_system.hpp"
#include "dynamics/cycles/free_equations.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Free periodic motions of a system whose joints are smooth, by the harmonics of what moves: of
/// modes those that are near to resonance, and the displacements r of the joints. With H harmonics
/// and k = 0 .. H,
///
///   (omega_j^2 - (k Omega)^2 + i k Omega xi) q_jk + (rows_j^T f)_k = 0        pairs (j, k) in S
///   r_k = sum rows_j q_jk - sum rows_j (rows_j^T f_k - p0_j) / (omega_j^2 - (k Omega)^2)
///
/// the first sum over S, those with omega_j / k in the range of Omega, the second over all others,
/// which follow the forces of the joints exactly. So neither the number of unknowns nor the work
/// depends on the highest frequencies. Forces come from samples in time; of cubic laws all H
/// harmonics are exact.
///
/// Motions of a symmetry have fewer unknowns: at rest at t = 0 as a whole (cosines alone), and odd,
/// q(t + T / 2) = -q(t) (odd harmonics alone). Small motions have the first symmetry always, and
/// the second one where laws are odd and nothing pulls at rest.
///
/// The phase and the energy are held as in ConservativeEquations; cosines alone need no phase, and
/// xi = 0 takes its place. Multipliers are those of the modes in S: a mode above all harmonics of
/// the motion has no resonance with it, and its multipliers stay on the unit circle, because all
/// its near ones have the same sign of energy.
class FreeHarmonics : public FreeEquations {
public:
    /// A harmonic of a mode.
    struct Pair {
        Index mode = 0;
        Index k = 0;
    };
    /// Unknowns of the equations.
    struct Size {
        int harmonics = 9;
        double least = 0, most = 0; ///< Omega of motions [rad/s]
        bool odd = false;           ///< odd harmonics alone
        bool at_rest = false;       ///< cosines alone
        std::optional<Pair> held;   ///< a pair that is kept at zero: no motion of the system
    };
    /// Whether the formulation takes the system: laws of joints are polynomials.
    [[nodiscard]] static bool takes(const ConservativeSystem& system);
    /// Whether small motions of the system are odd.
    [[nodiscard]] static bool is_odd(const ConservativeSystem& system);

    FreeHarmonics(const ConservativeSystem& system, std::vector<ModalOutput> outputs, Size size);

    [[nodiscard]] const Size& size() const { return size_; }
    [[nodiscard]] Index n_slow() const { return static_cast<Index>(slow_.size()); }
    /// Shares in the energy of a motion whose joints had no stiffness.
    struct Shares {
        double fundamental = 0; ///< amplitude of all modes at k = 1
        Pair pair;              ///< the largest one at k > 1
        double of_pair = 0;
    };
    [[nodiscard]] Shares shares(const VectorIn& x) const;
    /// Share of one pair.
    [[nodiscard]] double share(const VectorIn& x, const Pair& pair) const;

    /// Equations near x with a pair held at zero, and without.
    [[nodiscard]] std::shared_ptr<FreeHarmonics> holding(const Pair& pair, const VectorIn& x) const;
    [[nodiscard]] std::shared_ptr<FreeHarmonics> released(const VectorIn& x) const;
    /// Sets a pair, if it is an unknown, to its linear response to the forces of the joints.
    void set_response(const Pair& pair, Eigen::Ref<Vector> x) const;

    [[nodiscard]] Index n() const override { return r_at(rows_) + 2; }
    [[nodiscard]] Vector small_motion(Index mode, double p) const override;
    [[nodiscard]] continuation::Scales scales(const VectorIn& x, double p) const override;
    [[nodiscard]] Vector state(const VectorIn& x) const override;
    void take_phase(const VectorIn& x) override;
    void keep_phase(Eigen::Ref<Vector> tangent) const override;
    bool evaluate(const Vector& x, double p, continuation::Equations& out) override;
    const At& at(const Vector& x, double p) override;
    [[nodiscard]] bool resolves(const VectorIn& x) const override;
    [[nodiscard]] std::unique_ptr<FreeEquations> resolving(const VectorIn& x) const override;
    [[nodiscard]] std::unique_ptr<FreeEquations> without_symmetry(const VectorIn& x) const override;
    [[nodiscard]] Vector taken_over(const FreeEquations& from, const VectorIn& x) const override;
    [[nodiscard]] std::string limit() const override;
    [[nodiscard]] double fundamental(const VectorIn& x) const override;
    [[nodiscard]] int repeats(const VectorIn& x) const override;
    [[nodiscard]] std::string lone_mode(const VectorIn& x,
                                        const VectorIn& direction) const override;
    [[nodiscard]] bool tests_cross() const override { return size_.odd || size_.at_rest; }
    [[nodiscard]] std::vector<std::string> grazed(const At& /*motion*/) const override
    {
        return {};
    }

private:
    [[nodiscard]] Index r_at(Index row) const
    {
        return static_cast<Index>(pairs_.size()) + row * L_;
    }
    /// A coefficient of a harmonic.
    struct Coefficient {
        Index k = 0;
        bool sine = false;
    };
    /// Number of a coefficient among those of a displacement; -1: none.
    [[nodiscard]] Index coefficient(Index k, bool sine) const;
    /// A coefficient of a mode that is an unknown.
    struct Unknown {
        Index mode = 0;
        Index l = 0;      ///< number of the coefficient
        Index other = -1; ///< unknown of the other part of the harmonic; -1: none
    };
    void choose_coefficients();
    void choose_samples();
    /// Values of the coefficients' functions at an angle: cos k theta, sin k theta.
    [[nodiscard]] Eigen::RowVectorXd basis(double theta) const;
    [[nodiscard]] bool near(Index mode, Index k) const; ///< true if near to resonance
    [[nodiscard]] bool is_held(Index mode, Index k) const;
    /// 1 / (omega_j^2 - (k Omega)^2) of coefficients, m x L; 0 of pairs and of what is held.
    [[nodiscard]] Matrix compliance(double Omega) const;
    /// Coefficients of the forces, L x rows, and their derivatives by those of r.
    struct Forces {
        Matrix f;
        std::vector<Matrix> by_r; ///< L x L of rows (i, k): i rows + k
    };
    [[nodiscard]] Matrix products_of(const VectorIn& stiffness) const;
    void forces(const VectorIn& x, bool derive, Forces& out) const;
    void add_joints(const Vector& x, double size, const Forces& forces, const Matrix& flexible,
                    continuation::Equations& out) const;
    bool add_energy(const Vector& x, double p, const Forces& forces, const Matrix& flexible,
                    continuation::Equations& out) const;
    /// Displacements of all modes, m x L. @param flexible  compliance at Omega of x
    [[nodiscard]] Matrix modes(const VectorIn& x, const Matrix& f, const Matrix& flexible) const;
    [[nodiscard]] Matrix modes(const VectorIn& x) const;
    [[nodiscard]] Matrix energies(const VectorIn& x) const;
    [[nodiscard]] Matrix energies_of(const Matrix& q) const;
    [[nodiscard]] ComplexVector multipliers(const VectorIn& x, const Matrix& q) const;
    /// Fills the blocks of the joints, rows x rows.
    void tangent_stiffness(const Eigen::RowVectorXd& r, Matrix& k) const;
    [[nodiscard]] Matrix variation(const VectorIn& x, const Vector& omega) const;
    /// True if the highest harmonics are large enough to have others beyond them.
    [[nodiscard]] bool needs_harmonics(const VectorIn& x) const;
    [[nodiscard]] std::vector<MotionExtremum> extrema(const Matrix& q, double Omega) const;

    const ConservativeSystem& c_;
    Size size_;
    std::vector<Coefficient> coefficients_;
    Index L_ = 0, rows_ = 0;
    std::vector<Unknown> pairs_;
    std::vector<Index> slow_;      // modes of pairs_
    std::vector<Index> first_row_; // of each joint
    Matrix B_;                     // rows x m
    Matrix synthesis_, analysis_;  // samples x L, L x samples
    Matrix stiffness_analysis_;    // cosines of samples, of motions at rest
    Vector r_scale_;               // rows: displacement of a unit of energy
    Vector q_0_;                   // pairs: the phase
    double Omega_0_ = 1;
    At at_;
};

} // namespace slideway::dynamics
