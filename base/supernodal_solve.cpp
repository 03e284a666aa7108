#include "base/supernodal_solve.hpp"

#include "base/cpu_clones.hpp"
#include "base/parallel.hpp"
#include "base/threads.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>

namespace slideway {

namespace {

// Four columns of the right-hand side. A group has one or two of these per row. They are not
// wrapped in a struct, because g++ 12 would keep it in memory.
typedef double Four __attribute__((vector_size(32)));

SLIDEWAY_INLINE void get(const double* p, Four& x)
{
    std::memcpy(&x, p, sizeof x);
}
SLIDEWAY_INLINE void set(double* p, const Four& x)
{
    std::memcpy(p, &x, sizeof x);
}

// A supernode and the rows y of the right-hand side that it reads.
struct Node {
    const double* entries;
    Index columns, rows;
    double* y;
};

// Solves L y = b for columns [first, first + width): these unknowns, then their contribution to
// all rows below.
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

// Solves L^T x = y for these columns: the contribution of all rows below, then these unknowns.
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

// Solution of a group of columns, as read by the passes.
struct Group {
    const Supernodes& L;
    double* x;
    double* y; // rows of one supernode, for this thread

    [[nodiscard]] Node node(Index s) const
    {
        return {L.entries + L.first_entry[s], L.first_column[s + 1] - L.first_column[s],
                L.first_row[s + 1] - L.first_row[s], y};
    }
};

// Solves L y = b for one supernode. Contributions to rows from `outside` on are added to `share`
// by their slots.
template <int fours>
SLIDEWAY_INLINE void down(const Group& group, Index s, Index outside, const int* slot,
                          double* share)
{
    constexpr Index lanes = 4 * fours;
    const Node part = group.node(s);
    double *own = group.x + group.L.first_column[s] * lanes, *y = group.y;
    const Index n_own = part.columns * lanes;
    if (std::all_of(own, own + n_own, [](double value) -> bool { return value == 0; }))
        return;
    std::copy_n(own, n_own, y);
    std::fill(y + n_own, y + part.rows * lanes, 0.0);
    forward<fours>(part);
    std::copy_n(y, n_own, own);
    const int* rows = group.L.rows + group.L.first_row[s];
    Index r = part.columns;
    for (; r < part.rows && rows[r] < outside; ++r) {
        double* target = group.x + rows[r] * lanes;
        for (Index lane = 0; lane < lanes; ++lane)
            target[lane] += y[r * lanes + lane];
    }
    for (; r < part.rows; ++r) {
        double* target = share + slot[rows[r]] * lanes;
        for (Index lane = 0; lane < lanes; ++lane)
            target[lane] += y[r * lanes + lane];
    }
}

// Solves L^T x = y for one supernode.
template <int fours>
SLIDEWAY_INLINE void up(const Group& group, Index s)
{
    constexpr Index lanes = 4 * fours;
    const Node part = group.node(s);
    double *own = group.x + group.L.first_column[s] * lanes, *y = group.y;
    std::copy_n(own, part.columns * lanes, y);
    const int* rows = group.L.rows + group.L.first_row[s];
    for (Index r = part.columns; r < part.rows; ++r)
        std::copy_n(group.x + rows[r] * lanes, lanes, y + r * lanes);
    backward<fours>(part);
    std::copy_n(y, part.columns * lanes, own);
}

template <int fours>
SLIDEWAY_INLINE void down_tree(const Group& group, Subtrees::Range tree, const int* slot,
                               double* share)
{
    const Index outside = share == nullptr ? group.L.n : group.L.first_column[tree.end];
    for (Index s = tree.first; s < tree.end; ++s)
        down<fours>(group, s, outside, slot, share);
}

template <int fours>
SLIDEWAY_INLINE void up_tree(const Group& group, Subtrees::Range tree)
{
    for (Index s = tree.end - 1; s >= tree.first; --s)
        up<fours>(group, s);
}

// Passes for four and for eight columns.
SLIDEWAY_CLONES_4 void down_four(const Group& group, Subtrees::Range tree, const int* slot,
                                 double* share)
{
    down_tree<1>(group, tree, slot, share);
}
SLIDEWAY_CLONES_4 void down_eight(const Group& group, Subtrees::Range tree, const int* slot,
                                  double* share)
{
    down_tree<2>(group, tree, slot, share);
}
SLIDEWAY_CLONES_4 void up_four(const Group& group, Subtrees::Range tree)
{
    up_tree<1>(group, tree);
}
SLIDEWAY_CLONES_4 void up_eight(const Group& group, Subtrees::Range tree)
{
    up_tree<2>(group, tree);
}

std::size_t most_rows(const Supernodes& L)
{
    Index most = 0;
    for (Index s = 0; s < L.count; ++s)
        most = std::max<Index>(most, L.first_row[s + 1] - L.first_row[s]);
    return static_cast<std::size_t>(most);
}

// Treats all of L as one subtree.
Subtrees whole(const Supernodes& L)
{
    return {{{0, L.count}}, {}};
}

// Returns subtrees of at most a sixteenth of the entries each. Each of a few threads gets several,
// and the top, which one thread reads, stays small. CHOLMOD numbers a subtree contiguously before
// its root. A factor with another numbering is read as one subtree.
Subtrees subtrees(const Supernodes& L)
{
    const auto count = static_cast<std::size_t>(L.count);
    std::vector<Index> first(count), nodes(count, 1); // first node and size of the subtree
                                                      // below each node
    std::vector<double> entries(count, 0);
    std::vector<int> of_column(static_cast<std::size_t>(L.n));
    double total = 0;
    for (Index s = 0; s < L.count; ++s)
        std::fill(of_column.begin() + L.first_column[s], of_column.begin() + L.first_column[s + 1],
                  static_cast<int>(s));
    for (std::size_t s = 0; s < count; ++s)
        first[s] = static_cast<Index>(s);
    for (std::size_t s = 0; s < count; ++s) {
        const Index columns = L.first_column[s + 1] - L.first_column[s],
                    rows = L.first_row[s + 1] - L.first_row[s];
        const auto own = static_cast<double>(columns) * static_cast<double>(rows);
        entries[s] += own;
        total += own;
        if (rows == columns)
            continue;
        const auto above = static_cast<std::size_t>(
            of_column[static_cast<std::size_t>(L.rows[L.first_row[s] + columns])]);
        entries[above] += entries[s];
        nodes[above] += nodes[s];
        first[above] = std::min(first[above], first[s]);
    }
    constexpr double part = 1.0 / 16;
    Subtrees trees;
    for (Index s = L.count - 1; s >= 0;) {
        const auto index = static_cast<std::size_t>(s);
        if (nodes[index] != s + 1 - first[index])
            return whole(L);
        if (entries[index] <= part * total) {
            trees.below.push_back({first[index], s + 1});
            s = first[index] - 1;
        } else {
            trees.top.push_back(s--);
        }
    }
    std::reverse(trees.below.begin(), trees.below.end());
    std::reverse(trees.top.begin(), trees.top.end());
    return trees;
}

// Rows of the top to which a subtree contributes: those of its root.
struct Shared {
    const int* rows;
    Index count;
};

Shared shared_rows(const Supernodes& L, Subtrees::Range tree)
{
    const Index root = tree.end - 1, columns = L.first_column[root + 1] - L.first_column[root];
    return {L.rows + L.first_row[root] + columns,
            L.first_row[root + 1] - L.first_row[root] - columns};
}

// Calls `part` for k < n in numbered threads.
void in_threads(std::size_t n, std::size_t threads,
                const std::function<void(std::size_t k, std::size_t thread)>& part)
{
    std::atomic<std::size_t> next{0};
    parallel_for(n, static_cast<int>(threads), [&](const std::stop_token& /*stop*/) -> Worker {
        return [&part, thread = next++](std::size_t k) { part(k, thread); };
    });
}

} // namespace

void solve_in_place(const Supernodes& L, Eigen::Ref<Matrix> b, SupernodalWorkspace& work)
{
    Subtrees& trees = work.trees;
    if (trees.below.empty() && L.count > 0)
        trees = L.n <= rows_per_block ? whole(L) : subtrees(L);
    const auto threads = static_cast<std::size_t>(trees.below.size() > 1 ? slideway::threads() : 1);
    if (work.node.size() < threads) {
        work.node.resize(threads, std::vector<double>(most_rows(L) * 8));
        const bool shares = trees.below.size() > 1 || !trees.top.empty(); // rows of the top
        work.slot.resize(threads, std::vector<int>(shares ? L.n : 0));
    }
    work.share.resize(trees.below.size());

    for (Index first = 0; first < b.cols();) {
        const Index left = b.cols() - first, lanes = left > 4 ? 8 : 4,
                    columns = std::min(lanes, left);
        work.right.resize(static_cast<std::size_t>(L.n * lanes));
        double* x = work.right.data();
        for_row_blocks(L.n, [&](std::size_t, Index from, Index size) {
            for (Index i = from; i < from + size; ++i)
                for (Index j = 0; j < lanes; ++j)
                    x[i * lanes + j] = j < columns ? b(L.permutation[i], first + j) : 0;
        });
        const auto down = lanes == 8 ? down_eight : down_four;
        const auto up = lanes == 8 ? up_eight : up_four;
        in_threads(trees.below.size(), threads, [&](std::size_t k, std::size_t thread) {
            const Shared shared = shared_rows(L, trees.below[k]);
            int* slot = work.slot[thread].data();
            for (Index r = 0; r < shared.count; ++r)
                slot[shared.rows[r]] = static_cast<int>(r);
            work.share[k].assign(static_cast<std::size_t>(shared.count * lanes), 0.0);
            down({L, x, work.node[thread].data()}, trees.below[k], slot, work.share[k].data());
        });
        for (std::size_t k = 0; k < trees.below.size(); ++k) {
            const Shared shared = shared_rows(L, trees.below[k]);
            for (Index r = 0; r < shared.count; ++r)
                for (Index lane = 0; lane < lanes; ++lane)
                    x[shared.rows[r] * lanes + lane] +=
                        work.share[k][static_cast<std::size_t>(r * lanes + lane)];
        }
        const Group whole_group{L, x, work.node[0].data()};
        for (const Index s : trees.top)
            down(whole_group, {s, s + 1}, nullptr, nullptr);
        for (std::size_t k = trees.top.size(); k-- > 0;)
            up(whole_group, {trees.top[k], trees.top[k] + 1});
        in_threads(trees.below.size(), threads, [&](std::size_t k, std::size_t thread) {
            up({L, x, work.node[thread].data()}, trees.below[k]);
        });
        for_row_blocks(L.n, [&](std::size_t, Index from, Index size) {
            for (Index i = from; i < from + size; ++i)
                for (Index j = 0; j < columns; ++j)
                    b(L.permutation[i], first + j) = x[i * lanes + j];
        });
        first += columns;
    }
}

} // namespace slideway
