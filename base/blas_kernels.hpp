#pragma once

#include <string>

namespace slideway {

/// Has OpenBLAS take kernels of the instructions that this processor has, where it does not know
/// the processor by name and would take its oldest: version 0.3.21 does so on processors that came
/// after it, on which products then take five times as long. Done as a program is loaded, before
/// anything is computed; OPENBLAS_CORETYPE, if it is set, decides.
/// @return whether it changed them
bool choose_blas_kernels();

/// OpenBLAS's name of the kernels: "Haswell"; "" of another BLAS.
[[nodiscard]] std::string blas_kernels();

/// The name of those that this processor could have; "": old ones, or no x86-64.
[[nodiscard]] std::string best_blas_kernels();

} // namespace slideway
