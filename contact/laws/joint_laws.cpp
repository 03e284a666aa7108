#include "contact/laws/joint_laws.hpp"

#include "contact/laws/law_of.hpp"

namespace slideway::contact {

namespace {

template <class>
struct InfosOf;
template <class... L>
struct InfosOf<std::variant<L...>> {
    static std::vector<LawInfo> list() { return {info_of<L>()...}; }
};

} // namespace

const std::vector<LawInfo>& all_laws()
{
    static const std::vector<LawInfo> laws = InfosOf<JointLaws>::list();
    return laws;
}

} // namespace slideway::contact
