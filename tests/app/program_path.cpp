#include "tests/app/program.hpp"

namespace slideway::test {

std::string program_path()
{
    return SLIDEWAY_PROGRAM;
}

} // namespace slideway::test
