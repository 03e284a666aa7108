#pragma once

namespace slideway::app {

/// Does what the arguments of the program ask for; what is wrong is one line on stderr.
/// @return exit status: 0, 1 stopped early, 2 wrong input; ends the program itself if it was
/// interrupted in a call that cannot be ended
int command_line(int argc, char** argv);

} // namespace slideway::app
