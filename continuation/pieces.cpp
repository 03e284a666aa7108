#include "continuation/pieces.hpp"

namespace slideway::continuation {

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
