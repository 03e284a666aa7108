#include "continuation/branch.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace slideway::continuation {

namespace {

constexpr std::array<std::string_view, 7> kind_names = {
    "regular", "start", "fold", "branch point", "monitor zero", "monitor maximum", "bound"};
constexpr std::array<std::string_view, 7> stop_names = {
    "start", "bound", "closed", "max points", "monitor", "failed", "interrupted"};

} // namespace

std::string_view name(PointKind kind)
{
    return kind_names.at(static_cast<std::size_t>(kind));
}

std::string_view name(Stop stop)
{
    return stop_names.at(static_cast<std::size_t>(stop));
}

Stop stop_of(std::string_view name)
{
    const auto* const found = std::find(stop_names.begin(), stop_names.end(), name);
    if (found == stop_names.end())
        throw std::invalid_argument("branch: \"" + std::string(name) + "\" is no end of a branch");
    return static_cast<Stop>(found - stop_names.begin());
}

std::vector<Index> points_of(const Branch& branch, PointKind kind)
{
    std::vector<Index> found;
    for (Index k = 0; k < branch.n_points(); ++k)
        if (branch.kind_of(k) == kind)
            found.push_back(k);
    return found;
}

void check(const Branch& branch)
{
    const Index N = branch.n_points(), n = branch.x.rows();
    auto require = [](bool holds, const char* array) {
        if (!holds)
            throw std::invalid_argument(std::string("branch: ") + array +
                                        " does not fit the other arrays");
    };
    const auto has_N = [N](const std::vector<int>& values) {
        return static_cast<Index>(values.size()) == N;
    };
    require(branch.x.cols() == N, "x");
    require(branch.s.size() == N, "s");
    require(branch.tangent.rows() == n + 1 && branch.tangent.cols() == N, "tangent");
    require(branch.monitors.cols() == N &&
                branch.monitors.rows() == static_cast<Index>(branch.monitor_names.size()),
            "monitors");
    require(has_N(branch.orientation), "orientation");
    require(has_N(branch.kind), "kind");
    require(has_N(branch.monitor), "monitor");
    require(has_N(branch.iterations), "iterations");
    for (int kind : branch.kind)
        require(kind >= 0 && kind < static_cast<int>(kind_names.size()), "kind");
    for (int monitor : branch.monitor)
        require(monitor >= -1 && monitor < branch.monitors.rows(), "monitor");
    for (Index k = 1; k < N; ++k)
        require(branch.s(k) >= branch.s(k - 1), "s");
}

Start start_at(const Branch& branch, Index k, int direction)
{
    if (k < 0 || k >= branch.n_points())
        throw std::invalid_argument("start_at: the branch has no point " + std::to_string(k));
    return {branch.x.col(k),       branch.p(k),       direction,
            branch.tangent.col(k), branch.kind_of(k), branch.monitor[static_cast<std::size_t>(k)]};
}

} // namespace slideway::continuation
