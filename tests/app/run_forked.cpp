#include "tests/app/as_program.hpp"
#include "tests/app/program.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>

// run_program of tests that are linked with the program: by forks, as loading its 70 libraries is
// nine tenths of the time of a small case.

namespace slideway::test {

namespace {

// Splits arguments as a shell does.
std::vector<std::string> words_of(const std::string& arguments)
{
    wordexp_t words;
    if (::wordexp(arguments.c_str(), &words, WRDE_NOCMD | WRDE_UNDEF) != 0)
        throw std::logic_error("no shell would take apart: " + arguments);
    std::vector<std::string> result(words.we_wordv, words.we_wordv + words.we_wordc);
    ::wordfree(&words);
    return result;
}

} // namespace

ProgramRun run_program(const io::ScratchFolder& folder, const std::string& arguments)
{
    const std::vector<std::string> words = words_of(arguments);
    std::fflush(nullptr); // what the report has begun is written once
    const pid_t child = ::fork();
    if (child == 0) {
        for (const int handled_by_catch : {SIGINT, SIGILL, SIGFPE, SIGSEGV, SIGTERM, SIGABRT})
            std::signal(handled_by_catch, SIG_DFL);
        go_on_as_program(folder.path().string(), words);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child)
        throw std::runtime_error("no new process");
    return what_it_left(folder, status);
}

} // namespace slideway::test
