#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/band_noise.hpp"

#include <vector>

namespace slideway::test {

/// The published scheme as printed, for comparison: dense matrices of all bodies stacked, physical
/// coordinates, eqs. (26)-(32) and (34)-(44) of doi:10.1007/s11071-020-06081-9.
///
///   (M + h C / 2) u* = h^2 [f_n - K u_n] + 2 M u_n - (M - h C / 2) u_{n-1},   W = (M + h C / 2)^-1
///   lambda  = (h^2 B_C W B_E^T)^-1 B_C (X + u*)
///   u_{n+1} = u* - h^2 W B_E^T lambda
///
/// The first step begins at rest with u_{-1} = u_0 + h^2 a_0 / 2, where a_0 is the acceleration at
/// the start under all forces, including contact. The position of the drive is the integral of its
/// velocity (published: h v(t_{n+1}) per step, half a step ahead). Two interpretations apply.
/// Compatibility is B_C (X + u) = 0, closed positions. The imposed dofs are eliminated, and their
/// body is described in the frame that moves with them (in x), whose acceleration gives a force -M
/// e x''. Neither the step size nor lift-off is checked. Only the model and the noise are shared
/// with the modal form.
///
/// @pre one sliding contact; one motion, in x, of the slave body; damping acts relative to the
///      frame
class LiteralForwardIncrement {
public:
    /// @param duration  [s] of the noise records
    /// @param u0        displacement of each body at the start, at rest
    /// @param segment   master segment in contact
    LiteralForwardIncrement(const assembly::CoupledModel& model, double h, double duration,
                            const std::vector<Vector>& u0, Index segment, bool published = false);

    void step();

    [[nodiscard]] double elapsed() const { return static_cast<double>(n_steps_) * h_; }
    [[nodiscard]] double lambda() const { return lambda_; } ///< [N] in the last step
    [[nodiscard]] Index segment() const { return segment_; }
    [[nodiscard]] double drive() const { return x_; } ///< [m]
    /// Displacement of all dofs of a body in the moving frame.
    [[nodiscard]] Vector displacement(std::size_t body) const;

private:
    struct Signal {
        Vector p; ///< the load's row
        BandNoise noise;
    };

    double h_;
    double velocity_, ramp_, mu_;
    long long n_steps_ = 0;
    double lambda_ = 0, x_ = 0;
    Index segment_;
    std::vector<Index> n_;                 ///< dofs of each body
    std::vector<std::vector<Index>> free_; ///< dofs that are not imposed
    std::vector<Index> offset_;            ///< offset of each body in the stacked vector
    Matrix K_;                             ///< stiffness of all bodies
    Matrix W_, M_inverse_;                 ///< published: W = M^-1
    Matrix A_;                             ///< W (M - h C / 2); published: I - h M^-1 C
    Vector f_, Me_;                        ///< constant loads; inertia of the moving frame
    std::vector<Signal> signals_;
    Matrix slave_, master_; ///< rows x, y of the slave and of each master node
    Eigen::Vector2d slave_X_;
    Matrix master_X_;
    Vector u_, u_before_;
};

} // namespace slideway::test
