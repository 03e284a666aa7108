#include "base/blas_kernels.hpp"

#include "base/threads.hpp"

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <system_error>

extern "C" char* openblas_get_corename() __attribute__((weak));
extern "C" int openblas_get_parallel() __attribute__((weak));
extern "C" void gotoblas_dynamic_quit() __attribute__((weak)); // forgets the kernels
extern "C" void gotoblas_dynamic_init() __attribute__((weak)); // selects the kernels

namespace slideway {

namespace {

// True if no other thread can be in the BLAS or read the environment. Threads of OpenBLAS itself,
// which exist unless it is built for OpenMP, only wait.
bool alone()
{
    constexpr int own_threads = 1; // value of openblas_get_parallel() without OpenMP
    const bool own = openblas_get_parallel != nullptr && openblas_get_parallel() == own_threads;
    std::error_code unknown;
    const std::filesystem::directory_iterator tasks("/proc/self/task", unknown);
    return !unknown && std::distance(begin(tasks), end(tasks)) <= (own ? blas_threads() : 1);
}

} // namespace

bool choose_blas_kernels()
{
    const std::string best = best_blas_kernels();
    return blas_kernels() == oldest_blas_kernels && !best.empty() && take_blas_kernels(best);
}

bool take_blas_kernels(const std::string& name)
{
    const char* const variable = "OPENBLAS_CORETYPE";
    if (std::getenv(variable) != nullptr || gotoblas_dynamic_quit == nullptr ||
        gotoblas_dynamic_init == nullptr || !alone() || setenv(variable, name.c_str(), 1) != 0)
        return false;
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
    unsetenv(variable);
    return blas_kernels() == name;
}

std::string blas_kernels()
{
    return openblas_get_corename != nullptr ? openblas_get_corename() : "";
}

std::string best_blas_kernels()
{
#if defined(__x86_64__)
    __builtin_cpu_init(); // this may run before the constructor that usually does it
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
