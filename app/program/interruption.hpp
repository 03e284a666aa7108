#pragma once

#include <string>

namespace slideway::app {

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP (but not under nohup) ask the computation to
/// end and to keep what was computed. The next one ends the process at once, unless it comes within
/// 0.1 s of the first: a terminal and a launcher may both pass on one Ctrl-C.
void watch_interrupts();
/// Lets these signals end the program again.
void ignore_interrupts_no_more();
/// Parses a time limit: seconds, or the formats of Slurm (minutes:seconds, hours:minutes:seconds,
/// days-hours:minutes:seconds).
/// @return time limit [s]. @throws InputError  another format, or a time that is not above 0
[[nodiscard]] double time_limit_of(const std::string& text);
/// Stops the computation before a time limit. The time reserved for writing results is a twentieth
/// of the limit, between 1 and 60 s, but at most a quarter of the limit.
/// @param limit  time from now [s], > 0
void limit_time(double limit);
/// True if the time for computing has passed.
[[nodiscard]] bool time_is_up();
/// True if a signal or the time limit has stopped the computation.
[[nodiscard]] bool interrupted();

/// Returns whether a signal came so long ago that pictures have to be left out for an end within
/// half a second.
[[nodiscard]] bool must_end();

/// Ends the program immediately, with all its threads.
[[noreturn]] void leave(int exit_status);

} // namespace slideway::app
