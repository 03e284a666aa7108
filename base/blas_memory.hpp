#pragma once

/// OpenBLAS takes 128 MiB of the address space for each thread that computes with it at once, and
/// where it gets none asks for ever. So where `ulimit -v` bounds it (batch systems do), what the
/// threads of a run will need is taken before it begins. Elsewhere, or with another BLAS, nothing
/// happens.
namespace slideway {

/// Threads for which half of what is left is enough, >= 1; without a bound the largest int.
[[nodiscard]] int most_blas_threads();

/// Takes the memory of n threads for as long as this process lives.
/// @throws InputError  there is not as much
void take_blas_memory(int n);

} // namespace slideway
