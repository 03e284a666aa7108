// Steps of W independent motions, one per SIMD lane. One unit per instruction set includes this
// file in its middle. It must not include other headers, and everything must be a template of W, so
// that no other unit uses this code.

#include "dynamics/lanes/lane_math.hpp"

namespace slideway::dynamics {

namespace {

/// Steps for M modes and R rows; 0: numbers of the system. Smoothed: the system has smoothed
/// corners.
template <int W, int M, int R, bool Smoothed>
class LaneStep : LaneMath<W> {
public:
    using Math = LaneMath<W>;
    using typename Math::Mask;
    using typename Math::Numbers;
    static constexpr int order = lane_order, n = order + 1;

    LaneStep(const LaneSystem& system, LaneData& data)
        : s_(system), d_(data), m_(M > 0 ? M : system.m), n_rows_(R > 0 ? R : system.rows)
    {
    }

    LANE_INLINE void expand()
    {
        const int m = modes();
        drive();
        LANE_UNROLL
        for (int i = 0; i < m; ++i) {
            store(of().series + i * n, load(of().q + i));
            store(of().series + i * n + 1, load(of().q + m + i));
        }
        rows_at(0);
        order_at(0, true);
        if constexpr (M > 0 && !Smoothed) {
            LANE_UNROLL
            for (int k = 1; k < order - 1; ++k)
                order_at(k, false);
        } else {
            LANE_ROLLED
            for (int k = 1; k < order - 1; ++k)
                order_at(k, false);
        }
        rows_at(order);
        size_step();
        look_at_guards();
    }

    LANE_INLINE void advance()
    {
        const int m = modes();
        const Numbers x = load(of().taken);
        LANE_UNROLL
        for (int i = 0; i < m; ++i) {
            Numbers value = load(of().series + i * n + order), rate = {};
            LANE_UNROLL
            for (int k = order - 1; k >= 0; --k) {
                rate = rate * x + value;
                value = value * x + load(of().series + i * n + k);
            }
            store(of().q + i, value);
            store(of().q + m + i, rate);
        }
        turn(x);
        const Numbers left = load(of().left) - x;
        store(of().left, left);
        d_.ended = bits(left <= 0);
    }

private:
    // Same values as in CornerSeries.
    static constexpr double settled = 350, short_of_poles = 0.8;
    // Size of the last iteration towards an event, relative to the step.
    static constexpr double last_step = 1e-6;
    // A guard below this fraction of its terms is zero at the beginning of a step (crossing.cpp).
    static constexpr double nothing = 1e-13;
    // Time, in units, over which the size of a state includes its rate, so that a start at rest has
    // a size. It is about a step.
    static constexpr double sized_over = 0.25;
    // Relative extension of a step that ends with the period.
    static constexpr double last_step_margin = 1e-3;
    // A step below this fraction of the longest one ends a motion.
    static constexpr double vanishing = 1e-13;

    using Math::abs;
    using Math::all;
    using Math::bits;
    using Math::exp2;
    using Math::exp_of_minus;
    using Math::load;
    using Math::log2;
    using Math::max;
    using Math::min;
    using Math::sqrt;

    LANE_INLINE Numbers load(int i) const { return load(d_.numbers, i); }
    LANE_INLINE void store(int i, const Numbers& x)
    {
        *reinterpret_cast<Numbers*>(d_.numbers.at(i)) = x;
    }
    LANE_INLINE LaneParts of() const
    {
        if constexpr (M > 0)
            return LaneParts(M, R); // known here: what is stored is not loaded again
        else
            return d_.of;
    }
    LANE_INLINE int modes() const { return M > 0 ? M : m_; }
    LANE_INLINE int rows() const { return R > 0 ? R : n_rows_; }

