#include "tests/app/program.hpp"

// run_program of tests that have but the path of their program.

namespace slideway::test {

ProgramRun run_program(const io::ScratchFolder& folder, const std::string& arguments)
{
    return start_program(folder, arguments);
}

} // namespace slideway::test
