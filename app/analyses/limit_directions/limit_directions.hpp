#pragma once

#include "app/analyses/limit_directions/direction_results.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "contact/patch/patch_options.hpp"

#include <optional>
#include <string>

namespace slideway::app {

struct LimitDirections {
    using Result = DirectionResults;
    static constexpr std::string_view type = "limit-directions",
                                      about =
                                          "In which directions of slip and spin a body can come "
                                          "to rest on its patch, or leave it, under the "
                                          "constant loads.";
    static constexpr Takes takes[] = {{"", has_any<&contact::Law::is_patch>}};

    std::optional<contact::SpinLength> rho; ///< none: that of the law
    struct Diagram {
        bool given = false;
        std::string key; ///< "load.NAME.force"
        double from = 0, to = 0;
        int points = 400;
    } diagram;
};

void fields(io::Fields& f, LimitDirections& e);
void refuse(const LimitDirections& e, const Case& c);
[[nodiscard]] std::string check(const LimitDirections& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const LimitDirections& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
