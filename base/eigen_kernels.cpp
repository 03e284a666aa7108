#include "base/eigen_kernels.hpp"

namespace Eigen::internal {

#pragma GCC diagnostic ignored "-Wignored-attributes"

template struct gebp_kernel<double, double, Index, blas_data_mapper<double, Index, ColMajor>,
                            Numbers::mr, Numbers::nr>;
template struct gemm_pack_rhs<double, Index, Reader<ColMajor>, Numbers::nr, ColMajor>;
template struct gemm_pack_rhs<double, Index, Reader<RowMajor>, Numbers::nr, RowMajor>;
template struct gemm_pack_lhs<double, Index, Reader<ColMajor>, Numbers::mr, Numbers::LhsProgress,
                              Numbers::LhsPacket4Packing, ColMajor>;
template struct gemm_pack_lhs<double, Index, Reader<RowMajor>, Numbers::mr, Numbers::LhsProgress,
                              Numbers::LhsPacket4Packing, RowMajor>;
template struct general_matrix_matrix_product<Index, double, ColMajor, false, double, ColMajor,
                                              false, ColMajor, 1>;
template struct general_matrix_matrix_product<Index, double, RowMajor, false, double, ColMajor,
                                              false, ColMajor, 1>;
template struct general_matrix_matrix_product<Index, double, ColMajor, false, double, RowMajor,
                                              false, ColMajor, 1>;
template struct general_matrix_vector_product<Index, double, Reader<ColMajor>, ColMajor, false,
                                              double, Reader<RowMajor>, false>;
template struct general_matrix_vector_product<Index, double, Reader<RowMajor>, RowMajor, false,
                                              double, Reader<ColMajor>, false>;
template void evaluateProductBlockingSizesHeuristic<double, double, 1, Index>(Index&, Index&,
                                                                              Index&, Index);
template void assign_sparse_to_sparse(SparseMatrix<double>&, const SparseMatrix<double>&);

} // namespace Eigen::internal
