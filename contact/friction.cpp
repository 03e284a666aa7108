#include "contact/friction.hpp"

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

} // namespace

bool frictionless(const Friction& law)
{
    return std::visit([](const auto& l) -> bool { return zero(l); }, law);
}

std::string describe(const Friction& law)
{
    return std::visit([](const auto& l) -> std::string { return text(l); }, law);
}

} // namespace slideway::contact
