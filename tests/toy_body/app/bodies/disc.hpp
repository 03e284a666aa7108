#pragma once

#include "app/bodies/body.hpp"
#include "io/fields.hpp"

namespace slideway::app {

/// A flywheel on its shaft: one dof that turns.
struct Disc {
    static constexpr std::string_view type = "disc",
                                      about = "A round plate on a shaft that twists.",
                                      supports = "none: the shaft ends at the ground";
    static constexpr bool made_at_once = true;
    double mass = 0, radius = 0; ///< [kg, m]
    double twist = 0;            ///< [N m/rad] stiffness of the shaft
};

void fields(io::Fields& f, Disc& e);
[[nodiscard]] MadeBody make(const Disc& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
