#include "dynamics/sliding/step_kernel.hpp"

#include "base/cpu_clones.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace slideway::dynamics {

namespace {

constexpr Index lanes = 8;            // doubles per row are padded to a multiple of this
constexpr std::size_t alignment = 64; // [bytes]

template <class T>
SLIDEWAY_INLINE T* aligned(T* p)
{
    return static_cast<T*>(__builtin_assume_aligned(p, alignment));
}

// One body's arrays as the loops read them.
struct Arrays {
    double *q, *d, *d_last;
    const double *a, *b, *w, *F, *k;
    Index stride;
};

// Eight doubles as one value: an array of these is kept in registers, which an array of plain
// accumulators is not.
typedef double Lanes __attribute__((vector_size(64), may_alias));

SLIDEWAY_INLINE const Lanes& lane(const double* p, Index j)
{
    return *reinterpret_cast<const Lanes*>(aligned(p) + j);
}

SLIDEWAY_INLINE Lanes& lane(double* p, Index j)
{
    return *reinterpret_cast<Lanes*>(aligned(p) + j);
}

typedef double Pair __attribute__((vector_size(16), may_alias));

SLIDEWAY_INLINE Pair& pair(double* p, Index j)
{
    return *reinterpret_cast<Pair*>(p + j);
}

SLIDEWAY_INLINE double sum(const Lanes& v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

template <int R>
SLIDEWAY_INLINE double pass(const Arrays m, const double* const* rows, const double* force,
                            double* y)
{
    constexpr int size = R > 0 ? R : 1;
    const double* row[size];
    double f[size];
    Lanes total[size], dissipated = {};
    for (int r = 0; r < R; ++r) {
        row[r] = rows[r];
        f[r] = force[r];
        total[r] = Lanes{};
    }
    for (Index j = 0; j < m.stride; j += lanes) {
        Lanes d = lane(m.d, j), q = lane(m.q, j);
        if constexpr (R > 0) {
            Lanes correction = f[0] * lane(row[0], j);
            for (int r = 1; r < R; ++r)
                correction += f[r] * lane(row[r], j);
            correction *= lane(m.w, j);
            d -= correction;
            q -= correction;
        }
        const Lanes last = lane(m.d_last, j);
        const Lanes both = last + d;
        dissipated += lane(m.k, j) * both * both;
        lane(m.d_last, j) = d;
        d = lane(m.a, j) * d - lane(m.b, j) * q + lane(m.F, j);
        q += d;
        lane(m.d, j) = d;
        lane(m.q, j) = q;
        for (int r = 0; r < R; ++r)
            total[r] += lane(row[r], j) * q;
    }
    for (int r = 0; r + 1 < R; r += 2) // x and y of a node are read as one value, and soon: a read
        pair(y, r) = Pair{sum(total[r]), sum(total[r + 1])}; // of two stores would wait for both
    if constexpr (R % 2 == 1)
        y[R - 1] = sum(total[R - 1]);
    return sum(dissipated);
}

// The loops over many rows take four chains of sums side by side: one waits for its own last term.
constexpr int chains = 4;

template <int n>
SLIDEWAY_INLINE void correct_lanes(const Arrays& m, Index j, int n_rows, const double* const* rows,
                                   const double* force)
{
    Lanes correction[n] = {};
    for (int r = 0; r < n_rows; ++r)
        for (int k = 0; k < n; ++k)
            correction[k] += force[r] * lane(rows[r], j + k * lanes);
    for (int k = 0; k < n; ++k) {
        const Index position = j + k * lanes;
        correction[k] *= lane(m.w, position);
        lane(m.d, position) -= correction[k];
        lane(m.q, position) -= correction[k];
    }
}

SLIDEWAY_INLINE void correct(const Arrays& m, int n_rows, const double* const* rows,
                             const double* force)
{
    Index j = 0;
    for (; j + chains * lanes <= m.stride; j += chains * lanes)
        correct_lanes<chains>(m, j, n_rows, rows, force);
    for (; j < m.stride; j += lanes)
        correct_lanes<1>(m, j, n_rows, rows, force);
}

template <int n>
SLIDEWAY_INLINE void evaluate_rows(const Arrays& m, const double* const* rows, double* y)
{
    Lanes total[n] = {};
    for (Index j = 0; j < m.stride; j += lanes)
        for (int k = 0; k < n; ++k)
            total[k] += lane(rows[k], j) * lane(m.q, j);
    for (int k = 0; k < n; ++k)
        y[k] = sum(total[k]);
}

SLIDEWAY_INLINE void evaluate(const Arrays& m, int n_rows, const double* const* rows, double* y)
{
    int r = 0;
    for (; r + chains <= n_rows; r += chains)
        evaluate_rows<chains>(m, rows + r, y + r);
    for (; r < n_rows; ++r)
        evaluate_rows<1>(m, rows + r, y + r);
}

// The usual numbers of rows in one fused loop; more rows one after another.
SLIDEWAY_CLONES double pass_any(const Arrays& m, int n_rows, const double* const* rows,
                                const double* force, double* y)
{
    switch (n_rows) {
    case 0:
        return pass<0>(m, rows, force, y);
    case 1:
        return pass<1>(m, rows, force, y);
    case 2:
        return pass<2>(m, rows, force, y);
    case 3:
        return pass<3>(m, rows, force, y);
    case 4:
        return pass<4>(m, rows, force, y);
    case 5:
        return pass<5>(m, rows, force, y);
    case 6:
        return pass<6>(m, rows, force, y);
    case 8:
        return pass<8>(m, rows, force, y);
    default:
        correct(m, n_rows, rows, force);
        const double dissipated = pass<0>(m, rows, force, y);
        evaluate(m, n_rows, rows, y);
        return dissipated;
    }
}

SLIDEWAY_CLONES void correct_any(const Arrays& m, int n_rows, const double* const* rows,
                                 const double* force)
{
    correct(m, n_rows, rows, force);
}

template <int n>
SLIDEWAY_INLINE void combine(const double* rows, Index stride, const double* factors, double* value)
{
    for (Index j = 0; j < stride; j += lanes) {
        Lanes total = factors[0] * lane(rows, j);
        for (int k = 1; k < n; ++k)
            total += factors[k] * lane(rows + k * stride, j);
        lane(value, j) = total;
    }
}

SLIDEWAY_CLONES void combine_any(const double* rows, Index stride, int n, const double* factors,
                                 double* value)
{
    if (n == 2)
        combine<2>(rows, stride, factors, value);
    else
        combine<4>(rows, stride, factors, value);
}

// Column after column, each over whole lanes: what stands above the pivot's row is left as it is by
// factors of zero.
SLIDEWAY_CLONES bool eliminate(double* A, Index stride, Index n)
{
    typedef long long Flags __attribute__((vector_size(64)));
    constexpr Flags ramp = {0, 1, 2, 3, 4, 5, 6, 7};
    double* b = A + n * stride;
    double* x = b + stride; // holds the factors of a column until the end
    for (Index k = 0; k < n; ++k) {
        const double* pivot_column = A + k * stride;
        const double pivot = pivot_column[k];
        if (!(pivot > 0))
            return false;
        const Index first = k / lanes * lanes;
        lane(x, first) = ramp > k - first ? lane(pivot_column, first) / pivot : Lanes{};
        for (Index i = first + lanes; i < n; i += lanes)
            lane(x, i) = lane(pivot_column, i) / pivot;
        for (double* column = A + (k + 1) * stride; column <= b; column += stride) {
            const double entry = column[k];
            for (Index i = first; i < n; i += lanes)
                lane(column, i) -= lane(x, i) * entry;
        }
    }
    for (Index k = n - 1; k >= 0; --k) {
        const double* column = A + k * stride;
        const double value = b[k] / column[k];
        for (Index i = 0; i < k; i += lanes)
            lane(b, i) -= value * lane(column, i);
        x[k] = value;
    }
    return true;
}

SLIDEWAY_CLONES void add(const double* from, double factor, const double* row, double* to,
                         Index stride)
{
    for (Index j = 0; j < stride; j += lanes)
        lane(to, j) = lane(from, j) + factor * lane(row, j);
}

Arrays arrays_of(StepArrays& arrays)
{
    PaddedRows& r = arrays.rows();
    return {r.row(0), r.row(1), r.row(7), r.row(2),  r.row(3),
            r.row(4), r.row(5), r.row(6), r.stride()};
}

} // namespace

PaddedRows::PaddedRows(Index n_rows, Index n) : n_(n), stride_((n + lanes - 1) / lanes * lanes)
{
    const auto size = static_cast<std::size_t>(std::max<Index>(n_rows * stride_, lanes));
    data_.reset(static_cast<double*>(std::aligned_alloc(alignment, size * sizeof(double))));
    if (!data_)
        throw std::bad_alloc();
    std::fill_n(data_.get(), size, 0.0);
}

PaddedRows::PaddedRows(const Matrix& rows) : PaddedRows(rows.rows(), rows.cols())
{
    for (Index i = 0; i < rows.rows(); ++i)
        map(i) = rows.row(i).transpose();
}

void PaddedRows::Free::operator()(double* p) const
{
    std::free(p);
}

double step_pass(StepArrays& arrays, int n_rows, const double* const* rows, const double* force,
                 double* y)
{
    return pass_any(arrays_of(arrays), n_rows, rows, force, y);
}

void add_force(StepArrays& arrays, const double* from, double factor, const double* row)
{
    add(from, factor, row, arrays.rows().row(5), arrays.rows().stride());
}

void add_row(const double* from, double factor, const double* row, double* to, Index stride)
{
    add(from, factor, row, to, stride);
}

void combine_rows(const PaddedRows& rows, Index first, int n, const double* factors, double* value)
{
    combine_any(rows.row(first), rows.stride(), n, factors, value);
}

bool solve_in_place(PaddedRows& system, Index n)
{
    return eliminate(system.row(0), system.stride(), n);
}

void correct_pass(StepArrays& arrays, int n_rows, const double* const* rows, const double* force)
{
    correct_any(arrays_of(arrays), n_rows, rows, force);
}

} // namespace slideway::dynamics
