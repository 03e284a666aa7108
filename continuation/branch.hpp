#pragma once

#include "base/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slideway::continuation {

/// What is special about a point. The numbers are those of files.
enum class PointKind {
    regular = 0,
    start = 1,        ///< where tracing began
    fold = 2,         ///< dp/ds = 0: the branch turns back in p
    branch_point = 3, ///< another branch crosses: det [F_x F_p; tangent] = 0
    monitor_zero = 4,
    monitor_maximum = 5,
    bound = 6, ///< p = p_min or p = p_max
};
[[nodiscard]] std::string_view name(PointKind kind); ///< "regular", "start", "fold", ...

/// Why a branch ends.
enum class Stop {
    start = 0,       ///< tracing began here
    bound = 1,       ///< on a bound of p
    closed = 2,      ///< the branch closed: its last point is its first, or an image of it
    max_points = 3,  ///< as many points as asked for
    monitor = 4,     ///< zero of a monitor with `stop`
    failed = 5,      ///< no step succeeded; the message says why
    interrupted = 6, ///< by the progress callback
};
[[nodiscard]] std::string_view name(Stop stop);
/// @throws std::invalid_argument  no such name
[[nodiscard]] Stop stop_of(std::string_view name);

/// One end of a branch: why it ends there, and what it takes to go on.
struct BranchEnd {
    Stop stop = Stop::start;
    double step = 0;                    ///< scaled arclength to go on with; 0: the first step
    std::string message;                ///< one sentence for users
    std::vector<double> residual_norms; ///< `failed`: of the last Newton iteration, dimensionless
};

enum class End { front, back };

/// Points of a curve F(x, p) = 0 in its order. Plain arrays: what is written and read back can be
/// extended as if it had never left.
struct Branch {
    Matrix x;                     ///< n x N
    Vector p;                     ///< N
    Vector s;                     ///< N, ascending: scaled arclength, 0 at the start
    Matrix tangent;               ///< (n + 1) x N: d(x, p)/ds
    std::vector<int> orientation; ///< N: sign of det [F_x F_p; tangent], 0 at branch points
    std::vector<int> kind;        ///< N: PointKind
    std::vector<int> monitor;     ///< N: whose zero or maximum this is; -1: none
    std::vector<int> iterations;  ///< N: Newton iterations
    Matrix monitors;              ///< number of monitors x N
    std::vector<std::string> monitor_names;
    BranchEnd front, back;

    [[nodiscard]] Index n_points() const { return p.size(); }
    [[nodiscard]] PointKind kind_of(Index k) const
    {
        return static_cast<PointKind>(kind[static_cast<std::size_t>(k)]);
    }
    [[nodiscard]] bool closed() const { return back.stop == Stop::closed; }
};

/// Indices of all points of a kind, ascending.
[[nodiscard]] std::vector<Index> points_of(const Branch& branch, PointKind kind);

/// @throws std::invalid_argument  arrays whose sizes do not fit together or unknown kinds, as a
/// file
///                                from elsewhere may hold
void check(const Branch& branch);

/// Where to begin, and along which direction.
struct Start {
    Vector x; ///< n; corrected at fixed p unless a tangent is given
    double p = 0;
    int direction = +1; ///< +1: towards larger p (or along `tangent`), -1: the other way
    /// n + 1; empty: from F. With a tangent the point must lie on the branch: it is not corrected.
    Vector tangent;
    PointKind kind = PointKind::start; ///< what is known of the point: not found once more
    int monitor = -1;                  ///< as in `Branch`
};

/// Point k of a branch as the start of another run. direction = +1: towards larger s.
[[nodiscard]] Start start_at(const Branch& branch, Index k, int direction = +1);

} // namespace slideway::continuation
