#pragma once

#include <algorithm>
#include <cmath>

namespace slideway {

/// All numbers from lo to hi. The result of an operation contains every possible value,
/// up to round-off.
struct Interval {
    double lo = 0, hi = 0;

    Interval() = default;
    Interval(double value) : lo(value), hi(value) {} // a number is an interval
    Interval(double lo_, double hi_) : lo(lo_), hi(hi_) {}

    [[nodiscard]] double middle() const { return 0.5 * (lo + hi); }
    [[nodiscard]] double width() const { return hi - lo; }
    [[nodiscard]] bool holds(double value) const { return lo <= value && value <= hi; }
    [[nodiscard]] bool within(const Interval& other) const
    {
        return other.lo < lo && hi < other.hi;
    }

    Interval& operator+=(const Interval& b)
    {
        lo += b.lo;
        hi += b.hi;
        return *this;
    }
};

[[nodiscard]] inline Interval operator+(Interval a, const Interval& b)
{
    return a += b;
}
[[nodiscard]] inline Interval operator-(const Interval& a)
{
    return {-a.hi, -a.lo};
}
[[nodiscard]] inline Interval operator-(const Interval& a, const Interval& b)
{
    return {a.lo - b.hi, a.hi - b.lo};
}
[[nodiscard]] inline Interval operator*(const Interval& a, const Interval& b)
{
    const double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
    return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
}
/// @param b  must not contain 0
[[nodiscard]] inline Interval operator/(const Interval& a, const Interval& b)
{
    return a * Interval{1 / b.hi, 1 / b.lo};
}
[[nodiscard]] inline Interval magnitude(const Interval& a)
{
    const double lo = std::abs(a.lo), hi = std::abs(a.hi);
    return {a.holds(0) ? 0 : std::min(lo, hi), std::max(lo, hi)};
}
[[nodiscard]] inline Interval square(const Interval& a)
{
    const Interval m = magnitude(a);
    return {m.lo * m.lo, m.hi * m.hi};
}
[[nodiscard]] inline Interval hull(const Interval& a, const Interval& b)
{
    return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}
[[nodiscard]] inline bool meet(const Interval& a, const Interval& b)
{
    return a.lo <= b.hi && b.lo <= a.hi;
}

} // namespace slideway
