#include "reduction/distributed/module.hpp"

#include "base/error.hpp"
#include "base/install_places.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace slideway::reduction {

namespace {

namespace fs = std::filesystem;

constexpr const char* packages = "libpetsc-real-dev, libslepc-real-dev and libmumps-dev";

std::atomic<Processes*> made = nullptr;
std::atomic<int> at_work = 0;

// Returns the file of the module; "" if there is none.
fs::path module_file()
{
    return installed("lib/slideway/libslideway_distributed.so");
}

// Loads the module. It is never closed, because MPI ends with the process.
ProcessesFunction load()
{
    const fs::path file = module_file();
    if (file.empty())
        throw InputError(std::string("takes MPI, PETSc, SLEPc and MUMPS, which this build is "
                                     "without; install ") +
                         packages + " (make packages-distributed) and build again");
    // MPI loads components that use its symbols.
    void* const module = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    void* const function = module != nullptr ? dlsym(module, processes_function) : nullptr;
    if (function == nullptr)
        throw InputError("cannot be loaded (" + std::string(dlerror()) + "); install " + packages);
    return reinterpret_cast<ProcessesFunction>(function);
}

} // namespace

bool has_module()
{
    return !module_file().empty();
}

Processes& processes()
{
    static Processes& loaded = []() -> Processes& {
        Processes& all = load()();
        made = &all;
        std::atexit([] {
            if (at_work == 0)
                made.load()->finalise();
        });
        return all;
    }();
    return loaded;
}

WithOthers::WithOthers()
{
    ++at_work;
}

WithOthers::~WithOthers()
{
    --at_work;
}

const Processes* loaded_processes()
{
    return made;
}

} // namespace slideway::reduction
