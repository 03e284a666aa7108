#include "dynamics/harmonic/largest_maximum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

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
    for (std::size_t c = 0; c < found_.curves.size(); ++c)
        for (Extremum& e : extrema_at(motions_, found_.curves[c], value, options_, lost))
            points.push_back({std::move(e), c, {}});
    const std::size_t k = largest_of(points);
    if (k == points.size())
        return std::nullopt;
    points[k].at.value = value; // not what comes back from its logarithm
    return points[k];
}

std::vector<RidgePoint> LargestMaximum::listed() const
{
    std::vector<RidgePoint> list;
    for (const std::vector<RidgePoint>& here : found_.at_values)
        if (const std::size_t k = largest_of(here); k < here.size())
            list.push_back(here[k]);
    std::sort(list.begin(), list.end(),
              [](const RidgePoint& a, const RidgePoint& b) { return a.at.value < b.at.value; });
    return list;
}

bool LargestMaximum::on_one_piece(const RidgePoint& a, const RidgePoint& b) const
{
    if (a.curve != b.curve || a.at.piece != b.at.piece)
        return false;
    const Vector& p = found_.curves[a.curve].curve.pieces[a.at.piece].branch.p;
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
    const std::vector<RidgePoint> points = listed();
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        RidgePoint a = points[k], b = points[k + 1];
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
    const std::vector<RidgePoint> points = listed();
    const auto per_level = [](const RidgePoint& p) { return p.at.log_rms - std::log(p.at.value); };
    const auto least = std::min_element(
        points.begin(), points.end(),
        [&](const RidgePoint& a, const RidgePoint& b) { return per_level(a) < per_level(b); });
    if (points.size() < 3 || least == points.begin() || least + 1 == points.end())
        return std::nullopt;
    // d ln (rms / level) changes its sign, with or without a jump.
    PeakDerivatives peak(motions_, options_.output);
    const auto falls = [&](const RidgePoint& p) -> bool {
        const std::optional<Kink>& kink = found_.curves[p.curve].kinks[p.at.piece];
        return peak.move({p.at.x, std::log(p.at.value)}, kink) && peak.by(the_level()).log_rms < 1;
    };
    std::vector<std::string> ignored;
    RidgePoint a = *(least - 1), b = *(least + 1);
    for (int i = 0; i < halves; ++i) {
        const double middle = std::sqrt(a.at.value * b.at.value);
        const std::optional<RidgePoint> c = at(middle, ignored);
        if (!c || !(middle > a.at.value && middle < b.at.value))
            break;
        (falls(*c) ? a : b) = *c;
    }
    return BestPreload{b, b.at.value};
}

bool scales_with_preloads(const HarmonicBalance& model)
{
    const auto& joints = model.system().joints;
    return !(model.harmonics().means && model.system().p0.norm() > 0) &&
           std::all_of(joints.begin(), joints.end(), [](const ModalLaw& joint) -> bool {
               const auto parameters = joint.law.info().parameters;
               return std::any_of(
                   parameters.begin(), parameters.end(), [&](const contact::LawParameter& p) {
                       return p.name == "preload" && joint.law.parameter("preload") > 0;
                   });
           });
}

} // namespace slideway::dynamics
