#pragma once

#include "base/choice.hpp"
#include "dynamics/modal/outputs.hpp"
#include "dynamics/sliding/linearised_contacts.hpp"

#include <array>
#include <string>
#include <vector>

namespace slideway::dynamics {

/// Quantity of a response; the value is the order of its time derivative.
enum class ResponseQuantity { displacement, velocity, acceleration };
constexpr auto choices(ResponseQuantity /*one of*/)
{
    using enum ResponseQuantity;
    return std::to_array<Choice<ResponseQuantity>>(
        {{displacement, "displacement"}, {velocity, "velocity"}, {acceleration, "acceleration"}});
}

struct FrequencyResponseOptions {
    SlideOptions slide;
    std::vector<double> positions; ///< positions along the slide [m]; empty: position of the case
    std::vector<double> times;     ///< times in place of positions [s]
    std::vector<double> frequencies_hz; ///< >= 0, ascending
    std::vector<Probe> inputs, outputs; ///< unit forces, and observed components
    std::vector<DirectResponse> direct; ///< responses besides those of the model
    /// Imposed motions of the model that excite too, each with a unit of motion_quantity, while all
    /// others hold still; inputs of the result after the forces.
    std::vector<std::size_t> motions;
    ResponseQuantity motion_quantity = ResponseQuantity::acceleration;
    ResponseQuantity quantity = ResponseQuantity::acceleration;
    int threads = 1; ///< results do not depend on it
};

/// One output over one input: positions x frequencies [response_unit].
struct Response {
    Matrix real, imag;
};

struct FrequencyResponse {
    Vector position;     ///< [m] along the slide; 0 without contacts
    Vector time;         ///< times of these positions [s]; empty if no body moves
    Vector frequency_hz; ///< [Hz]
    std::vector<std::string> outputs, inputs; ///< "motion.NAME" of a motion
    std::vector<Response> responses;          ///< output after output, its inputs in order
    Index n_modes = 0, n_rows = 0; ///< number of modes, and largest number of contact rows
    bool classical = true;
    /// True if `progress` interrupted the run. Earlier positions are complete; an interrupted first
    /// block keeps its completed frequencies.
    bool interrupted = false;

    [[nodiscard]] const Response& response(std::size_t output, std::size_t input) const
    {
        return responses[output * inputs.size() + input];
    }
};

} // namespace slideway::dynamics
