#pragma once

#include <string>

namespace slideway {

/// What OpenBLAS calls its oldest kernels.
inline constexpr const char* oldest_blas_kernels = "Prescott";

/// Has OpenBLAS take kernels of the instructions that this processor has, where it takes its
/// oldest: version 0.3.21 does so on processors of Intel after 2021, and products then take five
/// times as long. Done as a program is loaded, before anything is computed, and not where other
/// threads might be at work, as in Python; OPENBLAS_CORETYPE, if it is set, decides.
/// @return whether it changed them
bool choose_blas_kernels();

/// Has OpenBLAS take the kernels of that name. @return false: it does not, or OPENBLAS_CORETYPE is
/// set, or other threads might be at work
bool take_blas_kernels(const std::string& name);

/// OpenBLAS's name of the kernels: "Haswell"; "" of another BLAS.
[[nodiscard]] std::string blas_kernels();

/// The name of those that this processor could have; "": none with AVX2, or no x86-64.
[[nodiscard]] std::string best_blas_kernels();

} // namespace slideway
