#include "app/model/solver.hpp"

#include "base/memory.hpp"
#include "base/ranks.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/reduce.hpp"
#include "reduction/distributed/together.hpp"
#include "reduction/memory_estimate.hpp"

namespace slideway::app {

bool asks_for_processes(const SubstructureEntry& entry)
{
    const ReductionEntry& r = entry.reduction;
    if (r.solver != Solver::distributed)
        return false;
    const std::string table = "substructure." + entry.name;
    if (!reduction::is_offered(r.method))
        located(entry.places, table, "reduction.method", r.method, [] {
            throw InputError(
                "solver = \"distributed\" offers craig-bampton, hintz-herting and guyan");
        });
    located(entry.places, table, "reduction.solver", "distributed",
            [] { (void)reduction::processes(); });
    return true;
}

bool is_distributed(const SubstructureEntry& entry, const Drawing& drawing)
{
    const ReductionEntry& r = entry.reduction;
    if (r.solver != Solver::automatic)
        return r.solver == Solver::distributed;
    const Ranks* const all = ranks(); // null at the points of a map too
    const int processes = all != nullptr ? all->size() : 1;
    const Index n = drawing.dofs_per_node * drawing.mesh.X.rows();
    return processes > 1 && reduction::is_offered(r.method) && reduction::has_module() &&
           reduction::plane_reduction_memory(n, r.n_modes) > available_memory() / processes;
}

fem::Share own_share()
{
    const reduction::Processes& processes = reduction::processes();
    return {processes.rank(), processes.size()};
}

void in_step(bool distributed, const std::function<void()>& work)
{
    if (!distributed)
        return work();
    const reduction::WithOthers with_others;
    reduction::together(reduction::processes(), work);
}

bool writes()
{
    const reduction::Processes* processes = reduction::loaded_processes();
    return processes == nullptr || processes->rank() == 0;
}

} // namespace slideway::app
