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

/// A job that has been computed: once, or at the points of its map.
struct Computation {
    std::shared_ptr<const Job> job;
    std::shared_ptr<const BuiltModel> built; ///< of a map the model of its first point
    Outcome outcome;                         ///< refers to both
};

struct ComputationOptions {
    std::filesystem::path folder = {}; ///< of results, where an interrupted run goes on; "": none
    double keep_every = 60;            ///< [s] see run_map
    int threads = 1;                   ///< see base/threads.hpp
    Ranks* ranks = nullptr;            ///< that compute it together; null: this process alone
    bool exports = true;               ///< writes the bodies that the case exports
    std::shared_ptr<SharedBodies> shared = {}; ///< with other computations; null: with none
};

/// Who waits for a computation: the program, or a script.
struct Attendant {
    std::shared_ptr<const Monitor> monitor;
    /// Whether to end; asked every 20 ms by the thread that waits.
    std::function<bool()> interrupted = [] { return false; };
    /// Whether an interrupted computation that does not come back, of which nothing would be kept,
    /// may be left to itself.
    std::function<bool()> can_leave = [] { return false; };
};

/// Computes in a thread of its own, which owns what it uses, for it may be left alone with it.
/// @return what it found, as far as it came when it was interrupted; nothing if that is nothing
/// @throws as build_model, run and run_map
[[nodiscard]] std::optional<Computation> compute(const std::shared_ptr<const Job>& job,
                                                 const ComputationOptions& options,
                                                 const Attendant& attendant);

} // namespace slideway::app
