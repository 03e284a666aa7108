#include "studies/launched_ranks.hpp"

#include "base/error.hpp"
#include "base/install_places.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace slideway::studies {

namespace {

// Names of the environment variables by which each launcher numbers its processes. srun sets the
// last ones for any MPI. They are absent in a batch script, which is not a step.
struct Names {
    const char *size, *rank, *beside, *by;
};
constexpr Names known[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "mpirun"},
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_LOCAL_SIZE", "mpirun"},
    {"PMI_SIZE", "PMI_RANK", "MPI_LOCALNRANKS", "mpirun"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "", "srun"}};

std::optional<int> number_in(const char* variable)
{
    const char* text = std::getenv(variable);
    int n = 0;
    if (text == nullptr)
        return std::nullopt;
    const std::string_view all = text;
    const auto [end, error] = std::from_chars(all.data(), all.data() + all.size(), n);
    return error == std::errc() && end == all.data() + all.size() ? std::optional(n) : std::nullopt;
}

std::string begun(const Launched& launched)
{
    return launched.by + " has begun " + std::to_string(launched.size) + " processes, ";
}

} // namespace

std::optional<Launched> launched()
{
    for (const Names& names : known)
        if (const auto size = number_in(names.size), rank = number_in(names.rank); size && rank)
            return *size > 1 ? std::optional(Launched{
                                   *rank, *size, number_in(names.beside).value_or(1), names.by})
                             : std::nullopt;
    return std::nullopt;
}

int threads_of(const Launched& launched, int may_use, int of_machine)
{
    return std::max(1, std::min(may_use, of_machine / std::max(1, launched.beside)));
}

Ranks& join(const Launched& launched)
{
    const std::string file = installed("lib/slideway/libslideway_mpi.so");
    if (file.empty())
        throw InputError(begun(launched) +
                         "but this program was built without MPI: start it without " + launched.by +
                         ", or apt-get install libopenmpi-dev and build it again");
    // Global, because plugins of Open MPI need the symbols of the library that loads them.
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr)
        throw InputError(begun(launched) + "but MPI cannot be loaded (" + dlerror() +
                         "): apt-get install libopenmpi3, or start it without " + launched.by);
    const auto make = reinterpret_cast<Ranks* (*)()>(dlsym(module, "slideway_mpi_ranks"));
    if (make == nullptr)
        throw InputError(file + ": is of another version; build the program again");
    Ranks* const ranks = make();
    if (ranks == nullptr)
        throw InputError("this MPI library allows calls of one thread only; expected one with "
                         "MPI_THREAD_SERIALIZED");
    if (ranks->size() != launched.size)
        throw InputError(begun(launched) + "but MPI knows of " + std::to_string(ranks->size()) +
                         (launched.by == "srun" ? "; srun --mpi=pmix lets them know of each other"
                                                : "; it belongs to another MPI than that of the "
                                                  "program (Open MPI of Debian: mpirun)"));
    return *ranks;
}

} // namespace slideway::studies
