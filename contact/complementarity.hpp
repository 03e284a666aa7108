#pragma once

#include <Eigen/Core>

#include <optional>

namespace slideway::contact {

/// True if every principal minor of A is positive (A is a P-matrix). Exactly then the contact
/// conditions
///
///   A lambda + gap >= 0, lambda >= 0, lambda . (A lambda + gap) = 0
///
/// have exactly one solution for every gap. With friction, A = B_C M^-1 B_E^T is not symmetric and
/// may violate this (jamming, Painleve's paradox).
///
/// Exact up to 16 rows (2^n Schur complements; Tsatsomeros & Li, BIT 40, 2000,
/// doi:10.1023/A:1022388025498). Larger matrices pass if their symmetric part is positive definite.
/// Otherwise the leading minors of A and of A in reversed order and all minors of two rows must be
/// positive, which is only a necessary condition.
///
/// @param work  same size as A, overwritten for more than 16 rows; avoids allocations
[[nodiscard]] bool is_p_matrix(const Eigen::Ref<const Eigen::MatrixXd>& A,
                               Eigen::Ref<Eigen::MatrixXd> work);
[[nodiscard]] bool is_p_matrix(const Eigen::Ref<const Eigen::MatrixXd>& A);

/// A solution of M z + q >= 0, z >= 0, z . (M z + q) = 0 by Lemke's complementary pivots, with
/// lexicographic ratios, so that no basis comes twice (Cottle, Pang & Stone, The Linear
/// Complementarity Problem, 1992, section 4.4). It finds a solution where M is copositive and the
/// conditions can be met at all, also where solutions are many; its cost grows with the cube of the
/// rows.
///
/// @return none where the pivots end on a ray, or round-off leaves the conditions unmet by 1e-9
[[nodiscard]] std::optional<Eigen::VectorXd>
complementary_pivots(const Eigen::Ref<const Eigen::MatrixXd>& M,
                     const Eigen::Ref<const Eigen::VectorXd>& q);

} // namespace slideway::contact
