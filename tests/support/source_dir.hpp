#pragma once

#include <string>

namespace slideway::test {

/// Root of the source tree with the shipped meshes, cases and documents.
[[nodiscard]] std::string source_dir();

} // namespace slideway::test
