#include "contact/laws/cubic.hpp"

#include "contact/laws/state_harmonics.hpp"

#include <array>
#include <cmath>

namespace slideway::contact {

namespace {

std::array<PolynomialTerm, 2> terms_of(const Cubic& law)
{
    return {{{3, 0, law.k3}, {2, 1, law.c3}}};
}

// The terms that act.
std::span<const PolynomialTerm> acting(const Cubic& law, const std::array<PolynomialTerm, 2>& terms)
{
    return std::span(terms).first(law.c3 != 0 ? 2 : 1);
}

} // namespace

LawDescription Cubic::description() const
{
    return {"cubic", "f = k3 r^3 + c3 r^2 v", Directions::one};
}

std::span<const LawParameter> Cubic::parameters() const
{
    constexpr Scaling of_force{{1, 1}, {0, 0}};
    static const LawParameter undamped[] = {law_parameter("k3", &Cubic::k3, of_force),
                                            law_parameter("c3", &Cubic::c3, {})},
                              damped[] = {law_parameter("k3", &Cubic::k3, {}),
                                          law_parameter("c3", &Cubic::c3, {})};
    return c3 == 0 ? undamped : damped;
}

std::shared_ptr<Law> Cubic::copy() const
{
    return std::make_shared<Cubic>(*this);
}

std::optional<JointLaw> Cubic::times(double n) const
{
    return Cubic(n * k3, n * c3);
}

std::optional<JointLaw> Cubic::without_dashpot() const
{
    if (c3 == 0)
        return std::nullopt;
    return Cubic(k3);
}

std::vector<PolynomialTerm> Cubic::polynomial() const
{
    const auto terms = terms_of(*this);
    const auto some = acting(*this, terms);
    return {some.begin(), some.end()};
}

void Cubic::force(JointMemory&, const JointVector& r, const JointVector& v,
                  ForceAndTangent& out) const
{
    out.clear(r.size());
    for (Index i = 0; i < r.size(); ++i) {
        const RowSlope slope_of_row = slope(r(i), v(i));
        out.f(i) = k3 * r(i) * r(i) * r(i) + slope_of_row.by_v * v(i);
        out.df_dr(i, i) = slope_of_row.by_r;
        out.df_dv(i, i) = slope_of_row.by_v;
    }
}

RowSlope Cubic::slope(double r, double v) const
{
    return {3 * k3 * r * r + 2 * c3 * r * v, c3 * r * r};
}

void Cubic::piece(const JointPhases&, JointPiece& out) const
{
    out.cubic.setConstant(k3);
    const auto terms = terms_of(*this);
    if (c3 != 0)
        add_terms(std::span(terms).last(1), out);
}

double Cubic::potential(const JointVector& r) const
{
    return k3 / 4 * r.array().square().square().sum();
}

Bound Cubic::bound(Index, double reach) const
{
    const RowSlope most = steepest(terms_of(*this), reach);
    return {most.by_r, most.by_v};
}

void Cubic::harmonic_force(const VectorIn& R, const VectorIn& lambda, HeldOnsets,
                           HarmonicWorkspace& work, HarmonicForce& out) const
{
    const auto terms = terms_of(*this);
    polynomial_force(acting(*this, terms), R, lambda, work, out);
}

void Cubic::sampled_force(const Harmonics& harmonics, const VectorIn& R, double Omega,
                          Index samples, HarmonicForce& out) const
{
    const auto terms = terms_of(*this);
    sampled_polynomial_force(acting(*this, terms), harmonics, R, Omega, samples, out);
}

} // namespace slideway::contact
