#pragma once

#include "app/case/case.hpp"
#include "app/model/built_model.hpp"
#include "base/monitor.hpp"

#include <string>

namespace slideway::app {

/// Lines about the lowest three frequencies of bodies from files of matrices without their
/// supports, which reveal wrong units, labels and matrices: "body disc free: 6 rigid motions, then
/// 5553.64, 6566.49, 7408.67 Hz". Reads these files again. Large bodies, those without mass and
/// those with unsymmetric matrices have none.
[[nodiscard]] std::string free_frequencies(const Case& c, const BuiltModel& built,
                                           const Monitor& monitor);

} // namespace slideway::app
