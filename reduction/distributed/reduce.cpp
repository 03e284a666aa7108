#include "reduction/distributed/reduce.hpp"

#include "base/error.hpp"
#include "base/memory.hpp"
#include "reduction/distributed/held_system.hpp"
#include "reduction/distributed/mode_search.hpp"
#include "reduction/distributed/module.hpp"
#include "reduction/distributed/shared_failure.hpp"
#include "reduction/hintz_herting.hpp"
#include "reduction/mechanism.hpp"
#include "reduction/memory_estimate.hpp"
#include "reduction/recovered_part.hpp"
#include "reduction/static_errors.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <utility>

namespace slideway::reduction {

namespace {

constexpr Index block = 32; // constraint modes at a time

// Returns numbers that identify a body and an interface.
std::vector<double> marks(const fem::Substructure& s, const Interface& interface, Index n_modes,
                          const ToRecover& recover)
{
    double dofs = 0, places = s.rigid.sum();
    for (std::size_t k = 0; k < interface.dofs.size(); ++k)
        dofs += static_cast<double>(k + 1) * static_cast<double>(interface.dofs[k]);
    for (const fem::Port& port : s.ports)
        places += port.share.sum() + static_cast<double>(port.W.nonZeros());
    double shown = 0;
    if (recover.part)
        for (const Index dof : recover.part->dofs)
            shown += static_cast<double>(dof + 1);
    return {static_cast<double>(s.n()),
            static_cast<double>(interface.size()),
            dofs,
            places,
            static_cast<double>(n_modes),
            shown};
}

void require_one_body(const Processes& processes, const fem::Substructure& s,
                      const Interface& interface, Index n_modes, const ToRecover& recover)
{
    for (const double mark : marks(s, interface, n_modes, recover)) {
        const std::vector<double> all = processes.all(mark);
        const auto other = std::find_if(all.begin(), all.end(),
                                        [&](double m) -> bool { return m != all.front(); });
        if (other != all.end())
            throw InputError("body " + s.name + " differs between processes (0 and " +
                             std::to_string(other - all.begin()) +
                             "); they read different files or versions of the program");
    }
}

// Memory in addition to that of the process after the analysis of the stiffness.
double own_memory(const fem::Substructure& s, const fem::Share& share, const HeldSystem& system,
                  Index n_b, Index n_modes, Index n_recovered)
{
    const auto n = static_cast<double>(share.size(s.n()));
    const auto r = static_cast<double>(n_b + n_modes);
    const double entry = sizeof(double) + sizeof(int);
    // MUMPS stores one triangle of K. Rows of M exist twice: as passed, and in PETSc.
    const double matrices = (entry + 4) * static_cast<double>(s.K.nonZeros()) / 2 +
                            entry * 2 * static_cast<double>(s.M.nonZeros());
    const auto vectors =
        static_cast<double>(std::max(4 * block, n_modes > 0 ? vectors_of_modes(n_modes) : 0));
    const double reduced = r * r * (3 * entry + 4 * 8.0);
    return system.factor_bytes() + matrices + 8 * n * (r + vectors) +
           8 * static_cast<double>(n_recovered) * r + reduced;
}

double resident_memory()
{
    double pages = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double peak_memory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

// Refuses if a machine has less memory than its processes will take.
void require_memory_of_all(const Processes& processes, const fem::Substructure& s, double own)
{
    const double machine_bytes = processes.sum_here(own);
    run_with_shared_failure(processes, [&] {
        slideway::require_memory(
            machine_bytes,
            "the reduction of body " + s.name + " (" + std::to_string(s.n()) + " dofs) in " +
                std::to_string(processes.size_here()) + " of its processes, " +
                std::to_string(processes.size()) + " in all, on one machine",
            "Spread them over more machines, touch fewer dofs (contacts, motions, "
            "loads, boundary), or keep fewer modes (n_modes)");
    });
}

} // namespace

bool is_offered(std::string_view method)
{
    return method == "craig-bampton" || method == "hintz-herting" || method == "guyan";
}

ReducedModel reduce_over(const Processes& processes, const std::string& method,
                         const fem::Substructure& s, const Interface& interface, Index n_modes,
                         const Progress& progress, const ToRecover& recover)
{
    const WithOthers with_others;
    if (!is_offered(method))
        throw InputError("method", "\"" + method + "\"",
                         "solver = \"distributed\" offers craig-bampton, hintz-herting and guyan");
    const bool of_free = method == "hintz-herting";
    if (method == "guyan")
        n_modes = 0;
    require_one_body(processes, s, interface, n_modes, recover);
    const Index n_b = interface.size(), n_i = s.n() - n_b;
    if (n_modes < 0 || n_modes > n_i)
        throw InputError("n_modes", std::to_string(n_modes),
                         "body " + s.name + " has 0 to " + std::to_string(n_i) +
                             (of_free ? " free-interface modes" : " fixed-interface modes"));
    require_kept_dofs(s, n_b + n_modes);

    const SpreadOverProcesses spread(processes, s, progress);
    HeldSystem system(processes, spread, s, interface);
    // Rows of the basis that this process needs from the others.
    const std::vector<Index> wanted =
        recover.part && recover.here ? recover.part->dofs : std::vector<Index>();
    const double more =
        own_memory(s, spread.share(), system, n_b, n_modes, static_cast<Index>(wanted.size()));
    const double estimate = resident_memory() + more;
    require_memory_of_all(processes, s, more);
    ask_all(processes, progress);
    if (!system.factorise())
        throw InputError("body " + s.name + " can still move with its interface held: " +
                         free_motions_of(s, interface, spread) +
                         "; add supports or interface ports (boundary)");

    Matrix T(spread.share().size(s.n()), n_b + n_modes);
    for (Index first = 0; first < n_b; first += block) {
        ask_all(processes, progress);
        const Index width = std::min(block, n_b - first);
        T.middleCols(first, width) = system.constraint_modes(first, width);
    }
    SymmetricModes modes{Vector(0), Matrix(T.rows(), 0)};
    if (n_modes > 0)
        modes = of_free ? system.free_modes(n_modes, T.leftCols(n_b), progress)
                        : system.modes(n_modes, progress);
    if (of_free)
        set_remainders(T, std::move(modes.Phi), s, interface, spread, {});
    else
        T.rightCols(n_modes) = std::exchange(modes.Phi, {});

    ReducedModel model = reduce_to(s, std::move(T), n_b, {}, spread);
    model.method = method;
    model.modes = of_free ? "free-interface" : n_modes > 0 ? "fixed-interface" : "";
    model.omega = modes.omega;
    const Matrix S = Matrix(model.substructure.K).topLeftCorner(n_b, n_b);
    model.truncation = truncation(s,
                                  {n_b, S,
                                   [&system](Eigen::Ref<Matrix> f) {
                                       Matrix u = f;
                                       system.solve_in_place(u);
                                       f = u;
                                   }},
                                  model, interface.loads, spread, {});
    model.substructure.recovery = nullptr; // one process alone would have the whole
    if (recover.part) {
        const fem::Share& share = spread.share();
        Matrix rows =
            processes.exchange(share.first(s.n()), share.size(s.n()), wanted)->wanted(*model.T);
        if (recover.here)
            model.substructure.recovery = in_basis(*recover.part, std::move(rows));
    }
    model.T_rows = joined_dofs(s, interface, n_b + n_modes);
    model.T = std::make_shared<const Matrix>(spread.rows_of(model.T_rows, *model.T));
    model.processes = {processes.all(estimate), processes.all(peak_memory())};
    return model;
}

} // namespace slideway::reduction
