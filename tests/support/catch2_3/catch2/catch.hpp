#pragma once

// Header and names of Catch2 2, which the tests use, for Catch2 3. CMake adds this folder to the
// include path only if it finds Catch2 3.

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <catch2/matchers/catch_matchers_vector.hpp>

#include <string>

namespace Catch {

namespace Matchers {

/// Matches texts that contain `part`. Catch2 3 uses this name for ranges.
inline StringContainsMatcher Contains(const std::string& part)
{
    return ContainsSubstring(part);
}

} // namespace Matchers

using Matchers::Contains;
using Matchers::EndsWith;
using Matchers::Matches;

} // namespace Catch

using Catch::Approx;
