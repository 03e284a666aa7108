#pragma once

#include <string>
#include <vector>

namespace slideway::app {

/// Hands over to the Python package: `slideway plot ARGUMENTS`. The interpreter is
/// /usr/bin/python3, for which Debian packages install, unless the environment variable
/// SLIDEWAY_PYTHON names another.
/// `--ready` alone looks whether the interpreter and its packages are there.
/// @return its exit status: 0 done, 2 wrong input; also 2 without an interpreter, said on stderr
int plot(const std::vector<std::string>& arguments);

} // namespace slideway::app
