#pragma once

#include "app/case/values_fields.hpp"

#include <functional>
#include <string>

namespace slideway::app {

/// `frequency_hz` or `Omega`, tables { from, to }; [rad/s]. Without either both ends keep their
/// value.
/// @param more  further keys of the table, that a frequency may not be given twice by: their unit,
///              and rad/s in it
void frequency_field(
    io::Fields& f, double& from, double& to, const std::string& help_from,
    const std::string& help_to,
    const std::function<void(io::Fields&, const std::string& unit, double rad_per_s)>& more = {});

/// Reads `frequency_hz` or `Omega`, a list or a range of frequencies. Returns the number of rad/s
/// in the unit of the values; 0 if neither is given.
double frequency_values_field(io::Fields& f, Values& values, const ValuesRule& rule);

} // namespace slideway::app
