#pragma once

#include "contact/laws/joint_laws.hpp"

#include <array>
#include <vector>

/// Laws in pieces: as long as its phases last, the force of a joint is a smooth function of (r, v),
/// also beyond the end of the phases. A guard is positive while they last; where one reaches zero
/// they change. With all phases right, the forces are those of contact::force.
namespace slideway::contact {

/// gap, each row: 0 free; +1, -1 in touch with the stop at +clearance, -clearance; +2, -2 beyond
/// that stop and free, because the dashpot would pull. elastic-coulomb, [0]: 0 sticking; +1, -1
/// slipping with that sign of r_t'; 2 open. linear, cubic: 0.
struct JointPhases {
    std::array<int, max_joint_rows> of{};
    double z = 0; ///< slider of a sticking elastic-coulomb joint [m]
};

/// Phases at (r, v) of a joint that has not slipped yet.
[[nodiscard]] JointPhases phases_at(const JointLaw& law, const JointVector& r,
                                    const JointVector& v);

/// Force of the phases with its tangents. `out` is resized.
void force_in(const JointLaw& law, const JointPhases& phases, const JointVector& r,
              const JointVector& v, ForceAndTangent& out);

struct JointGuard {
    double value = 0; ///< positive while the phase lasts
    double scale = 0; ///< a multiple of what round-off of r and v makes of it
    int row = 0;      ///< entry of JointPhases::of that it ends
};

/// Guards of the phases, in an order that only the phases decide, after those already in `out`.
/// @param r_size, v_size  bounds of the terms of each r and v: round-off is relative to them
void add_guards(const JointLaw& law, const JointPhases& phases, const JointVector& r,
                const JointVector& v, const JointVector& r_size, const JointVector& v_size,
                std::vector<JointGuard>& out);

/// Phases after the guard number `guard` has reached zero at (r, v).
[[nodiscard]] JointPhases phases_after(const JointLaw& law, const JointPhases& phases, int guard,
                                       const JointVector& r, const JointVector& v);

} // namespace slideway::contact
