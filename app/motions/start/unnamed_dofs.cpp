#include "app/motions/start/unnamed_dofs.hpp"

#include "app/model/built_model.hpp"
#include "base/text.hpp"

namespace slideway::app {

namespace {

constexpr std::size_t most_names = 6;

void add_names(std::set<std::string>& names, const auto& values)
{
    for (const auto& [name, value] : values)
        names.insert(name);
}

// "a, b, c and 4 more"
std::string some(const std::vector<std::string>& names)
{
    if (names.size() <= most_names)
        return join(names);
    return join({names.begin(), names.begin() + most_names}) + " and " +
           std::to_string(names.size() - most_names) + " more";
}

// Components of ports of one node that `named` lacks.
std::vector<std::string> other_components(const std::set<std::string>& named,
                                          const BuiltModel& built)
{
    std::vector<std::string> others;
    for (const fem::Substructure& body : built.model.bodies)
        for (const fem::Port& port : body.ports)
            for (Index k = 0; port.n_nodes() == 1 && k < port.n_components(); ++k) {
                const std::string name = body.name + "." + port.name + "." +
                                         port.components[static_cast<std::size_t>(k)];
                if (!named.contains(name) && component_rows(port, k).nonZeros() > 0)
                    others.push_back(name);
            }
    return others;
}

void add_sentence(const std::string& key, const std::set<std::string>& named,
                  const BuiltModel& built, const std::string& rest,
                  std::vector<std::string>& sentences)
{
    Index n = 0;
    for (const fem::Substructure& body : built.model.bodies)
        n += body.n();
    const Index others = n - static_cast<Index>(named.size());
    if (named.empty() || others <= 0)
        return;
    const std::vector<std::string> components = other_components(named, built);
    sentences.push_back(key + " names " + some({named.begin(), named.end()}) + "; the other " +
                        plural(others, "dof") +
                        (components.empty() ? "" : " (" + some(components) + ")") + rest);
}

} // namespace

NamedStart named_in(const std::string& key, const StartEntry& start)
{
    NamedStart named{key, {}, {}};
    add_names(named.displacement, start.displacement);
    add_names(named.velocity, start.velocity);
    return named;
}

NamedStart named_in(const std::string& key, const StartGrid& grid, const StartEntry& rest)
{
    NamedStart named = named_in(key, rest);
    add_names(named.displacement, grid.displacement);
    add_names(named.velocity, grid.velocity);
    return named;
}

std::vector<std::string> unnamed_dofs(const NamedStart& start, const BuiltModel& built)
{
    std::vector<std::string> sentences;
    add_sentence(start.key + ".displacement", start.displacement, built,
                 " stand where bodies and linear joints have the least elastic energy, which need "
                 "not be 0: name a dof to place it",
                 sentences);
    add_sentence(start.key + ".velocity", start.velocity, built,
                 " have the velocities of least kinetic energy: name a dof to give it another",
                 sentences);
    return sentences;
}

} // namespace slideway::app
