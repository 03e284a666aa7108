#pragma once

namespace slideway::app {

/// Runs the command that the arguments state. Errors are one line on stderr.
/// @return exit status: 0 done, 1 stopped early, 2 wrong input. The function ends the program
///         itself if an interrupted library call does not return
int command_line(int argc, char** argv);

} // namespace slideway::app
