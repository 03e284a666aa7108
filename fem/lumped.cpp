#include "fem/lumped.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace slideway::fem {

namespace {

constexpr Index ground = -1;

bool valid_value(double value)
{
    return std::isfinite(value) && value >= 0;
}

// Dof numbers. All components are numbered first; supported dofs are eliminated after assembly.
class Addresses {
public:
    explicit Addresses(const std::vector<LumpedMass>& masses)
    {
        for (const LumpedMass& mass : masses)
            add(mass);
    }

    [[nodiscard]] Index n() const { return n_; }

    /// Returns the dofs of "mass" or "mass.component".
    [[nodiscard]] std::vector<Index> dofs(const std::string& address, const std::string& what) const
    {
        const auto dot = address.find('.');
        const std::string point = address.substr(0, dot);
        const auto found = points_.find(point);
        if (found == points_.end())
            throw InputError(what + ": no mass point \"" + point + "\"" + name_hint(point, names_));
        const auto& [first, components] = found->second;
        std::vector<Index> result;
        for (std::size_t c = 0; c < components.size(); ++c)
            if (dot == std::string::npos || components[c] == address.substr(dot + 1))
                result.push_back(first + static_cast<Index>(c));
        if (result.empty()) {
            const std::string component = address.substr(dot + 1);
            throw InputError(what + ": mass point \"" + point + "\" has no component \"" +
                             component + "\"" + name_hint(component, components));
        }
        return result;
    }

    /// Returns the dof at one end of a link, or `ground`.
    [[nodiscard]] Index end(const std::string& address, const std::string& what) const
    {
        if (address == "ground")
            return ground;
        const std::vector<Index> found = dofs(address, what);
        if (found.size() != 1)
            throw InputError(what + ": mass point \"" + address +
                             "\" has several components; write " + address + "." +
                             points_.at(address).second.front());
        return found.front();
    }

private:
    void add(const LumpedMass& mass)
    {
        const std::string what = "mass point \"" + mass.name + "\"";
        if (mass.name.empty() || mass.name == "ground" || mass.name.find('.') != std::string::npos)
            throw InputError(what + ": a name is not empty, not \"ground\" and has no dot");
        if (mass.components.empty())
            throw InputError(what + " has no component");
        std::vector<std::string> components;
        for (const auto& [component, value] : mass.components) {
            if (component.empty() ||
                std::count(components.begin(), components.end(), component) > 0)
                throw InputError(what + ": component \"" + component + "\" is " +
                                 (component.empty() ? "unnamed" : "repeated"));
            if (!valid_value(value))
                throw InputError(what + ": mass of " + component + " = " + number_text(value) +
                                 "; expected a number >= 0");
            components.push_back(component);
        }
        const auto count = static_cast<Index>(components.size());
        if (!points_.emplace(mass.name, std::pair{n_, std::move(components)}).second)
            throw InputError(what + " is given twice");
        names_.push_back(mass.name);
        n_ += count;
    }

