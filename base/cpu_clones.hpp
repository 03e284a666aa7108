#pragma once

/// SLIDEWAY_CLONES before a function compiles it for the baseline instruction set, for AVX with
/// fused multiply-add and for AVX-512; the loader picks one. A called function is cloned only if
/// it is inlined, so it needs SLIDEWAY_INLINE. SLIDEWAY_CLONES_4, for loops over four numbers
/// (Lanes), omits AVX-512, which has no fused multiply-add of four numbers by itself. g++ fuses
/// products and sums by default. It needs no option for that, and an option behind a precompiled
/// header would have no effect. Sanitizers instrument the resolver before they are ready, so they
/// get the baseline only.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SLIDEWAY_CLONES __attribute__((target_clones("default", "fma", "avx512f")))
#define SLIDEWAY_CLONES_4 __attribute__((target_clones("default", "fma")))
#else
#define SLIDEWAY_CLONES
#define SLIDEWAY_CLONES_4
#endif
#define SLIDEWAY_INLINE inline __attribute__((always_inline))
