#pragma once

#include "base/interval.hpp"

/// Friction of an axisymmetric contact patch in units of its limit mu P, for slip a = cos theta and
/// spin b = sin theta, where b is scaled by a length of the law. It is a meridian of the friction
/// body.
namespace slideway::contact {

/// With the slip force Q along the slip and the torque T about the middle, per length,
///
///   slip = Q / cos theta,   spin = T / sin theta,   fall = -dQ/dtheta,   rise = dT/dtheta.
///
/// fall / sin and rise / cos are smooth at both ends, except for laws with kinks at pure slip or
/// pure spin. They are equal, to D + D'', if (Q, T) is the gradient of a dissipation D(a, b). D is
/// convex if slip and fall are >= 0.
template <class Number>
struct MeridianOf {
    Number slip{}, spin{}, fall{}, rise{};
};
using Meridian = MeridianOf<double>;
using MeridianBounds = MeridianOf<Interval>;

/// A direction on the quarter circle.
struct SlipSpin {
    double cos = 1, sin = 0;
};

} // namespace slideway::contact
