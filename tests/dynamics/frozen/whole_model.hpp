#pragma once

#include "base/threads.hpp"
#include "dynamics/frozen/complex_modes.hpp"
#include "dynamics/frozen/frequency_response.hpp"
#include "dynamics/modal/modal_model.hpp"

/// Analyses of a model whose modes are computed first.
namespace slideway::dynamics {

[[nodiscard]] inline FrequencyResponse frequency_response(const assembly::CoupledModel& model,
                                                          const FrequencyResponseOptions& options,
                                                          const Progress& progress = {})
{
    const OneThread alone;
    return frequency_response(model, modal_model(model, progress), options, progress);
}

[[nodiscard]] inline ComplexModesResult complex_modes(const assembly::CoupledModel& model,
                                                      const ComplexModesOptions& options,
                                                      const Progress& progress = {})
{
    return complex_modes(model, modal_model(model, progress), options, progress);
}

} // namespace slideway::dynamics