    // Factors of the coefficients of the drive: for even powers, then for odd ones.
    LANE_INLINE void drive()
    {
        const Numbers c = load(of().drive), s = load(of().drive + 1);
        const int m = modes(), last = rows();
        LANE_UNROLL
        for (int i = 0; i < m; ++i) {
            store(of().push + 2 * i, s_.cosine[i] * c + s_.sine[i] * s);
            store(of().push + 2 * i + 1, s_.sine[i] * c - s_.cosine[i] * s);
        }
        if (!s_.follows)
            return;
        for (int row = 0; row < last; ++row) {
            store(of().follow + 2 * row, s_.follow_cosine[row] * c + s_.follow_sine[row] * s);
            store(of().follow + 2 * row + 1, s_.follow_sine[row] * c - s_.follow_cosine[row] * s);
        }
    }

    // Advances the drive by x, with its series to order 21.
    LANE_INLINE void turn(const Numbers& x)
    {
        const Numbers angle = s_.turn * x, square = angle * angle;
        Numbers cosine = all(over_factorial[20]), sine = all(over_factorial[21]);
        LANE_UNROLL
        for (int k = 18; k >= 0; k -= 2) {
            cosine = over_factorial[k] - cosine * square;
            sine = over_factorial[k + 1] - sine * square;
        }
        sine *= angle;
        const Numbers c = load(of().drive), s = load(of().drive + 1);
        store(of().drive, c * cosine - s * sine);
        store(of().drive + 1, s * cosine + c * sine);
    }

    LANE_INLINE void rows_at(int k)
    {
        const int m = modes(), last = rows();
        const double* B = s_.B.data();
        LANE_UNROLL
        for (int row = 0; row < last; ++row) {
            Numbers sum = B[row * m] * load(of().series + k);
            LANE_UNROLL
            for (int i = 1; i < m; ++i)
                sum += B[row * m + i] * load(of().series + i * n + k);
            store(of().rows + row * n + k, sum);
        }
        for (int row = 0; s_.follows && row < last; ++row)
            store(of().rows + row * n + k, load(of().rows + row * n + k) +
                                               s_.drive[k] * load(of().follow + 2 * row + k % 2));
    }

    // Computes Q_{k+2} from the lower coefficients.
    LANE_INLINE void order_at(int k, bool first)
    {
        const int m = modes(), last = rows();
        rows_at(k + 1);
        forces_at(k, first);
        const double *stiffness = s_.by_order.stiffness.data() + k * m,
                     *pull = s_.by_order.pull.data() + k * m * last;
        const bool classical = s_.classical;
        const double* damping = s_.by_order.damping.data() + k * (classical ? m : m * m);
        LANE_UNROLL
        for (int i = 0; i < m; ++i) {
            Numbers a = s_.by_order.drive[k] * load(of().push + 2 * i + k % 2) -
                        stiffness[i] * load(of().series + i * n + k);
            if (first)
                a += 0.5 * s_.constant[i];
            if (classical)
                a -= damping[i] * load(of().series + i * n + k + 1);
            else
                for (int j = 0; j < m; ++j)
                    a -= damping[i * m + j] * load(of().series + j * n + k + 1);
            LANE_UNROLL
            for (int row = 0; row < last; ++row)
                a -= pull[row * m + i] * load(of().forces + row);
            store(of().series + i * n + k + 2, a);
        }
        if (!first)
            return;
        force_size_ = all(s_.steady_force);
        Numbers spring = {};
        for (int i = 0; i < m; ++i) {
            const Numbers f = s_.stiffness[i] * load(of().series + i * n);
            spring += f * f;
        }
        force_size_ += sqrt(spring);
        for (int row = 0; row < last; ++row)
            force_size_ += s_.pull_size[row] * abs(load(of().forces + row));
    }

    LANE_INLINE void forces_at(int k, bool first)
    {
        const int last = rows();
        const LaneSystem::Row* lane_row = s_.on.data();
        LANE_UNROLL
        for (int row = 0; row < last; ++row) {
            Numbers f = load(of().stiffness + row) * load(of().rows + row * n + k);
            if (first)
                f += load(of().constant + row);
            if (lane_row[row].damped) [[unlikely]]
                f += load(of().damping + row) * load(of().rows + row * n + k + 1) * (k + 1.0);
            if (lane_row[row].cubic) [[likely]]
                f += load(of().cubic + row) * cube_at(row * n, k);
            store(of().forces + row, f);
        }
        if constexpr (Smoothed)
            corners_at(k);
    }

