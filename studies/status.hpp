#pragma once

#include "base/choice.hpp"

#include <array>
#include <stdexcept>
#include <string_view>

namespace slideway::studies {

/// Outcome of a computation.
enum class Status {
    end,
    interrupted,
    // reasons of an early end:
    detachment,
    closing,
    reversal,
    jamming,
    left_master,
    instability,
    max_points,
    turned_back,
    no_convergence,
    not_refined,
    // no result:
    failed,
    refused,
    not_run
};
constexpr auto choices(Status /*one of*/)
{
    using enum Status;
    return std::to_array<Choice<Status>>({{end, "end"},
                                          {interrupted, "interrupted"},
                                          {detachment, "detachment"},
                                          {closing, "closing"},
                                          {reversal, "reversal"},
                                          {jamming, "jamming"},
                                          {left_master, "left-master"},
                                          {instability, "instability"},
                                          {max_points, "max-points"},
                                          {turned_back, "turned-back"},
                                          {no_convergence, "no-convergence"},
                                          {not_refined, "not-refined"},
                                          {failed, "failed"},
                                          {refused, "refused"},
                                          {not_run, "not run"}});
}

/// Returns the status with this name. @throws std::invalid_argument  unknown name
[[nodiscard]] constexpr Status status_named(std::string_view name)
{
    for (const Choice<Status>& choice : choices(Status()))
        if (choice.name == name)
            return choice.value;
    throw std::invalid_argument("no such status");
}

} // namespace slideway::studies
