#pragma once

#include "base/types.hpp"
#include "contact/patch/slip_series.hpp"

#include <string>
#include <variant>

namespace slideway::contact {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

enum class PatchForm { exact, ellipsoid, harmonic, potential };
constexpr auto choices(PatchForm /*one of*/)
{
    using enum PatchForm;
    return std::to_array<Choice<PatchForm>>(
        {{exact, "exact", "from the pressure, in closed form"},
         {ellipsoid, "ellipsoid", "right for pure slip and pure spin"},
         {harmonic, "harmonic", "n terms of the force and n of the torque"},
         {potential, "potential", "n terms of the dissipation"}});
}

/// The length rho that scales the spin axis of a sphere of directions (u_x, u_y, rho omega).
struct SpinLength {
    enum class Of { kappa, radius, length } of = Of::kappa;
    double length = 0; ///< [m] of Of::length
};
constexpr auto choices(SpinLength::Of /*one of*/)
{
    using enum SpinLength::Of;
    return std::to_array<Choice<SpinLength::Of>>({{kappa, "kappa"}, {radius, "R"}});
}

/// Pressure on a disc, and the form of its friction law.
struct PatchOptions {
    PressureShape shape = PressureShape::uniform;
    double radius = 0;       ///< R [m], > 0
    double normal_force = 0; ///< P [N], > 0
    double friction = 0;     ///< mu, > 0
    PatchForm form = PatchForm::exact;
    int n = 1;      ///< terms of a series, 1 to max_patch_terms
    SpinLength rho; ///< of a series
};
/// Coefficients of higher ones are below the round-off of their quadrature.
constexpr int max_patch_terms = 40;

/// What friction does at a slip and spin, the body against its floor.
struct PatchForce {
    double power = 0; ///< D = force . (u_x, u_y, omega) [W]; of a law with a potential its value
    Vector3 force;    ///< (N, N, N m): the body gets minus this
    Matrix3 tangent;  ///< by (u_x, u_y, omega); symmetric with a potential
};

/// Friction of an axisymmetric patch: homogeneous of degree 0 in slip and spin, opposed to them. A
/// value.
class PatchLaw {
public:
    PatchLaw() = default; ///< none; a law is to be assigned
    /// @throws InputError  numbers outside their ranges
    explicit PatchLaw(const PatchOptions& options);

    [[nodiscard]] const PatchOptions& options() const { return options_; }
    [[nodiscard]] double limit() const { return limit_; }   ///< mu P [N]
    [[nodiscard]] double kappa() const { return kappa_; }   ///< torque of pure spin over mu P [m]
    [[nodiscard]] double length() const { return length_; } ///< of its meridian's spin axis [m]
    [[nodiscard]] double length_of(const SpinLength& rho) const; ///< [m]

    /// In units of limit and length.
    [[nodiscard]] Meridian meridian(const SlipSpin& at) const;
    [[nodiscard]] MeridianBounds bounds(const SlipSpin& low, const SlipSpin& high) const;

    /// @param slip  [m/s], @param spin  [rad/s]; not both 0
    [[nodiscard]] PatchForce force(const Eigen::Vector2d& slip, double spin) const;

    /// Whether the force is the gradient of a dissipation D(u_x, u_y, omega).
    [[nodiscard]] bool has_potential() const;
    /// Whether that is convex, as it is of every pressure; a series cut off may have lost it.
    [[nodiscard]] bool is_convex() const;

private:
    PatchOptions options_;
    double limit_ = 0, kappa_ = 0, length_ = 0;
    std::variant<PressureShape, SlipSeries> law_;
};

} // namespace slideway::contact
