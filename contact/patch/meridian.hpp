#pragma once

#include "base/interval.hpp"

/// Friction of an axisymmetric contact patch in units of its limit mu P, for slip a = cos theta and
/// spin b = sin theta, b counted in a length of the law: a meridian of its friction body.
namespace slideway::contact {

/// With the slip force Q along the slip and the torque T about the middle, per length,
///
///   slip = Q / cos theta,   spin = T / sin theta,   -dQ/dtheta = bend_slip sin theta,
///   dT/dtheta = bend_spin cos theta.
///
/// All four are smooth at both ends. Both bends are one where (Q, T) is the gradient of a
/// dissipation D(a, b); it is D + D'' then, and D is convex where slip and bend are >= 0.
template <class Number>
struct MeridianOf {
    Number slip{}, spin{}, bend_slip{}, bend_spin{};
};
using Meridian = MeridianOf<double>;
using MeridianBounds = MeridianOf<Interval>;

/// A direction on the quarter circle.
struct SlipSpin {
    double cos = 1, sin = 0;
};

} // namespace slideway::contact
