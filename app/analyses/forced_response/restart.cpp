#include "app/analyses/forced_response/restart.hpp"

#include "app/case/located.hpp"
#include "app/motions/harmonic/stored_curves.hpp"
#include "app/results/branch_file.hpp"
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
             const dynamics::HarmonicBalance& model, const io::Hdf5Reader& h5)
{
    check_forced_response(results, h5);
    if (const int n_h = h5.integers("n_h").at(0); n_h != e.n_h)
        results.refuse("has n_h = " + std::to_string(n_h) + " harmonics, this case n_h = " +
                       std::to_string(e.n_h) + "; they must be the same");
    if (const std::string part = h5.attribute("", "static_part"); part != name_of(e.static_part))
        results.refuse("has static_part = \"" + part + "\", this case " +
                       quoted_name(e.static_part) + "; they must be the same");
    const std::string monitor = h5.attribute("", "monitor");
    if ((point.end || point.begin) && monitor != e.monitors.front())
        results.refuse(
            "has the peaks of monitor \"" + monitor + "\", this case has \"" + e.monitors.front() +
            "\"; a curve that continues keeps its monitor, one that begins at a point need not");
    check_joints(results, h5.texts("joints"), model.system().joints);
}

// The curves of a level; none where another level of the case has one, but not this.
std::vector<StoredCurve> curves_of(const ForcedResponse& e, const EarlierResults& results,
                                   const NamedPoint& point, const std::vector<StoredCurve>& curves,
                                   double level)
{
    const std::vector<StoredCurve> found = curves_of_level(curves, level);
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

} // namespace

std::filesystem::path restart_file(const ForcedResponse& e, const Case& c)
{
    return results_of(e, c).file();
}

std::vector<double> levels_left_out(const ForcedResponse& e, const Case& c)
{
    const NamedPoint point(e.restart.at);
    std::vector<double> left_out;
    if (!e.restart.given || (!point.end && !point.begin))
        return left_out;
    const EarlierResults results = results_of(e, c);
    for (const StoredCurve& curve : curves_in(results, io::Hdf5Reader(results.file()))) {
        auto is_it = [&curve](double level) -> bool { return same_level(curve.level, level); };
        if (std::none_of(e.levels.begin(), e.levels.end(), is_it) &&
            std::none_of(left_out.begin(), left_out.end(), is_it))
            left_out.push_back(curve.level);
    }
    return left_out;
}

std::vector<std::optional<dynamics::Restart>> read_restarts(const ForcedResponse& e, const Case& c,
                                                            const dynamics::HarmonicBalance& model)
{
    const RestartEntry& from = e.restart;
    std::vector<std::optional<dynamics::Restart>> restarts;
    if (!from.given)
        return restarts;
    const EarlierResults results = results_of(e, c);
    const std::filesystem::path file = results.file();
    const NamedPoint point(from.at);
    using enum dynamics::Restart::Direction;
    const auto direction = from.direction.value_or(point.begin ? backward : forward);
    try {
        const io::Hdf5Reader h5(file);
        compare(e, results, point, model, h5);
        const std::vector<StoredCurve> curves = curves_in(results, h5);
        const std::vector<double> range = h5.numbers("range");
        for (const double level : e.levels) {
            const bool other = from.level > 0 && !same_level(from.level, level);
            const std::vector<StoredCurve> stored =
                curves_of(e, results, point, curves, other ? from.level : level);
            restarts.emplace_back();
            if (stored.empty())
                continue;
            dynamics::Restart& restart = restarts.back().emplace();
            restart.level = other ? from.level : level;
            restart.branch = read_branch(h5, stored.front().group + "branch/");
            for (std::size_t k = 1; k < stored.size(); ++k) {
                Branch branch = read_branch(h5, stored[k].group + "branch/");
                if (stored[k].other_end)
                    restart.other_end = std::move(branch);
                else
                    restart.crossing.push_back(std::move(branch));
            }
            restart.curve = static_cast<std::size_t>(from.curve - 1);
            restart.point = point_of(results, from.at, dynamics::curve_of(restart));
            if (point.end && !from.direction)
                restart.old_range = {range.at(0), range.at(1)};
            restart.direction = direction;
        }
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // arrays that are not there, or do not fit
        results.refuse(error.what());
    }
    std::string why;
    bool leads_on = false;
    for (std::size_t k = 0; k < restarts.size(); ++k) {
        dynamics::ForcedResponseOptions options = e.options;
        options.level = e.levels[k];
        if (restarts[k])
            located(c.analysis.places, "analysis", "restart.at", from.at,
                    [&] { dynamics::check_restart(model, options, *restarts[k]); });
        const std::string text = restarts[k] ? dynamics::ended(model, options, *restarts[k]) : "";
        leads_on = leads_on || text.empty();
        why = why.empty() ? text : why;
    }
    if (!leads_on)
        results.refuse("at", "\"" + from.at + "\"", why);
    return restarts;
}

} // namespace slideway::app
