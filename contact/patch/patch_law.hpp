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

/// Friction of a patch: homogeneous of degree 0 in slip and spin, opposed to them. A value.
class PatchLaw {
public:
    PatchLaw(); ///< none; a law is to be assigned
    /// @throws InputError  numbers outside their ranges
    explicit PatchLaw(const PatchOptions& options);

    [[nodiscard]] const PatchOptions& options() const;
    [[nodiscard]] const PressureMap& map() const;
    [[nodiscard]] double limit() const { return limit_; }   ///< mu P [N]
    [[nodiscard]] double kappa() const { return kappa_; }   ///< torque of pure spin over mu P [m]
    [[nodiscard]] double radius() const { return radius_; } ///< farthest from the port [m]
    /// That scales its spin axis [m]; 1 of a point.
    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] double length_of(const SpinLength& rho) const; ///< [m]

    /// Whether it turns with the slip; then it has a meridian, in units of limit and length.
    [[nodiscard]] bool axisymmetric() const;
    [[nodiscard]] Meridian meridian(const SlipSpin& at) const;
    /// Whether its forces turn with the first body: D(R(-angle) u, omega).
    [[nodiscard]] bool turns() const;
    /// One load on the port: D = limit |u|, in two directions at once, and no torque.
    [[nodiscard]] bool is_point() const { return kappa_ == 0; }
    /// Of the ports that it acts on: x, y, and but for a point rotation.
    [[nodiscard]] Index n_rows() const { return is_point() ? 2 : 3; }
    /// Whether D is smooth but for rest: a load on a point beside others has a kink where it rests.
    [[nodiscard]] bool is_smooth() const;
    [[nodiscard]] MeridianBounds bounds(const SlipSpin& low, const SlipSpin& high) const;

    /// @param slip  [m/s], @param spin  [rad/s]; not both 0
    [[nodiscard]] PatchForce force(const Vector2& slip, double spin) const;

    /// Whether tangents on boxes of velocities can be enclosed.
    [[nodiscard]] bool has_bounds() const;
    /// Holds the tangent on a box of (u_x, u_y, length omega) without the origin, in units of
    /// limit and length; none where the box is too large to tell.
    [[nodiscard]] std::optional<Interval33> tangent_bounds(const Interval3& box) const;

    /// Whether the force is the gradient of a dissipation D(u_x, u_y, omega).
    [[nodiscard]] bool has_potential() const;
    /// Whether that is convex, as it is of every pressure; a series cut off may have lost it.
    [[nodiscard]] bool is_convex() const;

private:
    struct Parts;
    std::shared_ptr<const Parts> parts_; ///< shared by copies: they do not change
    double limit_ = 0, kappa_ = 0, radius_ = 0, length_ = 0;
};

/// "uniform pressure, harmonic, n = 2".
[[nodiscard]] std::string text(const PatchLaw& law);
/// In words, where its pressures come from that no case file holds; "" of others.
[[nodiscard]] std::string sources_text(const PatchLaw& law);
/// Of its dissipation: "convex", "not convex", or "none".
[[nodiscard]] std::string potential_text(const PatchLaw& law);

} // namespace slideway::contact