    // Coefficient k of r^3; stores that of r^2. The newest term is added last, so that other
    // operations need not wait for it.
    LANE_INLINE Numbers cube_at(int r, int k)
    {
        const Numbers start = load(of().rows + r), last = load(of().rows + r + k);
        if (k == 0) {
            const Numbers square = start * start;
            store(of().squares + r, square);
            return square * start;
        }
        Numbers square = {}, low = {}, high = {};
        if (k % 2 == 0) {
            const Numbers middle = load(of().rows + r + k / 2);
            square = 0.5 * middle * middle;
            low = load(of().squares + r + k / 2) * middle;
        }
        LANE_UNROLL
        for (int j = (k - 1) / 2; j > 0; --j) {
            const Numbers near = load(of().rows + r + j), far = load(of().rows + r + k - j);
            square += near * far;
            low += load(of().squares + r + j) * far;
            high += load(of().squares + r + k - j) * near;
        }
        square = 2.0 * square + (2.0 * start) * last;
        store(of().squares + r + k, square);
        return low + high + load(of().squares + r) * last + square * start;
    }

    // Coefficient k of the forces of smoothed corners, k z s(rate z) with s' = rate z' p, as in
    // CornerSeries.
    LANE_INLINE void corners_at(int k)
    {
        for (int c = 0; c < static_cast<int>(s_.corners.size()); ++c) {
            const LaneSystem::Corner& corner = s_.corners[c];
            const int s = of().corners + 2 * n * c, p = s + n;
            const Numbers zs =
                k == 0 ? begin_corner(corner, s, p) : next_of_corner(corner, s, p, k);
            store(of().forces + corner.row, load(of().forces + corner.row) + corner.stiffness * zs);
        }
    }

    LANE_INLINE Numbers begin_corner(const LaneSystem::Corner& corner, int s, int p)
    {
        const Numbers z = load(of().rows + corner.row * n) - corner.at, u = corner.rate * z;
        const Numbers e = exp_of_minus(min(abs(u), all(settled)));
        const Numbers large = 1.0 / (1.0 + e), small = abs(u) <= settled ? e * large : Numbers{};
        const Numbers begin = u > 0 ? 1.0 - small : small;
        store(s, begin);
        store(p, small * large);
        return z * begin;
    }

    LANE_INLINE Numbers next_of_corner(const LaneSystem::Corner& corner, int s, int p, int k)
    {
        const int r = of().rows + corner.row * n;
        const Numbers z = load(r) - corner.at, last = load(r + k), begin = load(s);
        Numbers rise = {}, square = {}, zs = {};
        LANE_ROLLED
        for (int j = 1; j < k; ++j) {
            const Numbers r_j = load(r + j), far = load(s + k - j);
            rise += (j * r_j) * load(p + k - j);
            square += load(s + j) * far;
            zs += r_j * far;
        }
        const Numbers next = (rise + k * last * load(p)) * (corner.rate / k);
        store(s + k, next);
        store(p + k, (1.0 - 2.0 * begin) * next - square);
        return zs + begin * last + z * next;
    }

    // Largest step that smoothed corners allow, as in CornerSeries.
    LANE_INLINE Numbers reach_of_corners(Numbers h) const
    {
        for (const LaneSystem::Corner& corner : s_.corners) {
            const Numbers z = abs(load(of().rows + corner.row * n) - corner.at);
            const Numbers to_poles = short_of_poles * sqrt(z * z + corner.pole * corner.pole);
            Numbers reach = s_.share * within(corner.row, to_poles, h / s_.share);
            const Numbers far = z - corner.fades;
            const Mask passes = (reach < h) & (far > 0);
            if (bits(passes) != 0)
                reach = max(reach, within(corner.row, passes ? far : to_poles, passes ? h : reach));
            h = min(h, reach);
        }
        return h;
    }

