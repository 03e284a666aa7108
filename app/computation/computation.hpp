#pragma once

#include "app/analyses/job.hpp"
#include "app/model/built_model.hpp"
#include "app/model/shared_bodies.hpp"
#include "app/results/results.hpp"
#include "base/monitor.hpp"
#include "base/ranks.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace slideway::app {

/// A computed job: a single analysis, or the points of a map.
struct Computation {
    std::shared_ptr<const Job> job;
    std::shared_ptr<const BuiltModel> built; ///< model; for a map, the model of its first point
    Outcome outcome;                         ///< results; refer to job and model
};

struct ComputationOptions {
    std::filesystem::path folder =
        {};                 ///< folder of results, from which an interrupted run resumes; "": none
    double keep_every = 60; ///< interval of partial results of a map [s]; see run_map
    int threads = 1;        ///< see base/threads.hpp
    Ranks* ranks = nullptr; ///< ranks that share the work; null: this process computes alone
    bool exports = true;    ///< true: write the bodies that the case exports
    std::shared_ptr<SharedBodies> shared =
        {}; ///< cache of bodies that several computations share; null: none
};

/// Functions of the caller that waits for a computation: the program or a script.
struct RunControl {
    std::shared_ptr<const Monitor> monitor;
    /// Returns true if the computation must stop. The waiting thread calls it every 20 ms.
    std::function<bool()> interrupted = [] { return false; };
    /// Returns true if the caller may abandon an interrupted computation that does not stop and has
    /// no results yet.
    std::function<bool()> can_leave = [] { return false; };
};

/// Computes a job in a separate thread. The thread owns its data, because the caller may abandon
/// it.
/// @return the results, or partial results after an interruption; empty if there are none
/// @throws the exceptions of build_model, run and run_map
[[nodiscard]] std::optional<Computation> compute(const std::shared_ptr<const Job>& job,
                                                 const ComputationOptions& options,
                                                 const RunControl& control);

} // namespace slideway::app
