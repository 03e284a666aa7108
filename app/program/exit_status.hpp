#pragma once

#include <functional>
#include <string>

namespace slideway::app {

/// How the program ends where it is not done: stopped early, a case not as expected or a failed
/// computation; wrong input.
constexpr int exit_stopped = 1, exit_wrong_input = 2;

/// Does `work`, which returns an exit status.
/// @param tell  gets one line on what it throws
[[nodiscard]] int exit_status(const std::function<int()>& work,
                              const std::function<void(const std::string&)>& tell);

} // namespace slideway::app
