#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

/// Declares products of Eigen that are compiled once (eigen_kernels.cpp) instead of in each unit
/// that uses them. Only the precompiled headers include this file. A product that is not listed
/// here is compiled where it is used.
namespace Eigen::internal {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes" // packets are template arguments

template <int Order>
using Reader = const_blas_data_mapper<double, Index, Order>;
using Numbers = gebp_traits<double, double>;

extern template struct gebp_kernel<double, double, Index, blas_data_mapper<double, Index, ColMajor>,
                                   Numbers::mr, Numbers::nr>;
extern template struct gemm_pack_rhs<double, Index, Reader<ColMajor>, Numbers::nr, ColMajor>;
extern template struct gemm_pack_rhs<double, Index, Reader<RowMajor>, Numbers::nr, RowMajor>;
extern template struct gemm_pack_lhs<double, Index, Reader<ColMajor>, Numbers::mr,
                                     Numbers::LhsProgress, Numbers::LhsPacket4Packing, ColMajor>;
extern template struct gemm_pack_lhs<double, Index, Reader<RowMajor>, Numbers::mr,
                                     Numbers::LhsProgress, Numbers::LhsPacket4Packing, RowMajor>;
extern template struct general_matrix_matrix_product<Index, double, ColMajor, false, double,
                                                     ColMajor, false, ColMajor, 1>;
extern template struct general_matrix_matrix_product<Index, double, RowMajor, false, double,
                                                     ColMajor, false, ColMajor, 1>;
extern template struct general_matrix_matrix_product<Index, double, ColMajor, false, double,
                                                     RowMajor, false, ColMajor, 1>;
extern template struct general_matrix_vector_product<Index, double, Reader<ColMajor>, ColMajor,
                                                     false, double, Reader<RowMajor>, false>;
extern template struct general_matrix_vector_product<Index, double, Reader<RowMajor>, RowMajor,
                                                     false, double, Reader<ColMajor>, false>;
extern template void evaluateProductBlockingSizesHeuristic<double, double, 1, Index>(Index&, Index&,
                                                                                     Index&, Index);
extern template void assign_sparse_to_sparse(SparseMatrix<double>&, const SparseMatrix<double>&);

#pragma GCC diagnostic pop

} // namespace Eigen::internal
