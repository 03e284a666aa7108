#include "app/model/solver.hpp"

#include "base/memory.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/reduce.hpp"
#include "reduction/distributed/together.hpp"

#include <cmath>
#include <cstdlib>

namespace slideway::app {

namespace {

// As mpirun and Slurm tell the processes that they start; MPI itself is not loaded for that.
int started_processes()
{
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
        if (const char* text = std::getenv(name))
            return std::atoi(text);
    return 1;
}

// Of a plane body in one process, without its constraint modes: factor of a nested dissection,
// matrices and modes (docs/scale.md).
double least_memory(double n, double n_modes)
{
    return n * (50 * std::log2(n) + 600 + 24 * n_modes);
}

} // namespace

bool asks_for_processes(const SubstructureEntry& entry)
{
    const ReductionEntry& r = entry.reduction;
    if (r.solver != Solver::distributed)
        return false;
    const std::string table = "substructure." + entry.name;
    if (!reduction::is_offered(r.method))
        located(entry.places, table, "reduction.method", r.method, [] {
            throw InputError("solver = \"distributed\" offers craig-bampton and guyan");
        });
    located(entry.places, table, "reduction.solver", "distributed",
            [] { (void)reduction::ranks(); });
    return true;
}

bool is_distributed(const SubstructureEntry& entry, const Drawing& drawing)
{
    const ReductionEntry& r = entry.reduction;
    if (r.solver != Solver::automatic)
        return r.solver == Solver::distributed;
    const auto n = static_cast<double>(drawing.dofs_per_node * drawing.mesh.X.rows());
    const int processes = started_processes();
    return processes > 1 && n > 1 && reduction::is_offered(r.method) && reduction::has_module() &&
           least_memory(n, r.n_modes) > available_memory() / processes;
}

fem::Share own_share()
{
    const reduction::Ranks& ranks = reduction::ranks();
    return {ranks.rank(), ranks.size()};
}

void in_step(bool distributed, const std::function<void()>& work)
{
    if (!distributed)
        return work();
    const reduction::WithOthers with_others;
    reduction::together(reduction::ranks(), work);
}

bool writes()
{
    const reduction::Ranks* ranks = reduction::loaded_ranks();
    return ranks == nullptr || ranks->rank() == 0;
}

} // namespace slideway::app
