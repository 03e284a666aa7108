#include "app/program/command_line.hpp"

#include <sys/auxv.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace {

// OpenBLAS starts a thread per processor when it is loaded, and VTK when it writes a file. Each
// thread of OpenBLAS needs 128 MiB. If `ulimit -v` does not leave that, the threads retry forever
// or the process ends; VTK ends the process too. Slideway needs none of these threads. Under such a
// limit it therefore restarts itself before its libraries are initialised, with settings that
// disable them. It does not restart if the loader was started by hand (AT_BASE), because the
// program would be the loader.
std::array<char[32], 2> settings = {"OPENBLAS_NUM_THREADS=1", "VTK_SMP_MAX_THREADS=1"};

// Runs before libraries are initialised, and must not use the heap.
__attribute__((no_sanitize("address", "thread", "undefined"))) void
begin_without_threads(int /*argc*/, char** argv, char** environment)
{
    rlimit space{};
    if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY ||
        getauxval(AT_BASE) == 0)
        return;
    static std::array<char*, 10000> changed; // with more variables the process does not restart
    std::size_t n = 0, n_set = 0;
    for (char** given = environment; *given != nullptr; ++given) {
        bool own = false;
        for (const char* setting : settings) {
            const auto name = static_cast<std::size_t>(std::strchr(setting, '=') + 1 - setting);
            own = own || std::strncmp(*given, setting, name) == 0;
            n_set += std::strcmp(*given, setting) == 0 ? 1 : 0;
        }
        if (n + settings.size() + 1 >= changed.size())
            return;
        if (!own)
            changed[n++] = *given;
    }
    if (n_set == settings.size())
        return;
    for (char* setting : settings)
        changed[n++] = setting;
    static std::array<char, 4096> file;
    const ssize_t length = readlink("/proc/self/exe", file.data(), file.size());
    if (length > 0 && static_cast<std::size_t>(length) < file.size())
        execve(file.data(), argv,
               changed.data()); // on failure the program continues with the threads
}

// Functions of this section are called before those of libraries.
[[gnu::section(".preinit_array"), gnu::used]] void (*const first)(int, char**,
                                                                  char**) = begin_without_threads;

} // namespace

int main(int argc, char** argv)
{
    return slideway::app::command_line(argc, argv);
}
