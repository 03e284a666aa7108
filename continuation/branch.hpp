#pragma once

#include "base/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace slideway::continuation {

/// Kind of a point on a branch. The numbers are those in files.
enum class PointKind {
    regular = 0,
    start = 1,        ///< start of the tracing
    fold = 2,         ///< dp/ds = 0: p has an extremum along the branch
    branch_point = 3, ///< another branch crosses: det [F_x F_p; tangent] = 0
    monitor_zero = 4,
    monitor_maximum = 5,
    bound = 6, ///< p = p_min or p = p_max
};
[[nodiscard]] std::string_view name(PointKind kind); ///< "regular", "start", "fold", ...

/// Reason for the end of a branch.
enum class Stop {
    start = 0,       ///< tracing began here
    bound = 1,       ///< on a bound of p
    closed = 2,      ///< the branch closed: its last point is its first one, or an image of it
    max_points = 3,  ///< the requested number of points is reached
    monitor = 4,     ///< zero of a monitor with `stop`
    failed = 5,      ///< no step succeeded; the message gives the reason
    interrupted = 6, ///< by the progress callback
};
[[nodiscard]] std::string_view name(Stop stop);
/// Returns the reason with this name. @throws std::invalid_argument  unknown name
[[nodiscard]] Stop stop_of(std::string_view name);

/// One end of a branch: the reason for it, and the data to continue from there.
struct BranchEnd {
    Stop stop = Stop::start;
    double step = 0;                    ///< scaled arclength of the next step; 0: the first step
    std::string message;                ///< one sentence for users
    std::vector<double> residual_norms; ///< `failed`: norms of the last Newton iteration
};

enum class End { front, back };

/// Points of a curve F(x, p) = 0 in its order. The plain arrays can be written, read back and
/// extended as if the branch had stayed in memory.
struct Branch {
    Matrix x;                     ///< n x N
    Vector p;                     ///< N
    Vector s;                     ///< N, ascending: scaled arclength, 0 at the start
    Matrix tangent;               ///< (n + 1) x N: d(x, p)/ds
    std::vector<int> orientation; ///< N: sign of det [F_x F_p; tangent], 0 at branch points
    std::vector<int> kind;        ///< N: PointKind
    std::vector<int> monitor;     ///< N: monitor that is zero or has a maximum; -1: none
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

/// Returns the indices of all points of a kind, ascending.
[[nodiscard]] std::vector<Index> points_of(const Branch& branch, PointKind kind);

/// Verifies a branch, for example one from a file.
/// @throws std::invalid_argument  arrays of inconsistent sizes or unknown kinds
void check(const Branch& branch);

/// Start and direction of a run.
struct Start {
    Vector x; ///< n; corrected at fixed p unless a tangent is given
    double p = 0;
    int direction = +1; ///< +1: towards larger p (or along `tangent`), -1: the other way
    /// Tangent (n + 1); if empty, it follows from F. With a tangent the point must lie on the
    /// branch: it is not corrected.
    Vector tangent;
    PointKind kind = PointKind::start; ///< known kind of the point; it is not located again
    int monitor = -1;                  ///< see `Branch`
};

/// Returns point k of a branch as the start of another run. direction = +1: towards larger s.
[[nodiscard]] Start start_at(const Branch& branch, Index k, int direction = +1);

} // namespace slideway::continuation
