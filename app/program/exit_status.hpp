#pragma once

#include <functional>
#include <string>

namespace slideway::app {

/// Exit status of a run that stopped early, missed an expected value or failed; and of wrong input.
constexpr int exit_stopped = 1, exit_wrong_input = 2;

/// Calls `work` and returns its exit status, or the status of the exception that it throws.
/// @param print  receives one line about the exception
[[nodiscard]] int exit_status(const std::function<int()>& work,
                              const std::function<void(const std::string&)>& print);

} // namespace slideway::app
