#include "fem/share.hpp"

#include "fem/substructure.hpp"

namespace slideway::fem {

void keep(Substructure& s, const Share& share)
{
    for (SparseMatrix* matrix : {&s.M, &s.C, &s.K})
        matrix->prune([&share, n = s.n()](Index, Index column, double) -> bool {
            return share.holds(column, n);
        });
}

} // namespace slideway::fem
