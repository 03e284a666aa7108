#pragma once

#include "app/results/stored_modes.hpp"
#include "dynamics/events/motion_record.hpp"
#include "dynamics/modal/start_state.hpp"
#include "io/fields.hpp"
#include "io/hdf5_file.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace slideway::app {

/// Start of a motion: displacements and velocities of ports, a state that an earlier transient
/// stored, or a motion of a forced response.
struct StartEntry {
    std::string table = "start"; ///< table of the case that defines it
    bool given = false;
    /// Values by "substructure.port.component" [m, m/s].
    std::map<std::string, double> displacement, velocity;
    std::string results;         ///< file or folder, relative to the case file; "": none
    std::optional<double> t;     ///< time of a transient [s]; empty: its end
    double level = 1;            ///< level of a forced response
    int curve = 1;               ///< number of the curve at that level
    std::string at = "end";      ///< label of the point
    std::optional<double> Omega; ///< selects the nearest point in place of `at` [rad/s]
};

/// Describes the keys of the table `start`.
/// @param also  further results that it may name, for the documents
void start_fields(io::Fields& f, StartEntry& e, const std::string& also = "");
/// Returns the components whose values it defines, for Needs::forced.
[[nodiscard]] std::vector<std::string> forced_names(const StartEntry& e);
/// Returns the results that it names.
/// @throws InputError  the results do not exist
[[nodiscard]] std::vector<std::filesystem::path> input_files(const StartEntry& e, const Case& c);

/// States that a transient stored, with the modes that they refer to.
struct KeptRun {
    StoredModes modes;
    std::vector<dynamics::KeptState> states;
};

void arrays(io::Entries& a, KeptRun& run); ///< in the group `states`
/// @throws InputError  results that hold no states
[[nodiscard]] KeptRun read_kept_run(const EarlierResults& results, const io::Hdf5Reader& h5);

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
    std::optional<KeptRun> run; ///< only the state
    std::optional<StoredMotion> motion;
};
/// Reads the file, before a model is built.
/// @throws InputError  a file that does not exist, is of another kind, or is a map; a time, level,
///                     curve or label that it does not have
[[nodiscard]] StartSource read_start(const StartEntry& e, const Case& c);

/// Returns the time at which the motion begins. It is the requested time, if any, otherwise the
/// time of the stored state, otherwise 0. If the frequency has changed, it is the time at which the
/// drive has the phase of the stored state.
[[nodiscard]] double start_time(const StartSource& source, std::optional<double> asked,
                                double Omega);

/// Returns the state of least energy with the given displacements and velocities, at t.
/// @param first  index from which the inputs of the model are forced_names
/// @throws InputError  see dynamics::start_state
[[nodiscard]] dynamics::ModalState requested_state(const StartEntry& e, const BuiltModel& built,
                                                   const dynamics::ModalModel& modal,
                                                   const dynamics::DrivenModes& system, double t,
                                                   std::size_t first = 0);

/// Start of a motion on a model.
struct Start {
    dynamics::ModalState state;
    std::optional<dynamics::MotionPhases> phases; ///< phases of a stored state
    std::string text;                             ///< description of its source
};
/// Returns the start at t on a model, whose inputs from `first` on are forced_names. A motion of a
/// forced response is evaluated at the phase Omega t of the drive.
/// @throws InputError  results of another model; components that cannot move as given
[[nodiscard]] Start start_on(const StartEntry& e, const StartSource& source, const Case& c,
                             const BuiltModel& built, const dynamics::ModalModel& modal,
                             const dynamics::JointedSystem& system, double t,
                             std::size_t first = 0);

} // namespace slideway::app
