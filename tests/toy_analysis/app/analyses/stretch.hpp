#pragma once

#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "base/types.hpp"

#include <string>
#include <vector>

namespace slideway::app {

struct StretchedBody {
    std::string name;
    Vector force;      ///< force on each dof [N]
    double energy = 0; ///< [J]
};
struct StretchResults {
    std::vector<StretchedBody> bodies;
};

/// Forces and energy of bodies whose dofs all move by the same amount.
struct Stretch {
    using Result = StretchResults;
    static constexpr std::string_view type = "stretch",
                                      about = "What it takes to move all dofs by one amount.";
    static constexpr Takes takes[] = {{"", [](const contact::Law&) -> bool { return true; }}};
    double amount = 0; ///< [m]
};

void fields(io::Fields& f, Stretch& e);
[[nodiscard]] std::string check(const Stretch& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
void arrays(io::Entries& a, StretchResults& r);
void quantities(io::Entries& q, StretchResults& r);
[[nodiscard]] Outcome run(const Stretch& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
