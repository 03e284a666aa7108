#pragma once

namespace slideway::app {

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP (but not under nohup) ask the computation to
/// end. Those that follow change nothing: what was computed is being written.
void watch_interrupts();
/// From now on they end the program, as they did before.
void ignore_interrupts_no_more();
[[nodiscard]] bool interrupted();

/// Ends the program as it is, with all its threads.
[[noreturn]] void leave(int exit_status);

} // namespace slideway::app
