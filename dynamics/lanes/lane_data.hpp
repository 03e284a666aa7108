#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

/// What the steps of several motions at once work on (lane_kernel.hpp), in arrays of plain numbers:
/// their code is compiled for instruction sets that the rest of the program must not use.
namespace slideway::dynamics {

/// Highest power of the series of a step: where steps of 1e-10 take the least time.
inline constexpr int lane_order = 16;
inline constexpr std::size_t most_lanes = 8;

/// 1 / k!
inline constexpr std::array<double, 22> over_factorial = [] {
    std::array<double, 22> out{};
    double factorial = 1;
    for (std::size_t k = 0; k < out.size(); factorial *= static_cast<double>(++k))
        out[k] = 1 / factorial;
    return out;
}();

/// A system of equations q'' + D q' + omega^2 q + B^T f = p0 + Re(p exp(j Omega t)) in units of
/// time in which its fastest frequency is 1: rates are times that, accelerations times its square.
struct LaneSystem {
    int m = 0, rows = 0;
    double turn = 0;                 ///< of the drive in a unit [rad]
    double longest = 0;              ///< step, in units
    std::array<double, 4> allowed{}; ///< log2 of what the last coefficients leave of it
    std::array<double, 4> log2{};    ///< of the orders of these
    /// Those of cos and sin of the drive, of the state (c, s) of these: in even powers of c and s,
    /// in odd ones of -s and c.
    std::array<double, lane_order + 1> drive{};
    std::array<double, lane_order + 1> bernstein{}; ///< 1 / binomials of the order
    double steady_force = 0;                        ///< magnitude of all constant and driven loads
    std::vector<double> stiffness, constant, cosine, sine; ///< m
    std::vector<double> B;                                 ///< rows x m, row after row
    /// Orders 0 .. lane_order - 2 of the accelerations, one after another, over (k + 1)(k + 2): as
    /// they make coefficient k + 2.
    struct ByOrder {
        std::vector<double> drive;     ///< 1
        std::vector<double> stiffness; ///< m
        std::vector<double> damping;   ///< m x m, row after row; or m: it is classical
        std::vector<double> pull;      ///< rows x m: forces of rows on modes
    };
    ByOrder by_order;
    bool classical = false;
    std::vector<double> pull_size;                  ///< rows
    std::vector<double> follow_cosine, follow_sine; ///< rows
    bool follows = false;

    /// What the force of a row has, in any phase.
    struct Row {
        bool damped = false, cubic = false;
    };
    std::vector<Row> on;
    /// Of the motion of a row.
    struct Guard {
        int row = 0;
        bool rate = false; ///< and of its rate, in any phase
    };
    std::vector<Guard> guards; ///< row after row

    /// Smoothed (contact::SmoothedCorner), in all phases.
    struct Corner {
        int row = 0;
        double at = 0, stiffness = 0, rate = 0;
        double pole = 0;  ///< away from its corner
        double fades = 0; ///< within the tolerance, so far from its corner
    };
    std::vector<Corner> corners;
    double share = 0; ///< of what is known of a corner's motion that its series may be taken
};

/// Numbers of all lanes: `width` of each, number after number.
class LaneArray {
public:
    void resize(int n) { data_.assign(static_cast<std::size_t>(n), {}); }
    [[nodiscard]] double* at(int i) { return data_[static_cast<std::size_t>(i)].x.data(); }
    [[nodiscard]] const double* at(int i) const
    {
        return data_[static_cast<std::size_t>(i)].x.data();
    }

private:
    struct alignas(64) Lanes {
        std::array<double, most_lanes> x{};
    };
    std::vector<Lanes> data_;
};

/// Where numbers of LaneData begin, of m modes and r rows.
struct LaneParts {
    constexpr LaneParts(int m, int r)
        : q(0), drive(q + 2 * m), left(drive + 2), constant(left + 1), stiffness(constant + r),
          damping(stiffness + r), cubic(damping + r), push(cubic + r), follow(push + 2 * m),
          series(follow + 2 * r), rows(series + m * (lane_order + 1)),
          squares(rows + r * (lane_order + 1)), forces(squares + r * (lane_order + 1)),
          length(forces + r), taken(length + 1), polynomial(taken + 1),
          corners(polynomial + lane_order + 1)
    {
    }
    int q;                                   ///< 2 m: q, q'
    int drive;                               ///< 2: cos, sin
    int left;                                ///< 1: of the period, in units
    int constant, stiffness, damping, cubic; ///< r: of the phases
    // A step, in powers of its time in units: mode after mode, row after row, order + 1 of each.
    int push, follow;          ///< 2 m, 2 r: of the drive, in even and in odd powers
    int series, rows, squares; ///< m, r, r
    int forces;                ///< r, of one order
    int length, taken;         ///< 1: in units, before and at an event
    int polynomial;            ///< order + 1: of a guard that may pass zero, over the step
    int corners;               ///< corner after corner, order + 1 each: s and s (1 - s)
};

/// Of all lanes: states and phases, then the step from them.
struct LaneData {
    LaneParts of{0, 0};
    LaneArray numbers; ///< all but guards: where the kernel knows m and r, each has a known place
    LaneArray guard, guard_size, guard_r,
        guard_v; ///< guards: constant, size of its terms, factors of its row
    std::array<int, most_lanes> which{}; ///< that guard
    unsigned searched = 0;               ///< lanes in which guards are to be looked at one by one
    unsigned passed = 0;                 ///< lanes in which `which` passes zero at `taken`
    unsigned vanished = 0;               ///< lanes whose step vanished, or is no number
    unsigned ended = 0;                  ///< lanes at the end of their period

    void resize(const LaneSystem& system);
    void resize_guards(const LaneSystem& system); ///< what else there is stays
};

/// The steps of one instruction set.
struct LaneKernel {
    std::string_view name;
    int width;
    struct Steps {
        /// Series, length and guards of a step from the states.
        void (*expand)(const LaneSystem& system, LaneData& data);
        /// The states `taken` later.
        void (*advance)(const LaneSystem& system, LaneData& data);
    };
    Steps any;      ///< number of modes and rows
    Steps small;    ///< of small_modes and small_rows, faster
    Steps smoothed; ///< any number, with smoothed corners
};
inline constexpr int small_modes = 2, small_rows = 3;

/// Of this processor; null: it has none.
[[nodiscard]] const LaneKernel* lane_kernel();
[[nodiscard]] const LaneKernel* lane_kernel_avx2();   ///< null: not of this processor
[[nodiscard]] const LaneKernel* lane_kernel_avx512(); ///< likewise

} // namespace slideway::dynamics
