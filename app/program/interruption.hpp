#pragma once

namespace slideway::app {

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP (but not under nohup) ask the computation to
/// end. Those that follow change nothing: what was computed is being written.
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

/// Ends the program as it is, with all its threads.
[[noreturn]] void leave(int exit_status);

} // namespace slideway::app
