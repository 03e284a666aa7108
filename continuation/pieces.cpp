#include "continuation/pieces.hpp"

namespace slideway::continuation {

std::vector<Crossing> crossings(const VectorIn& values, double level)
{
    std::vector<Crossing> list;
    for (Index k = 0; k + 1 < values.size(); ++k) {
        const double a = values(k) - level, b = values(k + 1) - level;
        if (a == 0 || a * b < 0 || (b == 0 && k + 2 == values.size()))
            list.push_back({k, a == b ? 0 : a / (a - b)});
    }
    return list;
}

void truncate(Branch& branch, Index n)
{
    const auto size = static_cast<std::size_t>(n);
    branch.x.conservativeResize(Eigen::NoChange, n);
    branch.tangent.conservativeResize(Eigen::NoChange, n);
    branch.monitors.conservativeResize(Eigen::NoChange, n);
    branch.p.conservativeResize(n);
    branch.s.conservativeResize(n);
    for (std::vector<int>* list :
         {&branch.orientation, &branch.kind, &branch.monitor, &branch.iterations})
        list->resize(size);
}

} // namespace slideway::continuation
