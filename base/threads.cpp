#include "base/threads.hpp"

#include <fftw3.h>

#include <atomic>

// CHOLMOD may come with any BLAS; only OpenBLAS has these functions.
extern "C" void openblas_set_num_threads(int n) __attribute__((weak));
extern "C" int openblas_get_num_threads() __attribute__((weak));
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace slideway {

namespace {
std::atomic<int> n_threads = 1;
}

void set_threads(int n)
{
    n_threads = n;
}

int threads()
{
    return n_threads;
}

void set_blas_threads(int n)
{
    if (openblas_set_num_threads != nullptr)
        openblas_set_num_threads(n);
}

int blas_threads()
{
    return openblas_get_num_threads != nullptr ? openblas_get_num_threads() : 1;
}

void end_blas_threads()
{
    if (blas_thread_shutdown_ != nullptr)
        blas_thread_shutdown_();
}

void share_fft_planner()
{
    fftw_make_planner_thread_safe();
}

} // namespace slideway
