#pragma once

#include "app/bodies/body.hpp"
#include "app/case/body_entry.hpp"
#include "base/monitor.hpp"
#include "reduction/distributed/reduce.hpp"
#include "reduction/reduced_model.hpp"

#include <functional>
#include <vector>

/// Selection of the solver of reductions (Solver::distributed: processes reduce a body together).
namespace slideway::app {

/// Processes that build and reduce a body: each of them alone, or all together.
class BodyProcesses {
public:
    /// Together on request. Loads MPI for it.
    /// @throws InputError  this build does not have the solver, or it does not offer the method
    explicit BodyProcesses(const SubstructureEntry& entry);

    /// Decides for the automatic solver by the size of the body and the memory of the processes.
    /// All processes decide the same; for a large body they communicate.
    void decide(const Drawing& drawing);
    [[nodiscard]] bool together() const { return together_; }

    /// Does work that may fail in a single process. Together it then fails in all processes.
    void in_step(const std::function<void()>& work) const;
    /// Reduces the body. Motions without mass follow the others, unless they move dofs of `acted`.
    /// @throws InputError  with the place of the wrong key
    [[nodiscard]] reduction::ReducedModel reduce(const fem::Substructure& body,
                                                 const reduction::Interface& interface,
                                                 const std::vector<Index>& acted,
                                                 const reduction::ToRecover& recover,
                                                 const Monitor& monitor) const;

private:
    const SubstructureEntry& entry_;
    bool together_ = false;
};

/// True if processes may reduce a body together. Its size and their memory decide later.
[[nodiscard]] bool may_be_distributed(const ReductionEntry& reduction);

/// Share of this process. Loads MPI.
[[nodiscard]] fem::Share own_share();

/// True if this process writes data that all processes have.
[[nodiscard]] bool writes();

} // namespace slideway::app
