#pragma once

#include "dynamics/coulomb_system.hpp"

#include <map>
#include <vector>

namespace slideway::dynamics {

/// The linear system that a CoulombSystem is while one set of contact rows sticks, in the null
/// space of these rows: q = Psi y + A (c - Re(r_S e^{j Omega t})), B_S Psi = 0, B_S A = I, with c
/// the offset B_S q + Re(r_S e^{j Omega t}) that stays as long as they stick. First-order
/// coordinates z' = s z + to_z h make (y, y') = Re(from_z z) exact for every time; undamped rigid
/// modes stand apart.
///
/// A harmonic force within `resonance` Omega of an eigenvalue enters by
/// (e^{j Omega t} - e^{s t}) / (j Omega - s) in a form without cancellation, so that an undamped
/// resonance grows as t sin(Omega t). A mode within 1e-5 of critical damping is moved that far
/// away (relative error of its stiffness 1e-10).
struct LockedModes {
    static constexpr double resonance = 1e-4; ///< fraction of Omega

    std::vector<Index> stick; ///< rows that stick
    Matrix A;                 ///< m x n_s
    Matrix Psi;               ///< m x n
    ComplexVector s;          ///< n_z [1/s], Re s <= 0, Im s >= 0
    ComplexMatrix from_z;     ///< 2 n x n_z
    ComplexMatrix to_z;       ///< n_z x 2 n
    std::vector<Index> rigid; ///< columns of Psi without stiffness and damping

    ComplexVector g;                       ///< n: harmonic force on y
    ComplexVector plus, minus;             ///< n_z: forced z = plus e + minus conj(e)
    std::vector<Index> resonant;           ///< entries of z in resonance; there plus = 0
    ComplexVector resonant_force;          ///< of each, on z
    ComplexMatrix velocity, reaction;      ///< k x n_z rows of v; n_s x n_z rows of the reactions
    Matrix rigid_velocity;                 ///< k x rigid
    ComplexVector forced_velocity;         ///< k: v = Re(... e^{j Omega t}), without resonant part
    ComplexVector forced_reaction;         ///< n_s, likewise
    Matrix from_re, from_im, to_re, to_im; ///< parts of from_z and to_z
    Matrix constant_force;                 ///< n x m: Psi^T
    Matrix offset_force, offset_reaction;  ///< Psi^T omega^2 A; A^T omega^2 A
};

/// @param stick  rows, ascending; B_S M^-1 B_S^T regular
/// @throws std::runtime_error  a damped system without a complete set of modes
[[nodiscard]] LockedModes locked_modes(const CoulombSystem& system,
                                       const std::vector<Index>& stick);

/// The LockedModes of every set of rows that has stuck so far, for one run after the other.
class LockedModesTable {
public:
    /// @throws InputError  contacts that depend on each other (B B^T singular)
    explicit LockedModesTable(const CoulombSystem& system);

    [[nodiscard]] const CoulombSystem& system() const { return *system_; }
    /// B B^T, k x k [1/kg].
    [[nodiscard]] const Matrix& G() const { return G_; }
    /// @param state  of each row: 0 sticks
    [[nodiscard]] const LockedModes& of(const std::vector<int>& state);

private:
    const CoulombSystem* system_;
    Matrix G_;
    std::map<std::vector<bool>, LockedModes> modes_;
    std::vector<bool> key_;
};

/// Moves differences of motions, columns (dq, dq') that keep to the locks, forward by tau [s].
void propagate_tangent(const CoulombSystem& system, const LockedModes& modes, double tau,
                       Matrix& columns);

/// Closed-form motion from (t0, q, q') with constant friction forces f on the rows that slide.
class LockedMotion {
public:
    /// A function of time: v or a reaction, with its derivatives.
    struct Value {
        double f = 0, d1 = 0, d2 = 0;
    };
    /// f = F0 + F1 tau + Re(P e^{j Omega t}) + Re sum w e^{s tau} + Re sum u r(tau).
    struct Function {
        double F0 = 0, F1 = 0;
        Complex P;
        ComplexVector w, u;
        double scale = 0;      ///< bound of |f - F1 tau| for tau <= horizon
        double L2 = 0, L3 = 0; ///< bounds of |f''|, |f'''| for tau <= horizon
    };

    /// Bounds of the functions hold up to `horizon` [s] after t0. Reuses its memory.
    void start(const CoulombSystem& system, const LockedModes& modes, double t0, const Vector& q,
               const Vector& v, const Vector& friction, double horizon);

    /// Moves the clock; everything below is at t0 + tau.
    void at(double tau);
    [[nodiscard]] Function& velocity(Index row) { return velocity_[static_cast<std::size_t>(row)]; }
    [[nodiscard]] Function& reaction(Index n) { return reaction_[static_cast<std::size_t>(n)]; }
    [[nodiscard]] Value value(const Function& function) const;
    /// q and q' [n_modes].
    void state(Vector& q, Vector& v);
    [[nodiscard]] Complex drive() const { return drive_; } ///< e^{j Omega t}

private:
    void function(Function& f, double F0, double F1, Complex P,
                  const Eigen::Ref<const Eigen::RowVectorXcd>& row) const;

    const CoulombSystem* system_ = nullptr;
    const LockedModes* modes_ = nullptr;
    double tau_ = 0, horizon_ = 0;
    Complex drive0_, drive_;
    Vector c_, y_, h_, y_tau_, rigid0_, rigid1_, friction_load_, offset_load_;
    ComplexVector z0_, force_, constant_, linear_, alpha_, resonant0_;
    ComplexVector exp_, growth_, growth_rate_, z_;
    std::vector<Function> velocity_, reaction_;
};

} // namespace slideway::dynamics
