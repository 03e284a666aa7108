#pragma once

#include "dynamics/orbits/conservative_system.hpp"
#include "dynamics/orbits/free_equations.hpp"

#include <optional>

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
/// The phase and the energy are held as in ConservativeEquations. Multipliers are those of the
/// modes in S: a mode above all harmonics of the motion has no resonance with it, and its
/// multipliers stay on the unit circle, because all its near ones have the same sign of energy.
class FreeHarmonics : public FreeEquations {
public:
    /// Unknowns of the equations.
    struct Size {
        int harmonics = 9;
        double least = 0, most = 0; ///< Omega of motions [rad/s]
    };
    /// Whether the formulation takes the system: laws of joints are polynomials.
    [[nodiscard]] static bool takes(const ConservativeSystem& system);

    FreeHarmonics(const ConservativeSystem& system, std::vector<ModalOutput> outputs, Size size);

    /// A size that is large enough, where a motion met so far needs more than this one.
    [[nodiscard]] const std::optional<Size>& larger() const { return larger_; }
    [[nodiscard]] Index n_slow() const { return static_cast<Index>(slow_.size()); }

    [[nodiscard]] Index n() const override { return r_at(rows_) + 2; }
    [[nodiscard]] Vector small_motion(Index mode, double p) const override;
    [[nodiscard]] continuation::Scales scales(const VectorIn& x, double p) const override;
    [[nodiscard]] Vector state(const VectorIn& x) const override;
    void take_phase(const VectorIn& x) override;
    void keep_phase(Eigen::Ref<Vector> tangent) const override;
    bool evaluate(const Vector& x, double p, continuation::Equations& out) override;
    const At& at(const Vector& x, double p) override;
    [[nodiscard]] bool exhausted() const override { return larger_.has_value(); }
    [[nodiscard]] std::vector<std::string> grazed(const At& /*motion*/) const override
    {
        return {};
    }

private:
    [[nodiscard]] Index order(Index l) const { return (l + 1) / 2; } ///< harmonic of coefficient l
    [[nodiscard]] Index r_at(Index row) const
    {
        return 2 * static_cast<Index>(pairs_.size()) + row * L_;
    }
    /// A harmonic of a mode that is an unknown, by its cos and sin.
    struct Pair {
        Index mode = 0;
        Index k = 0;
    };
    [[nodiscard]] bool near(Index mode, Index k) const; ///< true if near to resonance
    /// 1 / (omega_j^2 - (k Omega)^2) of those that are not, 0 of pairs.
    [[nodiscard]] Matrix compliance(double Omega) const;
    /// Coefficients of the forces, L x rows, and their derivatives by those of r.
    struct Forces {
        Matrix f;
        std::vector<Matrix> by_r; ///< L x L of rows (i, k): i rows + k
    };
    void forces(const VectorIn& x, bool derive, Forces& out) const;
    void add_joints(const Vector& x, double size, const Forces& at,
                    continuation::Equations& out) const;
    bool add_energy(const Vector& x, double p, const Forces& at,
                    continuation::Equations& out) const;
    /// Displacements of all modes, m x L. @param Omega of x
    [[nodiscard]] Matrix modes(const VectorIn& x, const Matrix& f) const;
    [[nodiscard]] Matrix tangent_stiffness(const VectorIn& r) const; ///< rows x rows
    [[nodiscard]] ComplexVector multipliers(const VectorIn& x, const Matrix& q) const;
    void look_at_size(const VectorIn& x, const Matrix& f);
    [[nodiscard]] std::vector<MotionExtremum> extrema(const Matrix& q, double Omega) const;

    const ConservativeSystem& c_;
    Size size_;
    std::optional<Size> larger_;
    Index L_, rows_ = 0, samples_;
    std::vector<Pair> pairs_;
    std::vector<Index> slow_;      // modes of pairs_
    std::vector<Index> first_row_; // of each joint
    Matrix B_;                     // rows x m
    Matrix synthesis_, analysis_;  // samples x L, L x samples
    Vector r_scale_;               // rows: displacement of a unit of energy
    Vector q_0_;                   // 2 pairs: the phase
    double Omega_0_ = 1;
    At at_;
};

} // namespace slideway::dynamics
