#include "app/motions/harmonic/stored_curves.hpp"

#include "base/text.hpp"
#include "dynamics/harmonic/response.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slideway::app {

using continuation::Branch;
using continuation::PointKind;

namespace {

constexpr double round_off_of_level = 1e-12; // relative

} // namespace

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
        add_numbered(labels, name, points);
    };
    add("peak", PointKind::monitor_maximum, -1);
    add("fold", PointKind::fold, -1);
    add("branch point", PointKind::branch_point, -1);
    add("period doubling", PointKind::monitor_zero, dynamics::monitor_flip);
    add("Neimark-Sacker", PointKind::monitor_zero, dynamics::monitor_neimark_sacker);
    labels.push_back({"end", branch.n_points() - 1});
    return labels;
}

Index point_of(const EarlierResults& results, const std::string& point_name, const Branch& branch)
{
    return point_of(results, point_name, labels_of(branch), branch.n_points(),
                    [&](Index k) -> std::string {
                        return number_text(branch.p(k) / (2 * std::numbers::pi), 8) + " Hz";
                    });
}

ResponseSet read_responses(const EarlierResults& results, const io::Hdf5Reader& h5)
{
    if (const std::string analysis = h5.attribute("", "analysis"); analysis != "forced-response")
        results.refuse("holds results of " + analysis + ", not of forced-response");
    ResponseSet set;
    io::read_arrays(h5, [&](io::Entries& a) { arrays(a, set); });
    std::erase_if(set.levels, [](const ResponseCurve& curve) -> bool {
        return curve.response.branch.n_points() == 0;
    });
    if (set.levels.empty())
        results.refuse("holds no curve: that run stopped before the first point (" +
                       h5.attribute("", "status") + ": " + h5.attribute("", "message") +
                       "); leave " + results.table + " out, or name results that hold one");
    return set;
}

std::vector<ResponseCurve> curves_of_level(const std::vector<ResponseCurve>& curves, double level)
{
    std::vector<ResponseCurve> found;
    for (const ResponseCurve& curve : curves)
        if (same_level(curve.response.level, level))
            found.push_back(curve);
    return found;
}

std::string levels_of(const std::vector<ResponseCurve>& curves)
{
    std::vector<std::string> levels;
    for (const ResponseCurve& curve : curves)
        levels.push_back(number_text(curve.response.level));
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    return join(levels);
}

bool same_level(double level, double other)
{
    return std::abs(level - other) <= round_off_of_level * other;
}

void refuse_level(const EarlierResults& results, double level,
                  const std::vector<ResponseCurve>& curves)
{
    results.refuse("level", number_text(level), "the results have the levels " + levels_of(curves));
}

void check_curve(const EarlierResults& results, int curve, double level,
                 const std::vector<ResponseCurve>& of_level)
{
    const std::size_t n = of_level.size();
    if (curve > static_cast<int>(n))
        results.refuse("curve", std::to_string(curve),
                       "level " + number_text(level) + " has " + plural(n, "curve"));
}

void check_joints(const EarlierResults& results, const std::vector<std::string>& stored,
                  const std::vector<dynamics::ModalLaw>& joints)
{
    std::vector<std::string> names;
    for (const dynamics::ModalLaw& joint : joints)
        names.push_back(joint.name);
    if (stored != names)
        results.refuse("has the joints " + join(stored) + ", this case " + join(names) +
                       "; they must be the same, in the same order");
}

} // namespace slideway::app
