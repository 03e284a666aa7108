#pragma once

#include "base/types.hpp"
#include "contact/laws/slip_onset.hpp"
#include "contact/laws/smoothed_corner.hpp"

#include <optional>
#include <string_view>
#include <vector>

/// Input and output of joint laws: the force f(r, v) [N] that the first body exerts on the second
/// along each row of r = (displacement of the first) - (displacement of the second), v = dr/dt.
namespace slideway::contact {

using JointVector = Vector;
using JointMatrix = Matrix;

struct ForceAndTangent {
    JointVector f;            ///< [N]
    JointMatrix df_dr, df_dv; ///< [N/m], [N s/m]: with the memory as it is after the step

    /// Sets the number of rows, with zero values.
    void clear(Index rows)
    {
        f.setZero(rows);
        df_dr.setZero(rows, rows);
        df_dv.setZero(rows, rows);
    }
};

/// Forces of rows at many states, row by row without coupling: rows x states.
struct RowForces {
    Matrix f, df_dr, df_dv; ///< [N, N/m, N s/m]
};

/// Slopes of the force of a row [N/m, N s/m].
struct RowSlope {
    double by_r = 0, by_v = 0;
};

/// Term of a polynomial, f = value r^r_power v^v_power.
struct PolynomialTerm {
    int r_power = 0, v_power = 0;
    double value = 0; ///< [N s^v_power / m^(r_power + v_power)]
};

/// Memory of a law between steps, in a unit of its own. Empty at a start without past; a law with
/// memory sizes it at its first use.
using JointMemory = std::vector<double>;

/// A law in pieces: as long as its phases last, the force of a joint is a smooth function of (r,
/// v), also beyond the end of the phases. A guard is positive while they last; where one reaches
/// zero they change. With all phases right, the forces are those of Law::force.
struct JointPhases {
    std::vector<int>
        codes;          ///< one per row, with the meaning of Law::phase_codes; 0 of a smooth law
    JointMemory memory; ///< memory since the phase began
};

/// Force and guards of a law while its phases last, polynomials of (r, v) and smoothed corners:
///
///   f = constant + stiffness (r - at) + damping v + cubic r^3 + terms(r - at, v) + corners
///
/// r^3 and the terms act row by row.
struct JointPiece {
    /// constant + r . by_r + v . by_v, positive while the phase lasts.
    struct Guard {
        double constant = 0;
        double size = 0;        ///< size of the terms of the constant
        JointVector by_r, by_v; ///< n
        int row = 0;            ///< entry of JointPhases::codes that it ends
    };
    /// Term of the force of one row.
    struct Term {
        Index row = 0;
        PolynomialTerm of;
    };
    JointVector constant, at, cubic; ///< n [N, m, N/m^3]
    JointMatrix stiffness, damping;  ///< n x n [N/m, N s/m]
    std::vector<Term> terms;
    std::vector<SmoothedCorner> corners;
    std::vector<Guard> guards;

    /// Sets the number of rows, without forces and guards.
    void clear(Index rows);
    /// A guard of that row, its constant and coefficients of r and v along the row itself.
    Guard& add_guard(Index row, double constant, double by_r, double by_v);
};

struct JointGuard {
    double value = 0; ///< positive while the phase lasts
    double scale = 0; ///< a multiple of what round-off of r and v makes of it; same_event and
                      ///< guard_at_root are shares of it (docs/theory/events.md)
    int row = 0;      ///< entry of JointPhases::codes that it ends
};

/// Sizes of the terms of each r and v, which round-off is relative to.
struct MotionSizes {
    const JointVector &r, &v;
};

/// Where the tangents df/dr, df/dv of a joint change in periodic motion.
struct TangentEvent {
    double theta = 0; ///< phase of the cycle
    Index row = 0;    ///< row of the joint
    signed char after = 0;
    bool sticks = false;       ///< T = k_t x + c begins, x of this row and y of the next: ...
    double k_t = 0, dc_dy = 0; ///< ... dc = -k_t dx + dc_dy dy there
};

/// States of the rows over a cycle, in codes of the law; in each of them df/dr is constant.
struct TangentCycle {
    std::vector<signed char> start; ///< per row, before the first event
    std::vector<TangentEvent> events;
};

/// df/dr and df/dv in one state of the rows: sums of entries, to which a law adds its own. A slider
/// adds df_row/dc = 1.
struct StateTangent {
    struct Entry {
        Index row = 0, col = 0;
        double k = 0; ///< [N/m]
        double c = 0; ///< [N s/m]
    };
    std::vector<Entry> entries;
    Index slider_row = -1; ///< -1: no row sticks
    double k_t = 0;        ///< stiffness of the slider's spring
};

/// Numbers of a law with which it never acts.
struct NeverActs {
    std::string_view key; ///< key of the responsible parameter
    double value = 0;
    std::string_view expected;
};

/// How far a law with smoothed corners is from that with corners, each on its own.
struct Smoothing {
    double delta = 0;     ///< [1/m]
    double radius = 0;    ///< radius of influence on either side of a corner [m]
    double clearance = 0; ///< [m]
    double largest_error =
        0; ///< largest error of the force [N], which is smaller than with corners
};

} // namespace slideway::contact
