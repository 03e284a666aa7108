#include "contact/patch/pade_law.hpp"

namespace slideway::contact {

namespace {

// Q and T divided by slip and spin. All terms of the sums are >= 0.
template <class Number>
MeridianOf<Number> meridian_of(const PadeLaw& law, const Number& cos, const Number& sin)
{
    if (law.degree == 1) {
        const Number N = cos + law.a * sin, M = sin + law.c * cos;
        return {1 / N, law.kappa / M, law.a / (N * N), law.kappa * law.c / (M * M)};
    }
    const Number cos2 = cos * cos, sin2 = sin * sin, both = cos * sin;
    const Number N = cos2 + law.a * both + law.b * sin2, M = sin2 + law.c * both + law.d * cos2;
    return {(cos + law.a * sin) / N, law.kappa * (sin + law.c * cos) / M,
            law.b * (2 * cos + law.a * sin) * sin / (N * N),
            law.kappa * law.d * (2 * sin + law.c * cos) * cos / (M * M)};
}

} // namespace

PadeLaw pade_law(const DiscPressure& disc, int degree)
{
    const Meridian spins = disc.meridian({0, 1}), slides = disc.meridian({1, 0});
    PadeLaw law;
    law.degree = degree;
    law.kappa = spins.spin;
    if (degree == 1) {
        law.a = 1 / spins.slip;
        law.c = law.kappa / slides.spin;
        return law;
    }
    law.b = 0.5 * slides.spin; // D + D'' at pure slip, as fall / sin is
    law.a = spins.slip * law.b;
    law.d = 0.5 * spins.slip / law.kappa;
    law.c = slides.spin / law.kappa * law.d;
    return law;
}

Meridian pade_meridian(const PadeLaw& law, const SlipSpin& spin)
{
    return meridian_of<double>(law, spin.cos, spin.sin);
}

MeridianBounds pade_bounds(const PadeLaw& law, const SlipSpin& low, const SlipSpin& high)
{
    return meridian_of<Interval>(law, {high.cos, low.cos}, {low.sin, high.sin});
}

} // namespace slideway::contact
