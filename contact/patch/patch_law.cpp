#include "contact/patch/patch_law.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "contact/patch/pade_law.hpp"
#include "contact/patch/patch_options.hpp"
#include "contact/patch/slip_series.hpp"
#include "contact/patch/spherical_law.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace slideway::contact {

namespace {

void require_positive(const char* key, double value)
{
    if (!(value > 0) || !std::isfinite(value))
        throw InputError(key, number_text(value), "expected a number > 0");
}

// The disc about the port, if it is the whole map; otherwise null.
const DiscPart* one_disc(const PressureMap& map)
{
    return map.size() == 1 && map[0].at.isZero(0) ? std::get_if<DiscPart>(&map[0].pressure)
                                                  : nullptr;
}

bool has_points(const PressureMap& map)
{
    return std::any_of(map.begin(), map.end(), [](const PressurePart& part) -> bool {
        return std::holds_alternative<PointPressure>(part.pressure);
    });
}

// True if the map is a single load on the port.
bool is_loaded_point(const PressureMap& map)
{
    return map.size() == 1 && has_points(map) && reach(map) == 0;
}

// True if slip and fall are >= 0 between two directions. Arcs that bounds do not decide are halved.
bool convex_between(const PatchLaw& law, const SlipSpin& low, const SlipSpin& high)
{
    const MeridianBounds bounds = law.bounds(low, high);
    if (bounds.slip.lo >= 0 && bounds.fall.lo >= 0)
        return true;
    const double cos = low.cos + high.cos, sin = low.sin + high.sin, r = std::hypot(cos, sin);
    const SlipSpin middle{cos / r, sin / r};
    const Meridian there = law.meridian(middle);
    constexpr double smallest_arc = 1e-6; // an undecided smaller arc touches zero
    if (there.slip < 0 || there.fall < 0 || high.sin * low.cos - high.cos * low.sin < smallest_arc)
        return false;
    return convex_between(law, low, middle) && convex_between(law, middle, high);
}

} // namespace

FormTakes takes(PatchForm form)
{
    switch (form) {
    case PatchForm::ellipsoid:
        return {.rho = true};
    case PatchForm::harmonic:
    case PatchForm::potential: // higher coefficients are below the round-off of their quadrature
        return {.n_min = 1, .n_max = 40, .rho = true};
    case PatchForm::spherical: // for higher degrees, round-off of powers of (x, y, z) exceeds the
                               // truncation error
        return {.n_min = 2, .n_max = 16, .rho = true, .any_map = true};
    case PatchForm::points: // more points would cost more than a quadrature
        return {.n_min = 3, .n_max = 100000, .any_map = true};
    case PatchForm::pade:
        return {.n_min = 1, .n_max = 2};
    case PatchForm::exact:
        break;
    }
    return {.any_map = true};
}

struct PatchLaw::Parts {
    PatchOptions options;
    PressureMap map;
    std::variant<DiscPressure, SlipSeries, PadeLaw, SphericalLaw, PressureMap> law;
};

PatchLaw::PatchLaw() : parts_(std::make_shared<Parts>()) {}

