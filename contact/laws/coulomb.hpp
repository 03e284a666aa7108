#pragma once

#include "contact/laws/joint_force.hpp"
#include "contact/laws/joint_law.hpp"

namespace slideway::contact {

/// Rigid dry friction: |f| <= limit at rest, f = limit sgn(v) while it slides. Set-valued at rest,
/// so only analyses that know sticking take it.
struct Coulomb {
    static constexpr std::string_view keyword = "coulomb", about = "rigid dry friction";
    static constexpr Directions directions = Directions::components;

    double limit = 0; ///< [N]

    [[nodiscard]] double dry_limit() const;
    [[nodiscard]] Bound bound(Index row, double reach) const;
};

template <class F>
void fields(F& f, Coulomb& law)
{
    using Range = typename F::Range;
    f.number(
        {"limit", "N", "friction force while sliding, per component", true, Range::not_negative()},
        law.limit);
}

} // namespace slideway::contact
