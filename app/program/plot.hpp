#pragma once

#include <string>
#include <vector>

namespace slideway::app {

/// Runs `slideway plot ARGUMENTS` in the Python package. The interpreter is /usr/bin/python3, which
/// sees Debian packages, unless the environment variable SLIDEWAY_PYTHON names another one. The
/// argument `--ready` only verifies that the interpreter and its packages exist.
/// @return exit status of Python: 0 done, 2 wrong input; also 2 without an interpreter
int plot(const std::vector<std::string>& arguments);

} // namespace slideway::app
