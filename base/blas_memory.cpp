#include "base/blas_memory.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace slideway {

namespace {

// Size of a buffer of OpenBLAS 0.3.21 on x86-64 [B]: 2^27 and the page in front of it.
constexpr double buffer = 135e6;

// Functions of OpenBLAS that allocate and release working memory, which it reuses for the next
// thread. Other libraries lack them. They are sought at run time: weak references do not link with
// every set of packages.
struct BlasMemory {
    void* (*allocate)(int place) = nullptr;
    void (*release)(void* buffer) = nullptr;

    BlasMemory()
    {
        reinterpret_cast<void*&>(allocate) = dlsym(RTLD_DEFAULT, "blas_memory_alloc");
        reinterpret_cast<void*&>(release) = dlsym(RTLD_DEFAULT, "blas_memory_free");
    }
};

const BlasMemory& blas_memory()
{
    static const BlasMemory memory;
    return memory;
}

bool bounded()
{
    return blas_memory().allocate != nullptr && blas_memory().release != nullptr &&
           std::isfinite(left_address_space());
}

} // namespace

int most_blas_threads()
{
    if (!bounded())
        return std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(0.5 * left_address_space() / buffer, 1.0, 1e6));
}

void take_blas_memory(int n)
{
    if (!bounded())
        return;
    constexpr int places = 512; // OpenBLAS 0.3.21 has a few more and returns null beyond
    n = std::min(n, places);
    require_memory(n * buffer,
                   "the BLAS, for " + plural(static_cast<std::size_t>(n), "thread") + ",",
                   "Raise ulimit -v, or give a smaller --threads", left_address_space());
    std::vector<void*> buffers;
    for (int k = 0; k < n; ++k)
        buffers.push_back(blas_memory().allocate(0));
    for (void* const taken : buffers)
        blas_memory().release(taken);
}

} // namespace slideway