PatchLaw::PatchLaw(const PatchOptions& options)
{
    const auto parts = std::make_shared<Parts>();
    parts_ = parts;
    parts->options = options;
    PressureMap& map = parts->map;
    auto& law = parts->law;
    require_positive("friction", options.friction);
    const FormTakes form = takes(options.form);
    if (form.n_max > 0 && (options.n < form.n_min || options.n > form.n_max))
        throw InputError("expand.n", std::to_string(options.n),
                         "expected " + std::to_string(form.n_min) + " to " +
                             std::to_string(form.n_max));
    if (options.form == PatchForm::spherical && options.n % 2 != 0)
        throw InputError("expand.n", std::to_string(options.n),
                         "expected an even degree: the dissipation is even");
    if (options.rho.of == SpinLength::Of::length)
        require_positive("expand.rho", options.rho.length);
    map = options.map;
    if (map.empty()) {
        require_positive("pressure.radius", options.radius);
        map.push_back({DiscPart{options.shape, options.radius}, options.normal_force});
    }
    for (const PressurePart& part : map)
        require_positive("pressure.normal_force", part.normal_force);
    const DiscPart* disc = one_disc(map);
    if (!form.any_map && !disc)
        throw InputError("expand.form", quoted_name(options.form),
                         "expected a pressure on one disc about the port; others take exact, "
                         "spherical-harmonics or points");

    limit_ = options.friction * normal_force(map);
    radius_ = reach(map);
    if (is_loaded_point(map)) {
        if (options.form != PatchForm::exact)
            throw InputError("expand.form", quoted_name(options.form),
                             "expected exact: friction of a point is a limit and no more");
        length_ = 1;
        law = map;
        return;
    }
    kappa_ = disc ? disc->pressure.torque_arm() * disc->radius
                  : map_force(map, {0, 0}, 1).force(2) / normal_force(map);
    if (!std::isfinite(limit_) || !std::isfinite(limit_ * radius_ * radius_) || !(kappa_ > 0))
        throw InputError("pressure",
                         "of " + number_text(normal_force(map), 3) + " N out to " +
                             number_text(radius_, 3) + " m",
                         "has no torque within the range of numbers; expected other units");
    length_ = form.rho ? length_of(options.rho) : radius_;
    constexpr double most = 1e6; // a series must resolve the transition from slip to spin
    if (form.rho && !(length_ <= most * kappa_ && length_ * most >= kappa_))
        throw InputError("expand.rho", number_text(length_),
                         "expected " + number_text(kappa_ / most, 3) + " to " +
                             number_text(kappa_ * most, 3) + " m, 1e-6 to 1e6 of kappa");
    const double by_radius = length_ / radius_;
    switch (options.form) {
    case PatchForm::ellipsoid:
        law = ellipsoid(disc->pressure, by_radius);
        break;
    case PatchForm::harmonic:
        law = harmonic_series(disc->pressure, by_radius, options.n);
        break;
    case PatchForm::potential:
        law = potential_series(disc->pressure, by_radius, options.n);
        break;
    case PatchForm::pade:
        law = pade_law(disc->pressure, options.n);
        break;
    case PatchForm::spherical:
        law = SphericalLaw(
            [&](const Vector3& w) -> double {
                return map_force(map, w.head<2>(), w(2) / length_).power / normal_force(map);
            },
            options.n);
        break;
    case PatchForm::points:
        law = by_points(map, options.n);
        break;
    case PatchForm::exact:
        if (disc)
            law = disc->pressure;
        else
            law = map;
        break;
    }
}

const PatchOptions& PatchLaw::options() const
{
    return parts_->options;
}

const PressureMap& PatchLaw::map() const
{
    return parts_->map;
}

bool PatchLaw::turns() const
{
    return options().frame == MapFrame::first_body && !axisymmetric() && !is_point();
}

double PatchLaw::length_of(const SpinLength& rho) const
{
    switch (rho.of) {
    case SpinLength::Of::kappa:
        return kappa_;
    case SpinLength::Of::radius:
        return radius_;
    case SpinLength::Of::length:
        break;
    }
    return rho.length;
}

bool PatchLaw::axisymmetric() const
{
    return !std::holds_alternative<SphericalLaw>(parts_->law) &&
           !std::holds_alternative<PressureMap>(parts_->law);
}

Meridian PatchLaw::meridian(const SlipSpin& spin) const
{
    if (const auto* disc = std::get_if<DiscPressure>(&parts_->law))
        return disc->meridian(spin);
    if (const auto* pade = std::get_if<PadeLaw>(&parts_->law))
        return pade_meridian(*pade, spin);
    return series_meridian(*std::get_if<SlipSeries>(&parts_->law), spin);
}

