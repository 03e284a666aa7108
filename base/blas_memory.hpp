#pragma once

/// OpenBLAS takes 128 MiB of the address space for each thread that computes with it at once. If it
/// gets none, it tries for ever. If `ulimit -v` bounds the address space (batch systems do that),
/// the memory that the threads of a run need is therefore taken before the run begins. Nothing
/// happens without a bound or with another BLAS.
namespace slideway {

/// Number of threads for which half of the remaining address space is enough, >= 1; the largest int
/// if there is no bound.
[[nodiscard]] int most_blas_threads();

/// Takes the memory of n threads for as long as this process lives.
/// @throws InputError  not enough memory is left
void take_blas_memory(int n);

} // namespace slideway
