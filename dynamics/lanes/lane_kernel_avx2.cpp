#include "dynamics/lanes/lane_kernel_begin.hpp"

#ifdef LANE_KERNELS
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#include "dynamics/lanes/lane_kernel.hpp"
#pragma GCC pop_options
#endif

namespace slideway::dynamics {

const LaneKernel* lane_kernel_avx2()
{
#ifdef LANE_KERNELS
    static constexpr LaneKernel kernel = kernel_of<4>("AVX2");
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &kernel;
#endif
    return nullptr;
}

} // namespace slideway::dynamics
