// The program started many times by forks of this process, for tools/fuzz_cases.py: the loading of
// 70 libraries, nine tenths of the time of a small case, is done once.
//
// Standard input: per start the number of words, the folder to work in, and the arguments, each
// ended by a zero byte. Standard output: "PID" when it began, "STATUS" of waitpid when it ended.
// The output of the program goes to out.txt and err.txt of the folder.

#include "app/program/command_line.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

bool open_as(int descriptor, const char* file, int flags)
{
    const int opened = open(file, flags, 0600);
    return opened >= 0 && dup2(opened, descriptor) == descriptor && close(opened) == 0;
}

[[noreturn]] void start(std::vector<std::string> words)
{
    constexpr int write = O_WRONLY | O_CREAT | O_TRUNC, failed = 127;
    if (chdir(words[0].c_str()) != 0 || !open_as(STDIN_FILENO, "/dev/null", O_RDONLY) ||
        !open_as(STDOUT_FILENO, "out.txt", write) || !open_as(STDERR_FILENO, "err.txt", write))
        _exit(failed);
    words[0] = "slideway";
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::exit(slideway::app::command_line(static_cast<int>(words.size()), arguments.data()));
}

} // namespace

int main()
{
    std::string text;
    while (std::getline(std::cin, text, '\0')) {
        std::vector<std::string> words(std::stoul(text));
        for (std::string& word : words)
            std::getline(std::cin, word, '\0');
        if (words.empty() || !std::cin)
            return 1;
        const pid_t child = fork();
        if (child == 0)
            start(std::move(words));
        std::printf("%d\n", child);
        std::fflush(stdout);
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 1;
        std::printf("%d\n", status);
        std::fflush(stdout);
    }
    return 0;
}
