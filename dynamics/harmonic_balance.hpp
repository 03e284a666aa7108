#pragma once

#include "contact/harmonic_force.hpp"
#include "continuation/problem.hpp"
#include "dynamics/event_driven.hpp"
#include "dynamics/joint_system.hpp"

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
/// part of its amplitude.
///
/// Source: Krack & Gross, Harmonic Balance for Nonlinear Vibration Problems, Springer 2019,
/// doi:10.1007/978-3-030-14023-6.
class HarmonicBalance {
public:
    /// @throws InputError  no joint with a law of its own, or one that has no harmonic force; a
    ///                     rigid dry contact; nothing that drives; means of joints on bodies that
    ///                     nothing linear holds
    HarmonicBalance(const JointSystem& system, const contact::Harmonics& harmonics);

    [[nodiscard]] Index n() const { return n_; } ///< unknowns
    [[nodiscard]] const contact::Harmonics& harmonics() const { return harmonics_; }
    [[nodiscard]] const JointSystem& system() const { return system_; }

    /// F(R), its derivatives with respect to R [1] and Omega, at a level of the harmonic drive.
    /// @return whether everything is finite
    bool evaluate(const VectorIn& R, double Omega, double level, continuation::Equations& out);

    /// Forces of each joint at the last evaluation.
    [[nodiscard]] const std::vector<contact::HarmonicForce>& forces() const { return forces_; }

    /// Coefficients (harmonics().size()) of a displacement, from the forces of the last evaluation.
    [[nodiscard]] Vector output(const ModalOutput& y) const;

private:
    struct Place {
        Index row = 0, first = 0, n_rows = 0; ///< in B; in R
    };

    void set_frequency(double Omega);
    [[nodiscard]] Index at(Index row) const { return first_[static_cast<std::size_t>(row)]; }

    JointSystem system_;
    contact::Harmonics harmonics_;
    contact::HarmonicWorkspace work_;
    Index n_ = 0;
    std::vector<Place> places_;
    std::vector<Index> first_; ///< of each row of B, in R
    Matrix B_;                 ///< n_r x m
    ComplexVector follow_;     ///< n_r
    double Omega_ = -1, level_ = 0;
    std::vector<ComplexMatrix> G_, G_Omega_; ///< of each harmonic, n_r x n_r
    ComplexVector g_, g_Omega_;              ///< n_r
    Matrix G0_;                              ///< n_r x n_r
    Vector g0_;                              ///< n_r
    std::vector<contact::HarmonicForce> forces_;
    Vector none_;
};

/// sqrt(1/2 sum c^2 + s^2): root mean square of a displacement about its mean.
[[nodiscard]] double rms(const contact::Harmonics& harmonics, const VectorIn& coefficients);

} // namespace slideway::dynamics
