#pragma once

#include "dynamics/frozen/coupled_eigenproblem.hpp"
#include "dynamics/frozen/frequency_response.hpp"
#include "support/beam_on_beam.hpp"

#include <string>
#include <vector>

/// Frequency responses of the two beams in contact, for tests.
namespace slideway::test {

inline dynamics::Probe probe(const assembly::CoupledModel& model, std::size_t body,
                             const std::string& port, Index component)
{
    return {model.bodies[body].name + "." + port, body,
            fem::mean_row(fem::port(model.bodies[body], port), component)};
}

inline Complex value(const dynamics::FrequencyResponse& r, std::size_t output, std::size_t input,
                     Index x, Index f)
{
    const dynamics::Response& response = r.response(output, input);
    return {response.real(x, f), response.imag(x, f)};
}

/// The tip of the upper beam pushed in y; the tip of the lower one and that tip itself observed.
inline dynamics::FrequencyResponseOptions beams_options(const assembly::CoupledModel& model,
                                                        const std::vector<double>& positions,
                                                        const std::vector<double>& frequencies)
{
    dynamics::FrequencyResponseOptions options;
    options.positions = positions;
    options.frequencies_hz = frequencies;
    options.inputs = {probe(model, 1, "bottom_left", 1), probe(model, 0, "top_right", 0)};
    options.outputs = {probe(model, 0, "top_right", 1), probe(model, 1, "bottom_left", 0)};
    options.quantity = dynamics::ResponseQuantity::displacement;
    return options;
}

} // namespace slideway::test