    // Largest x, to 1 %, for which sum_k |r_k| x^k, k > 0, stays below a limit; at most x.
    LANE_INLINE Numbers within(int row, const Numbers& limit, Numbers x) const
    {
        for (;;) {
            Numbers sum = {}, slope = {};
            LANE_UNROLL
            for (int k = order; k > 0; --k) {
                slope = slope * x + sum;
                sum = sum * x + abs(load(of().rows + row * n + k));
            }
            slope = slope * x + sum;
            sum *= x;
            const Mask above = sum > limit;
            if (bits(above) == 0)
                return x;
            x = above ? x - (sum - 0.99 * limit) / slope : x; // Newton's method, from above
        }
    }

    LANE_INLINE Numbers square_of(int k) const
    {
        const int m = modes();
        Numbers sum = {};
        LANE_UNROLL
        for (int i = 0; i < m; ++i) {
            const Numbers a = load(of().series + i * n + k);
            sum += a * a;
        }
        return sum;
    }

    // Sets the step so that the last two coefficients of q and q' are below the tolerance of the
    // sizes over a unit of time. The two coefficients below them may shorten the step if a symmetry
    // makes the last ones vanish (TaylorSeries::reach).
    LANE_INLINE void size_step()
    {
        const Numbers v_size = sqrt(square_of(1)) + sized_over * force_size_,
                      q_size = sqrt(square_of(0)) + sized_over * v_size;
        const Numbers log_q = log2(q_size), log_v = log2(v_size);
        Numbers reach = all(1000);
        LANE_UNROLL
        for (int i = 0; i < 4; ++i) {
            const int k = order - 3 + i;
            const Numbers last = 0.5 * log2(square_of(k)), whole = min(log_q, log_v - s_.log2[i]);
            reach = min(reach, (whole - last) * (1.0 / k) + s_.allowed[i]);
        }
        Numbers h = min(exp2(max(reach, all(-1000))), all(s_.longest));
        if constexpr (Smoothed)
            h = reach_of_corners(h);
        // Also detects NaN.
        d_.vanished = bits(~((h > vanishing * s_.longest) & (q_size + square_of(order) < 1e300)));
        const Numbers left = load(of().left);
        h = left < (1 + last_step_margin) * h ? left : h;
        store(of().length, h);
        store(of().taken, h);
    }

    LANE_INLINE void look_at_guards()
    {
        d_.searched = d_.passed = 0;
        if (s_.guards.empty())
            return;
        Mask any = {}, twice = {}; // lanes with a guard that may pass zero; with two
        Numbers which = {};
        int row = -1;
        for (std::size_t g = 0; g < s_.guards.size(); ++g) {
            if (s_.guards[g].row != row) {
                row = s_.guards[g].row;
                take_row(row, s_.on[row].damped);
            }
            const Mask may = may_pass(static_cast<int>(g));
            twice |= any & may;
            any |= may;
            which = may ? all(static_cast<double>(g)) : which;
        }
        if (bits(any) == 0)
            return;
        d_.searched = bits(twice);
        take_polynomials(any, which);
        const Mask root = find_roots(one_root(any));
        d_.searched |= undecided_;
        d_.passed = bits(root) & ~d_.searched;
        for (int lane = 0; lane < W; ++lane)
            d_.which[lane] = static_cast<int>(which[lane]);
    }

    // Motion of a row over the step: first coefficients in powers of the share of the step, and the
    // sum of the others.
    LANE_INLINE void take_row(int row, bool rate)
    {
        const Numbers h = load(of().length);
        Numbers power = all(1);
        LANE_UNROLL
        for (int k = 0; k < 5; ++k) {
            low_[k] = load(of().rows + row * n + k) * power;
            power *= h;
        }
        Numbers rest = {};
        LANE_UNROLL
        for (int k = order; k >= 5; --k)
            rest = rest * h + abs(load(of().rows + row * n + k));
        rest_ = rest * power;
        if (!rate)
            return;
        // Coefficients of the rate times the step.
        next_ = 5.0 * load(of().rows + row * n + 5) * power;
        rest = Numbers{};
        for (int k = order; k >= 6; --k)
            rest = rest * h + k * abs(load(of().rows + row * n + k));
        rest_rate_ = rest * power * h;
    }

