#include "dynamics/harmonic/largest_maximum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace slideway::dynamics {

namespace {

// Halves of an interval of ln level: to round-off.
constexpr int halves = 52;

} // namespace

std::size_t largest_of(const std::vector<RidgePoint>& points)
{
    std::size_t largest = points.size();
    for (std::size_t k = 0; k < points.size(); ++k)
        if (points[k].at.maximum &&
            (largest == points.size() || points[k].at.log_rms > points[largest].at.log_rms))
            largest = k;
    return largest;
}

std::optional<RidgePoint> LargestMaximum::at(double value, std::vector<std::string>& lost) const
{
    std::vector<RidgePoint> points;
    const auto listed = std::find(found_.values.begin(), found_.values.end(), value);
    if (listed != found_.values.end())
        points = found_.points_at_values[static_cast<std::size_t>(listed - found_.values.begin())];
    else
        for (std::size_t c = 0; c < found_.curves.size(); ++c)
            for (Extremum& e : extrema_at(motions_, found_.curves[c], value, options_, lost)) {
                const std::optional<Kink> kink = found_.curves[c].kinks[e.piece];
                points.push_back({std::move(e), c, kink});
            }
    const std::size_t k = largest_of(points);
    if (k == points.size())
        return std::nullopt;
    points[k].at.value = value; // not what comes back from its logarithm
    return points[k];
}

std::vector<LargestMaximum::Listed> LargestMaximum::listed() const
{
    std::vector<Listed> list;
    for (std::size_t i = 0; i < found_.points_at_values.size(); ++i) {
        const std::vector<RidgePoint>& points = found_.points_at_values[i];
        Listed& one = list.emplace_back(Listed{found_.values[i], {}});
        if (const std::size_t k = largest_of(points); k < points.size())
            one.largest = points[k];
    }
    std::sort(list.begin(), list.end(),
              [](const Listed& a, const Listed& b) { return a.value < b.value; });
    return list;
}

template <class Has>
std::vector<ListedValues> LargestMaximum::ranges(Has has) const
{
    std::vector<ListedValues> list;
    bool within = false;
    for (const Listed& one : listed()) {
        const bool next = has(one);
        if (next && !within)
            list.push_back({one.value, one.value, 0});
        if (next) {
            list.back().to = one.value;
            ++list.back().n;
        }
        within = next;
    }
    return list;
}

std::vector<ListedValues> LargestMaximum::missing() const
{
    return ranges([](const Listed& one) { return !one.largest; });
}

std::vector<ListedValues> LargestMaximum::off_curves() const
{
    return ranges([](const Listed& one) { return one.largest && !one.largest->curve; });
}

bool LargestMaximum::on_one_piece(const RidgePoint& a, const RidgePoint& b) const
{
    if (!a.curve || a.curve != b.curve || a.at.piece != b.at.piece)
        return false;
    const Vector& p = found_.curves[*a.curve].curve.pieces[a.at.piece].branch.p;
    return std::is_sorted(p.begin(), p.end()) ||
           std::is_sorted(p.begin(), p.end(), std::greater<>());
}

std::vector<LargestChange> LargestMaximum::changes() const
{
    constexpr double jump = 1e-6; // of the frequency: one maximum moves less so close by
    const Index n = motions_.model().n();
    const auto apart = [n](const RidgePoint& a, const RidgePoint& b) -> double {
        return std::abs(a.at.x(n) - b.at.x(n));
    };
    // Nearer to `a` than to `b`: of its curve, or nearer in frequency.
    const auto like = [&](const RidgePoint& p, const RidgePoint& a, const RidgePoint& b) -> bool {
        return a.curve != b.curve ? p.curve == a.curve : apart(p, a) < apart(p, b);
    };
    std::vector<LargestChange> list;
    std::vector<std::string> ignored;
    const std::vector<Listed> points = listed();
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        if (!points[k].largest || !points[k + 1].largest || !points[k].largest->curve ||
            !points[k + 1].largest->curve)
            continue;
        RidgePoint a = *points[k].largest, b = *points[k + 1].largest;
        for (int i = 0; i < halves && !on_one_piece(a, b); ++i) {
            const double middle = std::sqrt(a.at.value * b.at.value);
            const std::optional<RidgePoint> c = at(middle, ignored);
            if (!c || !(middle > a.at.value && middle < b.at.value))
                break;
            (like(*c, a, b) ? a : b) = *c;
        }
        if (!on_one_piece(a, b) && apart(a, b) > jump * a.at.x(n))
            list.push_back({b.at.value, a, b});
    }
    return list;
}

std::optional<BestPreload> LargestMaximum::best_preload() const
{
    // Error of ln rms that Newton's method leaves. If contacts are linear, rms / level is constant.
    constexpr double same = 1e-9;
    if (!lost_ends(found_).empty() || !found_.gaps.empty())
        return std::nullopt; // larger maxima may be missing
    std::vector<RidgePoint> points;
    for (Listed& one : listed()) {
        if (!one.largest || !one.largest->curve)
            return std::nullopt; // the smallest one may lie there
        points.push_back(std::move(*one.largest));
    }
    const auto per_level = [](const RidgePoint& p) { return p.at.log_rms - std::log(p.at.value); };
    double least = std::numeric_limits<double>::infinity();
    for (const RidgePoint& p : points)
        least = std::min(least, per_level(p));
    const auto is_least = [&](const RidgePoint& p) { return per_level(p) <= least + same; };
    const auto first = std::find_if(points.begin(), points.end(), is_least);
    const auto behind = std::find_if(points.rbegin(), points.rend(), is_least).base();
    if (first == points.begin() || behind == points.end())
        return std::nullopt;
    // d ln (rms / level) changes its sign, with or without a jump.
    PeakDerivatives peak(motions_, options_.output);
    const auto falls = [&](const RidgePoint& p) -> bool {
        return peak.move({p.at.x, std::log(p.at.value)}, p.kink) &&
               peak.by(the_level()).log_rms < 1;
    };
    std::vector<std::string> ignored;
    RidgePoint a = *(first - 1), b = *behind;
    for (int i = 0; i < halves; ++i) {
        const double middle = std::sqrt(a.at.value * b.at.value);
        if (!(middle > a.at.value && middle < b.at.value))
            break;
        const std::optional<RidgePoint> c = at(middle, ignored);
        if (!c)
            return std::nullopt;
        (falls(*c) ? a : b) = *c;
    }
    return BestPreload{b, b.at.value};
}

bool scales_with_preloads(const HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    return !(model.harmonics().means && model.system().p0.norm() > 0) &&
           std::all_of(joints.begin(), joints.end(), [](const ModalLaw& joint) -> bool {
               const auto parameters = joint.law->parameters();
               return std::any_of(
                   parameters.begin(), parameters.end(), [&](const contact::LawParameter& p) {
                       return p.name == "preload" && joint.law->parameter("preload") > 0;
                   });
           });
}

} // namespace slideway::dynamics
