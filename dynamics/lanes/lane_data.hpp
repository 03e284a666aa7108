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

/// A system of equations q'' + D q' + omega^2 q + B^T f = p0 + Re(p exp(j Omega t)) in units of
/// time in which its fastest frequency is 1: rates are times that, accelerations times its square.
struct LaneSystem {
    int m = 0, rows = 0;
    double turn = 0;                 ///< of the drive in a unit [rad]
    double longest = 0;              ///< step, in units
    std::array<double, 4> allowed{}; ///< log2 of what the last coefficients leave of it
    std::array<double, lane_order + 1> bernstein{}; ///< 1 / binomials of the order
    double steady_force = 0;                        ///< magnitude of all constant and driven loads
    std::vector<double> stiffness, constant, cosine, sine; ///< m
    std::vector<double> damping;                    ///< m x m, row after row; or m: it is classical
    std::vector<double> B;                          ///< rows x m, row after row
    std::vector<double> pull;                       ///< rows x m: forces of rows on modes
    std::vector<double> pull_size;                  ///< rows
    std::vector<double> follow_cosine, follow_sine; ///< rows
    bool follows = false;

    /// What the force of a row has, in any phase.
    struct Row {
        bool constant = false, stiff = false, damped = false, cubic = false, guarded = false;
    };
    std::vector<Row> on;
    /// Of the motion of a row.
    struct Guard {
        int row = 0;
        bool rate = false; ///< and of its rate, in any phase
    };
    std::vector<Guard> guards; ///< row after row

    [[nodiscard]] bool classical() const { return damping.size() == static_cast<std::size_t>(m); }
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

/// Of all lanes: states and phases, then the step from them.
struct LaneData {
    LaneArray q;     ///< 2 m: q, q'
    LaneArray drive; ///< 2: cos, sin
    LaneArray left;  ///< 1: of the period, in units
    // Of the phases.
    LaneArray constant, stiffness, damping, cubic; ///< rows
    LaneArray guard, guard_size, guard_r,
        guard_v; ///< guards: constant, size of its terms, factors of its row

    // A step, in powers of its time in units: mode after mode, row after row, order + 1 of each.
    LaneArray series, rows, squares;
    LaneArray e_cosine, e_sine; ///< order + 1
    LaneArray forces;           ///< rows, of one order
    LaneArray length, taken;    ///< 1: in units, before and at an event
    LaneArray polynomial;       ///< order + 1: of a guard that may pass zero, over the step
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
    Steps any;   ///< number of modes and rows
    Steps small; ///< of small_modes and small_rows, a third faster
};
inline constexpr int small_modes = 2, small_rows = 4;

/// Of this processor; null: it has none.
[[nodiscard]] const LaneKernel* lane_kernel();
[[nodiscard]] const LaneKernel* lane_kernel_avx2();   ///< null: not of this processor
[[nodiscard]] const LaneKernel* lane_kernel_avx512(); ///< likewise

} // namespace slideway::dynamics