    // Mask of lanes in which the powers up to the fourth and the sum of the others do not prove
    // that a guard stays positive.
    LANE_INLINE Mask may_pass(int g) const
    {
        const Numbers by_r = load(d_.guard_r, g);
        Numbers a[5], rest = abs(by_r) * rest_;
        LANE_UNROLL
        for (int k = 0; k < 5; ++k)
            a[k] = by_r * low_[k];
        a[0] += load(d_.guard, g);
        if (s_.guards[g].rate) {
            const Numbers by_v = load(d_.guard_v, g) / load(of().length);
            LANE_UNROLL
            for (int k = 0; k < 4; ++k)
                a[k] += by_v * (k + 1) * low_[k + 1];
            a[4] += by_v * next_;
            rest += abs(by_v) * rest_rate_;
        }
        const Numbers scale = load(d_.guard_size, g) + abs(a[0]) + abs(a[1]);
        // Bernstein coefficients; of the quotient by x if the guard begins with zero.
        const Numbers b1 = a[0] + 0.25 * a[1], b2 = a[0] + 0.5 * a[1] + (1.0 / 6) * a[2],
                      b3 = a[0] + 0.75 * a[1] + 0.5 * a[2] + 0.25 * a[3],
                      b4 = a[0] + a[1] + a[2] + a[3] + a[4];
        const Mask begins = abs(a[0]) <= nothing * scale;
        const Numbers least = begins ? min(min(4.0 * b1, 2.0 * b2), min((4.0 / 3) * b3, b4))
                                     : min(min(a[0], b1), min(b2, min(b3, b4)));
        return ~(least > rest);
    }

    // Builds the polynomials of guards that may cross zero, divided by x if they begin with zero.
    LANE_INLINE void take_polynomials(const Mask& any, const Numbers& which)
    {
        for (int k = 0; k <= order; ++k)
            store(of().polynomial + k, Numbers{});
        Numbers size = {}, constant = {};
        for (std::size_t g = 0, end = 0; g < s_.guards.size(); g = end) {
            const int r = s_.guards[g].row * n;
            Numbers by_r = {}, by_v = {};
            bool rate = false;
            for (end = g; end < s_.guards.size() && s_.guards[end].row == s_.guards[g].row; ++end) {
                const int i = static_cast<int>(end);
                const Mask mask = any & (which == static_cast<double>(i));
                size = mask ? load(d_.guard_size, i) : size;
                constant = mask ? load(d_.guard, i) : constant;
                by_r = mask ? load(d_.guard_r, i) : by_r;
                by_v = mask ? load(d_.guard_v, i) : by_v;
                rate |= s_.guards[end].rate;
            }
            for (int k = 0; k <= order; ++k)
                store(of().polynomial + k,
                      load(of().polynomial + k) + by_r * load(of().rows + r + k));
            for (int k = 0; rate && k < order; ++k)
                store(of().polynomial + k,
                      load(of().polynomial + k) + by_v * (k + 1) * load(of().rows + r + k + 1));
        }
        store(of().polynomial, load(of().polynomial) + constant);
        const Numbers h = load(of().length);
        Numbers power = h;
        for (int k = 1; k <= order; ++k) {
            store(of().polynomial + k, load(of().polynomial + k) * power);
            power *= h;
        }
        const Numbers a0 = load(of().polynomial), a1 = load(of().polynomial + 1);
        const Numbers scale = size + abs(a0) + abs(a1);
        const Mask begins = abs(a0) <= nothing * scale;
        // At zero and not rising, or below zero: examined one by one.
        undecided_ = bits(any & (begins ? a1 <= nothing * scale : a0 < 0));
        if (bits(begins) == 0)
            return;
        for (int k = 0; k < order; ++k)
            store(of().polynomial + k,
                  begins ? load(of().polynomial + k + 1) : load(of().polynomial + k));
        store(of().polynomial + order, begins ? Numbers{} : load(of().polynomial + order));
    }

