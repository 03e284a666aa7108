#pragma once

namespace slideway::contact {

/// Which rows the ports of a case give a joint.
enum class Directions {
    components,         ///< one per component of the ports; the law acts along each alike
    one,                ///< one direction: a component, or the normal
    tangent_and_normal, ///< r = (t . r, n . r): n points from the first body into the second, t is
                        ///< n turned by -90 degrees, and r_n > 0 presses the bodies together
    slip_and_spin       ///< x, y and rotation of ports of one node
};

} // namespace slideway::contact
