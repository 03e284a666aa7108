#pragma once

#include "contact/patch/pade_law.hpp"
#include "contact/patch/pressure_map.hpp"
#include "contact/patch/slip_series.hpp"
#include "contact/patch/spherical_law.hpp"

#include <string>
#include <variant>
#include <vector>

namespace slideway::contact {

enum class PatchForm { exact, ellipsoid, harmonic, potential, pade, spherical, points };
constexpr auto choices(PatchForm /*one of*/)
{
    using enum PatchForm;
    return std::to_array<Choice<PatchForm>>(
        {{exact, "exact", "from the pressure, in closed form or by quadrature to round-off"},
         {ellipsoid, "ellipsoid", "right for pure slip and pure spin"},
         {harmonic, "harmonic", "n terms of the force and n of the torque"},
         {potential, "potential", "n terms of the dissipation"},
         {pade, "pade", "fractions of degree n in slip over spin"},
         {spherical, "spherical-harmonics", "of the dissipation, up to degree n, even"},
         {points, "points", "the pressure on about n points; for limit-directions alone"}});
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

/// Whose axes the pressure keeps while bodies turn.
enum class MapFrame { first_body, fixed };
constexpr auto choices(MapFrame /*one of*/)
{
    using enum MapFrame;
    return std::to_array<Choice<MapFrame>>(
        {{first_body, "first-body", "the pressure turns with the first body, as feet of a stool"},
         {fixed, "fixed", "it keeps its directions, as the touching area of two curved bodies"}});
}

/// A pressure, and the form of its friction law.
struct PatchOptions {
    /// A disc about the port, unless `map` has parts:
    PressureShape shape = PressureShape::uniform;
    double radius = 0;       ///< R [m], > 0
    double normal_force = 0; ///< P [N], > 0
    double friction = 0;     ///< mu, > 0
    PatchForm form = PatchForm::exact;
    int n = 1;      ///< in the range of the form
    SpinLength rho; ///< of a series
    MapFrame frame = MapFrame::first_body;
    PressureMap
        map; ///< of any parts; series, but spherical harmonics, take one disc about the port
    std::vector<std::string> sources = {}; ///< in words, of pressures that no case file holds
};

/// What a form takes.
struct FormTakes {
    int n_min = 0, n_max = 0; ///< of n; 0: it has none
    bool rho = false;         ///< a length that scales its spin axis
    bool any_map = false;     ///< not only a disc about the port
};
[[nodiscard]] FormTakes takes(PatchForm form);

/// Friction of a patch: homogeneous of degree 0 in slip and spin, opposed to them. A value.
class PatchLaw {
public:
    PatchLaw() = default; ///< none; a law is to be assigned
    /// @throws InputError  numbers outside their ranges
    explicit PatchLaw(const PatchOptions& options);

    [[nodiscard]] const PatchOptions& options() const { return options_; }
    [[nodiscard]] const PressureMap& map() const { return map_; }
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
    [[nodiscard]] bool turns() const
    {
        return options_.frame == MapFrame::first_body && !axisymmetric() && !is_point();
    }
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
    PatchOptions options_;
    PressureMap map_;
    double limit_ = 0, kappa_ = 0, radius_ = 0, length_ = 0;
    std::variant<DiscPressure, SlipSeries, PadeLaw, SphericalLaw, PressureMap> law_;
};

/// "uniform pressure, harmonic, n = 2".
[[nodiscard]] std::string text(const PatchLaw& law);
/// Of its dissipation: "convex", "not convex", or "none".
[[nodiscard]] std::string potential_text(const PatchLaw& law);

} // namespace slideway::contact
