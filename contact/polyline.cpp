#include "contact/polyline.hpp"

#include "base/error.hpp"

#include <map>
#include <string>

namespace slideway::contact {

std::vector<int> polyline(const std::vector<std::array<int, 2>>& edges)
{
    if (edges.empty())
        throw InputError("is not a curve: it has no edges");
    std::map<int, int> next, previous;
    for (const auto& [first, second] : edges)
        if (!next.emplace(first, second).second || !previous.emplace(second, first).second)
            throw InputError("branches: three or more of its edges meet in one node");

    std::vector<int> starts;
    for (const auto& [node, after] : next)
        if (!previous.contains(node))
            starts.push_back(node);
    if (starts.empty())
        throw InputError("is a closed loop; a master surface is an open curve");
    if (starts.size() > 1)
        throw InputError("consists of " + std::to_string(starts.size()) +
                         " separate pieces; a master surface is one curve");

    std::vector<int> nodes{starts.front()};
    for (auto it = next.find(nodes.back()); it != next.end(); it = next.find(nodes.back()))
        nodes.push_back(it->second);
    if (nodes.size() != edges.size() + 1)
        throw InputError(
            "consists of an open curve and closed loops; a master surface is one curve");
    return nodes;
}

} // namespace slideway::contact