    // Mask of lanes whose polynomial has one root in (0, 1], from above: one sign change in its
    // Bernstein coefficients.
    LANE_INLINE Mask one_root(const Mask& any)
    {
        Numbers b[n];
        for (int k = 0; k <= order; ++k)
            b[k] = load(of().polynomial + k) * s_.bernstein[k];
        LANE_UNROLL
        for (int i = 1; i <= order; ++i)
            LANE_UNROLL
        for (int k = order; k >= i; --k)
            b[k] += b[k - 1];
        Mask changes = {};
        LANE_UNROLL
        for (int k = 1; k <= order; ++k)
            changes += ((Mask)b[k] ^ (Mask)b[k - 1]) >> 63; // of the sign: -1 each
        const Mask root = any & (changes == -1) & (b[order] < 0);
        undecided_ |= bits(any & ~root & (changes != 0));
        return root;
    }

    // Halley's method within a bracket of the root.
    LANE_INLINE Mask find_roots(const Mask& root)
    {
        if (bits(root) == 0)
            return root;
        Numbers low = {}, high = all(1), f_high = {};
        for (int k = order; k >= 0; --k)
            f_high += load(of().polynomial + k);
        const Numbers f_low = load(of().polynomial), size = abs(f_low) + abs(f_high);
        Numbers x = f_low / (f_low - f_high);
        Mask done = {};
        for (int pass = 0; pass < 12; ++pass) {
            Numbers f = load(of().polynomial + order), slope = {}, bend = {}; // half of f''
            LANE_UNROLL
            for (int k = order - 1; k >= 0; --k) {
                bend = bend * x + slope;
                slope = slope * x + f;
                f = f * x + load(of().polynomial + k);
            }
            low = f > 0 ? x : low;
            high = f > 0 ? high : x;
            const Numbers step = f * slope / (slope * slope - f * bend);
            Numbers next = x - step;
            const Mask within = (next >= low) & (next <= high);
            next = within ? next : 0.5 * (low + high);
            // The next step would be about the cube of this one, or only round-off.
            const Mask mask =
                (within & (abs(step) <= last_step) & (abs(step * bend) <= last_step * abs(slope))) |
                (abs(f) <= 1e-16 * size);
            x = done ? x : next;
            done |= mask;
            if (bits(root & ~done) == 0)
                break;
        }
        undecided_ |= bits(root & ~done);
        const Numbers h = load(of().length);
        store(of().taken, root ? x * h : h);
        return root & done;
    }

    const LaneSystem& s_;
    LaneData& d_;
    const int m_, n_rows_;
    Numbers force_size_ = {};
    Numbers low_[5] = {}, rest_ = {}, next_ = {}, rest_rate_ = {}; // of a row
    unsigned undecided_ = 0;
};

template <int W, int M, int R, bool Smoothed>
void expand_lanes(const LaneSystem& system, LaneData& data)
{
    LaneStep<W, M, R, Smoothed>(system, data).expand();
}
template <int W, int M, int R>
void advance_lanes(const LaneSystem& system, LaneData& data)
{
    LaneStep<W, M, R, false>(system, data).advance();
}

template <int W>
constexpr LaneKernel kernel_of(std::string_view name)
{
    return {name,
            W,
            {expand_lanes<W, 0, 0, false>, advance_lanes<W, 0, 0>},
            {expand_lanes<W, small_modes, small_rows, false>,
             advance_lanes<W, small_modes, small_rows>},
            {expand_lanes<W, 0, 0, true>, advance_lanes<W, 0, 0>}};
}

} // namespace

} // namespace slideway::dynamics
