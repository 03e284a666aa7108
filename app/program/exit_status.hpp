#pragma once

namespace slideway::app {

/// How the program ends where it is not done: stopped early, a case not as expected or a failed
/// computation; wrong input.
constexpr int exit_stopped = 1, exit_wrong_input = 2;

} // namespace slideway::app
