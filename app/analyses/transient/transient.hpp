#pragma once

#include "app/model/built_model.hpp"
#include "app/model/needs.hpp"
#include "app/motions/start/start.hpp"
#include "app/results/results.hpp"
#include "dynamics/events/runge_kutta_run.hpp"
#include "dynamics/sliding/transient.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

struct TransientFound; // transient_results.hpp

struct TransientResults {
    const BuiltModel* built = nullptr;
    std::shared_ptr<TransientFound> found;
};
void arrays(io::Entries& a, TransientResults& r);
void quantities(io::Entries& q, TransientResults& r);

struct Transient {
    using Result = TransientResults;
    static constexpr std::string_view type = "transient",
                                      about = "Time integration of sliding contact.";
    static constexpr Takes takes[] = {
        {name_of(dynamics::Scheme::forward_increment), has_any<&contact::Law::has_force>},
        {name_of(dynamics::Scheme::modal_propagator), has_any<&contact::Law::is_linear>},
        {name_of(dynamics::Scheme::event_driven),
         has_any<&contact::Law::is_linear, &contact::Law::is_dry>},
        {name_of(dynamics::Scheme::runge_kutta),
         has_any<&contact::Law::is_linear, &contact::Law::is_set_valued_at_rest,
                 &contact::Law::has_phases>},
        {name_of(dynamics::Scheme::taylor),
         has_any<&contact::Law::is_linear, &contact::Law::is_dry, &contact::Law::has_phases>}};
    static constexpr bool has_histories = true; ///< that signals are made of
    dynamics::TransientOptions options;         ///< without the rates of [output]
    double cycles = 100; ///< periods of the excitation, if the scheme locates events; 0: use t_end
    double tolerance = dynamics::RungeKuttaOptions().tolerance;
    StartEntry start;              ///< start of its own, if the scheme locates events
    std::vector<double> keep_at;   ///< [s], ascending: times of the states that are kept
    std::optional<double> t_start; ///< if given
    std::vector<std::string> wear; ///< patches whose energy dissipated per area is wanted
    int wear_cells = 2000;         ///< approximate number of cells per patch
};

/// With t_end and the rates as the excitation and [output] give them.
/// @throws InputError  a scheme that needs the frequency of a drive, without one; t_end before
///                     t_start
[[nodiscard]] dynamics::TransientOptions options_of(const Transient& e, const Case& c,
                                                    double t_start);

void fields(io::Fields& f, Transient& e);
[[nodiscard]] Needs needs(const Transient& e);
void refuse(const Transient& e, const Case& c);
[[nodiscard]] inline bool takes_own_laws(const Transient& e)
{
    return e.options.scheme == dynamics::Scheme::forward_increment ||
           e.options.scheme == dynamics::Scheme::runge_kutta;
}
/// The results that it starts from. @throws InputError  there are none
[[nodiscard]] std::vector<std::filesystem::path> input_files(const Transient& e, const Case& c);
/// Notes on masters of several contacts of a slave node that end at the same place.
[[nodiscard]] std::vector<std::string> notes(const Transient& e, const BuiltModel& built);
[[nodiscard]] std::string check(const Transient& e, const Case& c, const BuiltModel& built,
                                const Monitor& monitor);
[[nodiscard]] Outcome run(const Transient& e, const Case& c, const BuiltModel& built,
                          const Monitor& monitor);

} // namespace slideway::app
