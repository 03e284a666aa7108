#include "base/supernodal_solve.hpp"

#include "base/cpu_clones.hpp"

#include <algorithm>
#include <cstring>

namespace slideway {

namespace {

// Four columns of the right-hand side. A group has one or two of them, row by row: no struct of
// them, which g++ 12 would keep in memory.
typedef double Four __attribute__((vector_size(32)));

SLIDEWAY_INLINE void get(const double* p, Four& x)
{
    std::memcpy(&x, p, sizeof x);
}
SLIDEWAY_INLINE void set(double* p, const Four& x)
{
    std::memcpy(p, &x, sizeof x);
}

// A supernode and y, the rows of the right-hand side that it reads.
struct Node {
    const double* entries;
    Index columns, rows;
    double* y;
};

// Columns [first, first + width) of L y = b: these unknowns, then their share in all rows below.
template <int width, int fours>
SLIDEWAY_INLINE void forward(const Node& node, Index first)
{
    constexpr Index lanes = 4 * fours;
    const double* l[width];
    Four x[width][fours];
    for (int k = 0; k < width; ++k) {
        l[k] = node.entries + (first + k) * node.rows;
        for (int g = 0; g < fours; ++g) {
            double* y = node.y + (first + k) * lanes + 4 * g;
            Four left;
            get(y, left);
            for (int j = 0; j < k; ++j)
                left -= l[j][first + k] * x[j][g];
            x[k][g] = left / (Four{} + l[k][first + k]);
            set(y, x[k][g]);
        }
    }
    for (Index r = first + width; r < node.rows; ++r)
        for (int g = 0; g < fours; ++g) {
            double* y = node.y + r * lanes + 4 * g;
            Four left;
            get(y, left);
            for (int k = 0; k < width; ++k)
                left -= l[k][r] * x[k][g];
            set(y, left);
        }
}

// The same columns of L^T x = y: the share of all rows below, then these unknowns.
template <int width, int fours>
SLIDEWAY_INLINE void backward(const Node& node, Index first)
{
    constexpr Index lanes = 4 * fours;
    const double* l[width];
    Four x[width][fours];
    for (int k = 0; k < width; ++k) {
        l[k] = node.entries + (first + k) * node.rows;
        for (int g = 0; g < fours; ++g)
            get(node.y + (first + k) * lanes + 4 * g, x[k][g]);
    }
    for (Index r = first + width; r < node.rows; ++r)
        for (int g = 0; g < fours; ++g) {
            Four y;
            get(node.y + r * lanes + 4 * g, y);
            for (int k = 0; k < width; ++k)
                x[k][g] -= l[k][r] * y;
        }
    for (int k = width - 1; k >= 0; --k)
        for (int g = 0; g < fours; ++g) {
            for (int j = k + 1; j < width; ++j)
                x[k][g] -= l[k][first + j] * x[j][g];
            x[k][g] /= Four{} + l[k][first + k];
            set(node.y + (first + k) * lanes + 4 * g, x[k][g]);
        }
}

template <int fours>
SLIDEWAY_INLINE void forward(const Node& node)
{
    Index first = 0;
    for (; first + 4 <= node.columns; first += 4)
        forward<4, fours>(node, first);
    for (; first < node.columns; ++first)
        forward<1, fours>(node, first);
}

template <int fours>
SLIDEWAY_INLINE void backward(const Node& node)
{
    Index first = node.columns;
    while (first % 4 != 0)
        backward<1, fours>(node, --first);
    while (first > 0)
        backward<4, fours>(node, first -= 4);
}

template <int fours>
SLIDEWAY_INLINE void solve_group(const Supernodes& L, double* x, double* y)
{
    constexpr Index lanes = 4 * fours;
    const auto node = [&](Index s) -> Node {
        return {L.entries + L.first_entry[s], L.first_column[s + 1] - L.first_column[s],
                L.first_row[s + 1] - L.first_row[s], y};
    };
    for (Index s = 0; s < L.count; ++s) {
        const Node part = node(s);
        double* own = x + L.first_column[s] * lanes;
        const Index n_own = part.columns * lanes;
        if (std::all_of(own, own + n_own, [](double value) -> bool { return value == 0; }))
            continue;
        std::copy_n(own, n_own, y);
        std::fill(y + n_own, y + part.rows * lanes, 0.0);
        forward<fours>(part);
        std::copy_n(y, n_own, own);
        const int* rows = L.rows + L.first_row[s];
        for (Index r = part.columns; r < part.rows; ++r) {
            double* at = x + rows[r] * lanes;
            for (Index lane = 0; lane < lanes; ++lane)
                at[lane] += y[r * lanes + lane];
        }
    }
    for (Index s = L.count - 1; s >= 0; --s) {
        const Node part = node(s);
        double* own = x + L.first_column[s] * lanes;
        std::copy_n(own, part.columns * lanes, y);
        const int* rows = L.rows + L.first_row[s];
        for (Index r = part.columns; r < part.rows; ++r)
            std::copy_n(x + rows[r] * lanes, lanes, y + r * lanes);
        backward<fours>(part);
        std::copy_n(y, part.columns * lanes, own);
    }
}

SLIDEWAY_CLONES_4 void solve_four(const Supernodes& L, double* x, double* y)
{
    solve_group<1>(L, x, y);
}
SLIDEWAY_CLONES_4 void solve_eight(const Supernodes& L, double* x, double* y)
{
    solve_group<2>(L, x, y);
}

Index most_rows(const Supernodes& L)
{
    Index most = 0;
    for (Index s = 0; s < L.count; ++s)
        most = std::max<Index>(most, L.first_row[s + 1] - L.first_row[s]);
    return most;
}

} // namespace

void solve_in_place(const Supernodes& L, Eigen::Ref<Matrix> b, SupernodalWorkspace& work)
{
    for (Index first = 0; first < b.cols();) {
        const Index left = b.cols() - first, lanes = left > 4 ? 8 : 4,
                    columns = std::min(lanes, left);
        work.right.resize(static_cast<std::size_t>(L.n * lanes));
        if (work.node.empty())
            work.node.resize(static_cast<std::size_t>(most_rows(L) * 8));
        double* x = work.right.data();
        for (Index i = 0; i < L.n; ++i)
            for (Index j = 0; j < lanes; ++j)
                x[i * lanes + j] = j < columns ? b(L.permutation[i], first + j) : 0;
        (lanes == 8 ? solve_eight : solve_four)(L, x, work.node.data());
        for (Index i = 0; i < L.n; ++i)
            for (Index j = 0; j < columns; ++j)
                b(L.permutation[i], first + j) = x[i * lanes + j];
        first += columns;
    }
}

} // namespace slideway
