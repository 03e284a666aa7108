#include "dynamics/step_kernel.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

// Compiled for the baseline instruction set, for AVX with fused multiply-add and for AVX-512; the
// loader picks. (Sanitizers instrument the resolver before they are ready: baseline alone.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define SLIDEWAY_CLONES __attribute__((target_clones("default", "fma", "avx512f")))
#else
#define SLIDEWAY_CLONES
#endif

namespace slideway::dynamics {

namespace {

constexpr Index lanes = 8;            // doubles per row are padded to a multiple of this
constexpr std::size_t alignment = 64; // [bytes]

template <class T>
inline __attribute__((always_inline)) T* aligned(T* p)
{
    return static_cast<T*>(__builtin_assume_aligned(p, alignment));
}

// One body's arrays as the loops read them.
struct Arrays {
    double *q, *d;
    const double *a, *b, *w, *F, *c;
    Index stride;
};

// The rows are spelled out: an array of accumulators would keep the loops from being vectorised.
SLIDEWAY_CLONES double pass_0(const Arrays& m)
{
    double* __restrict q = aligned(m.q);
    double* __restrict d = aligned(m.d);
    const double* __restrict a = aligned(m.a);
    const double* __restrict b = aligned(m.b);
    const double* __restrict F = aligned(m.F);
    const double* __restrict c = aligned(m.c);
    double dissipated = 0;
    const Index n = m.stride / lanes * lanes;
#pragma omp simd reduction(+ : dissipated)
    for (Index j = 0; j < n; ++j) {
        dissipated += c[j] * d[j] * d[j];
        d[j] = a[j] * d[j] - b[j] * q[j] + F[j];
        q[j] += d[j];
    }
    return dissipated;
}

SLIDEWAY_CLONES double pass_2(const Arrays& m, const double* rows, const double* force, double* y)
{
    double* __restrict q = aligned(m.q);
    double* __restrict d = aligned(m.d);
    const double* __restrict a = aligned(m.a);
    const double* __restrict b = aligned(m.b);
    const double* __restrict w = aligned(m.w);
    const double* __restrict F = aligned(m.F);
    const double* __restrict c = aligned(m.c);
    const double* __restrict r0 = aligned(rows);
    const double* __restrict r1 = aligned(rows + m.stride);
    const double f0 = force[0], f1 = force[1];
    double y0 = 0, y1 = 0, dissipated = 0;
    const Index n = m.stride / lanes * lanes;
#pragma omp simd reduction(+ : dissipated, y0, y1)
    for (Index j = 0; j < n; ++j) {
        const double correction = w[j] * (f0 * r0[j] + f1 * r1[j]);
        const double dj = d[j] - correction, qj = q[j] - correction;
        dissipated += c[j] * dj * dj;
        const double increment = a[j] * dj - b[j] * qj + F[j];
        const double next = qj + increment;
        d[j] = increment;
        q[j] = next;
        y0 += r0[j] * next;
        y1 += r1[j] * next;
    }
    y[0] = y0;
    y[1] = y1;
    return dissipated;
}

SLIDEWAY_CLONES double pass_4(const Arrays& m, const double* rows, const double* force, double* y)
{
    double* __restrict q = aligned(m.q);
    double* __restrict d = aligned(m.d);
    const double* __restrict a = aligned(m.a);
    const double* __restrict b = aligned(m.b);
    const double* __restrict w = aligned(m.w);
    const double* __restrict F = aligned(m.F);
    const double* __restrict c = aligned(m.c);
    const double* __restrict r0 = aligned(rows);
    const double* __restrict r1 = aligned(rows + m.stride);
    const double* __restrict r2 = aligned(rows + 2 * m.stride);
    const double* __restrict r3 = aligned(rows + 3 * m.stride);
    const double f0 = force[0], f1 = force[1], f2 = force[2], f3 = force[3];
    double y0 = 0, y1 = 0, y2 = 0, y3 = 0, dissipated = 0;
    const Index n = m.stride / lanes * lanes;
#pragma omp simd reduction(+ : dissipated, y0, y1, y2, y3)
    for (Index j = 0; j < n; ++j) {
        const double correction = w[j] * (f0 * r0[j] + f1 * r1[j] + f2 * r2[j] + f3 * r3[j]);
        const double dj = d[j] - correction, qj = q[j] - correction;
        dissipated += c[j] * dj * dj;
        const double increment = a[j] * dj - b[j] * qj + F[j];
        const double next = qj + increment;
        d[j] = increment;
        q[j] = next;
        y0 += r0[j] * next;
        y1 += r1[j] * next;
        y2 += r2[j] * next;
        y3 += r3[j] * next;
    }
    y[0] = y0;
    y[1] = y1;
    y[2] = y2;
    y[3] = y3;
    return dissipated;
}

SLIDEWAY_CLONES void correct_2(const Arrays& m, const double* rows, const double* force)
{
    double* __restrict q = aligned(m.q);
    double* __restrict d = aligned(m.d);
    const double* __restrict w = aligned(m.w);
    const double* __restrict r0 = aligned(rows);
    const double* __restrict r1 = aligned(rows + m.stride);
    const double f0 = force[0], f1 = force[1];
    const Index n = m.stride / lanes * lanes;
#pragma omp simd
    for (Index j = 0; j < n; ++j) {
        const double correction = w[j] * (f0 * r0[j] + f1 * r1[j]);
        d[j] -= correction;
        q[j] -= correction;
    }
}

SLIDEWAY_CLONES void correct_4(const Arrays& m, const double* rows, const double* force)
{
    double* __restrict q = aligned(m.q);
    double* __restrict d = aligned(m.d);
    const double* __restrict w = aligned(m.w);
    const double* __restrict r0 = aligned(rows);
    const double* __restrict r1 = aligned(rows + m.stride);
    const double* __restrict r2 = aligned(rows + 2 * m.stride);
    const double* __restrict r3 = aligned(rows + 3 * m.stride);
    const double f0 = force[0], f1 = force[1], f2 = force[2], f3 = force[3];
    const Index n = m.stride / lanes * lanes;
#pragma omp simd
    for (Index j = 0; j < n; ++j) {
        const double correction = w[j] * (f0 * r0[j] + f1 * r1[j] + f2 * r2[j] + f3 * r3[j]);
        d[j] -= correction;
        q[j] -= correction;
    }
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

double step_pass(StepArrays& arrays, int n_rows, const double* rows, const double* force, double* y)
{
    const Arrays m = arrays_of(arrays);
    if (n_rows == 4)
        return pass_4(m, rows, force, y);
    if (n_rows == 2)
        return pass_2(m, rows, force, y);
    return pass_0(m);
}

void add_force(StepArrays& arrays, const double* from, double factor, const double* row)
{
    add(from, factor, row, arrays.rows().row(5), arrays.rows().stride());
}

void correct_pass(StepArrays& arrays, int n_rows, const double* rows, const double* force)
{
    const Arrays m = arrays_of(arrays);
    if (n_rows == 4)
        correct_4(m, rows, force);
    else if (n_rows == 2)
        correct_2(m, rows, force);
}

} // namespace slideway::dynamics
