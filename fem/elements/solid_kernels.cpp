#include "fem/elements/solid_kernels.hpp"

#include "base/cpu_clones.hpp"

#include <cstring>

namespace slideway::fem {

namespace {

// Four columns of a tile, as in base/supernodal_solve.cpp.
typedef double Four __attribute__((vector_size(32)));

// Adds the products of rows [r, r + 4) and columns [c, c + 8) over all points, in registers.
SLIDEWAY_INLINE void tile(const double* G, const double* w, int n_points, int stride, int r, int c,
                          double* S)
{
    Four sum[4][2] = {};
    for (int q = 0; q < n_points; ++q) {
        const double* const g = G + q * stride;
        Four left, right;
        std::memcpy(&left, g + c, sizeof left);
        std::memcpy(&right, g + c + 4, sizeof right);
        left *= w[q];
        right *= w[q];
        for (int k = 0; k < 4; ++k) {
            sum[k][0] += g[r + k] * left;
            sum[k][1] += g[r + k] * right;
        }
    }
    for (int k = 0; k < 4; ++k)
        std::memcpy(S + (r + k) * stride + c, sum[k], sizeof sum[k]);
}

// Stores the block of gradients i and j and its transpose.
SLIDEWAY_INLINE void store(const double* k, int i, int j, int n, double* K)
{
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
            K[(3 * i + a) * n + 3 * j + b] = k[3 * a + b];
            K[(3 * j + b) * n + 3 * i + a] = k[3 * a + b];
        }
}

} // namespace

SLIDEWAY_CLONES_4
void weighted_products(const double* G, const double* w, int n_points, int n, double* S)
{
    const int stride = padded(n);
    for (int r = 0; r < n; r += 4)
        for (int c = 0; c < r + 6 && c < n; c += 8) // the diagonal block of row r + 3 ends there
            tile(G, w, n_points, stride, r, c, S);
}

SLIDEWAY_CLONES
void stiffness_of_products(const double* S, const double* moduli, int m, double* K)
{
    const int n = 3 * m, stride = padded(n);
    double by_column[81]; // moduli transposed, so that the nine sums advance together
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 9; ++c)
            by_column[9 * c + r] = moduli[9 * r + c];
    for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j) {
            double k[9] = {};
            for (int c = 0; c < 3; ++c)
                for (int d = 0; d < 3; ++d) {
                    const double s = S[(3 * i + c) * stride + 3 * j + d];
                    const double* const column = by_column + 9 * (3 * c + d);
                    for (int r = 0; r < 9; ++r)
                        k[r] += s * column[r];
                }
            store(k, i, j, n, K);
        }
}

SLIDEWAY_CLONES
void isotropic_stiffness_of_products(const double* S, double lambda, double mu, int m, double* K)
{
    const int n = 3 * m, stride = padded(n);
    for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j) {
            const double* const s = S + 3 * i * stride + 3 * j;
            const double trace = mu * (s[0] + s[stride + 1] + s[2 * stride + 2]);
            double k[9];
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    k[3 * a + b] = lambda * s[a * stride + b] + mu * s[b * stride + a];
            for (int a = 0; a < 3; ++a)
                k[4 * a] += trace;
            store(k, i, j, n, K);
        }
}

} // namespace slideway::fem
