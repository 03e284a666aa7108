#pragma once

// Headers that lane_kernel.hpp needs, included before its instruction set is selected.
#include "dynamics/lanes/lane_data.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define LANE_KERNELS
#define LANE_INLINE inline __attribute__((always_inline))
#define LANE_UNROLL _Pragma("GCC unroll 32")
#define LANE_ROLLED _Pragma("GCC unroll 1")
#include <immintrin.h>
#endif