    std::map<std::string, std::pair<Index, std::vector<std::string>>> points_;
    std::vector<std::string> names_;
    Index n_ = 0;
};

// Assembles the matrix of springs or dashpots over the free dofs.
SparseMatrix links_matrix(const std::vector<LumpedLink>& links, const std::string& kind,
                          const Addresses& addresses, const std::vector<Index>& free, Index n)
{
    std::vector<Eigen::Triplet<double>> entries;
    auto free_dof = [&free](Index dof) -> Index {
        return dof == ground ? ground : free[static_cast<std::size_t>(dof)];
    };
    for (const LumpedLink& link : links) {
        const std::string what = kind + " " + link.first + " - " + link.second;
        const Index a = addresses.end(link.first, what), b = addresses.end(link.second, what);
        if (a == b)
            throw InputError(what + " joins a point to itself");
        if (!valid_value(link.value))
            throw InputError(what + ": " + number_text(link.value) + "; expected a number >= 0");
        const Index i = free_dof(a), j = free_dof(b); // a supported dof acts as ground
        if (i >= 0)
            entries.emplace_back(i, i, link.value);
        if (j >= 0)
            entries.emplace_back(j, j, link.value);
        if (i >= 0 && j >= 0) {
            entries.emplace_back(i, j, -link.value);
            entries.emplace_back(j, i, -link.value);
        }
    }
    SparseMatrix A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

Matrix no_position()
{
    return Matrix::Constant(1, 3, std::numeric_limits<double>::quiet_NaN());
}

} // namespace

LumpedOptions chain_network(const ChainOptions& chain)
{
    const std::size_t n = chain.masses.size();
    const std::size_t expected = chain.to.empty() ? n : n + 1;
    if (chain.springs.size() != expected)
        throw InputError(
            "a chain of " + std::to_string(n) + " masses " +
            (chain.to.empty() ? "with a free end" : "that ends at \"" + chain.to + "\"") +
            " needs " + std::to_string(expected) + " springs; got " +
            std::to_string(chain.springs.size()));
    if (!chain.dashpots.empty() && chain.dashpots.size() != chain.springs.size())
        throw InputError("a chain needs as many dashpots as springs (" +
                         std::to_string(chain.springs.size()) + ") or none; got " +
                         std::to_string(chain.dashpots.size()));
    if (chain.from.empty())
        throw InputError("a chain starts at \"ground\" or at a named point");

    LumpedOptions network;
    std::vector<std::string> points{chain.from};
    if (chain.from != "ground")
        network.masses.push_back({chain.from, {{"x", 0.0}}});
    for (std::size_t i = 0; i < n; ++i) {
        points.push_back("m" + std::to_string(i + 1));
        network.masses.push_back({points.back(), {{"x", chain.masses[i]}}});
    }
    if (!chain.to.empty()) {
        points.push_back(chain.to);
        if (chain.to != "ground" && chain.to != chain.from)
            network.masses.push_back({chain.to, {{"x", 0.0}}});
    }
    for (std::size_t i = 0; i < chain.springs.size(); ++i) {
        network.springs.push_back({points[i], points[i + 1], chain.springs[i]});
        if (!chain.dashpots.empty())
            network.dashpots.push_back({points[i], points[i + 1], chain.dashpots[i]});
    }
    return network;
}

Substructure lumped(const std::string& name, const LumpedOptions& options)
{
    const Addresses addresses(options.masses);
    std::vector<Index> free(static_cast<std::size_t>(addresses.n()), 0);
    for (const std::string& fixed : options.fixed)
        for (const Index dof : addresses.dofs(fixed, "fixed = \"" + fixed + "\""))
            free[static_cast<std::size_t>(dof)] = ground;
    Index n = 0;
    for (Index& dof : free)
        if (dof != ground)
            dof = n++;
    if (n == 0)
        throw InputError("lumped body \"" + name + "\" has no free dof");

    Substructure s;
    s.name = name;
    s.K = links_matrix(options.springs, "spring", addresses, free, n);
    s.C = links_matrix(options.dashpots, "dashpot", addresses, free, n);

    std::vector<Eigen::Triplet<double>> masses;
    std::vector<std::pair<std::string, Vector>> translations; // component -> column of `rigid`
    std::size_t next = 0;
    for (const LumpedMass& mass : options.masses) {
        const auto count = static_cast<Index>(mass.components.size());
        Port port{mass.name, {}, SparseRows(count, n), no_position(), Vector::Ones(1), {}};
        for (Index c = 0; c < count; ++c) {
            const auto& [component, value] = mass.components[static_cast<std::size_t>(c)];
            port.components.push_back(component);
            auto column =
                std::find_if(translations.begin(), translations.end(),
                             [&component](const auto& t) -> bool { return t.first == component; });
            if (column == translations.end())
                column = translations.insert(column, {component, Vector::Zero(n)});
            const Index dof = free[next++];
            if (dof < 0)
                continue;
            masses.emplace_back(dof, dof, value);
            port.W.insert(c, dof) = 1;
            column->second(dof) = 1;
        }
        port.W.makeCompressed();
        s.ports.push_back(std::move(port));
    }
    s.M.resize(n, n);
    s.M.setFromTriplets(masses.begin(), masses.end());

    s.rigid.resize(n, static_cast<Index>(translations.size()));
    for (std::size_t j = 0; j < translations.size(); ++j) {
        s.rigid.col(static_cast<Index>(j)) = translations[j].second;
        s.rigid_names.push_back("translation in " + translations[j].first);
    }
    return s;
}

} // namespace slideway::fem