MeridianBounds PatchLaw::bounds(const SlipSpin& low, const SlipSpin& high) const
{
    if (const auto* disc = std::get_if<DiscPressure>(&parts_->law))
        return disc->bounds(low, high);
    if (const auto* pade = std::get_if<PadeLaw>(&parts_->law))
        return pade_bounds(*pade, low, high);
    return series_bounds(*std::get_if<SlipSeries>(&parts_->law), low, high);
}

PatchForce PatchLaw::force(const Vector2& slip, double spin) const
{
    if (axisymmetric())
        return axisymmetric_force(
            [this](const SlipSpin& slip_spin) -> Meridian { return meridian(slip_spin); }, limit_,
            length_, slip, spin);
    if (const auto* map = std::get_if<PressureMap>(&parts_->law)) {
        const PatchForce out = map_force(*map, slip, spin);
        const double value = parts_->options.friction;
        return {value * out.power, value * out.force, value * out.tangent};
    }
    const PatchForce out =
        std::get_if<SphericalLaw>(&parts_->law)->at({slip(0), slip(1), length_ * spin});
    const Vector3 scale(1, 1, length_);
    return {limit_ * out.power, limit_ * scale.cwiseProduct(out.force),
            limit_ * (scale.asDiagonal() * out.tangent * scale.asDiagonal())};
}

bool PatchLaw::has_bounds() const
{
    const auto* map = std::get_if<PressureMap>(&parts_->law);
    return !map || contact::has_bounds(*map);
}

std::optional<Interval33> PatchLaw::tangent_bounds(const Interval3& box) const
{
    if (const auto* law = std::get_if<SphericalLaw>(&parts_->law))
        return law->bounds(box);
    if (const auto* map = std::get_if<PressureMap>(&parts_->law)) {
        std::optional<Interval33> H = map_bounds(*map, length_, box);
        if (H)
            for (Interval3& row : *H)
                for (Interval& entry : row)
                    entry = parts_->options.friction / limit_ * entry;
        return H;
    }
    const SlipSpinArc arc = arc_of(box);
    return axisymmetric_bounds(bounds(arc.low, arc.high), box);
}

bool PatchLaw::has_potential() const
{
    if (std::holds_alternative<PadeLaw>(parts_->law))
        return false;
    const auto* series = std::get_if<SlipSeries>(&parts_->law);
    if (!series)
        return true;
    // The law is curl-free if the sums of order_i slip_i W_i and order_i spin_i V_i are equal at as
    // many angles as there are terms.
    constexpr double round_off = 1e-10; // relative error of the quadrature of coefficients
    const int n = static_cast<int>(series->terms.size());
    for (int k = 0; k <= n; ++k) {
        const double sin = std::sqrt((k + 0.5) / (n + 1)), cos = std::sqrt(1 - sin * sin);
        const Meridian m = series_meridian(*series, {cos, sin});
        if (std::abs(m.fall / sin - m.rise / cos) > round_off)
            return false;
    }
    return true;
}

bool PatchLaw::is_smooth() const
{
    const auto* map = std::get_if<PressureMap>(&parts_->law);
    return !map || is_point() || !has_points(*map);
}

bool PatchLaw::is_convex() const
{
    if (const auto* spherical = std::get_if<SphericalLaw>(&parts_->law))
        return spherical->is_convex();
    if (std::holds_alternative<PressureMap>(parts_->law)) // dissipation of loads >= 0
        return true;
    return has_potential() && convex_between(*this, {1, 0}, {0, 1});
}

std::string text(const PatchLaw& law)
{
    const PatchOptions& o = law.options();
    std::string form(name_of(o.form));
    if (takes(o.form).n_max > 0)
        form += ", n = " + std::to_string(o.n);
    return text(law.map()) + " pressure, " + form;
}

std::string sources_text(const PatchLaw& law)
{
    return join(law.options().sources, "; ");
}

std::string potential_text(const PatchLaw& law)
{
    if (!law.has_potential())
        return "none";
    return law.is_convex() ? "convex" : "not convex";
}

} // namespace slideway::contact
