#pragma once

#include "app/case/case.hpp"
#include "dynamics/modal/driven_modes.hpp"
#include "io/fields.hpp"

#include <functional>
#include <string>

namespace slideway::app {

/// Parameter of motions: the frequency of the drive, its level, or a key of the case.
struct OverParameter {
    std::string over = "Omega"; ///< or "level", or a key of the case by its path
    std::string told = "Omega"; ///< name in results; also "frequency", or the last word of a key
    std::string unit = "rad/s"; ///< unit in results
    double rad_per_s = 1;       ///< rad/s per unit for Omega, otherwise 1

    [[nodiscard]] bool over_frequency() const { return over == "Omega"; }
    /// A parameter as it is told.
    [[nodiscard]] double told_value(double p) const { return p / rad_per_s; }
};

/// Help texts of the ends of a range.
struct EndsHelp {
    std::string from, to;
};

/// `key`, `from` and `to` of a level or a key of the case; "" if there is no key.
[[nodiscard]] std::string key_fields(io::Fields& o, double& from, double& to, const EndsHelp& help);

/// `frequency_hz`, `Omega` or `over`, tables { from, to }, of which one must be given.
/// @param from, to  in rad/s, or of the key
/// @param more  further keys of the table: their unit, rad/s in it or 1, and what they may be
void over_fields(io::Fields& f, OverParameter& e, double& from, double& to, const EndsHelp& help,
                 const std::function<void(io::Fields&, const std::string& unit, double factor,
                                          const io::Range&)>& more);

/// @param unit_of  of keys of the case
void tell_units(OverParameter& e,
                const std::function<std::string(const std::string& key)>& unit_of);

/// Refuses an excitation that gives the frequency too, or none where it must.
/// @param known  it may be left out all the same: earlier results tell it
void refuse_frequency(const OverParameter& e, const Case& c, bool known = false);

/// Refuses a lowest frequency of the drive whose period takes too many steps: that of the range or
/// of [excitation].
void refuse_long_periods(const OverParameter& e, double from, double to, const Case& c,
                         const dynamics::DrivenModes& system);

/// "clearance" of "joint.stops.clearance".
[[nodiscard]] std::string last_word(const std::string& key);

} // namespace slideway::app
