#pragma once

#include "base/types.hpp"

#include <span>
#include <vector>

/// Where slip begins in periodic motion: the kinks of harmonic forces.
namespace slideway::contact {

enum class OnsetKind {
    first_slip,   ///< first slip of a contact that is always closed and sticks, or slips once each
                  ///< way
    further_slip, ///< in a cycle that slips: where a stick meets a maximum of a bound
    first_push    ///< first motion of the slider of a contact that always sticks, with means
};

/// Which onset it is, also in neighbouring motions.
struct OnsetPlace {
    OnsetKind kind{};
    int side = 0;     ///< side of the beginning slip: 0 forward, 1 back
    double phase = 0; ///< phase of the maximum of that bound, in [0, 2 pi)
};

/// Onsets beyond which a contact is taken to stick still: the maximum of that side whose phase is
/// nearest begins no slip. Of first_slip and first_push side and phase do not matter: a closed
/// contact is held stuck throughout, a slider at 0.
using HeldOnsets = std::span<const OnsetPlace>;

struct SlipOnset {
    OnsetPlace at;
    double margin = 0; ///< by which the maximum passes the slider [N]: slip where > 0
    double size = 0;   ///< no less than |u| of that bound, to compare the margin with [N]
};

/// Onsets of one motion R; column i of a matrix is of list[i], further columns are zero.
struct SlipOnsets {
    std::vector<SlipOnset> list;
    Matrix gradient; ///< d margin / dR [N/m]
    Matrix jump;     ///< J beyond = J before + jump gradient^T at margin = 0
};

} // namespace slideway::contact
