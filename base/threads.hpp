#pragma once

namespace slideway {

/// Threads of the BLAS under the sparse factorisations; without OpenBLAS nothing happens.
void set_blas_threads(int n);
/// As set; 1 without OpenBLAS.
[[nodiscard]] int blas_threads();

/// Products of the BLAS stay in the thread that calls, as long as this lives: for callers with
/// threads of their own. Not for two of them at once unless the BLAS has one thread anyway.
class SingleBlasThread {
public:
    SingleBlasThread() : before_(blas_threads())
    {
        if (before_ > 1)
            set_blas_threads(1);
    }
    ~SingleBlasThread()
    {
        if (before_ > 1)
            set_blas_threads(before_);
    }
    SingleBlasThread(const SingleBlasThread&) = delete;
    SingleBlasThread& operator=(const SingleBlasThread&) = delete;

private:
    int before_;
};

/// From now on transforms of FFTW may be planned in several threads at once.
void share_fft_planner();

} // namespace slideway
