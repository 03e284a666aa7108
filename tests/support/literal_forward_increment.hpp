#pragma once

#include "assembly/coupled_model.hpp"
#include "assembly/joint.hpp"
#include "base/band_noise.hpp"

#include <vector>

namespace slideway::test {

/// The published scheme with centred damping, to compare with: dense matrices of all bodies
/// stacked, physical coordinates, eqs. (26)-(32) and (34)-(44) of doi:10.1007/s11071-020-06081-9.
///
///   (M + h C / 2) u* = h^2 [f_n - K u_n] + 2 M u_n - (M - h C / 2) u_{n-1},   W = (M + h C / 2)^-1
///   lambda  = (h^2 B_C W B_E^T)^-1 B_C (X + u*)
///   u_{n+1} = u* - h^2 W B_E^T lambda
///
/// Published are the damping force of the last increment and W = M^-1, of first order in h:
///
///   u* = h^2 M^-1 [f_n - C (u_n - u_{n-1}) / h - K u_n] + 2 u_n - u_{n-1}.
///
/// The first step begins at rest with u_{-1} = u_1, so that the mean velocity is zero:
/// u_1 = u_0 + h^2 a_0 / 2, a_0 the acceleration at the start under all forces, those of the
/// contact included. The drive is where the integral of its velocity is (published: h v(t_{n+1})
/// per step, half a step ahead). Two readings: compatibility is B_C (X + u) = 0, closed positions;
/// the imposed dofs are eliminated and their body described in the frame that moves with them (in
/// x), whose acceleration is a force -M e x''. No check of the step size, none of lift-off, nothing
/// shared with the modal form but the model and the noise.
///
/// @pre one sliding contact, one motion, in x, of the slave body; damping acts relative to the
/// frame
class LiteralForwardIncrement {
public:
    /// @param duration  [s] of the noise records
    /// @param u0        displacement of each body at the start, at rest
    /// @param segment   master segment in touch
    /// @param published  with the damping of the last increment, as printed
    LiteralForwardIncrement(const assembly::CoupledModel& model, double h, double duration,
                            const std::vector<Vector>& u0, Index segment, bool published = false);

    void step();

    [[nodiscard]] double elapsed() const { return static_cast<double>(n_steps_) * h_; }
    [[nodiscard]] double lambda() const { return lambda_; } ///< [N] of the last step
    [[nodiscard]] Index segment() const { return segment_; }
    [[nodiscard]] double drive() const { return x_; } ///< [m]
    /// All dofs of a body, in the moving frame.
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
    std::vector<std::vector<Index>> free_; ///< those not imposed
    std::vector<Index> offset_;            ///< of each body in the stacked vector
    Matrix K_;                             ///< of all bodies
    Matrix W_, M_inverse_;                 ///< published: W = M^-1
    Matrix A_;                             ///< W (M - h C / 2); published: I - h M^-1 C
    Vector f_, Me_;                        ///< constant loads; inertia of the moving frame
    std::vector<Signal> signals_;
    Matrix slave_, master_; ///< rows x, y of the slave; of each master node
    Eigen::Vector2d slave_X_;
    Matrix master_X_;
    Vector u_, u_before_;
};

} // namespace slideway::test
