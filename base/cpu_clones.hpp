#pragma once

/// Before a function: compiled for the baseline instruction set, for AVX with fused multiply-add
/// and for AVX-512; the loader picks. What it calls follows only if inlined, so
/// SLIDEWAY_INLINE those. (Sanitizers instrument the resolver before they are ready: baseline
/// alone.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define SLIDEWAY_CLONES __attribute__((target_clones("default", "fma", "avx512f")))
#else
#define SLIDEWAY_CLONES
#endif
#define SLIDEWAY_INLINE inline __attribute__((always_inline))
