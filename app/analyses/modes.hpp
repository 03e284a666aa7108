#pragma once

#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/model/outline.hpp"
#include "app/results/results.hpp"
#include "dynamics/modal/modes.hpp"

namespace slideway::app {

struct ModesResult {
    std::vector<dynamics::ModeSet> sets;
    std::vector<Outline> outlines; ///< outlines of the bodies, in the order of the shapes
    std::vector<std::vector<OutlineMotion>>
        motions; ///< per set and body; empty for a body that is not of the set
};

struct Modes {
    using Result = ModesResult;
    static constexpr std::string_view type = "modes",
                                      about = "Natural frequencies and shapes about the "
                                              "undeformed positions.";
    static constexpr Takes takes[] = {{"", has_any<&contact::Law::has_force>}};
    static constexpr bool leaves_out_harmonic_drives = true;
    dynamics::ModesOptions options;
};

void fields(io::Fields& f, Modes& e);
[[nodiscard]] Needs needs(const Modes& e);
[[nodiscard]] std::string check(const Modes& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] std::vector<std::string> notes(const Modes& e, const BuiltModel& built);
void arrays(io::Entries& a, ModesResult& r);
void quantities(io::Entries& q, ModesResult& r);
[[nodiscard]] Outcome run(const Modes& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
