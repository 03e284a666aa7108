// The program started many times by forks of this process, for tools/fuzz_cases.py: the loading of
// 70 libraries, nine tenths of the time of a small case, is done once.
//
// Standard input: per start the number of words, the folder to work in, and the arguments, each
// ended by a zero byte. Standard output: "PID" when it began, "STATUS" of waitpid when it ended.
// The output of the program goes to out.txt and err.txt of the folder.

#include "tests/app/as_program.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

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
            slideway::test::go_on_as_program(words[0], {words.begin() + 1, words.end()});
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
