#pragma once

#include "app/case/case.hpp"
#include "app/case/values_fields.hpp"
#include "app/model/built_model.hpp"
#include "dynamics/modal/jointed_system.hpp"
#include "io/fields.hpp"

#include <functional>
#include <string>

namespace slideway::app {

/// Parameter of motions: the frequency of the drive, its level, or a key of the case.
struct OverParameter {
    std::string over = "Omega"; ///< "Omega", "level", or the path of a key of the case
    std::string result_name =
        "Omega";                ///< name in results; also "frequency", or the last word of a key
    std::string unit = "rad/s"; ///< unit in results
    double rad_per_s = 1;       ///< rad/s per unit for Omega, otherwise 1

    [[nodiscard]] bool over_frequency() const { return over == "Omega"; }
    /// Returns a value of the parameter in the unit of results.
    [[nodiscard]] double reported_value(double p) const { return p / rad_per_s; }
};

/// Help texts of the ends of a range.
struct EndsHelp {
    std::string from, to;
};

/// Reads `key`, `from` and `to` of a level or a key of the case. Returns the key, or "".
[[nodiscard]] std::string key_fields(io::Fields& o, double& from, double& to, const EndsHelp& help);

/// Reads one of the tables { from, to } `frequency_hz`, `Omega` and `over`; one must be given.
/// @param from, to  ends of the range [rad/s], or values of the key
/// @param more  reads further keys of the table, from their unit, its factor (rad/s, or 1) and
///              range
void over_fields(io::Fields& f, OverParameter& e, double& from, double& to, const EndsHelp& help,
                 const std::function<void(io::Fields&, const std::string& unit, double factor,
                                          const io::Range&)>& more);

/// Reads one of the lists or ranges `frequency_hz`, `Omega` and `over`; one must be given.
/// @param values  values of the parameter [rad/s], or of the key
/// @param starts  key beside which a missing list of values is refused
void over_values_fields(io::Fields& f, OverParameter& e, Values& values, const ValuesRule& rule,
                        const char* starts);

/// Sets the unit of the parameter.
/// @param unit_of  returns the unit of a key of the case
void set_units(OverParameter& e, const std::function<std::string(const std::string& key)>& unit_of);

/// Refuses an excitation that also gives the frequency, or that lacks a required frequency.
/// @param known  true if earlier results contain the frequency, so that it may be missing
void refuse_frequency(const OverParameter& e, const Case& c, bool known = false);

/// Returns the system of a case. If the parameter is the frequency, it has the first one.
/// @throws InputError  see refuse_long_periods
[[nodiscard]] dynamics::JointedSystem driven_system(const OverParameter& e, double from, double to,
                                                    const Case& c, const BuiltModel& built,
                                                    const dynamics::ModalModel& modal);

/// Refuses a lowest frequency of the drive, of the range or of [excitation], whose period takes too
/// many steps.
void refuse_long_periods(const OverParameter& e, double from, double to, const Case& c,
                         const dynamics::DrivenModes& system);

/// Returns "21, Omega 1 to 2 rad/s" for 21 values from `from` to `to`.
[[nodiscard]] std::string values_text(const OverParameter& e, std::size_t n, double from,
                                      double to);

/// Returns "clearance" for "joint.stops.clearance".
[[nodiscard]] std::string last_word(const std::string& key);

} // namespace slideway::app
