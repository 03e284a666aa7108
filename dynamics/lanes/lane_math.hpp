// Numbers of W motions, one per lane, and functions of them. Included in the same way as
// lane_kernel.hpp.

namespace slideway::dynamics {

namespace {

template <int W>
struct LaneTypes;
template <>
struct LaneTypes<4> {
    typedef double Numbers __attribute__((vector_size(32)));
    typedef long long Mask __attribute__((vector_size(32)));
};
template <>
struct LaneTypes<8> {
    typedef double Numbers __attribute__((vector_size(64)));
    typedef long long Mask __attribute__((vector_size(64)));
};

template <int W>
struct LaneMath {
    using Numbers = typename LaneTypes<W>::Numbers;
    using Mask = typename LaneTypes<W>::Mask;

    LANE_INLINE static Numbers load(const LaneArray& from, int i)
    {
        return *reinterpret_cast<const Numbers*>(from.at(i));
    }
    LANE_INLINE static Numbers all(double x) { return Numbers{} + x; }
    LANE_INLINE static Numbers abs(const Numbers& x)
    {
        return (Numbers)((Mask)x & 0x7fffffffffffffffLL);
    }
    LANE_INLINE static Numbers min(const Numbers& a, const Numbers& b) { return a < b ? a : b; }
    LANE_INLINE static Numbers max(const Numbers& a, const Numbers& b) { return a > b ? a : b; }
    LANE_INLINE static unsigned bits(const Mask& mask)
    {
        if constexpr (W == 8)
            return _mm512_movepi64_mask((__m512i)mask);
        else
            return static_cast<unsigned>(_mm256_movemask_pd((__m256d)mask));
    }
    LANE_INLINE static Numbers sqrt(const Numbers& x)
    {
        if constexpr (W == 8)
            return (Numbers)_mm512_maskz_sqrt_pd(0xff, (__m512d)x);
        else
            return (Numbers)_mm256_sqrt_pd((__m256d)x);
    }
    // log2 to 1e-4, which is enough for lengths of steps. x > 0; about -1023 for 0.
    LANE_INLINE static Numbers log2(const Numbers& x)
    {
        const Mask mask = (Mask)x;
        const Numbers exponent = __builtin_convertvector((mask >> 52) - 1023, Numbers);
        const Numbers z = (Numbers)((mask & 0x000fffffffffffffLL) | 0x3ff0000000000000LL) - 1.0;
        return exponent +
               z * (1.4419592 +
                    z * (-0.7096232 + z * (0.4163880 + z * (-0.1942400 + z * 0.0455160))));
    }
    // exp2 to the same accuracy, for -1000 <= x <= 1000.
    LANE_INLINE static Numbers exp2(const Numbers& x)
    {
        const Numbers shift = x + 1024.0; // positive, so that the integer is below
        const Mask whole = __builtin_convertvector(shift, Mask);
        const Numbers z = shift - __builtin_convertvector(whole, Numbers);
        const Numbers power = 1.0 + z * (0.6951786 + z * (0.2276447 + z * 0.0771767));
        return power * (Numbers)((whole - 1) << 52);
    }
    // exp(-x) to round-off, for 0 <= x <= 700.
    LANE_INLINE static Numbers exp_of_minus(const Numbers& x)
    {
        constexpr double whole = 0x1.8p52; // a sum with it is an integer, in its last bits
        const Numbers shifted = x * 1.4426950408889634 + whole, turns = shifted - whole;
        const Numbers z = (turns * 0x1.62e42feep-1 - x) + turns * 0x1.a39ef35793c76p-33; // log(2)
        Numbers power = all(over_factorial[13]);
        LANE_UNROLL
        for (int k = 12; k >= 0; --k)
            power = power * z + over_factorial[k];
        return power * (Numbers)((1023LL << 52) - ((Mask)shifted << 52));
    }
};

} // namespace

} // namespace slideway::dynamics
