#include "contact/laws/friction.hpp"

#include "base/text.hpp"

namespace slideway::contact {

namespace {

std::string text(const ConstantFriction& law)
{
    return number_text(law.mu);
}

std::string text(const FrictionTable& law)
{
    return number_text(law.mu.front()) + " to " + number_text(law.mu.back()) + " over " +
           number_text(law.speed.back()) + " m/s (table of " + std::to_string(law.mu.size()) + ")";
}

std::string text(const FrictionDecay& law)
{
    return number_text(law.mu_static) + " at rest, decaying to " + number_text(law.mu_dynamic) +
           " over " + number_text(law.speed) + " m/s";
}

std::string text(const FrictionJump& law)
{
    return number_text(law.mu_static) + " at rest, " + number_text(law.mu_dynamic) + " sliding";
}

bool zero(const ConstantFriction& law)
{
    return law.mu == 0;
}

bool zero(const FrictionTable& law)
{
    return std::all_of(law.mu.begin(), law.mu.end(), [](double mu) -> bool { return mu == 0; });
}

bool zero(const FrictionDecay& law)
{
    return law.mu_static == 0 && law.mu_dynamic == 0;
}

bool zero(const FrictionJump& law)
{
    return law.mu_static == 0 && law.mu_dynamic == 0;
}

double slope_of(const FrictionJump&, double)
{
    return 0;
}

double slope_of(const ConstantFriction&, double)
{
    return 0;
}

double slope_of(const FrictionTable& law, double speed)
{
    const auto above = std::upper_bound(law.speed.begin(), law.speed.end(), speed);
    if (above == law.speed.end() || above == law.speed.begin())
        return 0;
    const auto k = static_cast<std::size_t>(above - law.speed.begin());
    return (law.mu[k] - law.mu[k - 1]) / (law.speed[k] - law.speed[k - 1]);
}

double slope_of(const FrictionDecay& law, double speed)
{
    return -(law.mu_static - law.mu_dynamic) / law.speed * std::exp(-speed / law.speed);
}

} // namespace

double slope(const Friction& law, double speed)
{
    return std::visit([speed](const auto& l) -> double { return slope_of(l, speed); }, law);
}

bool frictionless(const Friction& law)
{
    return std::visit([](const auto& l) -> bool { return zero(l); }, law);
}

std::string describe(const Friction& law)
{
    return std::visit([](const auto& l) -> std::string { return text(l); }, law);
}

} // namespace slideway::contact
