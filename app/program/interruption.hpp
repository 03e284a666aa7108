#pragma once

#include <functional>

namespace slideway::app {

/// From now on SIGINT (Ctrl-C), SIGTERM and SIGHUP (but not under nohup) ask the computation to
/// end. Those that follow change nothing: what was computed is being written.
void watch_interrupts();
/// From now on they end the program, as they did before.
void ignore_interrupts_no_more();
[[nodiscard]] bool interrupted();

/// Does `work` in a thread of its own; throws what it throws. When the program is interrupted, work
/// ends by the Progress that it asks. If it has not come back after 0.3 s, for calls of libraries
/// cannot be ended, it is left to itself as soon as `can_leave`.
/// @param work  owns what it uses
/// @return false if it was left: the program must end by `leave`
[[nodiscard]] bool done_or_left(const std::function<void()>& work,
                                const std::function<bool()>& can_leave);

/// Ends the program as it is, with all its threads.
[[noreturn]] void leave(int exit_status);

} // namespace slideway::app
