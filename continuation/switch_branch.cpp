#include "continuation/switch_branch.hpp"

#include "continuation/branch_point.hpp"

#include <cmath>
#include <stdexcept>

namespace slideway::continuation {

Switch switch_branch(const Problem& problem, const Branch& branch, Index k, const Options& options)
{
    if (k < 0 || k >= branch.n_points() || branch.kind_of(k) != PointKind::branch_point)
        throw std::invalid_argument("continuation: point " + std::to_string(k) +
                                    " is no branch point");
    check(options);
    check(problem);
    Corrector corrector(problem, branch.x.rows(), options.scales, options.newton);
    const BranchPoint crossing = locate_branch_point(corrector, branch.x.col(k), branch.p(k));
    Switch out;
    out.message = crossing.message;
    if (!crossing.found || crossing.tangents.cols() == 0)
        return out;
    // Selects the direction that is not that of the branch itself.
    const Vector own = branch.tangent.col(k).cwiseQuotient(corrector.scale()).normalized();
    double least = 2;
    for (Index i = 0; i < 2; ++i) {
        const Vector t = crossing.tangents.col(i).cwiseQuotient(corrector.scale()).normalized();
        if (std::abs(t.dot(own)) < least) {
            least = std::abs(t.dot(own));
            out.starts = {{crossing.x, crossing.p, +1, crossing.tangents.col(i),
                           PointKind::branch_point, -1}};
        }
    }
    return out;
}

} // namespace slideway::continuation
