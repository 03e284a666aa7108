#pragma once

#include "app/case/case.hpp"
#include "app/model/build_model.hpp"
#include "app/results/results.hpp"
#include "base/monitor.hpp"

#include <string>
#include <vector>

namespace slideway::app {

/// What `slideway run` and `slideway check` do for one analysis.type.
struct Analysis {
    std::string type;
    /// Computes. The outcome refers to the case and the model.
    /// @throws Interrupted  with nothing to keep
    Outcome (*run)(const Case& c, const BuiltModel& built, const Monitor& monitor);
    /// Refuses what `run` refuses and prints the analysis in words.
    void (*check)(const Case& c, const BuiltModel& built, const Monitor& monitor);
};

/// Every analysis there is; a new one is a file X.cpp beside this one, its keys in
/// app/case/analysis_fields.cpp, and a line in analyses.cpp.
[[nodiscard]] const std::vector<Analysis>& analyses();
[[nodiscard]] const Analysis& analysis_of(const Case& c);

Outcome run_modes(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_modes(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_static(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_static(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_frf(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_frf(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_regimes(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_regimes(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_transient(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_transient(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_complex_modes(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_complex_modes(const Case& c, const BuiltModel& built, const Monitor& monitor = {});
Outcome run_forced_response(const Case& c, const BuiltModel& built, const Monitor& monitor);
void check_forced_response(const Case& c, const BuiltModel& built, const Monitor& monitor = {});

} // namespace slideway::app
