#include "base/blas_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

extern "C" char* openblas_get_corename() __attribute__((weak));
extern "C" void gotoblas_dynamic_quit() __attribute__((weak)); // forgets the kernels, ...
extern "C" void gotoblas_dynamic_init() __attribute__((weak)); // ... and looks for them

namespace slideway {

bool choose_blas_kernels()
{
    constexpr auto modern = std::to_array<std::string_view>(
        {"Haswell", "Zen", "SkylakeX", "Cooperlake", "Sapphirerapids"});
    const char* const variable = "OPENBLAS_CORETYPE";
    const std::string best = best_blas_kernels(), now = blas_kernels();
    if (best.empty() || now.empty() || std::getenv(variable) != nullptr ||
        gotoblas_dynamic_quit == nullptr || gotoblas_dynamic_init == nullptr ||
        std::find(modern.begin(), modern.end(), now) != modern.end() ||
        setenv(variable, best.c_str(), 1) != 0)
        return false;
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    unsetenv(variable);
    return true;
}

std::string blas_kernels()
{
    return openblas_get_corename != nullptr ? openblas_get_corename() : "";
}

std::string best_blas_kernels()
{
#if defined(__x86_64__)
    __builtin_cpu_init(); // this may run before what calls it otherwise
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return "SkylakeX";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return "Haswell";
#endif
    return "";
}

} // namespace slideway
