#include "app/analyses/analyses.hpp"

#include <algorithm>

namespace slideway::app {

const std::vector<Analysis>& analyses()
{
    static const std::vector<Analysis> list = {
        {"modes", run_modes, check_modes},
        {"static", run_static, check_static},
        {"complex-modes", run_complex_modes, check_complex_modes},
        {"frf", run_frf, check_frf},
        {"regimes", run_regimes, check_regimes},
        {"transient", run_transient, check_transient},
        {"forced-response", run_forced_response, check_forced_response},
    };
    return list;
}

const Analysis& analysis_of(const Case& c)
{
    return *std::find_if(analyses().begin(), analyses().end(),
                         [&c](const Analysis& a) -> bool { return a.type == c.analysis.type; });
}

} // namespace slideway::app
