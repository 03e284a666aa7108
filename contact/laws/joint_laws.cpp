#include "contact/laws/joint_laws.hpp"

namespace slideway::contact {

namespace {

template <class... L>
std::vector<JointLaw> with_default_numbers(const std::variant<L...>* /*list*/)
{
    return {L()...};
}

} // namespace

const std::vector<JointLaw>& all_laws()
{
    static const std::vector<JointLaw> laws =
        with_default_numbers(static_cast<const JointLaws*>(nullptr));
    return laws;
}

std::vector<std::string> laws_with(bool (Law::*capability)() const)
{
    std::vector<std::string> names;
    for (const Law& law : all_laws())
        if ((law.*capability)())
            names.emplace_back(law.keyword());
    return names;
}

std::vector<std::string> laws_with_harmonic_force()
{
    std::vector<std::string> names, conditional;
    for (const Law& law : all_laws()) {
        const std::string name(law.keyword()), condition(law.harmonic_condition());
        if (law.has_harmonic_force() && condition.empty())
            names.push_back(name);
        else if (law.has_harmonic_force())
            conditional.push_back(name + " " + condition);
    }
    names.insert(names.end(), conditional.begin(), conditional.end());
    return names;
}

} // namespace slideway::contact
