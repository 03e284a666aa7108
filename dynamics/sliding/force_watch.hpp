#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace slideway::contact {

/// Remembers the last contact forces and distinguishes an unstable integration from a detachment.
///
/// Above its step limit the central difference scheme amplifies the highest mode by a factor close
/// to -1 per step: the force then goes up and down from one step to the next, and each swing is
/// larger than the one before. A detachment is a motion that the step resolves.
class ForceWatch {
public:
    void record(double force)
    {
        last_[next_] = force;
        next_ = (next_ + 1) % n;
    }

    /// Whether the remembered swings alternate in sign and never shrink, or the last three
    /// alternate and each is four times the one before, or a value is not finite.
    [[nodiscard]] bool diverges() const
    {
        for (const double force : last_)
            if (!std::isfinite(force))
                return true;
        return grows(n - 1, 1) || grows(3, 4);
    }

private:
    // Whether the last swings alternate and each is at least `factor` times the one before.
    [[nodiscard]] bool grows(std::size_t n_swings, double factor) const
    {
        double previous = 0;
        for (std::size_t k = n - 1 - n_swings; k + 1 < n; ++k) {
            const double swing = last_[(next_ + k + 1) % n] - last_[(next_ + k) % n];
            if (previous != 0 &&
                (swing * previous >= 0 || std::abs(swing) < factor * std::abs(previous)))
                return false;
            if (swing == 0)
                return false;
            previous = swing;
        }
        return true;
    }

    static constexpr std::size_t n = 6;
    std::array<double, n> last_{};
    std::size_t next_ = 0;
};

} // namespace slideway::contact
