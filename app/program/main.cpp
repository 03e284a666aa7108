#include "app/program/command_line.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

namespace {

// OpenBLAS begins a thread for each processor when it is loaded, and each asks for memory until it
// gets some: where `ulimit -v` leaves none, nothing that waits for these threads ends. They end
// where the program begins anew, and do not come back. They are not used anyway.
void begin_without_blas_threads(char** argv)
{
    const char* const variable = "OPENBLAS_NUM_THREADS";
    rlimit space{};
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY &&
        std::getenv(variable) == nullptr && setenv(variable, "1", 1) == 0)
        execv("/proc/self/exe", argv); // if it cannot: with them
}

} // namespace

int main(int argc, char** argv)
{
    begin_without_blas_threads(argv);
    return slideway::app::command_line(argc, argv);
}
