#pragma once

#include "app/bodies/body.hpp"
#include "fem/lumped.hpp"
#include "io/fields.hpp"

namespace slideway::app {

struct Lumped {
    static constexpr std::string_view type = "lumped",
                                      about = "Masses, springs and dashpots. Every mass is a port.",
                                      supports =
                                          "supports: masses (\"m3\") or components (\"m3.x\")";
    static constexpr bool made_at_once = true;
    fem::LumpedOptions network;
    std::optional<fem::ChainOptions> chain;
};

void fields(io::Fields& f, Lumped& e);
[[nodiscard]] MadeBody make(const Lumped& e, const BodySource& source, Drawing drawing);

} // namespace slideway::app
