#include "dynamics/lanes/lane_kernel_begin.hpp"

#ifdef LANE_KERNELS
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,fma,prefer-vector-width=512")
#include "dynamics/lanes/lane_kernel.hpp"
#pragma GCC pop_options
#endif

namespace slideway::dynamics {

const LaneKernel* lane_kernel_avx512()
{
#ifdef LANE_KERNELS
    static constexpr LaneKernel kernel = kernel_of<8>("AVX-512");
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma"))
        return &kernel;
#endif
    return nullptr;
}

} // namespace slideway::dynamics
