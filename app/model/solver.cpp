#include "app/model/solver.hpp"

#include "app/case/located.hpp"
#include "base/memory.hpp"
#include "base/ranks.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/reduce.hpp"
#include "reduction/distributed/shared_failure.hpp"
#include "reduction/memory_estimate.hpp"

#include <algorithm>
#include <vector>

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

bool may_be_distributed(const ReductionEntry& r)
{
    return r.solver == Solver::distributed ||
           (r.solver == Solver::automatic && reduction::is_offered(r.method) &&
            reduction::has_module());
}

bool is_distributed(const SubstructureEntry& entry, const Drawing& drawing)
{
    constexpr double little =
        1e9; // memory that any machine has [B], so that ranks need not communicate
    const ReductionEntry& r = entry.reduction;
    if (r.solver != Solver::automatic)
        return r.solver == Solver::distributed;
    const Ranks* const all = ranks(); // also null at the points of a map
    const int n_ranks = all != nullptr ? all->size() : 1;
    const double takes =
        reduction::plane_reduction_memory(drawing.dofs_per_node * drawing.mesh.X.rows(), r.n_modes);
    if (n_ranks == 1 || takes <= little || !may_be_distributed(r))
        return false;
    const bool lacks = takes > available_memory() / n_ranks;
    const reduction::WithOthers with_others; // processes may have different memory
    const std::vector<double> lacking = reduction::processes().all(lacks ? 1 : 0);
    return std::any_of(lacking.begin(), lacking.end(), [](double it) -> bool { return it != 0; });
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
    reduction::run_with_shared_failure(reduction::processes(), work);
}

bool writes()
{
    const reduction::Processes* processes = reduction::loaded_processes();
    return processes == nullptr || processes->rank() == 0;
}

} // namespace slideway::app
