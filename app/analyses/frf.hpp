#pragma once

#include "app/analyses/slide_fields.hpp"
#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/results/results.hpp"
#include "dynamics/frozen/transfer_functions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

struct Frf;

/// Maxima of the first output over the first input.
struct FrfPeaks {
    std::string unit;
    double magnitude = 0, frequency = 0; ///< largest magnitude; its frequency [Hz]
    std::optional<double> position;      ///< position of the maximum, with contacts [m]
    std::optional<double> time;          ///< time of the maximum, if a body moves [s]
    double rms = 0;                      ///< over all positions and frequencies
    /// At one position: local maxima, ascending in frequency, and the response at few frequencies.
    std::vector<double> frequencies, magnitudes;
    Vector real, imag;
};

struct FrfResults {
    const Frf* e = nullptr;
    const BuiltModel* built = nullptr;
    std::string about;
    std::vector<std::string> outputs; ///< with their quantity
    dynamics::FrequencyResponse found;
    FrfPeaks peaks;
};

struct Frf {
    using Result = FrfResults;
    static constexpr std::string_view type = "frf",
                                      about = "Frequency responses of the bodies in sliding "
                                              "contact, frozen at places or times along the slide.";
    static constexpr Takes takes[] = {{"", has_any<&contact::Law::has_force>}};
    SlideEntry slide;
    /// "substructure.port.component"; inputs also "motion.NAME"
    std::vector<std::string> inputs, outputs;
    dynamics::ResponseQuantity quantity = dynamics::ResponseQuantity::acceleration;
    std::optional<dynamics::ResponseQuantity>
        motion_quantity; ///< quantity of imposed motions; empty: `quantity`
    Values frequency_hz;
    std::optional<double> friction; ///< friction coefficient that replaces those of all contacts
};

void fields(io::Fields& f, Frf& e);
[[nodiscard]] Needs needs(const Frf& e);
[[nodiscard]] std::string check(const Frf& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] std::vector<std::string> notes(const Frf& e, const BuiltModel& built);
void arrays(io::Entries& a, FrfResults& r);
void quantities(io::Entries& q, FrfResults& r);
[[nodiscard]] Outcome run(const Frf& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
