#pragma once

#include "contact/laws/smoothed_coulomb.hpp"

namespace slideway::contact {

/// Rigid dry friction: |f| <= static limit at rest, f = limit sgn(v) while it slides. Set-valued at
/// rest, so only analyses that know sticking take it.
class Coulomb final : public Law {
public:
    double limit = 0;   ///< [N] while it slides
    double at_rest = 0; ///< [N] >= limit

    Coulomb() = default;
    explicit Coulomb(double friction_force) : limit(friction_force), at_rest(friction_force) {}

    [[nodiscard]] LawDescription description() const override;
    [[nodiscard]] Bound bound(Index row, double reach) const override;
    [[nodiscard]] std::optional<double> dry_limit() const override { return limit; }
    [[nodiscard]] std::optional<double> static_limit() const override { return at_rest; }
};

template <class F>
void fields(F& f, Coulomb& law)
{
    using Range = typename F::Range;
    bool table = false;
    f.number_or_table(
        {"limit", "N", "friction force per component", true, Range::not_negative()}, law.limit,
        table, [&law](F& l) {
            l.number({"static", "N",
                      "that ends rest, >= dynamic; in the schemes "
                      "runge-kutta and taylor",
                      true, Range::not_negative()},
                     law.at_rest);
            l.number({"dynamic", "N", "while sliding", true, Range::not_negative()}, law.limit);
            if (law.at_rest < law.limit)
                l.refuse("static", "expected a number >= dynamic");
        });
    if (!table)
        law.at_rest = law.limit;
}

/// With `smoothing`, smoothed friction.
template <class F>
JointLaw law_of(F& f, const Coulomb& coulomb)
{
    SmoothedCoulomb smoothed({.limit = coulomb.limit});
    fields(f, smoothed);
    if (!f.has("smoothing"))
        return coulomb;
    if (coulomb.at_rest > coulomb.limit)
        f.refuse("smoothing", "smoothed friction has no rest; give one limit, or leave it out");
    return smoothed;
}

} // namespace slideway::contact
