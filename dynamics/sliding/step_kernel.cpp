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
    double *q, *d;
    const double *a, *b, *w, *F, *c;
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

SLIDEWAY_INLINE double sum(const Lanes& v)
{
    return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

template <int R>
SLIDEWAY_INLINE double pass(const Arrays& m, const double* const* rows, const double* force,
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
        dissipated += lane(m.c, j) * d * d;
        d = lane(m.a, j) * d - lane(m.b, j) * q + lane(m.F, j);
        q += d;
        lane(m.d, j) = d;
        lane(m.q, j) = q;
        for (int r = 0; r < R; ++r)
            total[r] += lane(row[r], j) * q;
    }
    for (int r = 0; r < R; ++r)
        y[r] = sum(total[r]);
    return sum(dissipated);
}

SLIDEWAY_INLINE void correct(const Arrays& m, int n_rows, const double* const* rows,
                             const double* force)
{
    for (Index j = 0; j < m.stride; j += lanes) {
        Lanes correction = {};
        for (int r = 0; r < n_rows; ++r)
            correction += force[r] * lane(rows[r], j);
        correction *= lane(m.w, j);
        lane(m.d, j) -= correction;
        lane(m.q, j) -= correction;
    }
}

SLIDEWAY_INLINE void evaluate(const Arrays& m, int n_rows, const double* const* rows, double* y)
{
    for (int r = 0; r < n_rows; ++r) {
        Lanes total = {};
        for (Index j = 0; j < m.stride; j += lanes)
            total += lane(rows[r], j) * lane(m.q, j);
        y[r] = sum(total);
    }
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

SLIDEWAY_CLONES void add(const double* from, double factor, const double* row, double* sum,
                         Index stride)
{
    const double* start = aligned(from);
    const double* step = aligned(row);
    double* to = aligned(sum);
    const Index n = stride / lanes * lanes;
#pragma omp simd
    for (Index j = 0; j < n; ++j)
        to[j] = start[j] + factor * step[j];
}

Arrays arrays_of(StepArrays& arrays)
{
    PaddedRows& r = arrays.rows();
    return {r.row(0), r.row(1), r.row(2), r.row(3), r.row(4), r.row(5), r.row(6), r.stride()};
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

void correct_pass(StepArrays& arrays, int n_rows, const double* const* rows, const double* force)
{
    correct_any(arrays_of(arrays), n_rows, rows, force);
}

} // namespace slideway::dynamics
