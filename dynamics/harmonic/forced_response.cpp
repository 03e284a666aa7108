#include "dynamics/harmonic/forced_response.hpp"

#include "base/dense_eigen.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/text.hpp"
#include "base/two_pi.hpp"
#include "dynamics/harmonic/resonant_modes.hpp"
#include "dynamics/harmonic/response_completion.hpp"
#include "dynamics/harmonic/response_level.hpp"
#include "dynamics/harmonic/stuck_modes.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace slideway::dynamics {

void check_forced_response(const HarmonicBalance& model, const ForcedResponseOptions& o)
{
    if (!(o.level > 0) || !std::isfinite(o.level))
        throw InputError("level", number_text(o.level), "expected a number > 0");
    for (const double Omega : {o.Omega_from, o.Omega_to})
        if (!(Omega > 0) || !std::isfinite(Omega))
            throw InputError("frequency", number_text(Omega) + " rad/s", "expected numbers > 0");
    if (o.Omega_from == o.Omega_to)
        throw InputError("the frequency range is empty");
    if (!(o.tolerance > 0 && o.tolerance <= 1e-3))
        throw InputError("tolerance", number_text(o.tolerance),
                         "expected a number > 0 and <= 0.001");
    if (!(o.max_step > 0 && o.max_step <= 0.2))
        throw InputError("max_step", number_text(o.max_step), "expected a number > 0 and <= 0.2");
    if (o.max_points < 2)
        throw InputError("max_points", std::to_string(o.max_points), "expected at least 2");
    const double numbers = 2 * static_cast<double>(model.n()) + 16; // of a point, with its tangent
    const double bytes = 2 * 8 * numbers * o.max_points;            // and a copy of all of them
    require_memory_of_much(
        bytes,
        InputError("max_points", std::to_string(o.max_points),
                   "so many points of " + std::to_string(model.n()) + " unknowns"),
        "Give a smaller max_points");
    if (model.n_outputs() == 0)
        throw InputError("no displacement to monitor");
    const double low = std::min(o.Omega_from, o.Omega_to),
                 high = std::max(o.Omega_from, o.Omega_to);
    const std::vector<UndampedResonance> resonances =
        undamped_resonances(model.system(), model.harmonics().n_h, low, high);
    if (!resonances.empty())
        throw InputError(
            "the mode at " +
            number_text(model.system().modes.omega(resonances.front().mode) / two_pi, 7) + " Hz" +
            (model.system().joints.empty() ? "" : " of the bodies without their nonlinear joints") +
            " has no damping and resonates with harmonic " +
            std::to_string(resonances.front().harmonic) +
            " in the range; give damping to its body, or leave that frequency out");
}

ForcedResponse forced_response(const HarmonicBalance& model, const ForcedResponseOptions& o,
                               const Progress& progress)
{
    check_forced_response(model, o);
    ResponseLevel level(model, o, progress);
    ForcedResponse result;
    result.level = o.level;
    result.branch = from_end(level, o.Omega_from, o.Omega_to);
    complete(level, o, true, result);
    return result;
}

std::optional<std::array<double, 2>> unreached(const ForcedResponse& response,
                                               const ForcedResponseOptions& o)
{
    if (!turned_back(response.branch, o))
        return std::nullopt;
    const bool up = o.Omega_to > o.Omega_from;
    const double first = up ? response.branch.p.maxCoeff() : response.branch.p.minCoeff();
    double second = o.Omega_to;
    if (response.other_end && response.other_end->n_points() > 0)
        second = up ? response.other_end->p.minCoeff() : response.other_end->p.maxCoeff();
    if (up ? second <= first : second >= first)
        return std::nullopt;
    return std::array<double, 2>{first, second};
}

Vector stuck_frequencies(const HarmonicBalance& model, double Omega)
{
    if (model.system().n_modes() == 0)
        return {};
    return symmetric_eigenvalues(stuck_stiffness(model, Omega)).cwiseMax(0).cwiseSqrt();
}

} // namespace slideway::dynamics
