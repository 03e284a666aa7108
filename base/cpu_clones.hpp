#pragma once

/// Before a function: compiled for the baseline instruction set, for AVX with fused multiply-add
/// and for AVX-512; the loader picks. What it calls follows only if inlined, so
/// SLIDEWAY_INLINE those. SLIDEWAY_CLONES_4, for loops over four numbers (Lanes), leaves AVX-512
/// out: alone it has no fused multiply-add of four. g++ fuses products and sums where it can unless
/// it is told not to; no option is needed, nor would one behind a precompiled header have an
/// effect. (Sanitizers instrument the resolver before they are ready: baseline alone.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SLIDEWAY_CLONES __attribute__((target_clones("default", "fma", "avx512f")))
#define SLIDEWAY_CLONES_4 __attribute__((target_clones("default", "fma")))
#else
#define SLIDEWAY_CLONES
#define SLIDEWAY_CLONES_4
#endif
#define SLIDEWAY_INLINE inline __attribute__((always_inline))
