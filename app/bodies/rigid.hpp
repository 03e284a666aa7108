#pragma once

#include "app/bodies/body.hpp"
#include "app/bodies/body_keys.hpp"
#include "base/monitor.hpp"
#include "fem/rigid.hpp"

namespace slideway::app {

struct Rigid {
    static constexpr std::string_view
        type = "rigid",
        about = "A rigid body. Ports centre, named points and polylines, with components x, y and "
                "rotation. With all components fixed it is a place to push against.",
        supports = "\"centre\": all; or of \"x\", \"y\", \"rotation\"";
    fem::RigidOptions options;
    Placement placement; ///< placement of the centre of mass
};

void fields(io::Fields& f, Rigid& e);
[[nodiscard]] Drawing draw(const Rigid& e, const BodySource& source, const Monitor& monitor);
[[nodiscard]] MadeBody make(const Rigid& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
