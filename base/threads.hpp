#pragma once

namespace slideway {

/// Threads for parts that do not depend on each other, whose numbers are the same with any: points
/// of a map, levels, frequencies. Of the thread that calls, as each computation has its own; 1
/// unless set.
void set_threads(int n);
[[nodiscard]] int threads();

/// Threads of the BLAS under the sparse factorisations, whose last digits depend on them; without
/// OpenBLAS nothing happens.
void set_blas_threads(int n);
/// As set; 1 without OpenBLAS.
[[nodiscard]] int blas_threads();
/// Ends those that OpenBLAS begins with the program, which take a processor for a tenth of a second
/// while they wait for work. No more than one may be set afterwards.
void end_blas_threads();

/// Everything stays in the thread that calls, as long as this lives: for callers with threads of
/// their own. Not for two of them at once unless both numbers are 1 anyway.
class OneThread {
public:
    OneThread() : threads_(threads()), blas_(blas_threads()) { set(1, 1); }
    ~OneThread() { set(threads_, blas_); }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    // Nothing is set twice, for this may live in several threads that have one each.
    static void set(int n, int blas)
    {
        if (threads() != n)
            set_threads(n);
        if (blas_threads() != blas)
            set_blas_threads(blas);
    }

    int threads_, blas_;
};

/// The BLAS has one thread as long as any of these lives, in any thread; then as many as before.
class OneBlasThread {
public:
    OneBlasThread();
    ~OneBlasThread();
    OneBlasThread(const OneBlasThread&) = delete;
    OneBlasThread& operator=(const OneBlasThread&) = delete;
};

/// From now on transforms of FFTW may be planned in several threads at once.
void share_fft_planner();

} // namespace slideway
