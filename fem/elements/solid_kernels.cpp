#include "fem/elements/solid_kernels.hpp"

#include "base/cpu_clones.hpp"

#include <algorithm>

namespace slideway::fem {

SLIDEWAY_CLONES
void weighted_products(const double* G, const double* w, int n_points, int n, double* S)
{
    for (int r = 0; r < n; ++r) {
        double* const row = S + r * n;
        const int length = std::min(n, 3 * (r / 3 + 1));
        for (int c = 0; c < length; ++c)
            row[c] = 0;
        for (int q = 0; q < n_points; ++q) {
            const double* const g = G + q * n;
            const double factor = w[q] * g[r];
            for (int c = 0; c < length; ++c)
                row[c] += factor * g[c];
        }
    }
}

SLIDEWAY_CLONES
void stiffness_of_products(const double* S, const double* moduli, int m, double* K)
{
    const int n = 3 * m;
    double by_column[81]; // moduli transposed, so that the nine sums advance together
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c)
            by_column[9 * c + r] = moduli[9 * r + c];
    for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j) {
            double k[9] = {};
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) {
                    const double s = S[(3 * i + c) * n + 3 * j + d];
                    const double* const column = by_column + 9 * (3 * c + d);
                    for (int r = 0; r < 9; ++r)
                        k[r] += s * column[r];
                }
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b) {
                    K[(3 * i + a) * n + 3 * j + b] = k[3 * a + b];
                    K[(3 * j + b) * n + 3 * i + a] = k[3 * a + b];
                }
        }
}

} // namespace slideway::fem
