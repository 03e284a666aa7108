#include "base/threads.hpp"

#include "base/blas_kernels.hpp"

#include <fftw3.h>

#include <mutex>

// CHOLMOD may be linked with any BLAS; only OpenBLAS has these functions.
extern "C" void openblas_set_num_threads(int n) __attribute__((weak));
extern "C" int openblas_get_num_threads() __attribute__((weak));
extern "C" int blas_thread_shutdown_() __attribute__((weak));

namespace slideway {

namespace {
// The initialiser is in this file because every computation calls threads(), so the
// linker keeps it.
[[maybe_unused]] const bool other_kernels = choose_blas_kernels();

thread_local int n_threads = 1;

std::mutex one_blas_thread;
int n_one_blas_thread = 0, blas_threads_before = 1; // guarded by one_blas_thread
} // namespace

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

OneBlasThread::OneBlasThread()
{
    const std::lock_guard lock(one_blas_thread);
    if (n_one_blas_thread++ > 0)
        return;
    blas_threads_before = blas_threads();
    if (blas_threads_before != 1)
        set_blas_threads(1);
}

OneBlasThread::~OneBlasThread()
{
    const std::lock_guard lock(one_blas_thread);
    if (--n_one_blas_thread == 0 && blas_threads_before != 1)
        set_blas_threads(blas_threads_before);
}

void share_fft_planner()
{
    fftw_make_planner_thread_safe();
}

} // namespace slideway
