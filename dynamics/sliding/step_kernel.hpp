#pragma once

#include "base/types.hpp"

#include <memory>

namespace slideway::dynamics {

/// Rows of doubles for the kernel: each begins on a 64-byte boundary and is padded with zeros to a
/// multiple of 8, so that no vector load straddles a cache line and no loop has a remainder.
class PaddedRows {
public:
    PaddedRows() = default;
    PaddedRows(Index n_rows, Index n);
    explicit PaddedRows(const Matrix& rows);

    [[nodiscard]] double* row(Index i) { return data_.get() + i * stride_; }
    [[nodiscard]] const double* row(Index i) const { return data_.get() + i * stride_; }
    [[nodiscard]] Eigen::Map<Vector> map(Index i) { return {row(i), n_}; }
    [[nodiscard]] Eigen::Map<const Vector> map(Index i) const { return {row(i), n_}; }
    [[nodiscard]] Index stride() const { return stride_; }
    [[nodiscard]] Index n() const { return n_; }

private:
    struct Free {
        void operator()(double* p) const;
    };
    Index n_ = 0, stride_ = 0;
    std::unique_ptr<double[], Free> data_;
};

/// The state and the coefficients of one body, one entry per mode:
///
///   d <- a d - b q + F,   q <- q + d
class StepArrays {
public:
    explicit StepArrays(Index n_modes) : rows_(8, n_modes) {}

    [[nodiscard]] Eigen::Map<Vector> q() { return rows_.map(0); } ///< modal displacement
    [[nodiscard]] Eigen::Map<Vector> d()
    {
        return rows_.map(1);
    } ///< increment of q in the last step
    [[nodiscard]] Eigen::Map<const Vector> q() const { return rows_.map(0); }
    [[nodiscard]] Eigen::Map<const Vector> d() const { return rows_.map(1); }
    [[nodiscard]] Eigen::Map<const Vector> w() const { return rows_.map(4); }
    [[nodiscard]] Eigen::Map<const Vector> a() const { return rows_.map(2); }
    [[nodiscard]] Eigen::Map<Vector> a() { return rows_.map(2); }
    [[nodiscard]] Eigen::Map<Vector> b() { return rows_.map(3); }
    [[nodiscard]] Eigen::Map<Vector> w() { return rows_.map(4); } ///< q per unit of h^2 force
    [[nodiscard]] Eigen::Map<Vector> F() { return rows_.map(5); } ///< w h^2 times modal force
    /// (1 - a) / (4 w h^2), for the dissipation.
    [[nodiscard]] Eigen::Map<Vector> k() { return rows_.map(6); }
    /// The increment of the step before that of d.
    [[nodiscard]] Eigen::Map<Vector> d_last() { return rows_.map(7); }
    [[nodiscard]] Eigen::Map<const Vector> k() const { return rows_.map(6); }
    [[nodiscard]] Eigen::Map<const Vector> d_last() const { return rows_.map(7); }

    [[nodiscard]] PaddedRows& rows() { return rows_; }

private:
    PaddedRows rows_;
};

/// One pass over the modes of a body with `n_rows` rows that contacts and joints see:
///
///   correct    d -= w rows^T force, q -= w rows^T force     (contact force of the last step)
///   dissipate  sum of k (d_last + d)^2, then d_last = d (returned: that of the last step)
///   predict    d <- a d - b q + F, q <- q + d
///   evaluate   y = rows q
///
/// Correction and prediction share the pass because each is bound by reading the mode arrays.
/// @param rows   n_rows pointers to padded rows
/// @param force  n_rows: h^2 lambda times the entries of B_E
/// @param y      a padded row of n_rows
double step_pass(StepArrays& arrays, int n_rows, const double* const* rows, const double* force,
                 double* y);

/// F = from + factor row; padded rows, `from` may be F itself.
void add_force(StepArrays& arrays, const double* from, double factor, const double* row);

/// to = from + factor row, over the stride of padded rows; `from` may be `to`.
void add_row(const double* from, double factor, const double* row, double* to, Index stride);

/// to = sum of factors[k] rows.row(first + k), over n = 2 or 4 rows.
void combine_rows(const PaddedRows& rows, Index first, int n, const double* factors, double* value);

/// Solves A x = b by Gauss elimination without pivoting: the pivots of a P-matrix are positive.
/// @param system  row j < n: column j of A; row n: b; both overwritten. Row n + 1: x on return
/// @return false if a pivot is not positive
bool solve_in_place(PaddedRows& system, Index n);

/// Only the correction, d and q -= w rows^T force.
void correct_pass(StepArrays& arrays, int n_rows, const double* const* rows, const double* force);

} // namespace slideway::dynamics
