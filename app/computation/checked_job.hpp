#pragma once

#include "app/analyses/job.hpp"
#include "app/model/built_model.hpp"
#include "app/model/shared_bodies.hpp"
#include "base/monitor.hpp"

#include <functional>
#include <memory>
#include <string>

namespace slideway::app {

/// A job without map, with its model.
struct ModelledJob {
    Job job;
    BuiltModel built;
};

/// Checks a job without computing it: builds its model, and refuses what `run` refuses. For a map,
/// this is the model of its first point.
/// @param shared  cache of bodies; null: none
/// @param print   receives the lines of `slideway check`, each as soon as it is known
/// @throws InputError, Interrupted
ModelledJob check_job(const Job& job, const std::shared_ptr<SharedBodies>& shared,
                      const Monitor& monitor, const std::function<void(const std::string&)>& print);

/// Builds the model of a job, or of the first point of its map.
[[nodiscard]] ModelledJob model_job(const Job& job, const std::shared_ptr<SharedBodies>& shared,
                                    const Monitor& monitor);

} // namespace slideway::app
