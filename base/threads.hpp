#pragma once

namespace slideway {

/// Number of threads for independent parts such as points of a map, levels or frequencies; results
/// do not depend on it. The number belongs to the calling thread, because each computation has its
/// own. The default is 1.
void set_threads(int n);
[[nodiscard]] int threads();

/// Sets the number of threads of the BLAS under the sparse factorisations, on which their last
/// digits depend. Nothing happens without OpenBLAS.
void set_blas_threads(int n);
/// Number of threads as set; 1 without OpenBLAS.
[[nodiscard]] int blas_threads();
/// Ends the threads that OpenBLAS starts with the program. They occupy a processor for a tenth of a
/// second while they wait for work. Afterwards no more than one thread may be set.
void end_blas_threads();

/// Keeps all work in the calling thread during its lifetime, for callers with threads of their own.
/// Two objects must not exist at once unless both numbers are 1 anyway.
class OneThread {
public:
    OneThread() : threads_(threads()), blas_(blas_threads()) { set(1, 1); }
    ~OneThread() { set(threads_, blas_); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    // Numbers that do not change are not set, because objects may exist in several threads.
    static void set(int n, int blas)
    {
        if (threads() != n)
            set_threads(n);
        if (blas_threads() != blas)
            set_blas_threads(blas);
    }

    int threads_, blas_;
};

/// Limits the BLAS to one thread while any object of this class exists in any thread; then the old
/// number applies again.
class OneBlasThread {
public:
    OneBlasThread();
    ~OneBlasThread();
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;
};

/// Allows transforms of FFTW to be planned in several threads at once from now on.
void share_fft_planner();

} // namespace slideway
