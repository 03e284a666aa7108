#pragma once

namespace slideway::app {

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP (but not under nohup) ask the computation to
/// end and to keep what was computed. The next one ends the process at once, unless it comes within
/// 0.1 s of the first: a terminal and a launcher may both pass on one Ctrl-C.
void watch_interrupts();
/// From now on they end the program, as they did before.
void ignore_interrupts_no_more();
/// The computation is asked to end before so much time has passed from now on: by the
/// twentieth part of it, 1 to 60 s, or a quarter if that is less, in which results are written.
/// @param limit  [s], > 0
void limit_time(double limit);
/// Whether that time has come.
[[nodiscard]] bool time_is_up();
/// By a signal, or because the time is up.
[[nodiscard]] bool interrupted();

/// Returns whether a signal came so long ago that pictures have to be left out for an end within
/// half a second.
[[nodiscard]] bool must_end();

/// Ends the program as it is, with all its threads.
[[noreturn]] void leave(int exit_status);

} // namespace slideway::app
