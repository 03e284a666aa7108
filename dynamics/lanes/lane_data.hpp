#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

/// Data of the steps of several motions in SIMD lanes (lane_kernel.hpp), as arrays of plain
/// numbers. The code of the steps is compiled for instruction sets that the rest of the program
/// must not use.
namespace slideway::dynamics {

/// Highest power of the series of a step. It is the fastest one for a tolerance of 1e-10.
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

/// A system q'' + D q' + omega^2 q + B^T f = p0 + Re(p exp(j Omega t)) in units of time in which
/// its highest frequency is 1. Rates are multiplied by the unit, accelerations by its square.
struct LaneSystem {
    int m = 0, rows = 0;
    double turn = 0;                 ///< phase angle of the drive per unit of time [rad]
    double longest = 0;              ///< longest step, in units of time
    std::array<double, 4> allowed{}; ///< log2 of the allowed errors of the last coefficients
    std::array<double, 4> log2{};    ///< log2 of the orders of these coefficients
    /// Taylor coefficients of cos and sin of the drive for its state (c, s): even powers multiply
    /// (c, s), odd ones (-s, c).
    std::array<double, lane_order + 1> drive{};
    std::array<double, lane_order + 1> bernstein{}; ///< 1 / binomials of the order
    double steady_force = 0;                        ///< magnitude of all constant and driven loads
    std::vector<double> stiffness, constant, cosine, sine; ///< m
    std::vector<double> B;                                 ///< rows x m, row after row
    /// Factors of the accelerations of orders 0 .. lane_order - 2, divided by (k + 1)(k + 2), so
    /// that they give coefficient k + 2.
    struct ByOrder {
        std::vector<double> drive;     ///< 1
        std::vector<double> stiffness; ///< m
        std::vector<double> damping;   ///< m x m, row after row; m if classical
        std::vector<double> pull;      ///< rows x m: forces of rows on modes
    };
    ByOrder by_order;
    bool classical = false;
    std::vector<double> pull_size;                  ///< rows
    std::vector<double> follow_cosine, follow_sine; ///< rows
    bool follows = false;

    /// Terms that the force of a row has in any phase.
    struct Row {
        bool damped = false, cubic = false;
    };
    std::vector<Row> on;
    /// A guard on the motion of a row.
    struct Guard {
        int row = 0;
        bool rate = false; ///< true if it also depends on the rate, in any phase
    };
    std::vector<Guard> guards; ///< row after row

    /// A smoothed corner (contact::SmoothedCorner), present in all phases.
    struct Corner {
        int row = 0;
        double at = 0, stiffness = 0, rate = 0;
        double pole = 0;  ///< distance of its poles from the corner
        double fades = 0; ///< distance from the corner beyond which it is below the tolerance
    };
    std::vector<Corner> corners;
    double share = 0; ///< share of the reach of a corner's motion that a series may use
};

/// Numbers of all lanes: `width` values for each number.
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

/// Offsets of the numbers of LaneData, for m modes and r rows.
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
    int left;                                ///< 1: rest of the period, in units
    int constant, stiffness, damping, cubic; ///< r: coefficients of the phases
    // Series of a step in powers of time: order + 1 coefficients per mode or row.
    int push, follow;          ///< 2 m, 2 r: factors of the drive, for even and odd powers
    int series, rows, squares; ///< m, r, r
    int forces;                ///< r: forces of one order
    int length, taken;         ///< 1: length of the step and time of an event, in units
    int polynomial;            ///< order + 1: polynomial of a guard that may cross zero in the step
    int corners;               ///< order + 1 per corner: s and s (1 - s)
};

/// Data of all lanes: states and phases, and the step from them.
struct LaneData {
    LaneParts of{0, 0};
    LaneArray numbers; ///< all except guards; offsets are constant if the kernel knows m and r
    LaneArray guard, guard_size, guard_r,
        guard_v; ///< guards: constant, size of its terms, factors of its row
    std::array<int, most_lanes> which{}; ///< number of the guard
    unsigned searched = 0;               ///< mask of lanes whose guards must be examined one by one
    unsigned passed = 0;   ///< mask of lanes in which guard `which` crosses zero at `taken`
    unsigned vanished = 0; ///< mask of lanes with a vanishing step or NaN
    unsigned ended = 0;    ///< mask of lanes at the end of their period

    void resize(const LaneSystem& system);
    void resize_guards(const LaneSystem& system); ///< keeps all other data
};

/// The steps of one instruction set.
struct LaneKernel {
    std::string_view name;
    int width;
    struct Steps {
        /// Computes series, length and guards of a step from the states.
        void (*expand)(const LaneSystem& system, LaneData& data);
        /// Advances the states by `taken`.
        void (*advance)(const LaneSystem& system, LaneData& data);
    };
    Steps any;      ///< for any number of modes and rows
    Steps small;    ///< for small_modes and small_rows; faster
    Steps smoothed; ///< for any number, with smoothed corners
};
inline constexpr int small_modes = 2, small_rows = 3;

/// Best kernel for this processor, or null.
[[nodiscard]] const LaneKernel* lane_kernel();
[[nodiscard]] const LaneKernel* lane_kernel_avx2();   ///< null if not supported
[[nodiscard]] const LaneKernel* lane_kernel_avx512(); ///< null if not supported

} // namespace slideway::dynamics
