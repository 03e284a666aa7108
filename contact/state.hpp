#pragma once

namespace slideway::contact {

/// State of a contact in results: the numbers in results.h5 and in ParaView files.
enum class State {
    none = 0,    ///< not in contact
    ramp = 1,    ///< in contact while the drive starts; friction is taken as fully developed
    sliding = 2, ///< in contact, sliding in the direction that friction was given; where sticking
                 ///< is followed, along the master polyline
    stuck = 3,   ///< in contact without sliding
    backward = 4 ///< in contact, sliding against the master polyline
};

[[nodiscard]] constexpr bool slides(State state)
{
    return state == State::sliding || state == State::backward;
}
/// Returns the sign of the sliding velocity along the master polyline.
[[nodiscard]] constexpr double sense(State state)
{
    return state == State::backward ? -1 : 1;
}

} // namespace slideway::contact
