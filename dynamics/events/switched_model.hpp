#pragma once

#include "base/dense_solve.hpp"
#include "contact/laws/joint_force.hpp"
#include "dynamics/modal/jointed_system.hpp"

#include <vector>

namespace slideway::dynamics {

using contact::Vector3;

/// A JointedSystem with the constants of its motion. k dry contacts, p patches, and the state
///
///   y = (q, q', work of the drive, of the dampers, of the joints, of each patch),  2 m + 3 + p.
///
/// Displacements and velocities are those of the rows, in the units of their measures.
struct SwitchedModel {
    const JointedSystem& system;
    Matrix rows;          ///< (k + 3 p) x m: of the contacts, then of the patches
    ComplexVector follow; ///< k + 3 p: motion of these rows with the drive
    Matrix G;             ///< rows rows^T: velocities that unit impulses on the rows give
    /// Magnitudes of the constant loads and of the limits of friction on the modes.
    double steady_force = 0;
    /// Norms of the rows of each joint, and magnitudes of their motions with the drive.
    std::vector<contact::JointVector> row_norm, follow_size;

    /// @param system  contacts and patches that do not depend on each other (resting_rows); laws
    ///                with phases, or of the state (Law::is_state_function); must outlive the model
    explicit SwitchedModel(const JointedSystem& system);

    [[nodiscard]] Index n_modes() const { return system.n_modes(); }
    [[nodiscard]] Index n_contacts() const { return system.n_contacts(); }
    [[nodiscard]] std::size_t n_patches() const { return system.patches.size(); }
    [[nodiscard]] Index n_state() const
    {
        return 2 * n_modes() + 3 + static_cast<Index>(n_patches());
    }
    /// Index of the work of a patch in y.
    [[nodiscard]] Index patch_work(std::size_t p) const
    {
        return 2 * n_modes() + 3 + static_cast<Index>(p);
    }
    /// First of the three rows of a patch.
    [[nodiscard]] Index patch_row(std::size_t p) const
    {
        return n_contacts() + 3 * static_cast<Index>(p);
    }
    /// True if motions have a power series. Patches and laws of the state have none.
    [[nodiscard]] bool has_series() const;
    [[nodiscard]] Complex drive(double t) const { return std::polar(1.0, system.Omega * t); }
    [[nodiscard]] Complex drive_rate(double t) const { return Complex(0, system.Omega) * drive(t); }

    /// Displacements and velocities of the k contacts [m], [m/s].
    [[nodiscard]] Vector displacement(const Vector& y, double t) const;
    [[nodiscard]] Vector sliding(const Vector& y, double t) const;
    /// Sets displacement and velocity of the rows of a joint. @param e  drive(t)
    void joint_motion(const Vector& y, Complex e, std::size_t j, contact::JointVector& r,
                      contact::JointVector& r_rate) const;

    [[nodiscard]] Vector3 patch_displacement(std::size_t p, const Vector& y, double t) const;
    [[nodiscard]] Vector3 patch_velocity(std::size_t p, const Vector& y, double t) const;
    /// Acceleration of the rows of a patch at a rate of y.
    [[nodiscard]] Vector3 patch_acceleration(std::size_t p, const Vector& rate, double t) const;
    /// Axes of the map of a patch, as columns on those of its rows.
    [[nodiscard]] contact::Matrix3 map_axes(std::size_t p, const Vector& y, double t) const;
    [[nodiscard]] double map_rate(std::size_t p, const Vector& y, double t) const; ///< [rad/s]
    /// Friction of a patch at a velocity of its rows.
    [[nodiscard]] contact::PatchForce patch_friction(std::size_t p, const Vector3& velocity,
                                                     const Vector& y, double t) const;
    /// Largest friction on the rows of a patch [N, N, N m].
    [[nodiscard]] Vector3 patch_limit(std::size_t p) const;
    /// Block of G of a patch.
    [[nodiscard]] contact::Matrix3 flexibility(std::size_t p) const
    {
        return G.block<3, 3>(patch_row(p), patch_row(p));
    }
};

/// Rows B of a SwitchedModel that are held by reactions, with the factor of B B^T.
class HeldRows {
public:
    /// @param rows  indices among the rows of the model; B B^T regular
    void take(const SwitchedModel& model, std::vector<Index> rows);

    [[nodiscard]] const std::vector<Index>& rows() const { return rows_; }
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    [[nodiscard]] Index size() const { return B_.rows(); }
    [[nodiscard]] const Matrix& B() const { return B_; }
    /// Sets b to (B B^T)^-1 b.
    void solve_in_place(Eigen::Ref<Matrix> b) const { factor_.solve_in_place(b); }
    /// Sets b to (B B^T)^-1 b, and subtracts B^T of it from x (m).
    template <class X>
    void take_out(Vector& b, X&& x) const
    {
        factor_.solve_in_place(b);
        x.noalias() -= B_.transpose() * b;
    }

private:
    std::vector<Index> rows_;
    Matrix B_;
    Cholesky factor_;
};

} // namespace slideway::dynamics
