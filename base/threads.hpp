#pragma once

namespace slideway {

/// Threads of the BLAS under the sparse factorisations; without OpenBLAS nothing happens.
void set_blas_threads(int n);

} // namespace slideway
