#include "tests/app/as_program.hpp"

#include "app/program/command_line.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>

namespace slideway::test {

namespace {

bool open_as(int descriptor, const char* file, int flags)
{
    const int opened = open(file, flags, 0600);
    return opened >= 0 && dup2(opened, descriptor) == descriptor && close(opened) == 0;
}

} // namespace

void go_on_as_program(const std::string& folder, std::vector<std::string> arguments)
{
    constexpr int write = O_WRONLY | O_CREAT | O_TRUNC, failed = 127;
    if (chdir(folder.c_str()) != 0 || !open_as(STDIN_FILENO, "/dev/null", O_RDONLY) ||
        !open_as(STDOUT_FILENO, "out.txt", write) || !open_as(STDERR_FILENO, "err.txt", write))
        _exit(failed);
    std::string name = "slideway";
    std::vector<char*> words = {name.data()};
    for (std::string& argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    const int status = app::command_line(static_cast<int>(words.size()) - 1, words.data());
    std::cout.flush();
    std::fflush(nullptr);
    _exit(status); // folders that tests keep are theirs
}

} // namespace slideway::test
