#include "contact/patch/patch_law.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <cmath>

namespace slideway::contact {

namespace {

void require_positive(const char* key, double value)
{
    if (!(value > 0) || !std::isfinite(value))
        throw InputError(key, number_text(value), "expected a number > 0");
}

std::variant<PressureShape, SlipSeries> made(const PatchOptions& options, double rho)
{
    const double by_radius = rho / options.radius;
    switch (options.form) {
    case PatchForm::ellipsoid:
        return ellipsoid(options.shape, by_radius);
    case PatchForm::harmonic:
        return harmonic_series(options.shape, by_radius, options.n);
    case PatchForm::potential:
        return potential_series(options.shape, by_radius, options.n);
    case PatchForm::exact:
        break;
    }
    return options.shape;
}

// Whether slip and bend stay positive between two directions; halves what bounds do not decide.
bool convex_between(const PatchLaw& law, const SlipSpin& low, const SlipSpin& high)
{
    const MeridianBounds on = law.bounds(low, high);
    if (on.slip.lo > 0 && on.bend_slip.lo > 0)
        return true;
    const double cos = low.cos + high.cos, sin = low.sin + high.sin, r = std::hypot(cos, sin);
    const SlipSpin middle{cos / r, sin / r};
    const Meridian there = law.meridian(middle);
    constexpr double smallest_arc = 1e-6; // undecided on less: it touches zero
    if (there.slip < 0 || there.bend_slip < 0 ||
        high.sin * low.cos - high.cos * low.sin < smallest_arc)
        return false;
    return convex_between(law, low, middle) && convex_between(law, middle, high);
}

} // namespace

PatchLaw::PatchLaw(const PatchOptions& options) : options_(options)
{
    require_positive("pressure.radius", options.radius);
    require_positive("pressure.normal_force", options.normal_force);
    require_positive("friction", options.friction);
    if (options.n < 1 || options.n > max_patch_terms)
        throw InputError("expand.n", std::to_string(options.n),
                         "expected 1 to " + std::to_string(max_patch_terms));
    if (options.rho.of == SpinLength::Of::length)
        require_positive("expand.rho", options.rho.length);
    limit_ = options.friction * options.normal_force;
    kappa_ = torque_arm(options.shape) * options.radius;
    length_ = options.form == PatchForm::exact ? options.radius : length_of(options.rho);
    law_ = made(options, length_);
}

double PatchLaw::length_of(const SpinLength& rho) const
{
    switch (rho.of) {
    case SpinLength::Of::kappa:
        return kappa_;
    case SpinLength::Of::radius:
        return options_.radius;
    case SpinLength::Of::length:
        break;
    }
    return rho.length;
}

Meridian PatchLaw::meridian(const SlipSpin& at) const
{
    if (const auto* shape = std::get_if<PressureShape>(&law_))
        return exact_meridian(*shape, at);
    return series_meridian(*std::get_if<SlipSeries>(&law_), at);
}

MeridianBounds PatchLaw::bounds(const SlipSpin& low, const SlipSpin& high) const
{
    if (const auto* shape = std::get_if<PressureShape>(&law_))
        return exact_bounds(*shape, low, high);
    return series_bounds(*std::get_if<SlipSeries>(&law_), low, high);
}

PatchForce PatchLaw::force(const Eigen::Vector2d& slip, double spin) const
{
    const double a = slip.norm(), z = length_ * spin, r = std::hypot(a, z);
    const double c = a / r, s = z / r;
    const Meridian m = meridian({c, std::abs(s)});
    const Eigen::Vector2d e = a > 0 ? Eigen::Vector2d(slip / a) : Eigen::Vector2d(1, 0);
    const double Q = limit_ * m.slip * c, T = limit_ * length_ * m.spin * s;
    PatchForce out;
    out.force << Q * e, T;
    out.power = Q * a + T * spin;
    const double by = limit_ / r, across = by * m.slip, along = by * m.bend_slip * s * s;
    const Eigen::Vector2d n(-e(1), e(0));
    out.tangent.topLeftCorner<2, 2>() = along * e * e.transpose() + across * n * n.transpose();
    out.tangent.topRightCorner<2, 1>() = -by * length_ * m.bend_slip * s * c * e;
    out.tangent.bottomLeftCorner<1, 2>() = -by * length_ * m.bend_spin * s * c * e.transpose();
    out.tangent(2, 2) = by * length_ * length_ * m.bend_spin * c * c;
    return out;
}

bool PatchLaw::has_potential() const
{
    const auto* series = std::get_if<SlipSeries>(&law_);
    if (!series)
        return true;
    // Curl-free: order_i slip_i W_i = order_i spin_i V_i summed, at as many angles as there are
    // terms.
    constexpr double round_off = 1e-10; // of the coefficients' quadrature
    const int n = static_cast<int>(series->terms.size());
    for (int k = 0; k <= n; ++k) {
        const double sin = std::sqrt((k + 0.5) / (n + 1)), cos = std::sqrt(1 - sin * sin);
        const Meridian m = series_meridian(*series, {cos, sin});
        if (std::abs(m.bend_slip - m.bend_spin) > round_off)
            return false;
    }
    return true;
}

bool PatchLaw::is_convex() const
{
    return has_potential() && convex_between(*this, {1, 0}, {0, 1});
}

} // namespace slideway::contact
