#pragma once

#include <string>

namespace slideway {

/// Name that OpenBLAS gives to its oldest kernels.
inline constexpr const char* oldest_blas_kernels = "Prescott";

/// Makes OpenBLAS use kernels for the instructions of this processor if it would use its oldest
/// ones. Version 0.3.21 uses the oldest kernels on Intel processors after 2021, and products then
/// take five times as long. This runs while a program is loaded, before anything is computed.
/// Nothing changes if other threads might be at work, for example in Python, or if
/// OPENBLAS_CORETYPE is set.
/// @return true if the kernels were changed
bool choose_blas_kernels();

/// Makes OpenBLAS use the kernels of that name.
/// @return false if it does not, if OPENBLAS_CORETYPE is set, or if other threads might be at work
bool take_blas_kernels(const std::string& name);

/// Returns OpenBLAS's name of the kernels in use, for example "Haswell"; "" with another BLAS.
[[nodiscard]] std::string blas_kernels();

/// Returns the name of the kernels that suit this processor; "" without AVX2 or x86-64.
[[nodiscard]] std::string best_blas_kernels();

} // namespace slideway
