#pragma once

#include "dynamics/events/locked_modes.hpp"

#include <array>
#include <vector>

namespace slideway::dynamics {

/// y = A x without the overhead that products of small matrices have elsewhere.
void multiply(const Matrix& A, const double* x, double* y);

/// Where a motion stands: u = (q, q', Re e, Im e, 1, f), e = e^{j Omega t}, f the friction forces
/// of the rows that slide, 0 for those that stick. All that follows is linear in u.
struct MotionState {
    Vector u; ///< 2 m + 3 + k

    MotionState() = default;
    MotionState(Index m, Index k) : u(Vector::Zero(2 * m + 3 + k)), m_(m), k_(k)
    {
        u(2 * m + 2) = 1;
    }

    [[nodiscard]] auto q() { return u.head(m_); }
    [[nodiscard]] auto v() { return u.segment(m_, m_); }
    [[nodiscard]] auto friction() { return u.tail(k_); }
    [[nodiscard]] auto q() const { return u.head(m_); }
    [[nodiscard]] auto v() const { return u.segment(m_, m_); }
    [[nodiscard]] auto friction() const { return u.tail(k_); }
    [[nodiscard]] Complex drive() const { return {u(2 * m_), u(2 * m_ + 1)}; }
    void set_drive(Complex e)
    {
        u(2 * m_) = e.real();
        u(2 * m_ + 1) = e.imag();
    }

private:
    Index m_ = 0, k_ = 0;
};

/// Number of derivatives of the function that decides about an event of a row: its sliding
/// velocity, or its reaction if it sticks.
inline constexpr std::size_t n_derivatives = 12; ///< f and up to the eleventh
using Derivatives = std::array<double, n_derivatives>;

/// Bounds of |f - F1 tau|, |f''|, |f'''| and the first derivative that Derivatives leave out.
struct DerivativeBounds {
    double f = 0, d2 = 0, d3 = 0, next = 0;
};

/// Closed-form motion with one set of rows locked, as maps that a simulation multiplies with.
///
/// zeta = (Re z, Im z, Re e, Im e, y, y', h) moves with time, the last three of the slow modes, h
/// constant; the start gives z and y without their forced part and what is a polynomial in time:
/// q0 + q1 tau + q2 tau^2 of q, F0 + F1 tau of the rows.
struct LockedMaps {
    std::vector<double> decay, frequency; ///< n_z: parts of s
    std::vector<SlowMode> slow;           ///< n_slow
    bool damped = false, drifts = false;  ///< any decay; any q1 or q2
    /// (2 n_z + 3 n_slow + 2 k + 3 m) x u; without drift 2 k + m.
    Matrix start;
    Matrix state; ///< 2 m x zeta: q and q'
    std::vector<Eigen::Matrix<double, n_derivatives, Eigen::Dynamic>>
        rows; ///< k: derivatives x zeta
    /// k: 4 x (n_z + 1 + 3 n_slow): DerivativeBounds over (|z|, 1, |y|, |y'|, |h|).
    std::vector<Matrix> bound;
    std::vector<Index> resonant; ///< entries of z
    std::vector<Complex> resonant_s,
        force; ///< s, and force on z (times e^{j Omega t}), of resonant modes
};

[[nodiscard]] LockedMaps locked_maps(const DrySystem& system, const LockedModes& modes);

/// Closed-form motion from a state with constant friction forces on the rows that slide.
class LockedMotion {
public:
    /// Bounds hold for one period 2 pi / Omega. Reuses its memory.
    void start(const DrySystem& system, const LockedMaps& maps, const MotionState& state);

    /// Moves the clock; everything below is at the start + tau.
    void at(double tau);
    [[nodiscard]] Derivatives derivatives(Index row) const;
    [[nodiscard]] DerivativeBounds bounds(Index row) const;
    /// F1: what of a row grows in proportion to time.
    [[nodiscard]] double drift(Index row) const;
    /// Sets q, q' and e.
    void state(MotionState& state) const;

private:
    const DrySystem* system_ = nullptr;
    const LockedMaps* maps_ = nullptr;
    Index first_row_ = 0; // of start_: after those of zeta
    double tau_ = -1;     // none yet
    Complex drive0_;
    Vector start_, size_, zeta_; // size: what bounds are of; all at least as long
};

} // namespace slideway::dynamics
