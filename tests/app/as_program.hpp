#pragma once

#include <string>
#include <vector>

namespace slideway::test {

/// Turns a forked process into the program, running in `folder`, with its output in out.txt and
/// err.txt.
[[noreturn]] void go_on_as_program(const std::string& folder, std::vector<std::string> arguments);

} // namespace slideway::test
