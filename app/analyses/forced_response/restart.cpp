#include "app/analyses/forced_response/restart.hpp"

#include "app/analyses/forced_response/curves.hpp"
#include "app/results/branch_file.hpp"
#include "app/results/results_folder.hpp"
#include "base/override.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

namespace slideway::app {

using continuation::Branch;
using continuation::PointKind;

namespace {

constexpr double same_level = 1e-12;    // relative: round-off of texts and spacings
constexpr std::size_t most_labels = 40; // told in a message

struct StoredCurve {
    std::string group; // "levels/0001/"
    double level = 0;
    bool other_end = false;
};

bool same(double level, double other)
{
    return std::abs(level - other) <= same_level * other;
}

// What restart.at says, in letters of any case.
struct RestartPoint {
    std::string label;           // in small letters
    bool begin, end;             // of the curve
    std::optional<Index> number; // of "point 12"
};

RestartPoint read_point(const std::string& at)
{
    const std::string label = lower_case(at), word = "point ";
    RestartPoint point{label, label == "begin", label == "end", {}};
    auto is_digit = [](unsigned char letter) -> bool { return std::isdigit(letter) != 0; };
    if (label.starts_with(word) && label.size() > word.size() && label.size() <= word.size() + 9 &&
        std::all_of(label.begin() + static_cast<std::ptrdiff_t>(word.size()), label.end(),
                    is_digit))
        point.number = std::stol(label.substr(word.size()));
    return point;
}

[[noreturn]] void refuse(const Case& c, const std::string& key, const std::string& value,
                         const std::string& allowed)
{
    throw InputError(c.analysis.places.of("restart." + key), "analysis.restart." + key, value,
                     allowed);
}

std::string quoted(const std::string& text)
{
    return "\"" + text + "\"";
}

// What the unknowns mean must be the same; what the equations are is checked at the point itself.
void compare(const ForcedResponse& e, const Case& c, const RestartPoint& point,
             const dynamics::HarmonicBalance& model, const io::Hdf5Reader& h5)
{
    const std::string value = quoted(e.restart.results);
    if (const std::string analysis = h5.attribute("", "analysis"); analysis != "forced-response")
        refuse(c, "results", value, "holds results of " + analysis + ", not of forced-response");
    if (const int n_h = h5.integers("n_h").at(0); n_h != e.n_h)
        refuse(c, "results", value,
               "has n_h = " + std::to_string(n_h) + " harmonics, this case n_h = " +
                   std::to_string(e.n_h) + "; they must be the same");
    if (const std::string part = h5.attribute("", "static_part"); part != name_of(e.static_part))
        refuse(c, "results", value,
               "has static_part = " + quoted(part) + ", this case " + quoted_name(e.static_part) +
                   "; they must be the same");
    const std::string monitor = h5.attribute("", "monitor");
    if ((point.end || point.begin) && monitor != e.monitors.front())
        refuse(c, "results", value,
               "has the peaks of monitor " + quoted(monitor) + ", this case has " +
                   quoted(e.monitors.front()) +
                   "; a curve that goes on keeps its monitor, one that begins at a point need not");
    std::vector<std::string> joints;
    for (const dynamics::ModalLaw& joint : model.system().joints)
        joints.push_back(joint.name);
    if (const std::vector<std::string> stored = h5.texts("joints"); stored != joints)
        refuse(c, "results", value,
               "has the joints " + join(stored) + ", this case " + join(joints) +
                   "; they must be the same, in the same order");
}

// Those that have points.
std::vector<StoredCurve> curves_in(const io::Hdf5Reader& h5)
{
    std::vector<StoredCurve> curves;
    for (std::size_t k = 0;; ++k) {
        const std::string group = group_of_curve(k);
        if (!h5.holds("levels") || !h5.holds(group + "level"))
            return curves;
        if (h5.holds(group + "branch"))
            curves.push_back({group, h5.numbers(group + "level").at(0),
                              h5.integers(group + "other_end").at(0) != 0});
    }
}

// The curves of a level; none where another level of the case has one, but not this.
std::vector<StoredCurve> curves_of(const ForcedResponse& e, const Case& c,
                                   const RestartPoint& point,
                                   const std::vector<StoredCurve>& curves, double level)
{
    std::vector<StoredCurve> found;
    std::vector<std::string> levels;
    bool others = false;
    for (const StoredCurve& curve : curves) {
        levels.push_back(number_text(curve.level));
        if (same(curve.level, level))
            found.push_back(curve);
        for (const double other : e.levels)
            others = others || same(curve.level, other);
    }
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    const bool asked = e.restart.level > 0;
    if (found.empty() && others && !asked && point.end)
        return {};
    if (found.empty() && asked)
        refuse(c, "level", number_text(level), "the results have the levels " + join(levels));
    if (found.empty())
        refuse(c, "results", quoted(e.restart.results),
               "has no curve of level " + number_text(level) + " but of " + join(levels) +
                   "; name one of these by restart.level to begin from its motion");
    if (e.restart.curve > static_cast<int>(found.size()))
        refuse(c, "curve", std::to_string(e.restart.curve),
               "level " + number_text(level) + " has " + std::to_string(found.size()) +
                   (found.size() == 1 ? " curve" : " curves"));
    return found;
}

Index point_of(const ForcedResponse& e, const Case& c, const RestartPoint& wanted,
               const Branch& branch)
{
    const std::vector<CurveLabel> labels = labels_of(branch);
    std::vector<std::string> names;
    for (const CurveLabel& label : labels) {
        if (lower_case(label.name) == wanted.label)
            return label.point;
        names.push_back(label.name + " (" +
                        number_text(branch.p(label.point) / (2 * std::numbers::pi), 8) + " Hz)");
    }
    if (wanted.number && *wanted.number < branch.n_points())
        return *wanted.number;
    // "fold" where there is but one.
    std::vector<Index> alike;
    for (const CurveLabel& label : labels)
        if (lower_case(label.name).starts_with(wanted.label + " "))
            alike.push_back(label.point);
    if (alike.size() == 1)
        return alike.front();
    if (names.size() > most_labels) {
        names.resize(most_labels);
        names.emplace_back("...");
    }
    refuse(c, "at", quoted(e.restart.at),
           std::string(alike.empty() ? "no such point" : "there are several") + "; the curve has " +
               join(names) + ", and point 0 to point " + std::to_string(branch.n_points() - 1));
}

} // namespace

std::filesystem::path restart_file(const ForcedResponse& e, const Case& c)
{
    const RestartEntry& restart = e.restart;
    // What is typed is meant from where it is typed.
    const bool typed = is_override(c.analysis.places.of("restart.results"));
    std::filesystem::path file =
        typed ? std::filesystem::path(restart.results) : c.file.parent_path() / restart.results;
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        file /= "results.h5";
    file = result_file(file.parent_path(), file.filename());
    if (!std::filesystem::is_regular_file(file, ignored))
        refuse(c, "results", quoted(restart.results),
               std::string("no such file; expected results.h5 of an earlier run, or its folder, "
                           "relative to the ") +
                   (typed ? "working directory" : "case file"));
    return file;
}

std::vector<double> levels_left_out(const ForcedResponse& e, const Case& c)
{
    const RestartPoint point = read_point(e.restart.at);
    std::vector<double> left_out;
    if (!e.restart.given || (!point.end && !point.begin))
        return left_out;
    for (const StoredCurve& curve : curves_in(io::Hdf5Reader(restart_file(e, c)))) {
        auto is_it = [&curve](double level) -> bool { return same(curve.level, level); };
        if (std::none_of(e.levels.begin(), e.levels.end(), is_it) &&
            std::none_of(left_out.begin(), left_out.end(), is_it))
            left_out.push_back(curve.level);
    }
    return left_out;
}

std::vector<CurveLabel> labels_of(const Branch& branch)
{
    std::vector<CurveLabel> labels = {{"begin", 0}};
    auto add = [&](const std::string& name, PointKind kind, int monitor) {
        std::vector<Index> points = continuation::points_of(branch, kind);
        std::erase_if(points, [&](Index k) -> bool {
            return monitor >= 0 && branch.monitor[static_cast<std::size_t>(k)] != monitor;
        });
        if (kind == PointKind::monitor_maximum)
            std::stable_sort(points.begin(), points.end(),
                             [&](Index a, Index b) -> bool { return branch.p(a) < branch.p(b); });
        for (std::size_t i = 0; i < points.size(); ++i)
            labels.push_back({name + " " + std::to_string(i + 1), points[i]});
    };
    add("peak", PointKind::monitor_maximum, -1);
    add("fold", PointKind::fold, -1);
    add("branch point", PointKind::branch_point, -1);
    add("period doubling", PointKind::monitor_zero, dynamics::monitor_flip);
    add("Neimark-Sacker", PointKind::monitor_zero, dynamics::monitor_neimark_sacker);
    labels.push_back({"end", branch.n_points() - 1});
    return labels;
}

std::vector<std::optional<dynamics::Restart>> read_restarts(const ForcedResponse& e, const Case& c,
                                                            const dynamics::HarmonicBalance& model)
{
    const RestartEntry& from = e.restart;
    std::vector<std::optional<dynamics::Restart>> restarts;
    if (!from.given)
        return restarts;
    const std::filesystem::path file = restart_file(e, c);
    const RestartPoint point = read_point(from.at);
    using enum dynamics::Restart::Direction;
    const auto direction = from.direction.value_or(point.begin ? backward : forward);
    try {
        const io::Hdf5Reader h5(file);
        compare(e, c, point, model, h5);
        const std::vector<StoredCurve> curves = curves_in(h5);
        if (curves.empty())
            refuse(c, "results", quoted(from.results),
                   "holds no curve: that run stopped before the first point (" +
                       h5.attribute("", "status") + ": " + h5.attribute("", "message") +
                       "); leave restart out, or name results that hold one");
        const std::vector<double> range = h5.numbers("range");
        for (const double level : e.levels) {
            const bool other = from.level > 0 && !same(from.level, level);
            const std::vector<StoredCurve> stored =
                curves_of(e, c, point, curves, other ? from.level : level);
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
            restart.point = point_of(e, c, point, dynamics::curve_of(restart));
            if (point.end && !from.direction)
                restart.old_range = {range.at(0), range.at(1)};
            restart.direction = direction;
        }
    } catch (const InputError&) {
        throw;
    } catch (const std::exception& error) { // arrays that are not there, or do not fit
        refuse(c, "results", quoted(from.results), error.what());
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
        refuse(c, "at", quoted(from.at), why);
    return restarts;
}

} // namespace slideway::app
