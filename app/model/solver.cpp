#include "app/model/solver.hpp"

#include "app/case/located.hpp"
#include "base/memory.hpp"
#include "base/ranks.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/reduce.hpp"
#include "reduction/distributed/shared_failure.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/methods.hpp"
#include "reduction/recovered_part.hpp"
#include "reduction/without_massless.hpp"

#include <algorithm>
#include <vector>

namespace slideway::app {

BodyProcesses::BodyProcesses(const SubstructureEntry& entry)
    : entry_(entry), together_(entry.reduction.solver == Solver::distributed)
{
    if (!together_)
        return;
    const std::string table = "substructure." + entry.name, &method = entry.reduction.method;
    if (!reduction::is_offered(method))
        located(entry.places, table, "reduction.method", method, [] {
            throw InputError(
                "solver = \"distributed\" offers craig-bampton, hintz-herting and guyan");
        });
    located(entry.places, table, "reduction.solver", "distributed",
            [] { (void)reduction::processes(); });
}

bool may_be_distributed(const ReductionEntry& r)
{
    return r.solver == Solver::distributed ||
           (r.solver == Solver::automatic && reduction::is_offered(r.method) &&
            reduction::has_module());
}

void BodyProcesses::decide(const Drawing& drawing)
{
    constexpr double little =
        1e9; // memory that any machine has [B], so that ranks need not communicate
    const ReductionEntry& r = entry_.reduction;
    if (r.solver != Solver::automatic)
        return;
    const Ranks* const all = ranks(); // also null at the points of a map
    const int n_ranks = all != nullptr ? all->size() : 1;
    const double takes =
        reduction::plane_reduction_memory(drawing.dofs_per_node * drawing.mesh.X.rows(), r.n_modes);
    if (n_ranks == 1 || takes <= little || !may_be_distributed(r))
        return;
    const bool lacks = takes > available_memory() / n_ranks;
    const reduction::WithOthers with_others; // processes may have different memory
    const std::vector<double> lacking = reduction::processes().all(lacks ? 1 : 0);
    together_ =
        std::any_of(lacking.begin(), lacking.end(), [](double it) -> bool { return it != 0; });
}

void BodyProcesses::in_step(const std::function<void()>& work) const
{
    if (!together_)
        return work();
    const reduction::WithOthers with_others;
    reduction::run_with_shared_failure(reduction::processes(), work);
}

reduction::ReducedModel BodyProcesses::reduce(const fem::Substructure& body,
                                              const reduction::Interface& interface,
                                              const std::vector<Index>& acted,
                                              const reduction::ToRecover& recover,
                                              const Monitor& monitor) const
{
    const ReductionEntry& r = entry_.reduction;
    const SourceLine where = entry_.places.of(
        entry_.places.keys.contains("reduction.n_modes") ? "reduction.n_modes" : "reduction");
    const std::string body_key = "substructure." + entry_.name;
    const auto in_key = [&](const auto& work) -> decltype(work()) {
        return located(where, body_key + ".reduction", work);
    };
    if (together_)
        return in_key([&]() -> reduction::ReducedModel {
            return reduction::reduce_over(reduction::processes(), r.method, body, interface,
                                          r.n_modes, monitor.until_stopped(), recover);
        });
    reduction::ReducedModel model =
        located(entry_.where, body_key, [&]() -> reduction::ReducedModel {
            return reduction::without_massless(
                body, interface, acted,
                [&](const fem::Substructure& rest,
                    const reduction::Interface& its_interface) -> reduction::ReducedModel {
                    return in_key([&]() -> reduction::ReducedModel {
                        return reduction::method(r.method).reduce(rest, its_interface, r.n_modes,
                                                                  monitor.until_stopped());
                    });
                });
        });
    reduction::add_other_parts(body, model);
    if (recover.part)
        in_key([&] { reduction::keep_part(model, body, interface, *recover.part); });
    return model;
}

fem::Share own_share()
{
    const reduction::Processes& processes = reduction::processes();
    return {processes.rank(), processes.size()};
}

bool writes()
{
    const reduction::Processes* processes = reduction::loaded_processes();
    return processes == nullptr || processes->rank() == 0;
}

} // namespace slideway::app
