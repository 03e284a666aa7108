#include "tests/support/source_dir.hpp"

namespace slideway::test {

std::string source_dir()
{
    return SLIDEWAY_SOURCE_DIR;
}

} // namespace slideway::test
