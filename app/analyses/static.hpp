#pragma once

#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"

namespace slideway::app {

struct Static {
    static constexpr std::string_view type = "static",
                                      about = "Displacements and stress under the constant loads "
                                              "and the imposed displacements.";
    static constexpr Takes takes[] = {
        {"", [](const contact::LawInfo& l) -> bool { return l.linear; }}};
    static constexpr bool leaves_out_harmonic_drives = true;
};

[[nodiscard]] std::string check(const Static& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Static& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
