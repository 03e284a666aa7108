#pragma once

#include "contact/laws/law.hpp"

namespace slideway::contact {

/// Rigid dry friction: |f| <= limit at rest, f = limit sgn(v) while it slides. Set-valued at rest,
/// so only analyses that know sticking take it.
class Coulomb final : public Law {
public:
    double limit = 0; ///< [N]

    Coulomb() = default;
    explicit Coulomb(double friction_force) : limit(friction_force) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    [[nodiscard]] std::optional<double> dry_limit() const override { return limit; }
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
