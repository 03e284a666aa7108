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

} // namespace slideway::contact
