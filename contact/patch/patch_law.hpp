#pragma once

#include "contact/patch/patch_force.hpp"
#include "contact/patch/tangent_bounds.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::contact {

struct PatchOptions;
struct PressurePart;
struct SpinLength;
using PressureMap = std::vector<PressurePart>;

/// Friction law of a patch: homogeneous of degree 0 in slip and spin, and opposed to them. A value
/// type.
class PatchLaw {
public:
    PatchLaw(); ///< no law; one must be assigned before use
    /// @throws InputError  numbers outside their ranges
    explicit PatchLaw(const PatchOptions& options);

    [[nodiscard]] const PatchOptions& options() const;
    [[nodiscard]] const PressureMap& map() const;
    [[nodiscard]] double limit() const { return limit_; }   ///< mu P [N]
    [[nodiscard]] double kappa() const { return kappa_; }   ///< torque of pure spin over mu P [m]
    [[nodiscard]] double radius() const { return radius_; } ///< largest distance from the port [m]
    /// Length that scales the spin axis [m]; 1 for a point.
    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double length_of(const SpinLength& rho) const; ///< [m]

    /// True if the law is isotropic. It then has a meridian, in units of limit and length.
    [[nodiscard]] bool axisymmetric() const;
    [[nodiscard]] Meridian meridian(const SlipSpin& spin) const;
    /// True if its pressure map rotates with the first body: D(R(-angle) u, omega).
    [[nodiscard]] bool turns() const;
    /// True for a single load on the port: D = limit |u|, without torque.
    [[nodiscard]] bool is_point() const { return kappa_ == 0; }
    /// Number of components of a port on which it acts: x, y and, except for a point, rotation.
    [[nodiscard]] Index n_rows() const { return is_point() ? 2 : 3; }
    /// True if D is smooth except at rest. A point load among other loads has a kink where it
    /// rests.
    [[nodiscard]] bool is_smooth() const;
    [[nodiscard]] MeridianBounds bounds(const SlipSpin& low, const SlipSpin& high) const;

    /// @param slip  [m/s], @param spin  [rad/s]; not both 0
    [[nodiscard]] PatchForce force(const Vector2& slip, double spin) const;

    /// True if tangents on boxes of velocities can be enclosed.
    [[nodiscard]] bool has_bounds() const;
    /// Encloses the tangent on a box of (u_x, u_y, length omega) without the origin, in units of
    /// limit and length. Empty if the box is too large.
    [[nodiscard]] std::optional<Interval33> tangent_bounds(const Interval3& box) const;

    /// True if the force is the gradient of a dissipation D(u_x, u_y, omega).
    [[nodiscard]] bool has_potential() const;
    /// True if that dissipation is convex. It is convex for every pressure, but not for every
    /// truncated series.
    [[nodiscard]] bool is_convex() const;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_; ///< shared by copies, because they are immutable
    double limit_ = 0, kappa_ = 0, radius_ = 0, length_ = 0;
};

/// Description such as "uniform pressure, harmonic, n = 2".
[[nodiscard]] std::string text(const PatchLaw& law);
/// Origin of pressures that are not in the case file; "" for other pressures.
[[nodiscard]] std::string sources_text(const PatchLaw& law);
/// "convex" or "not convex" for the dissipation; "none" without one.
[[nodiscard]] std::string potential_text(const PatchLaw& law);

} // namespace slideway::contact
