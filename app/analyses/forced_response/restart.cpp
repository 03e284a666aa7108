#include "app/analyses/forced_response/restart.hpp"

#include "app/case/located.hpp"
#include "app/motions/harmonic/stored_curves.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

namespace slideway::app {

using continuation::Branch;

namespace {

EarlierResults results_of(const ForcedResponse& e, const Case& c)
{
    return {c, "restart", e.restart.results};
}

// Verifies that the unknowns have the same meaning. The equations are verified at the point itself.
void compare(const ForcedResponse& e, const EarlierResults& results, const NamedPoint& point,
             const dynamics::HarmonicBalance& model, const ResponseSet& stored)
{
    if (stored.n_h != e.n_h)
        results.refuse("has n_h = " + std::to_string(stored.n_h) + " harmonics, this case n_h = " +
                       std::to_string(e.n_h) + "; they must be the same");
    if (stored.static_part != name_of(e.static_part))
        results.refuse("has static_part = \"" + stored.static_part + "\", this case " +
                       quoted_name(e.static_part) + "; they must be the same");
    if ((point.end || point.begin) && stored.monitor != e.monitors.front())
        results.refuse("has the peaks of monitor \"" + stored.monitor + "\", this case has \"" +
                       e.monitors.front() +
                       "\"; a curve that continues keeps its monitor, one that begins at a point "
                       "need not");
    check_joints(results, stored.recorded.joints, model.system().joints);
}

// The curves of a level; none where another level of the case has one, but not this.
std::vector<ResponseCurve> curves_of(const ForcedResponse& e, const EarlierResults& results,
                                     const NamedPoint& point,
                                     const std::vector<ResponseCurve>& curves, double level)
{
    std::vector<ResponseCurve> found = curves_of_level(curves, level);
    const bool others = std::any_of(e.levels.begin(), e.levels.end(), [&](double other) -> bool {
        return !curves_of_level(curves, other).empty();
    });
    const bool asked = e.restart.level > 0;
    if (found.empty() && others && !asked && point.end)
        return {};
    if (found.empty() && asked)
        refuse_level(results, level, curves);
    if (found.empty())
        results.refuse("has no curve of level " + number_text(level) + " but of " +
                       levels_of(curves) +
                       "; name one of these by restart.level to begin from its motion");
    check_curve(results, e.restart.curve, level, found);
    return found;
}

// Levels of the results that the case lacks.
std::vector<double> levels_left_out(const ForcedResponse& e,
                                    const std::vector<ResponseCurve>& curves)
{
    std::vector<double> left_out;
    for (const ResponseCurve& curve : curves) {
        const double own = curve.response.level;
        const auto is_own = [own](double level) -> bool { return same_level(own, level); };
        if (std::none_of(e.levels.begin(), e.levels.end(), is_own) &&
            std::none_of(left_out.begin(), left_out.end(), is_own))
            left_out.push_back(own);
    }
    return left_out;
}

// The point of a curve of this level from which to continue. @param stored  never empty
dynamics::Restart restart_from(const ForcedResponse& e, const EarlierResults& results,
                               const NamedPoint& point, std::vector<ResponseCurve> stored,
                               double level)
{
    using enum dynamics::Restart::Direction;
    dynamics::Restart restart;
    restart.level = level;
    restart.branch = std::move(stored.front().response.branch);
    for (std::size_t k = 1; k < stored.size(); ++k) {
        Branch& branch = stored[k].response.branch;
        if (stored[k].other_end)
            restart.other_end = std::move(branch);
        else
            restart.crossing.push_back(std::move(branch));
    }
    restart.curve = static_cast<std::size_t>(e.restart.curve - 1);
    restart.point = point_of(results, e.restart.at, dynamics::curve_of(restart));
    restart.direction = e.restart.direction.value_or(point.begin ? backward : forward);
    return restart;
}

} // namespace

std::filesystem::path restart_file(const ForcedResponse& e, const Case& c)
{
    return results_of(e, c).file();
}

Restarts read_restarts(const ForcedResponse& e, const Case& c,
                       const dynamics::HarmonicBalance& model)
{
    const RestartEntry& from = e.restart;
    Restarts read;
    if (!from.given)
        return read;
    const EarlierResults results = results_of(e, c);
    const std::filesystem::path file = results.file();
    const NamedPoint point(from.at);
    try {
        const ResponseSet set = read_responses(results, io::Hdf5Reader(file));
        compare(e, results, point, model, set);
        if (point.end || point.begin)
            read.left_out = levels_left_out(e, set.levels);
        for (const double level : e.levels) {
            const bool other = from.level > 0 && !same_level(from.level, level);
            const double used = other ? from.level : level;
            std::vector<ResponseCurve> stored = curves_of(e, results, point, set.levels, used);
            read.levels.emplace_back();
            if (stored.empty())
                continue;
            read.levels.back() = restart_from(e, results, point, std::move(stored), used);
            if (point.end && !from.direction)
                read.levels.back()->old_range = {set.range.at(0), set.range.at(1)};
        }
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // arrays that are not there, or do not fit
        results.refuse(error.what());
    }
    std::string why;
    bool leads_on = false;
    for (std::size_t k = 0; k < read.levels.size(); ++k) {
        const std::optional<dynamics::Restart>& restart = read.levels[k];
        dynamics::ForcedResponseOptions options = e.options;
        options.level = e.levels[k];
        if (restart)
            located(c.analysis.places, "analysis", "restart.at", from.at,
                    [&] { dynamics::check_restart(model, options, *restart); });
        const std::string text = restart ? dynamics::ended(model, options, *restart) : "";
        leads_on = leads_on || text.empty();
        why = why.empty() ? text : why;
    }
    if (!leads_on)
        results.refuse("at", "\"" + from.at + "\"", why);
    return read;
}

} // namespace slideway::app
