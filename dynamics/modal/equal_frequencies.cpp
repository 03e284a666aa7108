#include "dynamics/modal/equal_frequencies.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace slideway::dynamics {

namespace {

constexpr double least = 1e-9, most = 1e-6;

} // namespace

double unresolved_difference(double omega, double omega_max)
{
    const double ratio = omega > 0 ? omega_max / omega : 0;
    constexpr double eps = std::numeric_limits<double>::epsilon();
    return std::clamp(eps * ratio * ratio, least, most);
}

std::vector<std::vector<Index>> equal_frequencies(const Vector& omega)
{
    std::vector<Index> order(static_cast<std::size_t>(omega.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) -> bool { return omega(a) < omega(b); });
    const double omega_max = omega.size() > 0 ? omega.maxCoeff() : 0;
    std::vector<std::vector<Index>> groups;
    for (const Index mode : order) {
        const double w = omega(mode);
        if (groups.empty() ||
            w - omega(groups.back().back()) > unresolved_difference(w, omega_max) * w)
            groups.emplace_back();
        groups.back().push_back(mode);
    }
    return groups;
}

} // namespace slideway::dynamics
