#pragma once

#include "contact/patch/meridian.hpp"
#include "contact/patch/power_pressure.hpp"
#include "contact/patch/radial_pressure.hpp"

#include <string>
#include <variant>

namespace slideway::contact {

/// Axisymmetric pressure on a disc of radius 1, with its exact friction law, b = R omega.
class DiscPressure {
public:
    DiscPressure(PressureShape shape = PressureShape::uniform) : kind_(shape) {}
    DiscPressure(PowerPressure power) : kind_(std::move(power)) {}
    DiscPressure(RadialPressure table) : kind_(std::move(table)) {}

    [[nodiscard]] Meridian meridian(const SlipSpin& spin) const;
    /// Bounds of the law on the arc from `low` to `high`, theta(low) <= theta(high). Its parts are
    /// monotone in eps, or differences of two monotone functions.
    [[nodiscard]] MeridianBounds bounds(const SlipSpin& low, const SlipSpin& high) const;
    /// Torque of pure spin over mu P R.
    [[nodiscard]] double torque_arm() const;
    [[nodiscard]] std::string text() const; ///< name of the pressure
    /// Radius of the circle that carries a share of the load, 0 to 1.
    [[nodiscard]] double radius_within(double share) const;

private:
    std::variant<PressureShape, PowerPressure, RadialPressure> kind_;
};

} // namespace slideway::contact
