#include "contact/laws/joint_law.hpp"

#include "base/text.hpp"
#include "contact/laws/law_face.hpp"

#include <algorithm>

namespace slideway::contact {

void LawFace::refuse(const char* what) const
{
    throw std::logic_error("law \"" + std::string(info().keyword) + "\" " + what);
}

const LawInfo& JointLaw::info() const
{
    return (*this)->info();
}

JointLaw JointLaw::on(const std::vector<std::string>& components) const
{
    JointLaw law = *this;
    if (std::shared_ptr<const LawFace> on_rows = (*this)->on(components))
        law.face_ = std::move(on_rows);
    return law;
}

std::optional<JointLaw> JointLaw::without_dashpot() const
{
    JointLaw law;
    law.face_ = (*this)->without_dashpot();
    return law.face_ ? std::optional(law) : std::nullopt;
}

Index JointLaw::parameter_index(std::string_view name) const
{
    std::vector<std::string> names;
    for (const LawParameter& parameter : info().parameters)
        names.emplace_back(parameter.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        throw std::invalid_argument("no parameter \"" + std::string(name) + "\" of law \"" +
                                    std::string(info().keyword) + "\"; it has " +
                                    (names.empty() ? "none" : listed(names, "and")));
    return found - names.begin();
}

double JointLaw::parameter(std::string_view name) const
{
    return (*this)->parameter(parameter_index(name));
}

JointLaw JointLaw::with(std::string_view parameter, double value) const
{
    JointLaw law;
    law.face_ = (*this)->with(parameter_index(parameter), value);
    return law;
}

std::string_view keyword(const JointLaw& law)
{
    return law.info().keyword;
}

bool is_linear(const JointLaw& law)
{
    return law.info().linear;
}

bool is_dry(const JointLaw& law)
{
    return law.info().dry;
}

double dry_limit(const JointLaw& law)
{
    return law->dry_limit();
}

bool is_set_valued_at_rest(const JointLaw& law)
{
    return law.info().set_valued_at_rest;
}

bool is_nonlinear(const JointLaw& law)
{
    return !is_linear(law) && !is_set_valued_at_rest(law);
}

bool has_normal(const JointLaw& law)
{
    return law.info().directions == Directions::tangent_and_normal;
}

bool has_force(const JointLaw& law)
{
    return law.info().force;
}

Bound bound(const JointLaw& law, Index row, double reach)
{
    return law->bound(row, reach);
}

std::vector<std::string> laws_with(bool LawInfo::*capability)
{
    std::vector<std::string> names;
    for (const LawInfo& law : all_laws())
        if (law.*capability)
            names.emplace_back(law.keyword);
    return names;
}

std::vector<std::string> laws_with_harmonic_force()
{
    std::vector<std::string> names, conditional;
    for (const LawInfo& law : all_laws()) {
        const std::string name(law.keyword);
        if (law.harmonic_force && law.harmonic_condition.empty())
            names.push_back(name);
        else if (law.harmonic_force)
            conditional.push_back(name + " " + std::string(law.harmonic_condition));
    }
    names.insert(names.end(), conditional.begin(), conditional.end());
    return names;
}

} // namespace slideway::contact
