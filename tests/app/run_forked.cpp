#include "app/program/command_line.hpp"
#include "tests/app/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

// run_program of tests that are linked with the program: by forks, as loading its 70 libraries is
// nine tenths of the time of a small case.

namespace slideway::test {

namespace {

bool open_as(int descriptor, const char* file)
{
    const int opened = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return opened >= 0 && ::dup2(opened, descriptor) == descriptor && ::close(opened) == 0;
}

[[noreturn]] void go_on_as_program(const std::filesystem::path& folder, std::string arguments)
{
    constexpr int failed = 127;
    for (const int handled_by_catch : {SIGINT, SIGILL, SIGFPE, SIGSEGV, SIGTERM, SIGABRT})
        std::signal(handled_by_catch, SIG_DFL);
    if (::chdir(folder.c_str()) != 0 || !open_as(STDOUT_FILENO, "out.txt") ||
        !open_as(STDERR_FILENO, "err.txt"))
        ::_exit(failed);
    wordexp_t words;
    if (::wordexp(("slideway " + arguments).c_str(), &words, WRDE_NOCMD | WRDE_UNDEF) != 0)
        ::_exit(failed);
    std::exit(app::command_line(static_cast<int>(words.we_wordc), words.we_wordv));
}

} // namespace

ProgramRun run_program(const io::ScratchFolder& folder, const std::string& arguments)
{
    std::fflush(nullptr); // what the report has begun is written once
    const pid_t child = ::fork();
    if (child == 0)
        go_on_as_program(folder.path(), arguments);
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
        throw std::runtime_error("no new process");
    return what_it_left(folder, status);
}

} // namespace slideway::test
