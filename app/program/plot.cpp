#include "app/program/run.hpp"

#include "app/case/shipped.hpp"
#include "app/program/exit_status.hpp"
#include "base/atomic_file.hpp"
#include "base/install_places.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace slideway::app {

namespace {

// Folder of the Python package beside the program.
std::filesystem::path package_folder()
{
    return installed(std::filesystem::path(SLIDEWAY_PYTHON_FOLDER) / "slideway").parent_path();
}

// Environment in which the package's folder is first on the module path, without the working
// folder.
std::vector<std::string> python_environment()
{
    std::string path = "PYTHONPATH=" + package_folder().string();
    std::vector<std::string> variables = {"PYTHONSAFEPATH=1"};
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string variable = *entry;
        if (variable.rfind("PYTHONPATH=", 0) != 0)
            variables.push_back(variable);
        else if (const std::string rest = variable.substr(variable.find('=') + 1); !rest.empty())
            path += ":" + rest;
    }
    variables.push_back(path);
    return variables;
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> list;
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

int exit_status(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            throw std::runtime_error(std::string("no exit status of python: ") +
                                     std::strerror(errno));
    return WIFEXITED(status) ? WEXITSTATUS(status) : exit_stopped;
}

} // namespace

int run_package(const std::vector<std::string>& arguments)
{
    const char* chosen = std::getenv("SLIDEWAY_PYTHON");
    const std::string python = chosen != nullptr && *chosen != '\0' ? chosen : SLIDEWAY_PYTHON;
    std::vector<std::string> words = {python, "-m", "slideway"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables = python_environment();

    std::fflush(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, python.c_str(), nullptr, nullptr,
                                     pointers(words).data(), pointers(variables).data());
    if (error != 0) {
        std::fprintf(stderr,
                     "slideway %s: cannot start %s (%s); apt-get install python3 python3-numpy "
                     "python3-h5py python3-matplotlib, or name an interpreter in SLIDEWAY_PYTHON\n",
                     arguments.front().c_str(), python.c_str(), std::strerror(error));
        return exit_wrong_input;
    }
    return exit_status(child);
}

int plot(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "plot");
    return run_package(arguments);
}

int paper(std::vector<std::string> arguments)
{
    const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
    arguments.insert(arguments.begin(),
                     {"paper", program, (shipped_folder("cases") / "papers").string()});
    return run_package(arguments);
}

int draw_model(const std::string& drawing, const std::filesystem::path& folder)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
    if (!file || std::fwrite(drawing.data(), 1, drawing.size(), file.get()) != drawing.size() ||
        std::fflush(file.get()) != 0)
        throw std::runtime_error("the drawing cannot be stored: " + reason_not_written(errno));
    const int number = ::fileno(file.get()); // the child inherits it
    return run_package({"draw", "/dev/fd/" + std::to_string(number), folder.string()});
}

} // namespace slideway::app
