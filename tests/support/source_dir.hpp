#pragma once

#include <string>

namespace slideway::test {

/// The root of the source tree, where shipped meshes, cases and documents lie.
[[nodiscard]] std::string source_dir();

} // namespace slideway::test
