#pragma once

#include "app/analyses/start/kept_run.hpp"
#include "dynamics/modal/start_state.hpp"
#include "io/fields.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Where a motion begins: displacements and velocities of ports, a state that an earlier transient
/// kept, or a motion of a forced response.
struct StartEntry {
    std::string table = "start"; ///< that gives it
    bool given = false;
    std::map<std::string, double> displacement,
        velocity;                ///< "substructure.port.component" [m, m/s]
    std::string results;         ///< file or folder, relative to the case file; "": none
    std::optional<double> t;     ///< [s] of a transient; none: its end
    double level = 1;            ///< level of a forced response
    int curve = 1;               ///< number of the curve at that level
    std::string at = "end";      ///< a label
    std::optional<double> Omega; ///< [rad/s]: the nearest point, in place of `at`
};

/// The keys of the table `start`. @param also  further results that it may name, for the documents
void start_fields(io::Fields& f, StartEntry& e, const std::string& also = "");
/// The components that it gives values of, for Needs::forced.
[[nodiscard]] std::vector<std::string> forced_names(const StartEntry& e);
/// The results that it names. @throws InputError  there are none
[[nodiscard]] std::vector<std::filesystem::path> input_files(const StartEntry& e, const Case& c);

/// A motion of a forced response.
struct StoredMotion {
    Vector R; ///< coefficients of the displacements of the joints
    double Omega = 0, level = 1;
    int n_h = 1;
    bool means = true;
    Index point = 0; ///< point of its curve
    std::vector<std::string> joints;
};

/// Part of the results that a start names; both members are empty if it names none.
struct StartSource {
    std::optional<KeptRun> run; ///< the state alone
    std::optional<StoredMotion> motion;
};
/// Reads the file, before a model is built.
/// @throws InputError  one that is not there, of another kind or a map; a time, level, curve or
///                     label that it does not have
[[nodiscard]] StartSource read_start(const StartEntry& e, const Case& c);

/// Time at which the motion begins: what the case asks for; or else that of the kept state, or the
/// time at which the drive has the phase that it had there, if its frequency is another one; or 0.
[[nodiscard]] double start_time(const StartSource& source, std::optional<double> asked,
                                double Omega);

/// The state of least energy with the displacements and velocities given, at t.
/// @param first  of the inputs of the model: from there on they are forced_names
/// @throws InputError  as dynamics::start_state
[[nodiscard]] dynamics::ModalState given_state(const StartEntry& e, const BuiltModel& built,
                                               const dynamics::ModalModel& modal,
                                               const dynamics::DrivenModes& system, double t,
                                               std::size_t first = 0);

struct Start {
    dynamics::ModalState state;
    std::optional<dynamics::MotionPhases> phases; ///< phases of a stored state
    std::string text;                             ///< where it is from
};
/// The start at t on a model, whose inputs are forced_names from `first` on. A motion of a forced
/// response is that where the drive has the phase Omega t.
/// @throws InputError  results of another model; components that cannot move as given
[[nodiscard]] Start start_on(const StartEntry& e, const StartSource& source, const Case& c,
                             const BuiltModel& built, const dynamics::ModalModel& modal,
                             const dynamics::JointedSystem& system, double t,
                             std::size_t first = 0);

} // namespace slideway::app
