#pragma once

#include <string>
#include <vector>

namespace slideway::test {

/// What a fork does to become the program in `folder`, which has then out.txt and err.txt of it.
[[noreturn]] void go_on_as_program(const std::string& folder, std::vector<std::string> arguments);

} // namespace slideway::test
